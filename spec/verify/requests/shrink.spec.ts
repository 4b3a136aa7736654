import { expect } from 'chai'
import { readDocument } from '../../../src/verify/document/published-document.js'
import type { Draft } from '../../../src/verify/requests/draft.js'
import { wireOf } from '../../../src/verify/requests/draft.js'
import { simplerDrafts } from '../../../src/verify/requests/shrink.js'
import { openApi } from '../../support/published.js'

const [operation] = readDocument(openApi({ '/items/{id}': { post: { responses: {} } } })).operations
const DRAFT: Draft = {
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

/** The greedy way down, as long as the draft shows it. */
function shrink(draft: Draft, shows: (draft: Draft) => boolean): { draft: Draft; steps: number } {
  let current = draft
  for (let steps = 0; steps < 2000; steps++) {
    const simpler = [...simplerDrafts(current)].find(shows)
    if (simpler === undefined) return { draft: current, steps }
    current = simpler
  }
  throw new Error('shrinking does not end')
}

describe('shrinking a request', () => {
  it('ends at the bare operation when everything shows it', () => {
    const { draft } = shrink(DRAFT, () => true)
    expect(wireOf(draft)).to.deep.equal({ method: 'POST', url: '/items/a', headers: [], body: undefined })
  })

  it('keeps only the query parameter, and of its text only what matters', () => {
    const { draft } = shrink(DRAFT, ({ query }) => query.some((pair) => 'text' in pair && pair.text.includes('dl')))
    expect(wireOf(draft).url).to.equal('/items/a?q=dl')
  })

  it('keeps only the field of a body that matters, with a small value', () => {
    const { draft } = shrink(DRAFT, ({ body }) => {
      const lines = body?.kind === 'json' ? (body.value as { lines?: { count?: number }[] }).lines : undefined
      return lines?.some(({ count = 0 }) => count >= 10) ?? false
    })
    expect(draft.body).to.deep.equal({ kind: 'json', value: { lines: [{ count: 17 }] } })
    expect(draft.query).to.deep.equal([])
    expect(draft.headers).to.deep.equal([])
  })

  it('keeps the length of a text and makes its characters plain', () => {
    const { draft } = shrink(
      DRAFT,
      ({ body }) => body?.kind === 'json' && String((body.value as { name?: string }).name ?? '').length >= 4
    )
    expect(draft.body).to.deep.equal({ kind: 'json', value: { name: 'aaaa' } })
  })

  it('only ever goes down', () => {
    const cost = (draft: Draft) => JSON.stringify(wireOf(draft)).length
    for (const simpler of simplerDrafts(DRAFT)) expect(cost(simpler)).to.be.at.most(cost(DRAFT))
  })

  it('keeps a field that is named like the prototype', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"b":2}')
    const { draft } = shrink(
      { ...DRAFT, body: { kind: 'json', value } },
      ({ body }) => body?.kind === 'json' && Object.hasOwn(body.value as object, '__proto__')
    )
    expect(Buffer.from(wireOf(draft).body!).toString()).to.equal('{"__proto__":{}}')
  })
})
