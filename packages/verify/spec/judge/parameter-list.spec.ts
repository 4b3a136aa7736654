import { expectListed } from '../../../../spec/support/listed.js'
import { inShort, openApi, wire } from '../../../../spec/support/published.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { RequestJudge } from '../../src/judge/request-judge.js'

const LIST = 'verify/judge/parameter-list.txt'

const INTEGER = { type: 'integer' }
const STRING = { type: 'string' }
const NUMBERS = { type: 'array', items: INTEGER, minItems: 2 }
const TEXTS = { type: 'array', items: { type: 'string', maxLength: 3 }, uniqueItems: true }
const POINT = { type: 'object', required: ['x'], properties: { x: INTEGER, on: { type: 'boolean' }, list: TEXTS } }

/** Parameters of the query `p`, as the document declares them, with queries. */
const QUERIES: readonly (readonly [parameter: object, ...queries: string[]])[] = [
  [
    { schema: INTEGER },
    ...['', 'p', 'p=', 'p=5', 'p=05', 'p=+5', 'p=%2B5', 'p=5.0', 'p=5e0', 'p=1e400', 'p=%205', 'p=5&p=5']
  ],
  [
    { schema: INTEGER },
    ...['p=%zz', '%70=5', '%zz=5', 'P=5', 'p[]=5', 'q=1&p=5', 'p=5&', '&&p=5', 'p=x=5', 'p=-0', 'p=1_0']
  ],
  [{ schema: INTEGER, required: true }, ...['', 'p', 'p=', 'q=5']],
  [
    { schema: { type: 'number' } },
    ...['p=1.5', 'p=1.', 'p=.5', 'p=1e3', 'p=Infinity', 'p=0x1', 'p=1e400', 'p=-1.5E-3']
  ],
  [{ schema: { type: 'number', maximum: 3 } }, ...['p=3.0', 'p=3.1', 'p=30e-1']],
  [
    { schema: { type: 'boolean' } },
    ...['p=true', 'p=TRUE', 'p=1', 'p=yes', 'p=on', 'p=t', 'p=y', 'p=0', 'p=no', 'p=off', 'p=f', 'p=n', 'p=x']
  ],
  [{ schema: { type: ['integer', 'null'] } }, ...['p=null', 'p=NULL', 'p=', 'p=5']],
  [{ schema: STRING }, ...['p=', 'p=a+b', 'p=a%2Bb', 'p=%ff', 'p=5', 'p=a,b']],
  [{ schema: { ...STRING, format: 'email' } }, ...['p=a%40b.example', 'p=a%40b', 'p=x']],
  [{ schema: { ...STRING, maxLength: 2 } }, ...['p=+a+', 'p=ab', 'p=abc', 'p=%20ab']],
  [{ schema: { enum: ['5', 6, true, null] } }, ...['p=5', 'p=6', 'p=06', 'p=true', 'p=null', 'p=x']],
  [{ schema: NUMBERS }, ...['p=1', 'p=1&p=2', 'p=1,2', 'p=1&p=x', 'p=', 'p=1&p=02', 'p=1&p=']],
  [
    { schema: NUMBERS, explode: false },
    ...['p=1,2', 'p=1', 'p=1%2C2', 'p=1%2c2', 'p=', 'p=1,2&p=3', 'p=1,,2', 'p=1, 2', 'p']
  ],
  [{ schema: NUMBERS, style: 'spaceDelimited', explode: false }, ...['p=1%202', 'p=1+2', 'p=1,2', 'p=1']],
  [{ schema: NUMBERS, style: 'pipeDelimited', explode: false }, ...['p=1|2', 'p=1%7C2', 'p=1,2']],
  [{ schema: TEXTS }, ...['p=a&p=a', 'p=abcd', 'p=a&p=', 'p=a,b,c,d']],
  [
    { schema: POINT, style: 'deepObject', explode: true },
    ...['', 'p[x]=1', 'p[x]=x', 'p[on]=true', 'p[x]=1&p[on]=1', 'p[x]=1&p[x]=2']
  ],
  [
    { schema: POINT, style: 'deepObject', explode: true },
    ...['p[x]=1&p[list]=a&p[list]=b', 'p[x]=1&p[list]=abcd', 'p[x][y]=1', 'p=5', 'p[]=1']
  ],
  [
    { schema: POINT, style: 'deepObject', explode: true },
    ...['p[x]=1&p[more]=1', 'p[x]=%zz', 'p%5Bx%5D=1', 'p[x]=1&p[more]=1&p[more]=2', 'p[=1']
  ],
  [{ schema: INTEGER, style: 'deepObject' }, ...['p=5', 'p[x]=5', 'p=x', '']],
  [{ schema: POINT, style: 'deepObject', required: true }, ...['', 'p[x]=1', 'q[x]=1']],
  [
    { schema: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 }, style: 'deepObject' },
    ...['p[a]=1&p[b]=2', 'p[a]=1', 'p[a]=1&p[b]=x']
  ],
  [
    { schema: POINT },
    ...['', 'x=1', 'x=x', 'on=true', 'x=1&on=1', 'p=5', 'x=%zz', 'x=1&x=2', 'x=1&list=a&list=a', 'x=1&list=']
  ],
  [{ schema: POINT, required: true }, ...['', 'x=1']],
  [{ schema: POINT, explode: false }, ...['p=x,1', 'p=', '']],
  [
    { content: { 'application/json': { schema: POINT } } },
    ...['p={"x":1}', 'p={"x":"1"}', 'p={', 'p=', 'p=%7B%22x%22:1%7D', '', 'p=5&p=5']
  ],
  [
    { schema: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { y: INTEGER } }] } },
    ...['x=1&y=2', 'x=1&y=z', 'y=2', 'x=z']
  ],
  [{ schema: { anyOf: [INTEGER, { type: 'array', items: INTEGER }] } }, ...['p=1', 'p=1&p=2', 'p=x']],
  [{ schema: { items: { $ref: '#/components/schemas/Small' } } }, ...['p=1', 'p=9', 'p=1&p=x']],
  [
    { schema: { prefixItems: [INTEGER, { type: 'boolean' }], items: false } },
    ...['p=1&p=true', 'p=1&p=2', 'p=1&p=true&p=3', 'p=x']
  ],
  [{ schema: { allOf: [{ type: 'array' }, { items: INTEGER }] } }, ...['p=1', 'p=x']],
  [{ schema: true }, ...['p=1', 'p', 'p=%zz', 'p=1&p=2']],
  [{ schema: false }, ...['p=1', '']]
]

