// What the compiler accepts and rejects of schemas of other libraries, whose values are their outputs. arktype itself
// accepts strict settings alone: the spec of ValueOf has its types.
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import {
  body,
  type Context,
  Controller,
  Field,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Post,
  param,
  query,
  type StandardSchema,
  type ValueOf
} from 'fieldstone'
import * as v from 'valibot'
import * as z from 'zod'

const User = z.object({ name: z.string(), age: z.coerce.number(), role: z.string().default('reader') })
const Length = z.string().transform((text) => text.length)
const Signup = toStandardJsonSchema(v.object({ name: v.string(), born: v.pipe(v.string(), v.toDate()) }))

type UserValue = { name: string; age: number; role: string }

export class Right {
  @Field(() => z.email()) mail!: string
  @Field(z.email()) bare!: string
  @Field(() => Length) length!: number
  @Field(() => [z.int()]) list!: number[]
  @Field(() => nullable(z.string())) maybe!: string | null
  @Field(() => mapOf(z.boolean())) flags!: Record<string, boolean>
  @Field(() => oneOf(Integer, z.string())) either!: number | string
  @Field(() => User) user!: UserValue
  @Field(() => User) inferred!: z.output<typeof User>
  @Field(() => Signup) signup!: { name: string; born: Date }
  @Field(() => Signup) named!: ValueOf<typeof Signup>
  @Field(() => z.enum(['a', 'b'])) letter!: 'a' | 'b'
  @Field(() => z.any()) anything!: Right
  @Field(() => User as StandardSchema) unknown!: number
}

export class Wrong {
  // error: type '["the decorator gives", string, "but the property is", number]'
  @Field(() => z.email()) mail!: number
  // error: type '["the decorator gives", string, "but the property is", number]'
  @Field(z.email()) bare!: number
  // error: type '["the decorator gives", number, "but the property is", string]'
  @Field(() => Length) length!: string
  // error: "but the property is", string]'
  @Field(() => Signup) signup!: string
}

@Controller()
export class Inputs {
  @Post('/{id}', param('id', z.int()), query('page', z.number().default(1)), body(User))
  right(_id: number, _page: number, user: UserValue): UserValue {
    return user
  }

  async bound(ctx: Context): Promise<[string, Date]> {
    const { name } = await ctx.bindValidated(User)
    const { born } = await ctx.bindJSON(Signup)
    return [name, born]
  }

  async wrong(ctx: Context): Promise<number> {
    const { name } = await ctx.bindValidated(User)
    // error: Type 'string' is not assignable to type 'number'
    return name
  }
}
