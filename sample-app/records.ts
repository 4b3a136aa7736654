import { Field, Integer } from 'fieldstone'

/** What `POST /data` takes. */
export class DataPayload {
  @Field({ example: 'Widget' }) name!: string
  @Field(() => Integer, { example: 42 }) value!: number
}

/** What `POST /data` answers. */
export class DataReceipt {
  @Field({ example: 'success' }) status!: string
  @Field({ description: 'The name that was received', example: 'Widget' }) received_name!: string
}

/** An item of the store. */
export class Item {
  @Field(() => Integer, { description: 'Item ID', example: 7 }) id!: number
  @Field({ example: 'Widget' }) name!: string
  @Field({ description: 'Creation timestamp' }) createdAt!: Date
}

/** What `GET /items` was asked for. */
export class ItemQuery {
  @Field({ example: 'Widget' }) item_name!: string
  @Field({ description: 'The id, as text', example: '7' }) item_id!: string
}

/** A user, as far as this sample knows one. */
export class UserStatus {
  @Field({ example: 'ok' }) status!: string
  @Field({ example: '42' }) user_id!: string
}

/** What `POST /signup` takes. Every field is required, because none is `optional`. */
export class Signup {
  @Field({ minLength: 3, maxLength: 20, format: 'alphanumeric', example: 'alice99' }) username!: string
  @Field({ format: 'email', example: 'alice@example.com' }) email!: string
  @Field({ format: 'password', example: 'correct horse battery' }) password!: string
}

/** What `POST /signup` answers. */
export class SignupReceipt {
  @Field({ example: 'created' }) status!: string
  @Field({ example: 'alice99' }) username!: string
}
