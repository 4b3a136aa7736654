import { expect } from 'chai'
import type { PublishedOperation } from '../../../src/verify/document/published-document.js'
import { bodyEdgeCases } from '../../../src/verify/requests/body-edge-cases.js'
import { RequestMaker } from '../../../src/verify/requests/request-maker.js'
import { published } from '../../support/published.js'
import { leastDraw } from '../../support/scripted-draw.js'

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
