import { Field, Integer } from 'fieldstone'

export class DataPayload {
  @Field({ example: 'Widget' }) name!: string
  @Field(() => Integer, { example: 42 }) value!: number
}

export class DataReceipt {
  @Field({ example: 'success' }) status!: string
  @Field({ example: 'Widget' }) received_name!: string
}

export class ItemQuery {
  @Field({ example: 'widget' }) item_name!: string
  @Field({ example: '42' }) item_id!: string
}

export class UserStatus {
  @Field({ example: 'ok' }) status!: string
  @Field({ example: '42' }) user_id!: string
}

export class Item {
  @Field(() => Integer) id!: number
  @Field() name!: string
  @Field() createdAt!: Date
}

export class Signup {
  @Field({ minLength: 3, maxLength: 20, format: 'alphanumeric' }) username!: string
  @Field({ format: 'email' }) email!: string
  @Field({ format: 'password' }) password!: string
}

export class SignupReceipt {
  @Field({ example: 'created' }) status!: string
  @Field({ example: 'alice99' }) username!: string
}

export class Dimensions {
  @Field() w!: number
  @Field() h!: number
  @Field() d!: number
}

export class CatalogItem {
  @Field(() => Integer) id!: number
  @Field() name!: string
  @Field() price!: number
  @Field(() => [String]) tags!: string[]
  @Field() dimensions!: Dimensions
  @Field() createdAt!: Date
}

export class Address {
  @Field({ minLength: 1 }) street!: string
  @Field({ minLength: 1 }) city!: string
  @Field({ pattern: '^\\d{5}(-\\d{4})?$' }) zip!: string
}

export class Customer {
  @Field({ minLength: 1 }) name!: string
  @Field({ format: 'email' }) email!: string
  @Field() address!: Address
}

export class OrderLine {
  @Field({ minLength: 1 }) sku!: string
  @Field(() => Integer, { minimum: 1 }) qty!: number
  @Field({ minimum: 0 }) price!: number
}

export class Order {
  @Field() customer!: Customer
  @Field(() => [OrderLine], { minItems: 1, maxItems: 100 }) lines!: OrderLine[]
  @Field({ optional: true, maxLength: 500 }) note?: string
}

export class OrderReceipt {
  @Field({ example: 'created' }) status!: string
  @Field({ example: 140 }) total!: number
}

export class RouteEcho {
  @Field(() => Integer) route!: number
  @Field() id!: string
}
