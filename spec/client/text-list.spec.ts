import { modeOfBody } from '../../src/client/client-model.js'
import {
  isObject,
  LooseDocument,
  listOf,
  objectOf,
  partsOf,
  textOf,
  textsOf
} from '../../src/client/document-values.js'
import { isIdentifier, methodName, Names, typeName, typeNames } from '../../src/client/identifiers.js'
import { bodyKindOf, isRange, isStructured, responseKindOf } from '../../src/client/media-type.js'
import { RUNTIME_NAMES } from '../../src/client/runtime-types.js'
import { isBinary, withoutUnions } from '../../src/client/schema-graph.js'
import { documentation } from '../../src/client/schema-types.js'
import { readSchemes, readSecurity } from '../../src/client/security.js'
import { comment, literal, oneLine, quoted } from '../../src/client/ts-text.js'
import {
  intersectionOf,
  literalType,
  NEVER,
  NULL,
  named,
  printDeclaration,
  printType,
  STRING,
  type TsProperty,
  type TsType,
  UNKNOWN,
  unionOf
} from '../../src/client/ts-type.js'
import { calls, expectWholeList, outcome } from '../support/whole-list.js'

const each = (...values: readonly unknown[]) => values.map((value) => [value])
const VALUES = each(undefined, null, true, 0, '', 'a', [], [1, 'a'], {}, { a: 1 })

const ROOT = {
  openapi: '3.1.0',
  a: { 'b/c': [{ d: 1 }, null], '~e': 2, 'f g%': 3, constructor: { x: 1 } },
  one: { $ref: '#/two' },
  two: { $ref: '#/a' },
  loop: { $ref: '#/loop' },
  long: { $ref: '#/longer' },
  longer: { $ref: '#/long' },
  text: { $ref: '#/a/~0e' },
  lost: { $ref: '#/none' },
  only: { const: 'x' },
  circle: { allOf: [{ $ref: '#/circle' }, { enum: [7] }] },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'The key' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      elsewhere: { type: 'apiKey', in: 'body', name: 'key' },
      unnamed: { type: 'apiKey', in: 'header' },
      login: { type: 'oauth2' },
      account: { type: 'openIdConnect' },
      bearer: { type: 'http', scheme: 'BEARER' },
      basic: { type: 'http', scheme: 'Basic' },
      digest: { type: 'http', scheme: 'Digest' },
      wordless: { type: 'http' },
      certificate: { type: 'mutualTLS' },
      shared: { $ref: '#/components/securitySchemes/key' },
      odd: 7
    }
  }
}

const DOCUMENTS = each(
  ...[undefined, [], 'a', {}, { openapi: '3.0.0' }, { openapi: '3.1' }, { openapi: '3.2.1' }, { openapi: '3.3.0' }],
  ...[{ openapi: 3.1 }, { openapi: '4.0.0' }, { swagger: '2.0' }, { swagger: 2, openapi: '3.0.0' }, { openapi: 'v3.0' }]
)

const TYPES = [
  ...[
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/problem+json',
    'application/x+json',
    'text/json'
  ],
  ...['application/json5', 'application/jsonl', 'application/x-ndjson', 'application/ndjson', 'application/json-lines'],
  ...[
    'application/x-jsonlines',
    'application/jsonlx',
    'text/plain',
    'TEXT/html;a=b',
    'application/xml',
    'image/svg+xml'
  ],
  ...['application/xmlx', 'text/event-stream', 'text/event-streams', 'application/x-www-form-urlencoded'],
  ...[
    'multipart/form-data; boundary=a',
    'multipart/mixed',
    'application/octet-stream',
    'image/*',
    '*/*',
    'application/*'
  ],
  ...['', ';', 'json', ' application/json ']
]
const SCHEMAS: readonly unknown[] = [
  ...[undefined, {}, { type: 'string' }, { type: 'object' }, { type: 'file' }, { type: 'string', format: 'binary' }],
  ...[{ format: 'binary' }, { contentMediaType: 'image/png' }, { contentMediaType: 'a/b', contentEncoding: 'base64' }],
  ...[
    { type: 'string', contentMediaType: 'image/png' },
    { type: 'array', format: 'binary' },
    { type: ['string'] },
    true
  ]
]

/** What no declaration of a type may be called. */
const KEYWORDS = [
  ...'any unknown never void null undefined string number boolean bigint symbol object this as async await'.split(' '),
  ...'break case catch class const continue debugger default delete do else enum export extends false'.split(' '),
  ...'finally for function if implements import in instanceof interface let new package private protected'.split(' '),
  ...'public return static super switch throw true try type typeof var while with yield arguments eval'.split(' '),
  ...'globalThis asserts infer is keyof readonly require unique abstract accessor declare get set module'.split(' '),
  ...'namespace of satisfies intrinsic'.split(' ')
]

