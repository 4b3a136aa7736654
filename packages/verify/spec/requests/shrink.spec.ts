import { expect } from 'chai'
import { openApi } from '../../../../spec/support/published.js'
import { readDocument } from '../../src/document/published-document.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import { simplerRequests } from '../../src/requests/shrink.js'
import { contentTypeOf, type FormPart } from '../../src/wire/multipart.js'

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

  describe('with a form of files', () => {
    const file = (name: string, size: number): FormPart => ({
      name,
      filename: `Zoë ${name}.png`,
      contentType: 'image/png; name=x',
      content: Buffer.alloc(size, 0xff)
    })
    const text: FormPart = {
      name: 'title',
      filename: undefined,
      contentType: undefined,
      content: Buffer.from('A long title'),
      head: 'content-disposition: form-data; name="title"\r\nX-Other: 1'
    }
    const form = {
      boundary: 'part',
      parts: [text, file('picture', 5000), file('other', 20), { ...text, name: 'more' }],
      around: { preamble: 'before', epilogue: 'after' }
    }
    const request: RequestParts = { ...REQUEST, contentType: contentTypeOf(form), body: { kind: 'multipart', form } }
    const partsOf = ({ body }: RequestParts) => (body?.kind === 'multipart' ? body.form.parts : [])

    it('keeps only the part that matters, under a plain name and with a small content', () => {
      const { request: small } = shrink(request, (candidate) =>
        partsOf(candidate).some(({ name, filename, content }) => name === 'picture' && filename && content.length >= 3)
      )
      const head = 'Content-Disposition: form-data; name="picture"; filename="a"\r\nContent-Type: image/png'
      expect(small.contentType).to.equal('multipart/form-data; boundary=part')
      expect(Buffer.from(writeRequest(small).body!).toString('latin1')).to.equal(
        `--part\r\n${head}\r\n\r\n\xff\xff\xff\r\n--part--\r\n`
      )
    })

    it('keeps the form of a head that matters, and the content of a text as small as a text', () => {
      const { request: small } = shrink(request, (candidate) =>
        partsOf(candidate).some(
          ({ head, content }) => head?.includes('X-Other') && Buffer.from(content).includes('title')
        )
      )
      expect(partsOf(small)).to.have.length(1)
      expect(Buffer.from(partsOf(small)[0]!.content).toString()).to.equal('title')
      expect(partsOf(small)[0]?.head).to.include('X-Other')
    })

    it('never makes a form longer', () => {
      const length = writeRequest(request).body!.length
      for (const simpler of simplerRequests(request))
        expect(writeRequest(simpler).body?.length ?? 0).to.be.at.most(length)
    })
  })
})
