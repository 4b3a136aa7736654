import { published } from '../../../../spec/support/published.js'
import { calls, expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { readBodyLimits } from '../../src/document/body-limits.js'
import { EqualPurposes } from '../../src/document/equal-purposes.js'
import {
  convertSchema30,
  type JsonSchema,
  mapSchemas,
  resolvePointer,
  type SchemaNode,
  schemasUnder
} from '../../src/document/json-schema-2020.js'
import { isNamedBy } from '../../src/document/operation-pattern.js'
import {
  compareTemplates,
  compileTemplate,
  matchTemplate,
  splitBrokenPath,
  splitPath
} from '../../src/document/path-template.js'
import type { CheckPurpose } from '../../src/document/schema-preparation.js'
import { readingFault } from '../../src/document/verify-error.js'

/** Every keyword of JSON Schema, some that are none, and one that an object has of itself. */
const KEYWORDS = [
  ...['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else', 'unevaluatedItems'],
  ...['unevaluatedProperties', 'allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties'],
  ...['dependentSchemas', '$defs', 'definitions', 'default', 'enum', 'const', 'type', 'required', '__proto__']
]
const INNER = { nullable: true, type: 'string' }
const VALUES = [INNER, true, 'x', 7, null, [INNER, false, 'x'], { a: INNER, __proto: true, b: 'x', c: [INNER] }]

/** As JSON has it: an own property, whatever its name is. */
const holding = (keyword: string, value: unknown) => JSON.parse(`{${JSON.stringify(keyword)}:${JSON.stringify(value)}}`)

/** What is visited of a schema, and what it is then. */
function visited(schema: SchemaNode): unknown {
  const met: string[] = []
  const out = mapSchemas(schema, (child, keyword) => {
    met.push(`${keyword} ${JSON.stringify(child)}`)
    return { seen: keyword }
  })
  return met.length === 0 && JSON.stringify(out) === JSON.stringify(schema) ? 'the same' : [out, ...met]
}

const OF_30 = [
  true,
  false,
  {},
  INNER,
  { type: ['string'], nullable: true },
  { type: 'string', nullable: false },
  { type: 'string', nullable: 'true' },
  { nullable: true },
  { $ref: '#/a', nullable: true, minLength: 1 },
  { $ref: 5, minLength: 1, type: 'string', nullable: true },
  ...[true, false, 1].flatMap((exclusive) => [
    { minimum: 0, exclusiveMinimum: exclusive, maximum: 0, exclusiveMaximum: exclusive },
    { exclusiveMinimum: exclusive, exclusiveMaximum: exclusive }
  ]),
  { example: 0 },
  { example: null },
  { examples: [1] },
  { properties: { nullable: INNER, a: { example: 1 } }, allOf: [INNER, true], 'x-rules': [INNER] }
]

const DOCUMENT = JSON.parse('{"a":{"b/c":{"~":1,"d e":[{"f":2},null]},"":3,"__proto__":4,"~1":5},"text":"x"}')

const PURPOSES: readonly CheckPurpose[] = [
  ...(['request', 'request-certain', 'fraction', 'request-without-read-only', 'request-ignoring-read-only'] as const),
  ...(['response', 'response-without-write-only', 'response-closed'] as const)
]
const TARGETS: Readonly<Record<string, JsonSchema>> = { Email: { format: 'email' }, Next: { items: { $ref: 'Email' } } }
const FEATURES: readonly JsonSchema[] = [
  true,
  {},
  ...['readOnly', 'writeOnly'].flatMap((flag) => [{ [flag]: true }, { [flag]: 'true' }, { enum: [{ [flag]: true }] }]),
  ...['email', 'date', 'toString', 5].map((format) => ({ format })),
  ...['integer', 'number', ['null', 'integer']].map((type) => ({ properties: { a: { type } } })),
  { $ref: 'Email' },
  { $ref: 'Next' },
  { $ref: 'Nothing' },
  { $ref: 5 },
  { $dynamicRef: '#a' },
  { items: { readOnly: true, writeOnly: true } },
  { allOf: [{ format: 'uri' }, { readOnly: true }] },
  { allOf: [{ type: 'integer' }, { writeOnly: true }] }
]

const TEMPLATES = ['/', '/files', '/files/{name}', '/files/{name}.json', '/files/v{name}', '/files/v{name}.json']
  .concat(['/files/{rest}', '/{a}/{b}', '/{a}', '/files/%7Bname%7D', '/a%2Fb', '/a%', '/files/{name}/', 'files'])
  .concat(['/{a}{b}', '/{a}-{b}', '/{}', '/{{a}}', '/files?a', '/files#a', '/%7E{a}%'])
const FILE_PATHS = ['/', '/files', '/files/', '/files/a', '/files/.json', '/files/a.json', '/files/a.txt', '/files/va']
  .concat(['/files/v', '/files/v.json', '/files/va.json', '/files/a/b', '/files/{name}', '/a%2Fb', '/a%', '/%zz/b'])
  .concat(['/~x%25', '', '/files/xay'])

const OPERATION = { id: 'listItems', method: 'GET', path: '/items/{id}.json', tags: ['stock (old)', 'GET'] }

/** A schema behind so many references. */
const HOPS = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `R${at}`,
    at === 0 ? { type: 'integer' } : { $ref: `#/components/schemas/R${at - 1}` }
  ])
)
const RESOLVED: readonly JsonSchema[] = [
  true,
  { minimum: 1 },
  ...['R0', 'R1', 'R31', 'R32', 'R33', 'Nothing', 'Round'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  { $ref: '#/components/schemas/R1', minimum: 1 },
  { $ref: '#/components/schemas/R0', minimum: 1, allOf: [{ maximum: 2 }] },
  { $ref: 5 }
]

describe('Schemas, limits, paths and names of operations', () => {
  it('are read as schema-text-list.txt says', async () => {
    const equal = FEATURES.map((schema) => {
      const purposes = new EqualPurposes((reference) => TARGETS[reference] ?? true)
      return `${shown(schema)} → ${PURPOSES.map((purpose) => purposes.of(schema, purpose)).join(' ')}`
    })
    const limits = [0, 1, -1, 1.5, '1', null, 2 ** 53].map((limit) => {
      const uploads = { requestSize: limit, fileSize: limit, files: limit, fields: limit, parts: limit }
      return [{ bodyLimit: limit, uploads }]
    })
    const { checks } = await published(
      {},
      { ...HOPS, Round: { $ref: '#/components/schemas/About' }, About: { $ref: '#/components/schemas/Round' } },
      '3.1.0'
    )
    const compiled = TEMPLATES.filter((path) => !/[?#]|^\/\{a\}.?\{b\}$/.test(path)).map(
      (path) => [path, compileTemplate(path, new Set(['rest']))] as const
    )
    expectWholeList('verify/document/schema-text-list.txt', [
      ...calls(
        'mapSchemas',
        visited,
        KEYWORDS.flatMap((keyword) => VALUES.map((value) => [holding(keyword, value)]))
      ),
      ...calls('schemasUnder', schemasUnder, [
        [{}, 'allOf'],
        [{ allOf: [1], anyOf: [2, 3], oneOf: 4 }, 'oneOf', 'anyOf', 'allOf'],
        [{ allOf: [1], anyOf: [2, 3] }, 'allOf']
      ]),
      ...calls(
        'convertSchema30',
        convertSchema30,
        OF_30.map((schema) => [schema])
      ),
      ...calls(
        'resolvePointer',
        (reference: string) => resolvePointer(DOCUMENT, reference),
        [
          '#',
          '#/',
          '#/a',
          '#/a/',
          '#/a/b~1c/~0',
          '#/a/b~1c/d%20e/0/f',
          '#/a/b~1c/d%20e/1/f',
          '#/a/__proto__',
          '#/a/~01'
        ]
          .concat(['#/text', '#/text/0', '#/b', '#/constructor', '', 'a', '#a', 'other.json#/a', '#/%'])
          .map((reference) => [reference])
      ),
      ...calls(
        'resolve',
        (schema: JsonSchema) => checks.resolve(schema),
        RESOLVED.map((schema) => [schema])
      ),
      '\nequal purposes',
      ...equal,
      ...calls('readBodyLimits', readBodyLimits, [
        [],
        [undefined, undefined],
        [[], 'x'],
        [{ bodyLimit: 1, uploads: 5 }],
        ...limits,
        [
          { bodyLimit: 1, uploads: { files: 1, parts: 2 } },
          { bodyLimit: 2, uploads: { files: 0, fields: 3 } }
        ],
        [{ bodyLimit: 1 }, { bodyLimit: 'x', uploads: { files: 4 } }],
        [undefined, { bodyLimit: 3 }]
      ]),
      ...calls('readingFault', readingFault, [
        [new Error('why')],
        [new RangeError('too deep')],
        [new Error('why', { cause: new RangeError('too deep') })],
        [new Error('why', { cause: new Error('another') })]
      ]),
      ...calls(
        'compileTemplate',
        (path: string) => compileTemplate(path, new Set(['rest'])).segments,
        TEMPLATES.map((path) => [path])
      ),
      ...calls(
        'splitPath',
        (path: string) => [splitPath(path), splitBrokenPath(path)],
        FILE_PATHS.map((path) => [path])
      ),
      '\nmatchTemplate',
      ...compiled.flatMap(([path, template]) =>
        FILE_PATHS.flatMap((each) => {
          const values = matchTemplate(template, splitBrokenPath(each))
          return values === undefined ? [] : [`${path} ${each} → ${shown(values)}`]
        })
      ),
      '\ncompareTemplates',
      ...compiled.map(([path, template]) => {
        const signs = compiled.map(([, other]) => '<=>'[1 + Math.sign(compareTemplates(template, other))])
        return `${path} ${signs.join('')}`
      }),
      ...calls(
        'isNamedBy',
        (pattern: string) => isNamedBy(pattern, OPERATION),
        [
          ...[
            'listItems',
            'list*',
            '*',
            '*Items',
            'l*t*s',
            'items',
            'LISTITEMS',
            '',
            'GET',
            'get',
            'POST',
            'G*',
            'G*T'
          ],
          ...['/items/{id}.json', '/items/*', '/items/{id}xjson', '/*.json', '/', '/items', 'GET /items/*', 'GET /*'],
          ...['POST /items/*', '* /items/*', 'stock (old)', 'stock*', 'stock old', '/GET /items/*', 'GET*']
        ].map((pattern) => [pattern])
      ),
      ...calls('isNamedBy', (pattern: string) => isNamedBy(pattern, { ...OPERATION, tags: [] }), [
        ['GET'],
        ['G*'],
        ['get']
      ])
    ])
  })
})
