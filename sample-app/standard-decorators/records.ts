import { Field, Integer } from 'fieldstone'

// A record is a class whose fields are declared. One declaration gives the check of requests, the format of responses,
// and the schema in the document. Every field is required, unless it is `optional`.

/** The body of `POST /data`. */
export class DataPayload {
  @Field(() => String, { example: 'Widget' }) name!: string
  @Field(() => Integer, { example: 42 }) value!: number
}

/** The response of `POST /data`. */
export class DataReceipt {
  @Field(() => String, { example: 'success' }) status!: string
  @Field(() => String, { description: 'The name that was received', example: 'Widget' }) received_name!: string
}

/** The response of `GET /items`. */
export class ItemQuery {
  @Field(() => String, { example: 'Widget' }) item_name!: string
  @Field(() => String, { description: 'The id, as text', example: '7' }) item_id!: string
}

/** The response of `GET /items/{id}`. A `Date` is sent as an RFC 3339 date-time. */
export class Item {
  @Field(() => Integer, { description: 'Item ID', example: 1 }) id!: number
  @Field(() => String, { example: 'Widget' }) name!: string
  @Field(() => Date, { description: 'Creation timestamp' }) createdAt!: Date
}

/** The response of `GET /users/{id}`. */
export class UserStatus {
  @Field(() => String, { example: 'ok' }) status!: string
  @Field(() => String, { example: '42' }) user_id!: string
}

/** The body of `POST /signup`. */
export class Signup {
  @Field(() => String, { minLength: 3, maxLength: 20, format: 'alphanumeric', example: 'alice99' }) username!: string
  @Field(() => String, { format: 'email', example: 'alice@example.com' }) email!: string
  @Field(() => String, { format: 'password', example: 'correct horse battery' }) password!: string
}

/** The response of `POST /signup`. */
export class SignupReceipt {
  @Field(() => String, { example: 'created' }) status!: string
  @Field(() => String, { example: 'alice99' }) username!: string
}
