import { expect } from 'chai'
import { HttpError } from 'fieldstone'
import { exchange } from '../support/one-handler.js'
import { ServedRouters } from '../support/served-router.js'

/** RFC 9110, section 15. */
const RFC_9110: Readonly<Record<number, string>> = {
  ...{ 100: 'Continue', 101: 'Switching Protocols', 200: 'OK', 201: 'Created', 202: 'Accepted' },
  ...{ 203: 'Non-Authoritative Information', 204: 'No Content', 205: 'Reset Content', 206: 'Partial Content' },
  ...{ 300: 'Multiple Choices', 301: 'Moved Permanently', 302: 'Found', 303: 'See Other', 304: 'Not Modified' },
  ...{ 305: 'Use Proxy', 307: 'Temporary Redirect', 308: 'Permanent Redirect', 400: 'Bad Request' },
  ...{ 401: 'Unauthorized', 402: 'Payment Required', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed' },
  ...{ 406: 'Not Acceptable', 407: 'Proxy Authentication Required', 408: 'Request Timeout', 409: 'Conflict' },
  ...{ 410: 'Gone', 411: 'Length Required', 412: 'Precondition Failed', 413: 'Content Too Large' },
  ...{ 414: 'URI Too Long', 415: 'Unsupported Media Type', 416: 'Range Not Satisfiable', 417: 'Expectation Failed' },
  ...{ 421: 'Misdirected Request', 422: 'Unprocessable Content', 426: 'Upgrade Required' },
  ...{ 500: 'Internal Server Error', 501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable' },
  ...{ 504: 'Gateway Timeout', 505: 'HTTP Version Not Supported' }
}

describe('the reason phrase of a status', () => {
  const servers = new ServedRouters()
  afterEach(() => servers.close())

  const phraseOf = (status: number) => RFC_9110[status] ?? `Status ${status}`

  it("is RFC 9110's in the status line and in the problem, and the number where that has none", async () => {
    const statuses = Array.from({ length: 200 }, (_, index) => 400 + index)
    const { port } = await servers.serve((router) =>
      router.getFunc('/{status}', (ctx) => {
        throw new HttpError(Number(ctx.urlParam('status')), 'x')
      })
    )
    const send = (status: number) => exchange(port, `GET /${status} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const responses = (await Promise.all(statuses.map(send))).join('\r\n')
    const lines = [...responses.matchAll(/HTTP\/1\.1 (\d+) (.*)\r\n/g)].map(
      ([, status, phrase]) => `${status} ${phrase}`
    )
    const problems = responses.matchAll(/"title":"([^"]*)","status":(\d+)/g)
    const titles = [...problems].map(([, title, status]) => `${status} ${title}`)
    const own = statuses.filter((status) => !(status in RFC_9110))
    expect(lines).to.deep.equal(titles)
    expect(titles.filter((title) => own.every((status) => !title.startsWith(`${status}`)))).to.deep.equal(
      statuses.filter((status) => status in RFC_9110).map((status) => `${status} ${phraseOf(status)}`)
    )
    expect(titles).to.include('418 Status 418').and.include('499 Status 499')
  })

  it('is the same for every other status, text and stream', async () => {
    const { port } = await servers.serve((served) => {
      served.getFunc('/{kind}/{status}', (ctx) => {
        const status = Number(ctx.urlParam('status'))
        if (ctx.urlParam('kind') === 'text') ctx.text(status, 'x')
        else ctx.stream(status, ['x'])
      })
    })
    for (const kind of ['text', 'stream']) {
      for (const status of [200, 201, 204, 205, 299, 304, 399, 413, 418, 422, 499]) {
        const response = await exchange(port, `GET /${kind}/${status} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        expect(response.slice(0, response.indexOf('\r\n'))).to.equal(`HTTP/1.1 ${status} ${phraseOf(status)}`)
      }
    }
  })

  it('is the same for a body that is rejected while it arrives, and before any route is known', async () => {
    const { port } = await servers.serve((router) => router.postFunc('/', (ctx) => ctx.bodyText()), { bodyLimit: 1 })
    const large = await exchange(port, `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n${'x'.repeat(20)}`)
    const chunk = `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`
    const expectation = await exchange(port, 'POST / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nContent-Length: 0\r\n\r\n')
    expect(large).to.match(/^HTTP\/1\.1 413 Content Too Large\r\n/)
    expect(await exchange(port, chunk)).to.match(/^HTTP\/1\.1 413 Content Too Large\r\n/)
    expect(expectation).to.match(/^HTTP\/1\.1 417 Expectation Failed\r\n/)
  })

  it('can be set by the application', async () => {
    const { port } = await servers.serve((router) =>
      router.getFunc('/', (ctx) => {
        ctx.response().statusMessage = 'Short And Stout'
        ctx.jsonError(418, 'x')
      })
    )
    const response = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(response).to.match(/^HTTP\/1\.1 418 Short And Stout\r\n/)
  })
})
