import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { File, type InjectRequest, type UploadedFile } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('bodies')

async function formRequest(
  url: string,
  parts: readonly (readonly [name: string, value: string | Blob, filename?: string])[]
) {
  const form = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, filename)
  }
  const request = new Request('http://x/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') as string }
  return { method: 'POST', url, headers, body: Buffer.from(await request.arrayBuffer()) } satisfies InjectRequest
}

describe('the guide to bodies and responses', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('states the actual limits of uploads', async () => {
    const rows = [...guide.text.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)]
    const documented = Object.fromEntries(rows.map(([, name, value]) => [name, Number(value?.replaceAll(',', ''))]))
    class Upload {
      @File() file!: UploadedFile
    }
    const { document } = await serviceOf([], {
      routes: (router) => router.postFunc('/', () => 1, { requestBody: Upload })
    })
    expect(documented).to.include(document['x-body-limits']?.uploads)
  })

  it('accepts the media types that it declares', async () => {
    const service = await guide.service('consumes')
    const post = async (url: string, type: string, body: string | Buffer) => {
      const answer = await service.inject({ method: 'POST', url, headers: { 'content-type': type }, body })
      return answer.statusCode === 200 ? answer.json() : answer.statusCode
    }
    expect(await post('/contacts', 'application/x-www-form-urlencoded', 'name=Ada&age=36')).to.deep.equal({
      name: 'Ada',
      age: 36
    })
    expect(await post('/contacts', 'text/plain', 'name=Ada')).to.equal(415)
    expect(await post('/contacts/notes', 'text/markdown', '# x')).to.deep.equal({ length: 3 })
    expect(await post('/contacts/pictures', 'image/png', Buffer.alloc(4))).to.deep.equal({ size: 4 })
  })

  it('binds each media type by its own type, and takes requests without a body', async () => {
    const service = await guide.service('several')
    const send = async (method: string, url: string, type?: string, body?: string) => {
      const headers = type === undefined ? {} : { 'content-type': type }
      const { statusCode, json } = await service.inject({ method, url, headers, ...(body !== undefined && { body }) })
      return statusCode === 200 ? json() : statusCode
    }
    expect(await send('POST', '/books', 'application/json', '{"title":"Emma"}')).to.deep.equal({ title: 'Emma' })
    const form = 'application/x-www-form-urlencoded'
    expect(await send('POST', '/books', form, 'name=Emma&pages=474')).to.deep.equal({ title: 'Emma' })
    expect(await send('POST', '/books', 'text/plain', 'Emma')).to.equal(415)
    for (const path of ['current', 'last', 'first']) {
      expect(await send('PATCH', `/books/${path}`)).to.deep.equal({ isChanged: false })
      expect(await send('PATCH', `/books/${path}`, 'application/json', '{}')).to.deep.equal({ isChanged: true })
      expect(service.document.paths[`/books/${path}`]?.patch?.requestBody?.required).to.equal(false)
    }
  })

  it('accepts uploads', async () => {
    const service = await guide.service('uploads')
    const png = new Blob(['png'], { type: 'image/png' })
    const request = await formRequest('/profiles', [
      ['name', 'Ada'],
      ['avatar', png, 'a.png'],
      ['photos', png, 'b.png']
    ])
    const { statusCode, json } = await service.inject(request)
    expect(statusCode).to.equal(200)
    expect(json()).to.include({ name: 'Ada', size: 3, photos: 1 })
    expect(service.document['x-body-limits']).to.deep.equal(guide.json('x-body-limits'))
  })

  it('passes uploads on part by part', async () => {
    const service = await guide.service('parts')
    const request = await formRequest('/archive', [
      ['title', 'x'],
      ['file', new Blob(['bytes']), 'a.bin']
    ])
    const sum = createHash('sha256').update('bytes').digest('hex')
    expect((await service.inject(request)).json()).to.deep.equal({ file: sum })
  })

  it('has examples in the document, and accepts them', async () => {
    const service = await guide.service('examples')
    const { requestBody, responses = {} } = service.document.paths['/orders']?.post ?? {}
    const { one, many } = requestBody?.content['application/json']?.examples ?? {}
    expect(one).to.deep.equal({ value: { sku: 'pen-1' } })
    expect(many).to.include({ summary: 'A box of them' })
    expect(responses['4XX']).to.have.nested.property('content.application/problem+json.examples.soldOut')
    const sent = [
      ['application/json', one?.value],
      ['application/json', many?.value],
      ['application/vnd.shop.v1+json', requestBody?.content['application/vnd.shop.v1+json']?.example]
    ] as const
    for (const [type, value] of sent) {
      const headers = { 'content-type': type }
      const { statusCode } = await service.inject({
        method: 'POST',
        url: '/orders',
        headers,
        body: JSON.stringify(value)
      })
      expect(statusCode).to.equal(201)
    }
  })

  it('declares ranges of statuses', async () => {
    const service = await guide.service('ranges')
    expect((await service.inject('/books/1')).json()).to.deep.equal({ id: 1 })
    const { statusCode, headers } = await service.inject('/books/9')
    expect([statusCode, headers['content-type']]).to.deep.equal([451, 'application/problem+json'])
    const { responses = {} } = service.document.paths['/books/{id}']?.get ?? {}
    expect(Object.keys(responses)).to.deep.equal(['200', '400', '418', '500', '4XX', 'default'])
  })

  it('streams, and lets the client choose', async () => {
    const service = await guide.service('streams')
    expect((await service.inject('/export')).body).to.equal('id,name\n1,Item 1\n2,Item 2\n3,Item 3\n')
    expect((await service.inject('/export/both')).body).to.equal('["Ada","Bob"]')
    expect((await service.inject({ url: '/export/both', headers: { accept: 'text/csv' } })).body).to.equal('Ada,Bob\n')
    expect((await service.inject({ url: '/export/both', headers: { accept: 'image/png' } })).statusCode).to.equal(406)
  })

  it('sends events', async () => {
    const service = await guide.service('events')
    expect((await service.inject('/prices')).body.split('\n\n')[0]).to.equal('data: {"symbol":"FS","value":1}')
    const { body } = await service.inject('/prices/named')
    expect(body.split('\n\n')[0]).to.equal('event: price\nid: 1\ndata: {"symbol":"FS","value":1}')
    expect(body.match(/^event: price$/gm)).to.have.length(3)
    expect(body).to.match(/event: halt\ndata: \{"reason":"The market is closed"\}\n\n$/)
    expect((await service.inject('/prices/slow')).body).to.equal('event: price\ndata: {"symbol":"FS","value":1}\n\n')
    const response = service.document.paths['/prices/named']?.get?.responses['200']
    expect(response).to.have.property('content').that.deep.equals(guide.json('x-events'))
  })

  it('sends lines', async () => {
    const service = await guide.service('lines')
    expect((await service.inject('/export')).body.split('\n')[1]).to.equal('{"id":2,"name":"Item 2"}')
    expect((await service.inject('/export/either')).body).to.equal('[{"id":1,"name":"Item 1"}]')
    const headers = { accept: 'application/jsonl' }
    expect((await service.inject({ url: '/export/either', headers })).body).to.equal('{"id":1,"name":"Item 1"}\n')
  })

  it('sends files', async () => {
    const service = await guide.service('files')
    const ranged = await service.inject({ url: '/reports/may.txt', headers: { range: 'bytes=0-2' } })
    expect([ranged.statusCode, ranged.body]).to.deep.equal([206, 'May'])
    const download = await service.inject('/reports/may.txt/download')
    expect(download.headers['content-disposition']).to.equal('attachment; filename="Report may.txt"')
    expect((await service.inject('/reports/..%2f..%2fetc%2fpasswd')).statusCode).to.equal(404)
    expect((await service.inject('/assets/may.txt')).headers['cache-control']).to.equal('public, max-age=3600')
  })

  it('declares headers', async () => {
    const service = await guide.service('headers')
    expect((await service.inject('/books')).headers).to.include({
      'x-total': '1',
      'x-changed': '2026-01-02T00:00:00.000Z'
    })
    const { statusCode, headers } = await service.inject({ method: 'POST', url: '/books' })
    expect([statusCode, headers.location]).to.deep.equal([201, '/books/1'])
    expect(service.document.paths['/books']?.get?.responses['200'])
      .to.have.nested.property('headers.X-Total')
      .that.deep.includes({ required: true, example: 120 })
  })

  it('keeps sessions in cookies', async () => {
    const service = await guide.service('cookies')
    const { headers } = await service.inject({ method: 'POST', url: '/session' })
    const [cookie = ''] = String(headers['set-cookie']).split(';')
    expect((await service.inject({ url: '/session', headers: { cookie } })).json()).to.deep.equal({
      session: 'a token'
    })
    const ended = await service.inject({ method: 'POST', url: '/session/end' })
    expect(String(ended.headers['set-cookie'])).to.match(/^__Host-session=; Max-Age=0/)
  })
})
