import {
  DateOnly,
  Field,
  File,
  Files,
  Integer,
  mapOf,
  oneOf,
  PartialType,
  Record as RecordOptions,
  UploadedFile
} from '../../../src/index.js'

const GENRES = ['fiction', 'science', 'history', 'children'] as const
export const CURRENCIES = ['EUR', 'CHF', 'USD'] as const

/** What a client sends of a book. */
export class NewBook {
  @Field({ pattern: '^97[89][0-9]{10}$', example: '9780141439587' }) isbn!: string
  @Field({ minLength: 1, maxLength: 120, example: 'Emma' }) title!: string
  @Field(() => String, { nullable: true, default: null, maxLength: 120 }) subtitle!: string | null
  @Field(() => Integer, { minimum: 1, example: 1 }) authorId!: number
  @Field(() => String, { enum: GENRES }) genre!: string
  @Field({ minimum: 0, maximum: 10_000, multipleOf: 0.01, example: 12.5 }) price!: number
  @Field(() => Integer, { minimum: 1, maximum: 5000 }) pages!: number
  @Field(() => DateOnly, { example: '1815-12-23' }) publishedOn!: string
  @Field({ default: true }) inPrint!: boolean
  @Field(() => [String], { each: true, minLength: 1, maxLength: 30, maxItems: 10, uniqueItems: true, default: [] })
  tags!: string[]
  @Field(() => mapOf(String), { default: {}, description: 'The title in other languages' })
  translations!: Record<string, string>
}

export class Book extends NewBook {
  @Field(() => Integer, { minimum: 1 }) id!: number
  @Field(() => String, { enum: ['new', 'revised'] }) state!: string
  @Field(() => Number, { nullable: true, minimum: 1, maximum: 5, description: 'Of all reviews; null without any' })
  rating!: number | null
  @Field() createdAt!: Date
  @Field(() => Date, { nullable: true }) updatedAt!: Date | null
}

export class BookChanges extends PartialType(NewBook) {}

export class BookFilter {
  @Field(() => Integer, { minimum: 1, maximum: 1000, default: 1 }) page!: number
  @Field(() => Integer, { minimum: 1, maximum: 50, default: 20 }) pageSize!: number
  @Field(() => String, { enum: GENRES, optional: true }) genre?: string
  @Field(() => Integer, { minimum: 1, optional: true, example: 1 }) authorId?: number
  @Field({ optional: true }) inPrint?: boolean
  @Field(() => DateOnly, { optional: true, description: 'On this day or later' }) publishedFrom?: string
  @Field(() => [String], { optional: true, each: true, maxLength: 30, description: 'All of these' }) tag?: string[]
  @Field({ optional: true, maxLength: 200, description: 'Part of the title' }) q?: string
  @Field(() => String, { enum: ['id', 'title', 'price'], default: 'id', description: 'Ascending' }) sort!: string
}

export class BookPage {
  @Field(() => [Book]) items!: Book[]
  @Field(() => Integer, { minimum: 0, description: 'Of all pages' }) total!: number
  @Field(() => Integer, { minimum: 1 }) page!: number
  @Field(() => Integer, { minimum: 1, maximum: 50 }) pageSize!: number
}

export class CoverUpload {
  @File({ contentTypes: ['image/png', 'image/jpeg'], maxSize: 2048 }) image!: UploadedFile
}

export class NewReview {
  @Field(() => Integer, { minimum: 1, maximum: 5 }) rating!: number
  @Field({ maxLength: 2000 }) text!: string
}

export class Review extends NewReview {
  @Field(() => Integer, { minimum: 1 }) id!: number
  @Field() reviewer!: string
  @Field() writtenAt!: Date
}

export class NewAuthor {
  @Field({ minLength: 1, maxLength: 80, example: 'Jane Austen' }) name!: string
  @Field(() => DateOnly, { nullable: true, description: 'Null where nobody knows' }) bornOn!: string | null
  @Field({ format: 'uri', optional: true }) homepage?: string
}

export class Author extends NewAuthor {
  @Field(() => Integer, { minimum: 1 }) id!: number
  @Field(() => Integer, { minimum: 0 }) bookCount!: number
}

export class OrderLine {
  @Field(() => Integer, { minimum: 1, example: 1 }) bookId!: number
  @Field(() => Integer, { minimum: 1, maximum: 100 }) quantity!: number
}

