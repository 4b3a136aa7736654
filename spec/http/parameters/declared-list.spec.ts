import { IsOptional, IsString } from 'class-validator'
import {
  BootstrapError,
  DateOnly,
  defineExample,
  enumOf,
  Field,
  File,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record as RecordOf,
  type RouteOptions,
  SetupError,
  tupleOf,
  Unknown,
  type UploadedFile
} from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { parameterKey, parameterNameFault } from '../../../src/http/parameter-name.js'
import { readParameters, withoutNull } from '../../../src/http/parameters/declared-parameters.js'
import { checkNullable, checkParameterRecord, checkParameterType } from '../../../src/http/parameters/parameter-type.js'
import { requestBody } from '../../../src/http/request-body-options.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { describedRoute } from '../../support/described-route.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Item {
  @Field({ minLength: 2 }) name!: string
}

class Span {
  @Field(() => Integer) from!: number
  @Field(() => DateOnly, { optional: true }) to?: unknown
}

class Deep {
  @Field(() => Span) span!: Span
}

class Nullable {
  @Field(() => nullable(String)) a!: string | null
}

class AlsoNullable {
  @Field(() => String, { nullable: true }) a!: string | null
}

class Within {
  @Field(() => Nullable) inner!: Nullable
}

class Decorated {
  @IsOptional() @IsString() a?: string
}

@RecordOf({ minProperties: 1 })
class Counted {
  @Field({ optional: true }) a?: string
}

@RecordOf({ additionalProperties: Integer })
class Open {
  @Field() a!: string
}

class Sent {
  @Field({ writeOnly: true }) asked!: string
  @Field(() => Integer, { readOnly: true }) given!: number
}

class Upload {
  @Field() title!: string
  @File() file!: UploadedFile
}

class Form {
  @Field() text!: string
  @Field(() => [Integer]) list!: number[]
  @Field(() => Unknown, { optional: true }) any?: unknown
}

/** What a call comes to; of errors their messages alone. */
function brief(call: () => unknown): string {
  try {
    return shown(call())
  } catch (error) {
    if (error instanceof BootstrapError) return `wrong: ${error.errors.map(({ message }) => message).join(' ')}`
    if (error instanceof SetupError) return `wrong: ${error.message}`
    throw error
  }
}

