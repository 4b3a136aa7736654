import { expect } from 'chai'
import { bare, json, openApi, parameter } from '../support/services.js'
import { sound, type Valid } from '../support/sound.js'
import { expectFindings, expectSound, theFinding, verified } from '../support/verified.js'

const ORDER = {
  name: { type: 'string', minLength: 1, maxLength: 30 },
  size: { type: 'integer', minimum: 1, maximum: 9, default: 5 },
  kind: { type: 'string', enum: ['Wood', 'Steel'] }
}
const SHOWN = { ...ORDER, code: { type: 'string' }, tone: { type: 'string' }, guest: { type: 'string' } }

/** A service whose response repeats what a request says; a mistake is what it repeats. */
function orders(shown: (order: Record<string, unknown>) => Record<string, unknown> = (order) => order) {
  const document = openApi({
    '/orders/{code}': {
      put: {
        operationId: 'order',
        parameters: [
          parameter('path', 'code', { type: 'string', pattern: '^[a-z]{3,9}$' }),
          parameter('header', 'tone', { type: 'string', enum: ['plain', 'warm'] }),
          parameter('cookie', 'guest', { type: 'string', enum: ['ann', 'bob'] })
        ],
        requestBody: { required: true, ...json({ type: 'object', required: ['name'], properties: ORDER }) },
        responses: { 200: json({ type: 'object', properties: SHOWN }), ...bare(400) }
      }
    }
  })
  return sound(document, {
    order: ({ params, value }: Valid) => {
      const all = { size: 5, ...(value as object), ...(params as object) }
      const body = shown(Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(SHOWN, name))))
      return { status: 200, body }
    }
  })
}

describe('verify compares what a request sent with what its own response says', () => {
  it('and finds nothing where it is the same, or another form of the same', async () => {
    await expectSound(orders())
    await expectSound(orders((order) => ({ ...order, code: String(order.code).toUpperCase() })))
  })

  for (const [what, property, shown] of [
    ['a property of the body is dropped', 'kind', ({ kind: _, ...order }) => order],
    ['a property of the body is another', 'size', (order) => ({ ...order, size: 5 })],
    ['a parameter of the path is cut', 'code', (order) => ({ ...order, code: String(order.code).slice(0, 3) })],
    [
      'a header is taken for another',
      'tone',
      (order) => ({ ...order, ...(order.tone !== undefined && { tone: 'plain' }) })
    ],
    [
      'a cookie is taken for another',
      'guest',
      (order) => ({ ...order, ...(order.guest !== undefined && { guest: 'ann' }) })
    ]
  ] as readonly [string, string, (order: Record<string, unknown>) => Record<string, unknown>][]) {
    it(`and finds that ${what}`, async () => {
      await expectFindings(orders(shown), [`changed-value order response ${property}`])
    })
  }

  it('and says what was sent, and what came back', async () => {
    const report = await verified(orders((order) => ({ ...order, name: String(order.name).trim() || 'a' })))
    expect(theFinding(report, 'changed-value').document).to.match(
      /^'name' was sent as ".*", and is ".*".* in the response$/
    )
  })
})
