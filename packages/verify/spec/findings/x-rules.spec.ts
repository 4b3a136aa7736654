import { expect } from 'chai'
import { handmade, json, openApi, parameter, type Responded } from '../support/services.js'
import { found, verified } from '../support/verified.js'

const rules = [{ rule: 'isEmail' }]
const SCHEMAS = {
  Order: {
    type: 'object',
    properties: {
      email: { type: 'string', 'x-rules': rules },
      pair: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        'x-rules': [{ rule: 'tuple' }]
      },
      name: { type: 'string' },
      'a.b': { type: 'string', 'x-rules': rules },
      lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
      map: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Line' } },
      choice: { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Line' }] },
      whole: { type: 'object', properties: { any: { type: 'string' } }, 'x-rules': rules },
      maybe: { type: 'string', 'x-rules': [{ rule: 'minLength', constraints: [3], conditional: true }] }
    }
  },
  Line: {
    type: 'object',
    properties: {
      code: { type: ['string', 'null'], 'x-rules': rules },
      sku: { type: 'string' },
      next: { $ref: '#/components/schemas/Line' }
    }
  },
  Without: {
    type: 'object',
    properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Without' } }
  }
}
const PROBLEM = { description: 'No', content: { 'application/problem+json': {} } }
const OWN = json({ type: 'object' })

/** A service that rejects every request in the same way. */
function rejecting(schema: object, body: object, type = 'application/problem+json') {
  const document = openApi(
    {
      '/orders': {
        post: {
          operationId: 'order',
          parameters: [
            parameter('query', 'mail', { type: 'string', 'x-rules': rules }),
            parameter('query', 'plain', { type: 'string' }),
            parameter('query', 'mails', { type: 'array', items: { type: 'string', 'x-rules': rules } })
          ].filter(() => schema === ORDER),
          requestBody: { required: true, ...json(schema) },
          responses: { 201: { description: 'Done' }, 400: type === 'application/json' ? OWN : PROBLEM }
        }
      }
    },
    SCHEMAS
  )
  return handmade(document, ({ method, path }): Responded => {
    if (path !== '/orders') return { status: 404 }
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } }
    return { status: 400, headers: { 'content-type': type }, body: JSON.stringify(body) }
  })
}

const ORDER = { $ref: '#/components/schemas/Order' }
const FEW = { runs: 40, shrinkRuns: 0 }

describe('A valid request that is rejected by a rule under x-rules', () => {
  const cases: readonly (readonly [place: string, path: string, rule: string, isExcused: boolean])[] = [
    ['body', 'email', 'format', true],
    ['body', 'email', 'isEmail', true],
    ['body', 'email', 'maxLength', false],
    ['body', 'email', 'type', false],
    ['body', 'pair[1]', 'type', true],
    ['body', 'name', 'isEmail', false],
    ['body', 'a.b', 'isEmail', true],
    ['body', 'a', 'isEmail', false],
    ['body', 'lines[3].code', 'isEmail', true],
    ['body', 'lines[3].sku', 'isEmail', false],
    ['body', 'lines[3]', 'isEmail', false],
    ['body', 'map.some.key.code', 'isEmail', true],
    ['body', 'map.some.key.sku', 'isEmail', false],
    ['body', 'choice.next.next.code', 'isEmail', true],
    ['body', 'whole.any', 'isEmail', true],
    ['body', 'maybe', 'minLength', true],
    ['body', '', 'isEmail', false],
    ['query', 'mail', 'isEmail', true],
    ['query', 'plain', 'isEmail', false],
    ['query', 'mails[0]', 'isEmail', true],
    ['header', 'mail', 'isEmail', false]
  ]
  for (const [place, path, rule, isExcused] of cases) {
    it(`is ${isExcused ? 'excused' : 'a disagreement'}: ${rule} at ${place} '${path}'`, async () => {
      const errors = [{ in: place, path, rule, message: 'no' }]
      const report = await verified(rejecting(ORDER, { title: 'No', status: 400, errors }), FEW)
      const what = `refused-valid ${place} ${path.replace(/\[\d\]/, '[]')} ${rule}`
      expect(report.disagreements.map((one) => `${one.kind} ${one.what}`)).to.deep.equal(isExcused ? [] : [what])
      expect(Number(report.operations[0]?.rejectedByRule) > 0).to.equal(isExcused)
    })
  }

  it('is excused only where all of the faults are', async () => {
    const errors = ['email', 'name'].map((path) => ({ in: 'body', path, rule: 'isEmail', message: 'no' }))
    const service = rejecting(ORDER, { title: 'No', status: 400, errors })
    expect(await found(service, FEW)).to.deep.equal(['refused-valid order body email isEmail, body name isEmail'])
  })

  it('is excused by any rule of the operation where errors have a form of its own', async () => {
    const own = { error: 'no' }
    expect(await found(rejecting(ORDER, own, 'application/json'), FEW)).to.deep.equal([])
    const without = { $ref: '#/components/schemas/Without' }
    expect(await found(rejecting(without, own, 'application/json'), FEW)).to.deep.equal(['refused-valid order 400 no'])
    for (const schema of [
      { type: 'array', items: { type: 'string', 'x-rules': rules } },
      { type: 'object', additionalProperties: { type: 'string', 'x-rules': rules } },
      { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Line' }] }
    ]) {
      expect(await found(rejecting(schema, own, 'application/json'), FEW), JSON.stringify(schema)).to.deep.equal([])
    }
  })

  it('is not excused where a problem does not say by which rule', async () => {
    const service = rejecting(ORDER, { title: 'No', status: 400, detail: 'Order 5 is not right' })
    expect(await found(service, FEW)).to.deep.equal(['refused-valid order 400 Order 0 is not right'])
  })
})