const NAMES = [
  ...['a', 'A', 'a-b', 'foo-bar.v2', 'items.list', '1a', '', '-', 'then', '__proto__', 'class', 'ä b', 'a$b', '$', '_'],
  ...[
    'get /items/by {id}',
    'é́',
    '日本 語',
    'a'.repeat(3),
    ' a ',
    'Then',
    'then ',
    'A-B',
    '٣',
    'constructor',
    'a\u200bb'
  ]
]

const TEXTS = [
  ...['', 'a', "it's", 'say "a"', `it's "a"`, 'a\\b', 'a\nb', '\u2028', '\u202e', '\u0000', '\u{e0001}', '*/', '${a}`'],
  ...[
    '@deprecated',
    '  @tag\n@other',
    'a @ts-ignore @TS-nocheck @jsx @license @preserve @other',
    '//# sourceMappingURL=a'
  ],
  ...['sourceurl', 'a\r\nb\rc\u2028d\u2029e', '\n\n\na\n\n\n\nb\n\n', 'a  \n  b', '   ', '**/ */*/', 'é', '\t']
]

const text = (name: string) => named(name)
const property = (name: string, more: Partial<TsProperty> = {}): TsProperty => {
  return { name, type: STRING, isOptional: false, ...more }
}
const object = (...properties: readonly TsProperty[]): TsType => ({ kind: 'object', properties })
const list = (items: TsType, isReadonly = false): TsType => ({ kind: 'array', items, isReadonly })
const union: TsType = { kind: 'union', members: [STRING, NULL] }
const both: TsType = { kind: 'intersection', members: [text('A'), text('B')] }
const wide: TsType = { kind: 'union', members: Array.from({ length: 5 }, (_, at) => text(`${'N'.repeat(20)}${at}`)) }
const ONES: readonly TsType[] = [
  STRING,
  union,
  both,
  wide,
  list(STRING),
  list(STRING, true),
  list(union),
  list(both, true),
  list(list(STRING)),
  list(list(STRING, true)),
  list(list(STRING, true), true),
  list(object(property('a'))),
  { kind: 'union', members: [both, list(union)] },
  { kind: 'intersection', members: [union, list(STRING)] },
  { kind: 'union', members: [object(property('a')), STRING] },
  { kind: 'tuple', items: [], required: 0 },
  { kind: 'tuple', items: [STRING, union, both], required: 1 },
  { kind: 'tuple', items: [STRING, list(union)], required: 0, rest: union },
  { kind: 'tuple', items: [union], required: 1, rest: list(STRING) },
  object(),
  object(property('a'), property('b-c', { isOptional: true }), property('d', { type: wide })),
  object(property('a', { description: 'What it is', tags: ['@deprecated'] })),
  object(property('a', { type: object(property('b', { description: 'One\nTwo' })) })),
  { kind: 'object', properties: [], index: STRING },
  { kind: 'object', properties: [], index: wide },
  { kind: 'object', properties: [], index: object(property('a')) },
  { kind: 'object', properties: [property('a')], index: union }
]

