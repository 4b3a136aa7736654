import { Field, Integer } from 'fieldstone'

// A record is a class whose fields are declared. One declaration gives the check of requests, the format of responses,
// and the schema in the document. Every field is required, unless it is `optional`.

/** The body of `POST /data`. */
export class DataPayload {
  @Field({ example: 'Widget' }) name!: string
  @Field(() => Integer, { example: 42 }) value!: number
}

/** The response of `POST /data`. */
export class DataReceipt {
  @Field({ example: 'success' }) status!: string
  @Field({ description: 'The name that was received', example: 'Widget' }) received_name!: string
}

/** The response of `GET /items`. */
export class ItemQuery {
  @Field({ example: 'Widget' }) item_name!: string
  @Field({ description: 'The id, as text', example: '7' }) item_id!: string
}

/** The response of `GET /items/{id}`. A `Date` is sent as an RFC 3339 date-time. */
export class Item {
  @Field(() => Integer, { description: 'Item ID', example: 1 }) id!: number
  @Field({ example: 'Widget' }) name!: string
  @Field({ description: 'Creation timestamp' }) createdAt!: Date
}

/** The response of `GET /users/{id}`. */
export class UserStatus {
  @Field({ example: 'ok' }) status!: string
  @Field({ example: '42' }) user_id!: string
}

/** The body of `POST /signup`. */
export class Signup {
  @Field({ minLength: 3, maxLength: 20, format: 'alphanumeric', example: 'alice99' }) username!: string
  @Field({ format: 'email', example: 'alice@example.com' }) email!: string
  @Field({ format: 'password', example: 'correct horse battery' }) password!: string
}

/** The response of `POST /signup`. */
export class SignupReceipt {
  @Field({ example: 'created' }) status!: string
  @Field({ example: 'alice99' }) username!: string
}
