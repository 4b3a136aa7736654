import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { bootstrap, type Service } from 'fieldstone'
import { application } from '../../sample-app/application.js'
import { wideService } from '../support/wide-service.js'

interface Asked {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
}

/** What the connection has, which belongs to the platform, and what is another one each time. */
const UNEQUAL = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'last-modified'])

/** Over a real connection, with node:http. */
async function byHttp(origin: string, { method = 'GET', url, headers = {}, body }: Asked): Promise<Seen> {
  const { pathname, search } = new URL(`http://localhost${url}`)
  const asking = ask(new URL(origin), { method, path: pathname + search, headers, agent: false })
  asking.end(body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = await answer.toArray()
  return seen(answer.statusCode ?? 0, Object.entries(answer.headers) as [string, string][], Buffer.concat(chunks))
}

async function byFetch(service: Service, { method = 'GET', url, headers = {}, body }: Asked): Promise<Seen> {
  const response = await service.fetch(new Request(`http://localhost${url}`, { method, headers, body: body ?? null }))
  const entries: [string, string | string[]][] = [...response.headers].filter(([name]) => name !== 'set-cookie')
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) entries.push(['set-cookie', cookies])
  return seen(response.status, entries, Buffer.from(await response.arrayBuffer()))
}

function seen(status: number, entries: readonly (readonly [string, string | string[]])[], body: Buffer): Seen {
  const headers = Object.fromEntries(entries.filter(([name]) => !UNEQUAL.has(name)))
  const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
  return { status, headers, body: plain.toString('latin1') }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const TEXT_TYPE = { 'content-type': 'text/plain' }
const GZIP = { 'accept-encoding': 'gzip' }

const form = ['title=x', 'file=y'].map((pair) => {
  const [name, value] = pair.split('=')
  const file = name === 'file' ? '; filename="a.txt"\r\ncontent-type: text/markdown' : ''
  return `--edge\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
})
const FORM = { 'content-type': 'multipart/form-data; boundary=edge' }

const SAMPLE: readonly Asked[] = [
  { url: '/items/1' },
  { url: '/items/1', method: 'HEAD' },
  { url: '/items/999' },
  { url: '/items/abc' },
  { url: '/items?name=Wid%20get&id=7' },
  { url: '/items' },
  { url: '/users/a%2Fb' },
  { url: '/users/%zz' },
  { url: '/users//' },
  { url: '//evil/x' },
  { url: '/data', method: 'POST', headers: JSON_TYPE, body: '{"name":"Widget","value":42}' },
  { url: '/data', method: 'POST', headers: JSON_TYPE, body: '{"name":1}' },
  { url: '/data', method: 'POST', headers: JSON_TYPE, body: '{' },
  { url: '/data', method: 'POST', headers: JSON_TYPE },
  { url: '/data', method: 'POST', headers: JSON_TYPE, body: Buffer.from([0x22, 0xff, 0x22]) },
  { url: '/data', method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a,b' },
  { url: '/data', method: 'POST', headers: { 'content-type': 'text/csv' } },
  { url: '/data', method: 'POST', headers: JSON_TYPE, body: `"${'x'.repeat(1_100_000)}"` },
  { url: '/data', method: 'POST', headers: { ...JSON_TYPE, 'content-encoding': 'zstd' }, body: 'x' },
  { url: '/signup', method: 'POST', headers: JSON_TYPE, body: '{"username":"a"}' },
  { url: '/data', method: 'PUT' },
  { url: '/data', method: 'OPTIONS' },
  { url: '/nowhere' },
  { url: '/openapi.json' },
  { url: '/docs' },
  { url: '/docs?url=/openapi.json' },
  { url: '/docs/' },
  { url: '/docs/docs-ui.js', headers: GZIP },
  { url: '/docs/../package.json' }
]

const WIDE: readonly Asked[] = [
  { url: '/echo', method: 'POST', headers: TEXT_TYPE, body: 'é' },
  { url: '/echo', method: 'POST', headers: TEXT_TYPE, body: 'x'.repeat(2_001) },
  { url: '/echo', method: 'POST', headers: { ...TEXT_TYPE, 'content-length': '2001' }, body: 'x'.repeat(2_001) },
  { url: '/bytes', method: 'POST', headers: TEXT_TYPE, body: Buffer.from([0, 255, 1]) },
  { url: '/stream', method: 'POST', headers: TEXT_TYPE, body: 'x'.repeat(2_000) },
  { url: '/stream', method: 'POST', headers: TEXT_TYPE },
  { url: '/names', method: 'POST', headers: JSON_TYPE, body: '{"name":"Ada"}' },
  { url: '/names', method: 'POST', headers: JSON_TYPE, body: '{"name":"A"}' },
  { url: '/names', method: 'POST', body: Buffer.from('{"name":"Ada"}') },
  { url: '/uploads', method: 'POST', headers: FORM, body: `${form.join('')}--edge--` },
  { url: '/uploads', method: 'POST', headers: FORM, body: form.join('') },
  { url: '/uploads', method: 'POST', headers: FORM, body: `${form[0]}--edge--` },
  { url: '/uploads', method: 'POST', headers: JSON_TYPE, body: '{}' },
  { url: '/blob', method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: Buffer.alloc(5) },
  { url: '/blob', method: 'POST', headers: { 'content-type': 'application/octet-stream' } },
  { url: '/events' },
  { url: '/events', method: 'HEAD' },
  { url: '/late' },
  { url: '/late', method: 'HEAD' },
  { url: '/cookies', headers: { cookie: 'seen=yes; other=1' } },
  { url: '/old' },
  { url: '/empty' },
  { url: '/conflict' },
  { url: '/broken' },
  { url: '/where?a=1#part', headers: { host: 'localhost' } },
  { url: '/download' },
  { url: '/files/letters.txt', headers: { range: 'bytes=2-4' } },
  { url: '/files/letters.txt', headers: { range: 'bytes=99-' } },
  { url: '/files/letters.txt', headers: { 'if-none-match': '*' } },
  { url: '/files/..%2f..%2fetc%2fpasswd' },
  { url: '/files/' },
  { url: '/node' },
  { url: '/node', method: 'HEAD' },
  { url: '/plain' },
  { url: '/plain', method: 'HEAD' },
  { url: '/implicit' },
  { url: '/implicit', method: 'HEAD' },
  { url: '/compressed/json', headers: GZIP },
  { url: '/compressed/json', headers: GZIP, method: 'HEAD' },
  { url: '/compressed/stream', headers: GZIP },
  { url: '/compressed/small', headers: GZIP },
  { url: '/compressed/json' },
  { url: '/livez' },
  { url: '/readyz' },
  { url: '/docs/' },
  { url: '/openapi.json' },
  {
    url: '/names',
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
  },
  { url: '/where', headers: { host: 'localhost', origin: 'https://evil.example' } }
]

const titleOf = ({ method = 'GET', url, headers = {}, body }: Asked): string =>
  `${method} ${url} ${JSON.stringify(headers)} ${body === undefined ? '' : `${body.length} bytes`}`

describe('fetch responds as node:http does', () => {
  let sample: Service
  let wide: Service
  let bare: Service
  let origins: { sample: string; wide: string; bare: string }
  before(async () => {
    sample = await bootstrap(application)
    wide = await wideService()
    bare = await wideService(false, false)
    const local = { port: 0, host: '127.0.0.1', signals: false }
    origins = {
      sample: (await sample.listen(local)).url,
      wide: (await wide.listen(local)).url,
      bare: (await bare.listen(local)).url
    }
  })
  after(() =>
    Promise.all([sample.close({ deadline: 100 }), wide.close({ deadline: 100 }), bare.close({ deadline: 100 })])
  )

  describe('in the sample application:', () => {
    for (const request of SAMPLE) {
      it(titleOf(request), async () => {
        expect(await byFetch(sample, request)).to.deep.equal(await byHttp(origins.sample, request))
      })
    }
  })

  describe('in a service of every kind of body and response, behind helmet, cors and compression:', () => {
    for (const request of WIDE) {
      it(titleOf(request), async () => {
        expect(await byFetch(wide, request)).to.deep.equal(await byHttp(origins.wide, request))
      })
    }
  })

  describe('in the same service without middleware, where most requests need none of Node’s messages:', () => {
    for (const request of WIDE) {
      it(titleOf(request), async () => {
        expect(await byFetch(bare, request)).to.deep.equal(await byHttp(origins.bare, request))
      })
    }
  })

  it('and compares responses that differ', async () => {
    const all = await Promise.all(WIDE.map((request) => byFetch(wide, request)))
    const statuses = new Set(all.map(({ status }) => status))
    expect([...statuses].sort()).to.deep.equal([
      200, 201, 202, 203, 204, 205, 206, 301, 304, 400, 404, 409, 413, 415, 416, 500
    ])
    expect(all.filter(({ headers }) => headers['content-security-policy'] !== undefined).length).to.be.greaterThan(30)
    expect(all.filter(({ headers }) => headers['content-encoding'] === 'gzip')).to.have.length(2)
  })
})
