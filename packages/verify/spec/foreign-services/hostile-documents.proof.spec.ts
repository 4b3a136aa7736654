import { expect } from 'chai'
import { type VerifiableService, type VerifyReport, verify } from 'fieldstone-verify'
import { openApi } from '../support/services.js'

/** Whatever the document says, the run comes to its end: in the time that it was given, with the reason in the report. */
describe('A document that would keep its reader busy for years', () => {
  for (const [what, pattern] of [
    ['two repetitions of the same', '(x+x+)+y'],
    [
      'an address of mail as it is often written',
      '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$'
    ]
  ] as const) {
    it(`is given up where its pattern is ${what}, and the other operations are verified`, async () => {
      const report = await verified({
        '/bad': { post: post('bad', { type: 'string', pattern }) },
        '/also': { post: post('also', { type: 'object', properties: { name: { $ref: '#/components/schemas/Bad' } } }) },
        '/good': { post: post('good', { type: 'string', pattern: '^[a-z]+$' }) }
      })
      const [bad, also, ...others] = report.unproved
      expect(others).to.deep.equal([])
      expect([bad?.operation, also?.operation]).to.deep.equal(['bad', 'also'])
      expect(bad?.why).to.contain(`the pattern ${pattern} takes too long: one text of`)
      expect(report.operations.find(({ id }) => id === 'good')?.edgeCases.tried).to.be.above(20)

      function verified(paths: object) {
        return run(openApi(paths, { Bad: { type: 'string', pattern } }, '3.1.0'))
      }
    }).timeout(60_000)
  }

  it('is given up where the pattern is in a header of JSON: that is no mistake of the service', async () => {
    const schema = { type: 'string', pattern: '(x+x+)+y' }
    const headers = { 'x-data': { content: { 'application/json': { schema } } } }
    const get = { operationId: 'a', responses: { 200: { description: 'Done', headers } } }
    const report = await run(openApi({ '/a': { get } }, {}, '3.1.0'), 30_000, { 'x-data': `"${'x'.repeat(60)}"` })
    expect(report.unproved.map(({ operation }) => operation)).to.deep.equal(['a'])
    expect(report.unproved[0]?.why).to.contain('takes too long')
    expect(report.disagreements.filter(({ kind }) => kind === 'broken-header')).to.deep.equal([])
  }).timeout(60_000)

  it('is verified with a pattern in which repetitions are nested, as long as no text of it takes long', async () => {
    const report = await run(
      openApi({ '/a': { post: post('a', { type: 'string', pattern: '^(?:[a-z]+-)*[a-z]+$' }) } }, {}, '3.1.0')
    )
    expect(report.unproved).to.deep.equal([])
    expect(report.operations[0]?.edgeCases.tried).to.be.above(20)
  })

  const last = (count: number) => ({ $ref: `#/components/schemas/E${count - 1}` })
  for (const [what, schemas] of [
    ['combine the one before twice', chain(30, (before) => ({ allOf: [before, before] }))],
    ['choose between twice the one before', chain(30, (before) => ({ anyOf: [before, before] }))],
    [
      'require the one before eight times',
      chain(8, (before) => ({
        type: 'object',
        properties: Object.fromEntries([...'abcdefgh'].map((name) => [name, before])),
        required: [...'abcdefgh']
      }))
    ],
    [
      'choose between two objects that both require the one before',
      chain(30, (before) => {
        const object = { type: 'object', properties: { next: before }, required: ['next'] }
        return { oneOf: [object, object] }
      })
    ],
    ['are lists of a thousand of the one before', chain(4, (items) => ({ type: 'array', minItems: 1000, items }))]
  ] as const) {
    it(`is given up where components ${what}`, async () => {
      const first = Object.keys(schemas).length
      const report = await run(
        openApi({ '/bad': { post: post('bad', last(first)) }, '/good': { post: post('good', {}) } }, schemas, '3.1.0')
      )
      expect(report.unproved.map(({ operation }) => operation)).to.deep.equal(['bad'])
      expect(report.unproved[0]?.why).to.contain('a value is checked by more than 50,000 schemas')
    }).timeout(60_000)
  }

  for (const [what, schema] of [
    ['is a combination with itself', { allOf: [{ $ref: '#/components/schemas/Self' }] }],
    ['is an alternative of itself', { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Self' }] }]
  ] as const) {
    it(`is given up where a schema ${what}`, async () => {
      const paths = { '/bad': { post: post('bad', { $ref: '#/components/schemas/Self' }) } }
      const report = await run(openApi(paths, { Self: schema }, '3.1.0'))
      expect(report.unproved[0]?.why).to.contain('a schema refers to itself, with no part of the value in between')
    })
  }

  it('is verified where a schema has itself in its parts, however many', async () => {
    const self = { $ref: '#/components/schemas/Tree' }
    const branch = {
      type: 'object',
      properties: { a: self, b: self, c: self, d: self },
      required: ['a', 'b', 'c', 'd']
    }
    const report = await run(
      openApi({ '/tree': { post: post('tree', self) } }, { Tree: { anyOf: [branch, { type: 'null' }] } }, '3.1.0'),
      1500
    )
    expect(report.requests).to.be.above(0)
  }).timeout(60_000)

  it('is given up where a schema requires itself several times: no such value ends', async () => {
    const self = { $ref: '#/components/schemas/Tree' }
    const tree = { type: 'object', properties: { a: self, b: self }, required: ['a', 'b'] }
    const report = await run(openApi({ '/tree': { post: post('tree', self) } }, { Tree: tree }, '3.1.0'))
    expect(report.unproved[0]?.why).to.equal('no valid request could be made from the document')
  }).timeout(60_000)

  it('ends a run in its time where a part that may be left out requires itself several times', async () => {
    const self = { $ref: '#/components/schemas/Tree' }
    const tree = { type: 'object', properties: { a: self, b: self }, required: ['a', 'b'] }
    const body = { type: 'object', properties: { id: { type: 'integer' }, tree: self } }
    const report = await run(openApi({ '/tree': { post: post('tree', body) } }, { Tree: tree }, '3.1.0'), 5_000)
    expect(report.requests).to.be.above(0)
    expect(report.unproved[0]?.needs).to.equal('more runs or time')
  }).timeout(60_000)
})

/** The components E0, E1, …: the first a text, each other one made from the one before. */
function chain(count: number, make: (before: object) => object): Record<string, object> {
  const entries = [...Array(count).keys()].map((index) => {
    const schema = index === 0 ? { type: 'string' } : make({ $ref: `#/components/schemas/E${index - 1}` })
    return [`E${index}`, schema] as const
  })
  return Object.fromEntries(entries)
}

function post(operationId: string, schema: object): object {
  const requestBody = { required: true, content: { 'application/json': { schema } } }
  return { operationId, requestBody, responses: { 200: { description: 'Done' }, 400: { description: 'Rejected' } } }
}

/** A service that responds the same to everything. */
function run(document: object, time = 30_000, headers = {}): Promise<VerifyReport> {
  const inject: VerifiableService['inject'] = async () => {
    return { statusCode: 200, headers, rawBody: new Uint8Array() }
  }
  return verify({ document, inject }, { seed: 1, time, runs: 200, shrinkRuns: 0, maxDisagreements: 10_000 })
}
