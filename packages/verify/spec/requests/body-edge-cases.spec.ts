import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import { leastDraw } from '../../../../spec/support/scripted-draw.js'
import type { PublishedOperation } from '../../src/document/published-document.js'
import { bodyEdgeCases } from '../../src/requests/body-edge-cases.js'
import { RequestMaker } from '../../src/requests/request-maker.js'

const SCHEMA = { type: 'object', required: ['a', 'b'], properties: { a: { type: 'array' }, b: { type: 'integer' } } }

describe('An edge case of a JSON body', () => {
  for (const [contentType, isKept] of [
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['APPLICATION/JSON', true],
    ['application/jsonx', false],
    [undefined, false]
  ] as const) {
    it(`${isKept ? 'changes the body' : 'is that of a new body in place'} of a request of type ${contentType}`, async () => {
      const requestBody = { required: true, content: { 'application/json': { schema: SCHEMA } } }
      const { maker, document } = await published({ '/a': { put: { requestBody, responses: {} } } })
      const [put] = document.operations as [PublishedOperation]
      const edge = bodyEdgeCases(maker, put.body!, put).find(({ label }) => label === 'body: without a')
      const valid = new RequestMaker(maker).valid(put, leastDraw())!
      const base = { ...valid, contentType, body: { kind: 'json', value: { a: [], b: 4711 } } } as const
      const changed = edge?.apply(base, leastDraw())
      expect(changed?.contentType).to.equal('application/json')
      expect(JSON.stringify(changed?.body)).to.match(isKept ? /\{"b":4711\}/ : /\{"b":(?!4711)/)
    })
  }
})
