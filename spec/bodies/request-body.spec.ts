import { once } from 'node:events'
import { expect } from 'chai'
import { type Context, type ContextHandler, Field, Integer } from 'fieldstone'
import { exchange, openSocket, Servers, until } from '../support/one-handler.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'

class Data {
  @Field({ minLength: 2 }) name!: string
  @Field(() => Integer) value!: number
}

class Words {
  @Field(() => [String]) word!: string[]
}

const JSON_HEADERS = { 'content-type': 'application/json' }
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }

describe('the request body', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  const bind = async (ctx: Context) => ctx.json(200, await ctx.bind(Data))
  const bindJSON = async (ctx: Context) => ctx.json(200, await ctx.bindJSON(Data))
  const bindValidated = async (ctx: Context) => ctx.json(200, await ctx.bindValidated(Data))

  async function post(
    handler: ContextHandler,
    body: RequestInit['body'],
    headers: Record<string, string> = JSON_HEADERS
  ) {
    const { url, log } = await servers.serve(handler)
    const response = await fetch(url, { method: 'POST', body, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text), log }
  }

  it('that a handler leaves alone, and which turns out wrong behind the response, is in the log', async () => {
    const { url, log } = await servers.serve((ctx) => {
      void ctx.bindJSON(Data)
      return 'early'
    })
    const unhandled = await unhandledRejections(async () => {
      const response = await fetch(url, { method: 'POST', body: '{"name":', headers: JSON_HEADERS })
      expect(await response.json()).to.equal('early')
      await until(() => log.length > 0)
    })
    expect(unhandled).to.deep.equal([])
    expect(log.map(({ level, message }) => `${level}: ${message}`)).to.deep.equal([
      'error: Spec.handler was responded to before its body was read'
    ])
  })

  describe('as JSON', () => {
    for (const [name, handler] of Object.entries({ bind, bindJSON, bindValidated })) {
      it(`is an instance of the record, by ${name}`, async () => {
        const { status, body } = await post(handler, '{"name":"Ada","value":3}')
        expect([status, body]).to.deep.equal([200, { name: 'Ada', value: 3 }])
      })

      const broken: readonly [what: string, body: string | Buffer][] = [
        ['text that is not JSON', '{"name":'],
        ['nothing at all', ''],
        ['white space alone', ' \n'],
        ['a trailing comma', '{"name":"x",}'],
        ['two values', '{} {}'],
        ['NaN', '{"value":NaN}'],
        ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
        ['a truncated UTF-8 sequence', Buffer.from([0x22, 0xe2, 0x82])],
        ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
        ['two byte order marks', '\ufeff\ufeff{}']
      ]
      for (const [what, body] of broken) {
        it(`is rejected with a fixed text when it is ${what}, by ${name}`, async () => {
          const response = await post(handler, body)
          expect(response.body).to.deep.equal({
            type: 'about:blank',
            title: 'Bad Request',
            status: 400,
            detail: 'Invalid JSON payload'
          })
          expect(response.status).to.equal(400)
          expect(response.headers.get('content-type')).to.equal('application/problem+json')
          expect(response.log).to.deep.equal([])
        })
      }
    }

    it('may begin with a byte order mark', async () => {
      expect((await post(bind, '\ufeff{"name":"Ada","value":3}')).status).to.equal(200)
    })

    it('may be any +json type, with a charset of UTF-8', async () => {
      for (const type of [
        'application/vnd.api+json',
        'application/json; charset=UTF-8',
        'APPLICATION/JSON;charset="utf8"'
      ]) {
        expect((await post(bind, '{"name":"Ada","value":3}', { 'content-type': type })).status, type).to.equal(200)
      }
    })

    it('is a list of instances for [Class]', async () => {
      const list = async (ctx: Context) => {
        const items = await ctx.bindValidated([Data])
        return items.map((item) => [item instanceof Data, item.value])
      }
      const { body } = await post(list, '[{"name":"aa","value":1},{"name":"bb","value":2}]')
      expect(body).to.deep.equal([
        [true, 1],
        [true, 2]
      ])
      expect((await post(list, '{"name":"aa","value":1}')).status).to.equal(400)
    })

    it('has its types checked by bind, and its rules by bindValidated alone', async () => {
      expect((await post(bind, '{"name":"x","value":"5"}')).body.detail).to.match(/^validation failed: Field 'value' /)
      expect((await post(bind, '{"name":"x"}')).status).to.equal(200)
      const { status, body } = await post(bindValidated, '{"name":"x"}')
      expect(status).to.equal(400)
      expect(body.detail).to.match(/^validation failed: Field 'name' .*; Field 'value' /)
      expect(body.errors.map((fault: { path: string }) => fault.path)).to.deep.equal(['name', 'value'])
    })

    it('changes no prototype, and neither crashes nor confuses by its keys', async () => {
      const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":"Ada","value":3}'
      const { status, body } = await post(bindValidated, text)
      expect([status, body]).to.deep.equal([200, { name: 'Ada', value: 3 }])
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined)
    })

    it('may be nested 100,000 deep without harm', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
      const { status } = await post(bindValidated, `{"name":"Ada","value":${deep}}`)
      expect(status).to.equal(400)
      expect((await post(bindValidated, '['.repeat(100_000))).body.detail).to.equal('Invalid JSON payload')
    })
  })

  describe('as a form', () => {
    it('is bound by the same records', async () => {
      const { status, body } = await post(bindValidated, 'name=Ada+L&value=3', FORM_HEADERS)
      expect([status, body]).to.deep.equal([200, { name: 'Ada L', value: 3 }])
    })

    it('gives lists of repeated keys', async () => {
      const { body } = await post((ctx) => ctx.bindValidated(Words), 'word=a&word=b', FORM_HEADERS)
      expect(body).to.deep.equal({ word: ['a', 'b'] })
    })

    it('is rejected when its percent sequences are broken', async () => {
      const { status, body } = await post(bind, 'name=%zz', FORM_HEADERS)
      expect([status, body.detail]).to.deep.equal([400, 'Invalid form payload'])
    })

    it('is rejected with more than 1000 fields', async () => {
      expect((await post(bind, 'a=1&'.repeat(1001), FORM_HEADERS)).status).to.equal(400)
    })

    it('may be empty, and then lacks every field', async () => {
      const { status, body } = await post(bindValidated, '', FORM_HEADERS)
      expect([status, body.errors.length]).to.deep.equal([400, 2])
    })

    it('is a 415 for bindJSON, and for a list', async () => {
      const detail = 'The content type of the request body must be application/json'
      for (const handler of [bindJSON, (ctx: Context) => ctx.bind([Data])]) {
        const { status, body } = await post(handler, 'name=Ada&value=3', FORM_HEADERS)
        expect([status, body.detail]).to.deep.equal([415, detail])
      }
    })
  })

  describe('of another type', () => {
    const cases: readonly [what: string, headers: Record<string, string>, detail: string][] = [
      ['another type', { 'content-type': 'text/plain' }, 'application/json or application/x-www-form-urlencoded'],
      ['a malformed type', { 'content-type': 'json' }, 'application/json or application/x-www-form-urlencoded'],
      ['another charset', { 'content-type': 'application/json; charset=utf-16' }, 'encoded in UTF-8'],
      ['an unknown coding', { ...JSON_HEADERS, 'content-encoding': 'compress' }, 'content coding']
    ]
    for (const [what, headers, detail] of cases) {
      it(`is a 415 with ${what}`, async () => {
        const { status, body } = await post(bind, '{"name":"Ada","value":3}', headers)
        expect(status).to.equal(415)
        expect(body.detail).to.contain(detail)
      })
    }

    it('is a 415 without a content type', async () => {
      const { port } = await servers.serve(bind)
      const sized = await exchange(
        port,
        'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'
      )
      expect(sized).to.match(/^HTTP\/1\.1 415 /)
      const chunked =
        'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'
      expect(await exchange(port, chunked)).to.match(/^HTTP\/1\.1 415 /)
    })

    it('is a 400 when there is neither a content type nor a body', async () => {
      const { port } = await servers.serve(bind)
      expect(await exchange(port, 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).to.match(
        /^HTTP\/1\.1 400 [\s\S]*Invalid JSON payload/
      )
    })

    it('is a 415 at once, before the body has come', async () => {
      const { port } = await servers.serve(bind)
      const socket = await openSocket(port)
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n')
      const [response] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      expect(response.toString()).to.match(/^HTTP\/1\.1 415 /)
    })

    it('is a 400 when there is another content type and no body', async () => {
      expect((await post(bind, '', { 'content-type': 'text/plain' })).status).to.equal(400)
    })

    it('is accepted in the identity coding', async () => {
      const headers = { ...JSON_HEADERS, 'content-encoding': 'Identity' }
      expect((await post(bind, '{"name":"Ada","value":3}', headers)).status).to.equal(200)
    })

    it('lists the known codings in the response', async () => {
      const { headers } = await post(bind, '{}', { ...JSON_HEADERS, 'content-encoding': 'zstd' })
      expect(headers.get('accept-encoding')).to.equal('gzip, deflate, br')
    })
  })

  it('is read once and can be bound again: the same input, another instance', async () => {
    const { body } = await post(async (ctx) => {
      const first = await ctx.bind(Data)
      const text = await ctx.bodyText()
      const bytes = await ctx.bodyBytes()
      const second = await ctx.bindValidated(Data)
      return [first !== second, first.name === second.name, text, bytes.length]
    }, '{"name":"Ada","value":3}')
    expect(body).to.deep.equal([true, true, '{"name":"Ada","value":3}', 24])
  })

  it('is JSON alone for bindJSON, also where a route declares that it may be a form', async () => {
    const types = [JSON_HEADERS, FORM_HEADERS].map((headers) => headers['content-type'])
    const { url } = await servers.serve(bindJSON, { route: { requestBody: Data, consumes: types } })
    const send = async (headers: Record<string, string>, body: string) =>
      (await fetch(url, { method: 'POST', headers, body })).status
    expect(await send(JSON_HEADERS, '{"name":"Ada","value":3}')).to.equal(200)
    expect(await send(FORM_HEADERS, 'name=Ada&value=3')).to.equal(415)
  })

  it('is complete from many chunks that split a character', async () => {
    const { port } = await servers.serve(async (ctx) => ctx.json(200, (await ctx.bind(Data)).name))
    const json = Buffer.from('{"name":"€€€","value":1}')
    const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n`
    const socket = await openSocket(port)
    socket.write(head)
    for (const byte of json) {
      socket.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    let response = ''
    for await (const chunk of socket) response += chunk
    expect(response).to.match(/"€€€"$/)
  })

  it('is accepted as text only when it is UTF-8', async () => {
    const { status, body } = await post((ctx) => ctx.bodyText(), Buffer.from([0xc3, 0x28]), {})
    expect([status, body.detail]).to.deep.equal([400, 'The request body is not valid UTF-8'])
  })
})
