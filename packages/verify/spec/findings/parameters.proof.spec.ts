import { expect } from 'chai'
import { bare, openApi, parameter, problem, type Responded } from '../support/services.js'
import { sound } from '../support/sound.js'
import { things } from '../support/things.js'
import { expectFindings, expectSound, findingsOf, found, inShort, planned } from '../support/verified.js'

/** The request of a finding, without what every line has. */
const requestOf = (curl: string) => curl.replace(/^curl -i -g --path-as-is '?http:\/\/localhost:8080|'$/g, '')

/** What a service does wrongly with one id, what verify finds, and the request that shows it. */
const MISTAKES: readonly (readonly [
  what: string,
  id: string | null | RegExp,
  response: Responded,
  found: string,
  request: string
])[] = [
  [
    'accepts a number below its minimum',
    '0',
    { status: 200, body: { id: 0 } },
    'accepted-invalid things query id minimum',
    '/things?id=0'
  ],
  [
    'accepts a number above its maximum',
    '100',
    { status: 200, body: { id: 100 } },
    'accepted-invalid things query id maximum',
    '/things?id=100'
  ],
  [
    'accepts a request without a required parameter',
    null,
    { status: 200, body: { id: 1 } },
    'accepted-invalid things query id required',
    '/things'
  ],
  ['rejects the maximum', '99', problem(400), 'refused-valid things 400 No', '/things?id=99'],
  ['rejects the minimum', '1', problem(400), 'refused-valid things 400 No', '/things?id=1'],
  [
    'accepts a number in hexadecimal',
    '0x10',
    { status: 200, body: { id: 16 } },
    'accepted-unusual things query id type',
    '/things?id=0x10'
  ],
  [
    'accepts a fraction',
    '1.0',
    { status: 200, body: { id: 1 } },
    'accepted-unusual things query id type',
    '/things?id=1.0'
  ],
  [
    'accepts a sign',
    /^[+]/,
    { status: 200, body: { id: 1 } },
    'accepted-unusual things query id type',
    '/things?id=%2B1'
  ],
  [
    'accepts a parameter twice',
    'repeated',
    { status: 200, body: { id: 1 } },
    'accepted-unusual things query id repeated',
    '/things?id=&id='
  ],
  [
    'accepts an empty text for a number',
    '',
    { status: 200, body: { id: 1 } },
    'accepted-invalid things query id type',
    '/things?id='
  ]
]

type Place = Parameters<typeof parameter>[0]

/** A service with one parameter; `checked` is what it really checks. */
function of(place: Place, published: object, checked = published) {
  const path = place === 'path' ? '/data/{p}' : '/data'
  const document = (schema: object) => {
    const own = parameter(place, 'p', schema, { required: true })
    return openApi({ [path]: { get: { operationId: 'data', parameters: [own], responses: bare(204, 400) } } })
  }
  return { ...sound(document(checked), { data: () => ({ status: 204 }) }), document: document(published) }
}

const PLACES: readonly Place[] = ['query', 'header', 'path', 'cookie']

/** Two schemas: every value of the first is one of the second. */
const SCHEMAS: readonly (readonly [what: string, strict: object, loose: object])[] = [
  [
    'the length of a text',
    { type: 'string', minLength: 1, maxLength: 5 },
    { type: 'string', minLength: 1, maxLength: 6 }
  ],
  ['the form of a text', { type: 'string', format: 'uuid' }, { type: 'string', minLength: 1 }],
  ['the members of an enum', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b', 'A'] }],
  ['the bound of a number', { type: 'number', minimum: 0.5 }, { type: 'number', minimum: 0 }],
  ['the type', { type: 'integer' }, { type: 'number' }],
  ['a boolean', { type: 'boolean' }, { type: 'string', enum: ['true', 'false', 'True'] }]
]

describe('verify compares what a service does with a parameter and what its document says', () => {
  it('and finds nothing where both are the same', async () => {
    const report = await expectSound(things())
    expect(report.operations[0]).to.deep.include({ id: 'things', isReached: true, unreachedStatuses: [] })
    expect(report.operations[0]?.edgeCases.tried).to.equal(report.operations[0]?.edgeCases.total)
  })

  for (const [what, wrong, response, finding, request] of MISTAKES) {
    it(`and finds that it ${what}`, async () => {
      const isWrong = (id: string | null) => (wrong instanceof RegExp ? wrong.test(`${id}`) : id === wrong)
      const report = await planned(things((id, right) => (isWrong(id) ? response : right())))
      const all = findingsOf(report).map((each) => [inShort(each), requestOf(each.curl)])
      expect(all).to.deep.equal([[finding, request]])
    })
  }

  for (const place of PLACES) {
    describe(`in the ${place}`, () => {
      for (const [what, strict, loose] of SCHEMAS) {
        it(`for ${what}`, async () => {
          expect(await found(of(place, strict))).to.deep.equal([])
          expect(await found(of(place, loose))).to.deep.equal([])
          const accepted = findingsOf(await planned(of(place, strict, loose)))
          expect(accepted.map(({ kind }) => kind)).to.satisfy((kinds: string[]) => {
            return kinds.length > 0 && kinds.every((kind) => /^accepted-(?:invalid|unusual)$/.test(kind))
          })
          const rejected = findingsOf(await planned(of(place, loose, strict)))
          expect(rejected.map(inShort)).to.deep.equal(['refused-valid data 400'])
        })
      }
    })
  }

  it('and finds that a list in the query is read only in part', async () => {
    const list = (items: object) => ({ type: 'array', items, minItems: 1, maxItems: 3 })
    const [strict, loose] = [list({ type: 'integer', minimum: 1 }), list({ type: 'integer' })]
    await expectSound(of('query', strict))
    await expectFindings(of('query', strict, loose), ['accepted-invalid data query p[] minimum'])
    await expectFindings(of('query', strict, { ...strict, maxItems: 4 }), ['accepted-invalid data query p maxItems'])
    await expectFindings(of('query', strict, { ...strict, maxItems: 2 }), ['refused-valid data 400'])
  })
})
