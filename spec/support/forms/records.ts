import { IsCreditCard, IsIn, IsOptional, Matches, ValidateBy } from 'class-validator'
import { Field, genericRecord, Integer, OmitType, PartialType, Record, type ValueOf } from 'fieldstone'

/** Records that are declared before the classes that they name. */
@Record({ unknownFields: 'reject', description: 'One order' })
export class Order {
  @Field(() => String, { minLength: 3, name: 'order_number' }) number!: string
  @Field(() => [Line], { minItems: 1 }) lines!: Line[]
  @Field(() => Order, { optional: true }) previous?: Order
}

export class Line {
  @Field(() => String, { pattern: /^[A-Z]{3}$/ }) sku!: string
  @Field(() => Integer, { minimum: 1, default: 1 }) count!: number
}

export class Payment {
  @Field(() => String, { rules: [IsCreditCard({ message: 'is not a card' }), Matches(/^4/)], maxLength: 30 })
  card!: string

  @Field(() => [String], { optional: true, rules: [IsIn(['a', 'b'], { each: true })] }) marks?: string[]

  @Field(() => Integer, {
    rules: [IsOptional(), ValidateBy({ name: 'even', validator: { validate: (value) => value % 2 === 0 } })]
  })
  amount?: number
}

export class Base {
  @Field(() => String, { maxLength: 5, optional: true }) name: string | undefined = undefined
  @Field(() => Integer) id!: number
}

/** Requires what its parent does not, and adds a field. */
export class Derived extends Base {
  @Field(() => String, { maxLength: 9 }) override name = ''
  @Field(() => Boolean) isNew!: boolean
}

export class Bare extends Base {}

/** In the order of the source, although accessors are decorated first. */
export class Members {
  @Field(() => String) first!: string
  @Field(() => String, { maxLength: 3 }) accessor second = 'two'
  @Field(() => String, { readOnly: true })
  get third(): string {
    return `${this.first} ${this.second}`
  }
  #fourth = 4
  @Field(() => Integer, { optional: true })
  get fourth(): number {
    return this.#fourth
  }
  set fourth(value: number) {
    this.#fourth = value
  }
  @Field(() => String, { optional: true }) fifth?: string
}

export class Changes extends PartialType(Line) {}
export class WithoutId extends OmitType(Derived, ['id'] as const) {}

export const Page = genericRecord('Page', <E>(item: E) => {
  class Page {
    @Field(() => [item]) items!: ValueOf<E>[]
    @Field(() => Integer) total!: number
  }
  return Page
})
