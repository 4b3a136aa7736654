import { expect } from 'chai'
import { readDocument } from '../../../src/verify/document/published-document.js'
import { type RequestParts, writeRequest } from '../../../src/verify/requests/request-parts.js'
import { simplerRequests } from '../../../src/verify/requests/shrink.js'
import { openApi } from '../../support/published.js'

const [operation] = readDocument(openApi({ '/items/{id}': { post: { responses: {} } } })).operations
const REQUEST: RequestParts = {
  operation: operation!,
  method: 'POST',
  path: { id: 'some-long-id' },
  rawPath: undefined,
  query: [
    { name: 'q', text: 'needle in a haystack' },
    { name: 'page', text: '12345' }
  ],
  headers: [['x-trace', 'abcdef']],
  cookies: [['session', 'xyz']],
  contentType: 'application/json; charset=utf-8',
  body: {
    kind: 'json',
    value: {
      name: 'Zoë Zimmermann',
      lines: [
        { sku: 'A-1', count: 17 },
        { sku: 'B-2', count: 5 }
      ],
      note: null
    }
  }
}

/** Takes the first simpler request that shows it, as long as there is one. */
function shrink(
  request: RequestParts,
  shows: (request: RequestParts) => boolean
): { request: RequestParts; steps: number } {
  let current = request
  for (let steps = 0; steps < 2000; steps++) {
    const simpler = [...simplerRequests(current)].find(shows)
    if (simpler === undefined) return { request: current, steps }
    current = simpler
  }
  throw new Error('shrinking does not end')
}

describe('shrinking a request', () => {
  it('ends at the bare operation when everything shows it', () => {
    const { request } = shrink(REQUEST, () => true)
    expect(writeRequest(request)).to.deep.equal({ method: 'POST', url: '/items/a', headers: [], body: undefined })
  })

  it('keeps only the query parameter, and of its text only what matters', () => {
    const { request } = shrink(REQUEST, ({ query }) => query.some((pair) => 'text' in pair && pair.text.includes('dl')))
    expect(writeRequest(request).url).to.equal('/items/a?q=dl')
  })

  it('keeps only the field of a body that matters, with a small value', () => {
    const { request } = shrink(REQUEST, ({ body }) => {
      const lines = body?.kind === 'json' ? (body.value as { lines?: { count?: number }[] }).lines : undefined
      return lines?.some(({ count = 0 }) => count >= 10) ?? false
    })
    expect(request.body).to.deep.equal({ kind: 'json', value: { lines: [{ count: 17 }] } })
    expect(request.query).to.deep.equal([])
    expect(request.headers).to.deep.equal([])
  })

  it('keeps the length of a text and makes its characters plain', () => {
    const { request } = shrink(
      REQUEST,
      ({ body }) => body?.kind === 'json' && String((body.value as { name?: string }).name ?? '').length >= 4
    )
    expect(request.body).to.deep.equal({ kind: 'json', value: { name: 'aaaa' } })
  })

  it('never makes a request longer', () => {
    const cost = (request: RequestParts) => JSON.stringify(writeRequest(request)).length
    for (const simpler of simplerRequests(REQUEST)) expect(cost(simpler)).to.be.at.most(cost(REQUEST))
  })

  it('keeps a field that is named like the prototype', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"b":2}')
    const { request } = shrink(
      { ...REQUEST, body: { kind: 'json', value } },
      ({ body }) => body?.kind === 'json' && Object.hasOwn(body.value as object, '__proto__')
    )
    expect(Buffer.from(writeRequest(request).body!).toString()).to.equal('{"__proto__":{}}')
  })
})