describe('the texts of a client', () => {
  it('are as before: what is read of a document', () => {
    const document = new LooseDocument(ROOT)
    const schemes = readSchemes(document)
    const constants = [
      { const: 'a' },
      { const: 0 },
      { const: false },
      { const: null },
      { enum: ['b'] },
      { enum: [1, 2] }
    ]
    const alls = [{ allOf: [{ enum: [] }, { $ref: '#/only' }] }, { allOf: [{ const: {} }] }, ROOT.circle, {}, 7]
    const requirements: readonly unknown[] = [
      ...[undefined, 'a', [], [{}], [{ key: [] }], [{ key: [], login: [] }, { certificate: [] }, { none: [] }], [7]],
      [{ wordless: [], basic: [], elsewhere: [], unnamed: [], odd: [] }]
    ]
    expectWholeList('client/value-list.txt', [
      ...calls('isObject', isObject, VALUES),
      ...calls('objectOf', objectOf, VALUES),
      ...calls('listOf', listOf, VALUES),
      ...calls('textOf', textOf, VALUES),
      ...calls('textsOf', textsOf, VALUES),
      ...calls('partsOf', partsOf, each('#', '#/', '#/a', '#/a~1b/~0c/~01', '#/a%20b/%', 'x/y', '#a/b')),
      ...calls('LooseDocument', (root: unknown) => new LooseDocument(root).root, DOCUMENTS),
      ...calls(
        'target',
        (ref: string) => [document.target(ref), document.target(ref)],
        each(
          ...['#/a/b~1c/0/d', '#/a/b~1c/1', '#/a/b~1c/2', '#/a/b~1c/x', '#/a/~0e', '#/a/f%20g%25', '#/a/constructor'],
          ...['#/constructor', '#/a/~0e/x', '#/none', 'other.json#/a', '', '#/one', 'a"b']
        )
      ),
      ...calls(
        'resolve',
        (name: string) => document.resolve((ROOT as Record<string, unknown>)[name]),
        each('a', 'one', 'two', 'loop', 'long', 'text', 'lost', 'nothing', 'openapi')
      ),
      ...calls('constantOf', (schema: unknown) => document.constantOf(schema), each(...constants, ...alls)),
      ...calls('readSchemes', () => [...schemes.values()], [[]]),
      ...calls('readSecurity', (own: unknown) => readSecurity(document, own, schemes), each(...requirements)),
      ...calls(
        'readSecurity of the document',
        (security: unknown) => readSecurity(new LooseDocument({ ...ROOT, security }), undefined, schemes),
        each(...requirements)
      )
    ])
  })

  it('are as before: media types, names, literals and comments', () => {
    const names = new Names(['a', 'b', 'b2', 'c1'])
    const own = typeNames(RUNTIME_NAMES)
    const types = typeNames(['Own'])
    const wished: readonly (readonly [string, ...string[]])[] = [
      ...([['a'], ['a'], ['b'], ['c1'], ['c1'], ['new'], ['new', 'newer'], ['new', 'newer'], ['A']] as const)
    ]
    expectWholeList('client/text-list.txt', [
      ...calls(
        'bodyKindOf',
        (type: string) => SCHEMAS.map((schema) => bodyKindOf(type, objectOf(schema))).join(),
        each(...TYPES)
      ),
      ...calls('responseKindOf', responseKindOf, each(...TYPES)),
      ...calls('isRange', isRange, each('a/b', '*/*', 'a/*', 'a/b; c=*', '')),
      ...calls('isStructured', isStructured, each(...SCHEMAS)),
      ...calls('isBinary', (schema: unknown) => isBinary(objectOf(schema)), each(...SCHEMAS)),
      ...calls('modeOfBody', modeOfBody, each('json', 'form', 'multipart', 'text', 'bytes')),
      ...calls('withoutUnions', withoutUnions, each({}, { oneOf: 1, anyOf: 2, discriminator: 3, allOf: 4 })),
      ...calls('isIdentifier', isIdentifier, each(...NAMES)),
      ...calls('typeName', typeName, each(...NAMES)),
      ...calls('methodName', methodName, each(...NAMES)),
      ...calls('take', (...all: [string, ...string[]]) => names.take(...all), wished),
      ...calls('take a type', (name: string) => types.take(name), each('Own', 'Own', 'string', 'Any', 'any', 'class')),
      ...calls('take a keyword', (name: string) => typeNames([]).take(name), each(...KEYWORDS)),
      ...calls('take a name of the client', (name: string) => own.take(name), each(...RUNTIME_NAMES)),
      ...calls('literal', literal, each(...TEXTS, 0, null, { a: ['\u2028'] })),
      ...calls('quoted', quoted, each(...TEXTS)),
      ...calls('oneLine', oneLine, each(...TEXTS)),
      ...calls('comment', (value: string) => comment(value, '  '), each(undefined, ...TEXTS)),
      ...calls('comment with tags', comment, [
        ...[undefined, '', 'a', 'a\nb'].flatMap((value) => {
          return [[], [''], ['@a'], ['', '@a'], ['*/ @ts-ignore']].map((tags) => [value, ' ', tags])
        })
      ]),
      ...calls('documentation', documentation, [
        ...each(
          undefined,
          {},
          { description: 'a', title: 'b' },
          { title: 'b' },
          { format: 'date' },
          { format: 'int32' }
        ),
        ...each(
          { format: 7 },
          { default: 0 },
          { default: null, deprecated: true, format: 'uuid' },
          { deprecated: 'yes' }
        )
      ])
    ])
  })

  it('are as before: types', () => {
    const blocks = (title: string, all: readonly (() => string)[]) => [
      `\n# ${title}`,
      ...all.flatMap((call) => outcome(call).slice(1, -1).split('\\n'))
    ]
    const set = [STRING, NULL, UNKNOWN, NEVER, union, both, list(STRING), text('string')]
    expectWholeList('client/type-text-list.txt', [
      ...blocks(
        'printType',
        ONES.map((type) => () => printType(type, ''))
      ),
      ...blocks(
        'printType, indented',
        ONES.map((type) => () => printType(type, '    '))
      ),
      ...blocks(
        'printDeclaration',
        ONES.map((type) => () => printDeclaration('Name', type))
      ),
      ...blocks('printDeclaration, described', [
        () => printDeclaration('Name', STRING, 'What it is', ['@deprecated']),
        () => printDeclaration('Name', object(property('a')), 'What it is')
      ]),
      ...blocks(
        'unionOf',
        set.flatMap((one) => set.map((other) => () => printType(unionOf([one, other]), '')))
      ),
      ...blocks(
        'intersectionOf',
        set.flatMap((one) => set.map((other) => () => printType(intersectionOf([one, other]), '')))
      ),
      ...blocks('of none', [() => printType(unionOf([]), ''), () => printType(intersectionOf([]), '')]),
      ...blocks(
        'literalType',
        ["it's", 1, true, null, [], [1, 'a'], {}, { a: { 'b c': [null] } }].map((value) => () => {
          return printType(literalType(value), '')
        })
      )
    ])
  })
})
