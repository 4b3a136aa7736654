import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { type StandardSchema } from 'fieldstone'
import * as v from 'valibot'
import * as z from 'zod'

/** The same schemas in each library that Fieldstone documents. */
export interface ForeignSchemas {
  readonly email: StandardSchema
  /** A positive integer. */
  readonly positive: StandardSchema
  /** The same, which may be absent; with a default of 1 where the library has defaults outside of objects. */
  readonly page: StandardSchema
  readonly flag: StandardSchema
  /** A list of at most three of two letters. */
  readonly letters: StandardSchema
  readonly color: StandardSchema
  readonly uuid: StandardSchema
  /** Text that is also the name of a color, by a refinement that leaves no trace in JSON Schema. */
  readonly even: StandardSchema
  /** `{ name, age?, role: 'reader' by default, tags: [], address: { street } | null }` */
  readonly user: StandardSchema
  /** `{ label, children?: tree[] }` */
  readonly tree: StandardSchema
  /** `{ kind: 'cat', lives } | { kind: 'dog', barks }` */
  readonly pet: StandardSchema
  readonly scores: StandardSchema
  /** `{ page: 1 by default, exact, colors? }` */
  readonly search: StandardSchema
  /** `{ mail, age?, tags? }`, where the tags are a list. */
  readonly contact: StandardSchema
}

const Address = z.object({ street: z.string().min(2) }).meta({ id: 'Address' })
const Tree = z.object({
  label: z.string().max(8),
  get children() {
    return z.array(Tree).max(2).optional()
  }
})

const zodSchemas: ForeignSchemas = {
  email: z.email(),
  positive: z.coerce.number().int().positive(),
  page: z.coerce.number().int().positive().default(1),
  flag: z.coerce.boolean(),
  letters: z.array(z.string().length(2)).max(3),
  color: z.enum(['red', 'green']),
  uuid: z.uuid(),
  even: z
    .int()
    .min(0)
    .max(1000)
    .refine((value) => value % 2 === 0, 'must be even'),
  user: z
    .object({
      name: z.string().min(2).max(20),
      age: z.coerce.number().int().min(0).max(150).optional(),
      role: z.enum(['reader', 'writer']).default('reader'),
      tags: z.array(z.string().max(5)).max(3),
      address: Address.nullable()
    })
    .meta({ id: 'User', description: 'Who writes' }),
  tree: Tree,
  pet: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cat'), lives: z.int().max(9) }),
    z.object({ kind: z.literal('dog'), barks: z.boolean() })
  ]),
  scores: z.record(z.string(), z.number().max(100)),
  search: z.strictObject({
    page: z.coerce.number().int().positive().default(1).describe('Which page'),
    exact: z.boolean(),
    colors: z
      .array(z.enum(['red', 'green']))
      .max(2)
      .optional()
  }),
  contact: z.object({
    mail: z.email(),
    age: z.coerce.number().int().max(150).optional(),
    tags: z.array(z.string().max(5)).max(3).optional()
  })
}

interface ValibotTree {
  label: string
  children?: ValibotTree[] | undefined
}
const Branch: v.GenericSchema<ValibotTree> = v.object({
  label: v.pipe(v.string(), v.maxLength(8)),
  children: v.optional(v.pipe(v.array(v.lazy(() => Branch)), v.maxLength(2)))
})

const even = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000))
const positive = v.pipe(v.number(), v.integer(), v.minValue(1))

const valibotSchemas: ForeignSchemas = {
  email: toStandardJsonSchema(v.pipe(v.string(), v.email())),
  positive: toStandardJsonSchema(positive),
  page: toStandardJsonSchema(v.optional(positive, 1)),
  flag: toStandardJsonSchema(v.boolean()),
  letters: toStandardJsonSchema(v.pipe(v.array(v.pipe(v.string(), v.length(2))), v.maxLength(3))),
  color: toStandardJsonSchema(v.picklist(['red', 'green'])),
  uuid: toStandardJsonSchema(v.pipe(v.string(), v.uuid())),
  even: toStandardJsonSchema(
    v.pipe(
      even,
      v.check((value) => value % 2 === 0, 'must be even')
    )
  ),
  user: toStandardJsonSchema(
    v.object({
      name: v.pipe(v.string(), v.minLength(2), v.maxLength(20)),
      age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(150))),
      role: v.optional(v.picklist(['reader', 'writer']), 'reader'),
      tags: v.pipe(v.array(v.pipe(v.string(), v.maxLength(5))), v.maxLength(3)),
      address: v.nullable(v.object({ street: v.pipe(v.string(), v.minLength(2)) }))
    })
  ),
  tree: toStandardJsonSchema(Branch),
  pet: toStandardJsonSchema(
    v.variant('kind', [
      v.object({ kind: v.literal('cat'), lives: v.pipe(v.number(), v.integer(), v.maxValue(9)) }),
      v.object({ kind: v.literal('dog'), barks: v.boolean() })
    ])
  ),
  scores: toStandardJsonSchema(v.record(v.string(), v.pipe(v.number(), v.maxValue(100)))),
  search: toStandardJsonSchema(
    v.strictObject({
      page: v.optional(positive, 1),
      exact: v.boolean(),
      colors: v.optional(v.pipe(v.array(v.picklist(['red', 'green'])), v.maxLength(2)))
    })
  ),
  contact: toStandardJsonSchema(
    v.object({
      mail: v.pipe(v.string(), v.email()),
      age: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(150))),
      tags: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(5))), v.maxLength(3)))
    })
  )
}

const arktypeSchemas: ForeignSchemas = {
  email: type('string.email'),
  positive: type('number.integer >= 1'),
  page: type('(number.integer >= 1) | undefined'),
  flag: type('boolean'),
  letters: type('(string == 2)[] <= 3'),
  color: type("'red' | 'green'"),
  uuid: type('string.uuid'),
  even: type('0 <= number.integer <= 1000').narrow((value, ctx) => value % 2 === 0 || ctx.mustBe('even')),
  user: type({
    name: '2 <= string <= 20',
    'age?': '0 <= number.integer <= 150',
    role: "'reader' | 'writer' = 'reader'",
    tags: '(string <= 5)[] <= 3',
    address: type({ street: 'string >= 2' }).or('null')
  }),
  tree: type({ label: 'string <= 8', 'children?': 'this[] <= 2' }),
  pet: type({ kind: "'cat'", lives: 'number.integer <= 9' }).or({ kind: "'dog'", barks: 'boolean' }),
  scores: type({ '[string]': 'number <= 100' }),
  search: type({
    page: '(number.integer >= 1) = 1',
    exact: 'boolean',
    'colors?': "('red' | 'green')[] <= 2",
    '+': 'reject'
  }),
  contact: type({ mail: 'string.email', 'age?': 'number.integer <= 150', 'tags?': '(string <= 5)[] <= 3' })
}

/** By the name that each library gives itself. */
export const FOREIGN_SCHEMAS: Readonly<Record<'zod' | 'valibot' | 'arktype', ForeignSchemas>> = {
  zod: zodSchemas,
  valibot: valibotSchemas,
  arktype: arktypeSchemas
}