const TYPES: Readonly<Record<string, unknown>> = {
  String,
  Integer,
  Number,
  Boolean,
  Date,
  DateOnly,
  enum: enumOf(['a', 'b']),
  Unknown,
  'list of texts': [String],
  'list of anything': [Unknown],
  'list of records': [Item],
  'list of lists': [[String]],
  tuple: tupleOf(Integer, String),
  'tuple of records': tupleOf(Item),
  record: Item,
  'flat record': Span,
  'deep record': Deep,
  'open record': Open,
  map: mapOf(Integer),
  'map of records': mapOf(Item),
  'nullable text': nullable(String),
  'list of nullable texts': [nullable(String)],
  'tuple of nullable texts': tupleOf(nullable(String), Integer),
  'one of two': oneOf(Integer, String),
  'one of a list': oneOf([Integer], String),
  bytes: Buffer
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const

/** Entries of `parameters`; each list is of one route at `/a/{id}`. */
const DECLARED: readonly unknown[] = [
  undefined,
  [],
  5,
  {},
  [5],
  [null],
  [{}],
  [{ name: '' }],
  [{ name: 5, in: 'query' }],
  [{ name: 'a' }],
  [{ name: 'a', in: 'body' }],
  [{ name: 'id', in: 'path' }],
  [{ name: 'other', in: 'path' }],
  [{ name: 'id', in: 'path', required: true }],
  [{ name: 'id', in: 'path', required: false }],
  [{ name: 'id', in: 'path', default: 'x' }],
  [{ name: 'id', in: 'path', schema: Integer, description: 'The id', example: 5, deprecated: true }],
  ...['a b', 'Accept', 'content-type', 'AUTHORIZATION', 'X-Own', '', 'ä'].flatMap((name) =>
    ['header', 'cookie', 'query'].map((place) => [{ name, in: place }])
  ),
  [{ name: 'a', in: 'query', required: true }],
  [{ name: 'a', in: 'query', default: 'x' }],
  [{ name: 'a', in: 'query', default: 'x', required: false }],
  [{ name: 'a', in: 'query', default: 'x', required: true }],
  [{ name: 'a', in: 'query', schema: Integer, default: 'x' }],
  [{ name: 'a', in: 'query', schema: Integer, minimum: 1, maximum: 5, example: 3 }],
  ...['optional', 'nullable', 'type', 'requird'].map((option) => [{ name: 'a', in: 'query', [option]: true }]),
  ...['required', 'deprecated'].flatMap((flag) =>
    [1, 'yes', null].map((value) => [{ name: 'a', in: 'query', [flag]: value }])
  ),
  [{ name: 'a', in: 'query', description: 5 }],
  [
    { name: 'a', in: 'query' },
    { name: 'a', in: 'query' }
  ],
  [
    { name: 'X-A', in: 'header' },
    { name: 'x-a', in: 'header' }
  ],
  [
    { name: 'a', in: 'query' },
    { name: 'a', in: 'header' },
    { name: 'A', in: 'query' }
  ],
  [
    { name: 'constructor', in: 'query' },
    { name: '__proto__', in: 'cookie' },
    { name: 'toString', in: 'header', schema: Integer }
  ],
  ...['comma', 'deepObject', 'pipe'].flatMap((style) => [
    ...[String, [String], Span, mapOf(Integer), Deep].map((schema) => [{ name: 'a', in: 'query', schema, style }]),
    [{ name: 'a', in: 'header', schema: [String], style }]
  ]),
  ...Object.values(TYPES).map((schema) =>
    PLACES.map((place) => ({ name: place === 'path' ? 'id' : 'a', in: place, schema }))
  ),
  [{ name: 'a', in: 'query', 'x-own': 1 }],
  [{ name: 'a', in: 'query', examples: { one: { value: 'x' } } }],
  [
    { name: 'a', in: 'query', wrong: 1 },
    { name: 'b', in: 'body' },
    { name: 'c', in: 'query', schema: 5 }
  ]
]

const READ = {
  parameters: [
    { name: 'id', in: 'path', schema: Integer },
    { name: 'list', in: 'query', schema: [String] },
    { name: 'comma', in: 'query', schema: [String], style: 'comma' },
    { name: 'span', in: 'query', schema: Span },
    { name: 'map', in: 'query', schema: mapOf(Integer), style: 'deepObject' },
    { name: 'pair', in: 'query', schema: tupleOf(Integer, String) },
    { name: 'on', in: 'query', schema: Boolean, default: false },
    { name: 'X-List', in: 'header', schema: [Integer] },
    { name: 'X-One', in: 'header' },
    { name: 'c', in: 'cookie', schema: Integer }
  ]
} as const satisfies RouteOptions

const SENT: readonly { readonly url: string; readonly headers?: Readonly<Record<string, string | string[]>> }[] = [
  ...[
    '',
    '?list=a&list=b',
    '?list=a,b',
    '?list=',
    '?list',
    '?comma=a,b',
    '?comma=a%2Cb,c',
    '?comma=',
    '?comma',
    '?comma=,',
    '?comma=a&comma=b',
    '?x=1&comma=a',
    '?%63omma=a,b',
    '?comma=%zz',
    '?span[from]=1',
    '?span[from]=1&span[to]=2020-01-02',
    '?span[to]=2020-01-02',
    '?span=1',
    '?span[from]=1&span=2',
    '?span[from]=1&span[from]=2',
    '?span[]=1',
    '?span[from=1',
    '?spanfrom]=1',
    '?span%5Bfrom%5D=7',
    '?map[a]=1&map[b]=2',
    '?map[a]=x',
    '?map[]=1',
    '?map[a][b]=1',
    '?map[__proto__]=1',
    '?pair=1&pair=x',
    '?pair=1',
    '?on=true',
    '?on=',
    '?on=true&on=true',
    '?none=1',
    '?list=%'
  ].map((query) => ({ url: `/a/5${query}` })),
  ...['x', '5.0', '-0', '%35'].map((id) => ({ url: `/a/${id}` })),
  ...[
    { 'x-list': '1,2 , 3' },
    { 'x-list': ['1', '2,3'] },
    { 'x-list': '' },
    { 'x-list': '1,' },
    { 'x-one': 'a, b' },
    { 'x-one': ['a', 'b'] },
    { 'X-ONE': ' c ' }
  ].map((headers) => ({ url: '/a/5', headers: headers as never })),
  ...['c=5', 'c=5; c=6', 'c=x', 'c=', 'd=1', 'c="7"'].map((cookie) => ({ url: '/a/5', headers: { cookie } }))
]

const JSON_TYPE = 'application/json'
const shared = defineExample('shared', { summary: 'One', value: { name: 'Ada' } })

/** What a route declares as its body, and as what it consumes. */
const BODIES: readonly (readonly [declared: unknown, consumes?: unknown])[] = [
  ...Object.values(TYPES).map((type) => [type] as const),
  ...[Upload, Form, undefined, null, 5, 'text', [], {}].map((type) => [type] as const),
  ...[
    [],
    JSON_TYPE,
    [JSON_TYPE, JSON_TYPE],
    'Application/JSON',
    'application/*+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/plain',
    'image/*',
    '*/*',
    'json',
    'text/plain; charset=utf-8',
    5,
    [5],
    ''
  ].flatMap((consumes) => [Item, Form, Upload, String, Buffer].map((type) => [type, consumes] as const)),
  ...[Deep, Open, Counted, [Item], mapOf(Integer), enumOf(['a']), enumOf([1]), Date].flatMap((type) =>
    ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map(
      (consumes) => [type, consumes] as const
    )
  ),
  [{ type: Item }],
  [{ type: Item, consumes: JSON_TYPE }, 'text/plain'],
  [{ type: Item }, JSON_TYPE],
  [{ type: Item, required: false, description: 'An item', 'x-own': 1 }],
  [{ type: Item, required: 'no' }],
  [{ type: Item, description: 5 }],
  [{ type: undefined }],
  [{ description: 'x' }],
  [{ type: Item, exmaple: 1 }],
  [{ type: Item, example: { name: 'Ada' } }],
  [{ type: Item, example: { name: 'A' } }],
  [{ type: Item, example: () => 1 }],
  [{ type: Item, example: { name: 'Ada' }, examples: {} }],
  [{ type: Buffer, example: 'x' }],
  [{ type: Upload, example: { title: 'x' } }],
  ...[
    {},
    [],
    5,
    { one: { name: 'Ada' } },
    { one: { value: { name: 'Ada' }, summary: 'S', description: 'D', 'x-own': 1 } },
    { one: { value: { name: 'A' } }, two: { value: {} } },
    { one: { value: { name: 'Ada' }, summary: 5 } },
    { one: { value: { name: 'Ada' }, externalValue: '/x' } },
    { one: { externalValue: '/x.json', summary: 'S' } },
    { one: { externalValue: '/x.json', 'x-own': 1 } },
    { one: { value: { name: 'Ada' }, summary: () => 1 } },
    { one: 'a text' },
    { one: Item },
    { one: { externalValue: '' } },
    { one: { externalValue: 'a b' } },
    { one: { externalValue: 5 } },
    { one: { value: { name: 'Ada' }, 'x-own': undefined } },
    { one: { value: { name: 'Ada' }, 'x-own': () => 1 } },
    { one: shared },
    { one: { value: { name: 'Ada' }, other: 1 } }
  ].map((examples) => [{ type: Item, examples }] as const),
  [{ content: { [JSON_TYPE]: Item, 'text/plain': String } }],
  [
    {
      content: {
        [JSON_TYPE]: { type: Item, example: { name: 'Ada' }, 'x-media': 1 },
        'Text/CSV': { type: String, 'x-csv': 2 }
      }
    }
  ],
  [{ content: { [JSON_TYPE]: { type: Item, example: {} } } }],
  [{ content: { [JSON_TYPE]: { type: Item, example: {} }, 'text/plain': String } }],
  [{ content: { [JSON_TYPE]: { type: Item, examples: { one: {} } }, 'TEXT/plain': { type: String } } }],
  [{ type: Sent, example: { asked: 'a' } }],
  [{ type: Sent, example: { asked: 'a', given: 1 } }],
  [{ type: String, examples: { one: 'a text' } }],
  [{ content: { [JSON_TYPE]: { typ: Item } } }],
  [{ content: { [JSON_TYPE]: { type: Item, exmple: 1 } } }],
  [{ content: { 'text/csv': String, 'TEXT/csv': String } }],
  [{ content: { 'text/csv': Item } }],
  [{ content: { json: Item } }],
  [{ content: { 'text/csv; a=b': String } }],
  [{ content: { [JSON_TYPE]: undefined } }],
  ...[{}, [], 5, null].map((content) => [{ content }] as const),
  [{ content: { [JSON_TYPE]: Item }, type: Item }],
  [{ content: { [JSON_TYPE]: Item }, consumes: JSON_TYPE }],
  [{ content: { [JSON_TYPE]: Item }, example: {} }],
  [{ content: { [JSON_TYPE]: Item } }, JSON_TYPE],
  [{ content: { [JSON_TYPE]: Item }, required: false }]
]

describe('What routes declare of their parameters and bodies', () => {
  it('is read, described or wrong as declared-list.txt says', async () => {
    const lines = ['# names']
    for (const place of PLACES)
      for (const name of ['', 'a', 'a b', 'X-A', 'accept', 'Authorization', 'Content-Type', 'ä', 'a=b', '!#$%'])
        lines.push(`${place} ${name} → ${parameterKey({ in: place, name })} ${shown(parameterNameFault(place, name))}`)
    lines.push('', '# types')
    for (const [name, type] of Object.entries(TYPES)) {
      const parsed = parseType(type, 'here')
      lines.push(`${name} without null: ${shown(withoutNull(parsed))}`)
      for (const place of PLACES) {
        for (const style of [undefined, 'comma', 'deepObject'] as const) {
          const text = brief(() => checkParameterType({ type: parsed, style } as never, place, 'here'))
          if (style === undefined || place === 'query' || name === 'String')
            lines.push(`${name} ${place} ${style} → ${text}`)
        }
      }
    }
    lines.push('', '# records')
    for (const type of [Item, Nullable, AlsoNullable, Within, Decorated, Counted, Open]) {
      const checks = recordSchemaOf(type).fields.map((field) => brief(() => checkNullable(type, field, 'here')))
      lines.push(`${type.name} → ${checks.join(' ')} ${brief(() => checkParameterRecord(type, 'here'))}`)
    }
    lines.push('', '# declared')
    for (const parameters of DECLARED) {
      const text = brief(() =>
        readParameters(describedRoute('GET', '/a/{id}', { parameters } as never, 'Items.list')).map(
          ({ in: place, field }) => {
            const { name, property, type, required, default: fallback, style, rules } = field
            return [place, name, property, type, required, fallback ?? null, style ?? null, rules.length]
          }
        )
      )
      lines.push(`${shown(parameters)} → ${text}`)
    }
    lines.push('', '# read')
    const router = new HttpRouter({ logger: false })
    const names = READ.parameters.map(({ name }) => name)
    router.getFunc('/a/{id}', (ctx) => shown(names.map((name) => ctx.parameter(name))), READ)
    for (const { url, headers = {} } of SENT) {
      const { statusCode, body } = await inject(router.handler, { url, headers: headers as never })
      const { errors, detail } = statusCode === 200 ? { errors: undefined, detail: JSON.parse(body) } : JSON.parse(body)
      const faults = errors?.map(
        ({ in: place, path, rule, message }: Record<string, string>) => `${place} ${path} ${rule} ${message}`
      )
      lines.push(`${url} ${shown(headers)} → ${statusCode} ${faults?.join('; ') ?? detail}`)
    }
    lines.push('', '# bodies')
    for (const [declared, consumes] of BODIES) {
      const text = brief(() => {
        const { media, types, required, description, examples, extensions } = requestBody(
          declared,
          consumes as never,
          'here'
        )
        return [media, types.names, types.acceptsJSON, required, description ?? null, examples, extensions]
      })
      lines.push(`${shown(declared)} ${shown(consumes)} → ${text}`)
    }
    expectWholeList('http/parameters/declared-list.txt', lines)
  })
})
