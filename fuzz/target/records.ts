import { DateOnly, Field, File, Files, Integer, mapOf, Record, type UploadedFile } from 'fieldstone'

/** One line of an order. */
export class Line {
  @Field({ minLength: 1, maxLength: 12, pattern: '^[A-Z0-9-]+$' }) sku!: string
  @Field(() => Integer, { minimum: 1, maximum: 99 }) quantity!: number
}

/** A body of JSON or of a form with every kind of rule. */
export class Order {
  @Field({ minLength: 3, maxLength: 40 }) name!: string
  @Field({ format: 'email', optional: true }) email?: string
  @Field(() => DateOnly, { optional: true }) day?: string
  @Field({ optional: true }) at?: Date
  @Field(() => [Line], { optional: true, maxItems: 20 }) lines?: Line[]
  @Field(() => mapOf(Integer), { optional: true }) counts?: { [name: string]: number }
  @Field(() => Integer, { optional: true, nullable: true }) limit?: number | null
}

/** A flat body, which forms can carry. */
export class Login {
  @Field({ minLength: 1, maxLength: 40 }) user!: string
  @Field({ minLength: 1, maxLength: 40 }) password!: string
  @Field(() => Boolean, { optional: true }) remember?: boolean
  @Field(() => [String], { optional: true }) tags?: string[]
}

/** Unknown fields are faults. */
@Record({ unknownFields: 'reject' })
export class Strict {
  @Field() name!: string
}

/** A form with files. */
export class Upload {
  @Field({ maxLength: 80 }) title!: string
  @File({ maxSize: 3_000 }) file!: UploadedFile
  @Files({ optional: true, maxItems: 2 }) more?: UploadedFile[]
}