const HEADERS: readonly (readonly [parameter: object, ...values: (string | undefined)[]])[] = [
  [{ schema: INTEGER }, undefined, '', '5', '05', '5, 6', 'x'],
  [{ schema: INTEGER, required: true }, undefined, ''],
  [{ schema: NUMBERS }, undefined, '', '1, 2', '1,2', '1', '1,,2', ' 1 , 2 '],
  [{ schema: POINT }, 'x,1', 'x=1'],
  [{ content: { 'application/json': { schema: POINT } } }, '{"x":1}', '{', '{"x":"a"}']
]

const COOKIES: readonly (readonly [parameter: object, ...values: (string | undefined)[]])[] = [
  [{ schema: INTEGER }, undefined, '', 'p=5', 'p=05', 'q=1; p=5', 'p=5; p=6', ' p=5;', 'pp=5', 'p=5;q', 'P=5', 'p="5"'],
  [{ schema: STRING }, 'p=a+b', 'p=a%20b', 'p=%zz', 'p='],
  [{ schema: NUMBERS, explode: false }, 'p=1,2', 'p=1%2C2', 'p=1'],
  [{ schema: INTEGER, required: true }, undefined, 'q=5']
]

const PATHS: readonly (readonly [parameter: object, ...segments: string[]])[] = [
  [{ schema: INTEGER }, '5', '05', '%35', 'x', '%zz', '5%2F6', '%20', '5.0', '1e3'],
  [{ schema: STRING }, 'a', 'a+b', 'a%2Bb', '%ff', 'a;b', '%E2%82%AC'],
  [{ schema: NUMBERS }, '1,2', '1', '1%2C2', ','],
  [{ schema: NUMBERS, style: 'label' }, '.1.2'],
  [{ schema: POINT }, 'x,1']
]

describe('The judgments on parameters', () => {
  it('are those of parameter-list.txt: each text in each place, by the declarations', async () => {
    const libraries = await loadLibraries()
    const schemas = {
      Base: { type: 'object', required: ['x'], properties: { x: INTEGER } },
      Small: { ...INTEGER, maximum: 5 }
    }
    const judgeOf = (place: string, parameter: object) => {
      const path = place === 'path' ? '/a/{p}' : '/a'
      const operation = { parameters: [{ in: place, name: 'p', ...parameter }], responses: {} }
      const document = readDocument(openApi({ [path]: { get: operation } }, schemas, '3.1.0'))
      return new RequestJudge(document, new SchemaChecks(document, libraries))
    }
    const judgedAs = (
      place: string,
      table: readonly (readonly [parameter: object, ...texts: (string | undefined)[]])[],
      requestOf: (text: string | undefined) => ReturnType<typeof wire>
    ) =>
      table.flatMap(([parameter, ...texts]) => {
        const judge = judgeOf(place, parameter)
        return [
          `${place} ${JSON.stringify(parameter)}`,
          ...texts.map((text) => {
            const verdict = judge.judge(requestOf(text))
            const faults = 'faults' in verdict ? verdict.faults.map(({ message }) => message) : []
            const reasons = verdict.kind === 'open' ? verdict.reasons : []
            const more = [...faults, ...reasons].map((each) => `: ${each}`).join('')
            return `  ${JSON.stringify(text) ?? 'none'} → ${inShort(verdict)}${more}`
          })
        ]
      })
    const lines = [
      ...judgedAs('query', QUERIES, (text = '') =>
        wire(text === '' ? 'GET /a' : `GET /a?${text.replaceAll(' ', '%20')}`)
      ),
      ...judgedAs('header', HEADERS, (text) => wire('GET /a', text === undefined ? {} : { p: text })),
      ...judgedAs('cookie', COOKIES, (text) => wire('GET /a', text === undefined ? {} : { cookie: text })),
      ...judgedAs('path', PATHS, (text) => wire(`GET /a/${text}`))
    ]
    expectListed(LIST, 'parameters', lines)
  })
})