export class PlacedLine extends OrderLine {
  @Field({ description: 'The title when it was placed' }) title!: string
}

export class Address {
  @Field({ minLength: 1, maxLength: 100 }) street!: string
  @Field({ optional: true, maxLength: 100 }) addition?: string
  @Field({ minLength: 1, maxLength: 60 }) town!: string
}

export class Courier {
  @Field({ enum: ['courier'] }) kind!: 'courier'
  @Field() address!: Address
}

export class Pickup {
  @Field({ enum: ['pickup'] }) kind!: 'pickup'
  @Field(() => String, { enum: ['north', 'south'] }) shop!: string
}

const delivery = () => oneOf({ discriminator: 'kind', mapping: { courier: Courier, pickup: Pickup } })

export class NewOrder {
  @Field(() => [OrderLine], { minItems: 1, maxItems: 20 }) lines!: OrderLine[]
  @Field(delivery) delivery!: Courier | Pickup
  @Field(() => String, { nullable: true, optional: true, pattern: '^[A-Z]{4}[0-9]{2}$' }) coupon?: string | null
  @Field({ optional: true }) deliverBy?: Date
  @Field(() => mapOf(String), { optional: true }) labels?: Record<string, string>
}

export class Order {
  @Field({ format: 'uuid' }) id!: string
  @Field(() => [PlacedLine], { minItems: 1, maxItems: 20 }) lines!: PlacedLine[]
  @Field(delivery) delivery!: Courier | Pickup
  @Field(() => String, { nullable: true }) coupon!: string | null
  @Field({ optional: true }) deliverBy?: Date
  @Field(() => mapOf(String)) labels!: Record<string, string>
  @Field(() => String, { enum: ['placed', 'cancelled'] }) status!: string
  @Field({ minimum: 0, multipleOf: 0.01 }) total!: number
  @Field(() => String, { enum: CURRENCIES }) currency!: string
  @Field() placedAt!: Date
}

export class Period {
  @Field(() => DateOnly, { optional: true }) from?: string
  @Field(() => DateOnly, { optional: true }) to?: string
}

export class OrderFilter {
  @Field(() => String, { enum: ['placed', 'cancelled'], optional: true }) status?: string
  @Field(() => Period, { style: 'deepObject', optional: true, description: 'Days, both included' }) placed?: Period
}

@RecordOptions({ unknownFields: 'reject' })
export class User {
  @Field({ minLength: 3, maxLength: 20, format: 'alphanumeric', example: 'ada' }) username!: string
  @Field({ format: 'email', example: 'ada@example.com' }) email!: string
  @Field({ minLength: 1, maxLength: 60 }) displayName!: string
  @Field({ format: 'password', maxLength: 72, writeOnly: true }) password!: string
  @Field(() => String, { enum: ['reader', 'writer', 'admin'], readOnly: true }) role!: string
  @Field({ readOnly: true }) createdAt!: Date
}

export class Greeting {
  @Field() text!: string
  @Field(() => String, { enum: ['en', 'de'] }) language!: string
}

export class Feedback {
  @Field({ minLength: 1, maxLength: 60 }) name!: string
  @Field({ maxLength: 500 }) message!: string
  @Field(() => Integer, { minimum: -5, maximum: 5 }) mood!: number
  @Field(() => [String], { optional: true, each: true, enum: ['prices', 'shops', 'website'] }) topics?: string[]
}

export class FeedbackReceipt extends Feedback {
  @Field(() => Integer, { minimum: 1 }) number!: number
}

export class Manuscript {
  @Field({ minLength: 1, maxLength: 60 }) title!: string
  @Field(() => Integer, { minimum: 1, maximum: 5000, optional: true }) pages?: number
  @Files({ minItems: 1, maxItems: 3, maxSize: 4096 }) chapters!: UploadedFile[]
  @File({ optional: true, maxSize: 4096 }) letter?: UploadedFile
}

export class ManuscriptReceipt {
  @Field() title!: string
  @Field(() => [String], { description: 'What each chapter was called' }) chapters!: string[]
  @Field(() => Integer, { minimum: 0, description: 'Bytes of all files' }) bytes!: number
}

export class Shelf {
  @Field({ description: 'From the cookie' }) owner!: string
  @Field(() => [String]) titles!: string[]
}
