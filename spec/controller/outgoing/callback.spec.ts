import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'chai'
import {
  Body,
  bearerScheme,
  body,
  type Class,
  type Context,
  Controller,
  cookie,
  Delete,
  defineCallback,
  Field,
  Get,
  Header,
  Integer,
  Param,
  Post,
  Put,
  Query,
  Returns,
  type RouteOptions,
  Router,
  SendError
} from '../../../src/index.js'
import { verify } from '../../../src/verify/verify.js'
import { serviceOf, setupErrorsOf } from '../../support/applications.js'
import { complaintsAbout } from '../../support/openapi-validators.js'

class Reading {
  @Field() at!: Date
  @Field({ minLength: 1 }) text!: string
  @Field(() => Integer, { readOnly: true }) number!: number
}

class Receipt {
  @Field(() => Integer) seen!: number
}

@Controller('{$request.query.callbackUrl}/data')
class DataCallback {
  @Post({ summary: 'New data', operationId: 'onData', 'x-own': 1 })
  @Returns(200, Receipt)
  @Returns(204, 'Not interested any more')
  onData(
    @Body(Reading) _reading: Reading,
    @Query('part', Integer, { optional: true }) _part?: number,
    @Header('x-source', { optional: true }) _source?: string
  ): Receipt {
    throw new Error('it is never called')
  }
}

const dataCallback = defineCallback(DataCallback)

/** A controller whose operation has callbacks. */
function streamsWith(callbacks: unknown): Class {
  @Controller('/streams')
  class Streams {
    @Post({ callbacks: callbacks as NonNullable<RouteOptions['callbacks']> })
    @Returns(201, Receipt)
    add(@Query('callbackUrl', { format: 'uri' }) _url: string): Receipt {
      return { seen: 0 }
    }
  }
  return Streams
}

const READING = { at: new Date(0), text: 'a', number: 5 }
const AT = { '$request.query.callbackUrl': 'https://client.example/hooks' }

/** A fetch that keeps the request. */
function answering(status: number, body?: unknown, headers: Record<string, string> = {}) {
  const sent: { url: string; method: string; headers: Record<string, string>; body: string }[] = []
  const fetch = async (request: Request) => {
    const { url, method } = request
    sent.push({ url, method, headers: Object.fromEntries(request.headers), body: await request.text() })
    const text = body === undefined ? null : JSON.stringify(body)
    return new Response(text, {
      status,
      headers: { ...(text !== null && { 'content-type': 'application/json' }), ...headers }
    })
  }
  return { sent, fetch }
}

const failureOf = async (work: Promise<unknown>): Promise<SendError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  expect(error).to.be.instanceOf(SendError)
  return error as SendError
}

describe('A callback', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`is described with the operation that causes it, in OpenAPI ${openapi}`, async () => {
      const { document } = await serviceOf([streamsWith({ onData: dataCallback })], { openapi })
      const described = document.paths['/streams']?.post?.callbacks?.onData?.['{$request.query.callbackUrl}/data']?.post
      expect(described).to.include({ operationId: 'onData', summary: 'New data', 'x-own': 1 })
      expect(described?.parameters?.map(({ name }) => name)).to.deep.equal(['part', 'x-source'])
      expect(described?.requestBody?.content['application/json']?.schema).to.deep.equal({
        $ref: '#/components/schemas/Reading'
      })
      expect(Object.keys(described?.responses ?? {})).to.deep.equal(['200', '204'])
      // What the application sends has what only its responses have.
      expect(document.components?.schemas?.Reading?.required).to.deep.equal(['at', 'text', 'number'])
      expect(await complaintsAbout(document)).to.deep.equal([])
    })
  }

  it('is written as options where there are no classes', async () => {
    const router = new Router().postFunc('/streams', (ctx: Context) => ctx.json(201, {}), {
      requestBody: Receipt,
      callbacks: {
        onData: {
          'https://fixed.example/{$request.body#/seen}': {
            put: { requestBody: Reading, responses: { '2XX': 'Received' } }
          }
        },
        onEnd: dataCallback
      },
      parameters: [{ name: 'callbackUrl', in: 'query' }]
    })
    router.serveOpenAPISpec('/openapi.json', { title: 'A', version: '1' }).freeze()
    const document = router.documents.get('/openapi.json')
    const callbacks = document?.paths['/streams']?.post?.callbacks ?? {}
    expect(Object.keys(callbacks)).to.deep.equal(['onData', 'onEnd'])
    expect(callbacks.onData?.['https://fixed.example/{$request.body#/seen}']?.put).to.deep.equal({
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Reading' } } }
      },
      responses: { '2XX': { description: 'Received' } }
    })
  })

  it('does not require of others what the whole document requires', async () => {
    const securitySchemes = { token: bearerScheme({ authenticate: () => ({}) }) }
    const { document } = await serviceOf([streamsWith({ onData: dataCallback })], {
      securitySchemes,
      security: ['token']
    })
    const callback = document.paths['/streams']?.post?.callbacks?.onData?.['{$request.query.callbackUrl}/data']
    expect(callback?.post).to.have.property('security').deep.equal([])
  })

  it('is nothing that verify stumbles over', async () => {
    const report = await verify(await serviceOf([streamsWith({ onData: dataCallback })]), { seed: 1, runs: 100 })
    expect(report.disagreements).to.deep.equal([])
  })

  it('is sent with what the document says, and returns what the other side responds', async () => {
    const { sent, fetch } = answering(200, { seen: 3, more: true })
    const response = await dataCallback.send('onData', {
      values: AT,
      body: READING,
      parameters: { part: 2, 'x-source': 'a' },
      headers: { authorization: 'Bearer t' },
      fetch
    })
    expect(response.status).to.equal(200)
    expect(response.body).to.be.instanceOf(Receipt)
    expect(response.body).to.deep.equal(Object.assign(new Receipt(), { seen: 3 }))
    expect(sent).to.deep.equal([
      {
        url: 'https://client.example/hooks/data?part=2',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-source': 'a', authorization: 'Bearer t' },
        body: '{"at":"1970-01-01T00:00:00.000Z","text":"a","number":5}'
      }
    ])
  })

  it('may have a URL of its own, of the form that the document says', async () => {
    const { sent, fetch } = answering(204)
    const { status, body } = await dataCallback.send('onData', { url: 'http://a.example/b/data', body: READING, fetch })
    expect([status, body, sent[0]?.url]).to.deep.equal([204, undefined, 'http://a.example/b/data'])
  })

  const rejected: [given: object, message: RegExp | string][] = [
    [{ values: AT, body: { ...READING, text: '' } }, "DataCallback.onData: 'text' must be at least 1 character long"],
    [{ values: AT, body: { ...READING, number: 'x' } }, "DataCallback.onData: 'number' must be an integer"],
    [{ values: AT }, 'DataCallback.onData: the body is missing'],
    [{ body: READING }, 'DataCallback.onData: neither url nor a value of $request.query.callbackUrl is given'],
    [
      { body: READING, url: 'https://a.example', values: AT },
      'DataCallback.onData: url and values are given; keep one of them'
    ],
    [
      { body: READING, url: 'https://a.example/date' },
      'DataCallback.onData: the URL has not the form that the document says, {$request.query.callbackUrl}/data'
    ],
    [
      { body: READING, values: { '$request.query.callbackUrl': 'file:///etc' } },
      'DataCallback.onData: the URL is not absolute, or not of HTTP'
    ],
    [{ body: READING, values: AT, parameters: { prat: 1 } }, 'DataCallback.onData: the document has no parameter prat'],
    [
      { body: READING, values: AT, parameters: { part: 'x' } },
      'DataCallback.onData: the query parameter part must be an integer'
    ],
    [
      { body: READING, values: AT, contentType: 'text/csv' },
      'DataCallback.onData: the document has no body of text/csv'
    ],
    [
      { body: READING, values: { '$request.query.callbackUrl': 'https://me:secret@a.example' } },
      'DataCallback.onData: the URL has a user name or a password'
    ],
    [
      { body: READING, values: AT, parameters: { 'x-source': 'a\r\nx-other: b' } },
      'DataCallback.onData: the request cannot be made: Headers.set: "a\r\nx-other: b" is an invalid header value.'
    ],
    [
      { body: READING, values: AT, headers: { 'a b': 'c' } },
      'DataCallback.onData: the request cannot be made: Headers.set: "a b" is an invalid header name.'
    ],
    [
      { body: READING, values: AT, parameters: { part: 1n } },
      'DataCallback.onData: the request cannot be made: Do not know how to serialize a BigInt'
    ]
  ]
  for (const [given, message] of rejected) {
    it(`is not sent where ${message}`, async () => {
      const { sent, fetch } = answering(204)
      const error = await failureOf(dataCallback.send('onData', { ...given, fetch } as never))
      expect([error.failure, error.message, sent]).to.deep.equal(['request', message, []])
    })
  }

  const responses: [status: number, body: unknown, headers: Record<string, string>, message: string][] = [
    [500, { a: 1 }, {}, 'the response has the status 500, which is not declared'],
    [302, undefined, { location: 'http://10.0.0.1/' }, 'the response has the status 302, which is not declared'],
    [200, { seen: 'x' }, {}, "the response: 'seen' must be an integer"],
    [200, { seen: 1 }, { 'content-type': 'text/html' }, 'the response is text/html, and not application/json'],
    [200, undefined, {}, 'the response is of no media type, and not application/json'],
    [200, 'x'.repeat(1_100_000), {}, 'the body of the response is larger than 1048576 bytes']
  ]
  for (const [status, body, headers, message] of responses) {
    it(`rejects a response: ${message}`, async () => {
      const { fetch } = answering(status, body, headers)
      const error = await failureOf(dataCallback.send('onData', { values: AT, body: READING, fetch }))
      expect([error.failure, error.status, error.message]).to.deep.equal([
        'response',
        status,
        `DataCallback.onData: ${message}`
      ])
    })
  }

  it('writes an object of a query as the document says', async () => {
    class Filter {
      @Field({ optional: true }) name?: string
      @Field(() => Integer, { optional: true }) size?: number
    }
    @Controller('{$request.query.callbackUrl}')
    class Filtered {
      @Get()
      @Returns(204, 'Received')
      ask(@Query('filter', Filter, { style: 'deepObject' }) _filter: Filter): void {}
    }
    const { sent, fetch } = answering(204)
    const given = { values: AT, parameters: { filter: { name: 'a&b', size: 1 } }, fetch }
    await defineCallback(Filtered).send('ask', given as never)
    const { searchParams } = new URL(sent[0]?.url as string)
    expect([...searchParams]).to.deep.equal([
      ['filter[name]', 'a&b'],
      ['filter[size]', '1']
    ])
  })

  it('checks the headers that the document promises of a response', async () => {
    @Controller('{$request.query.callbackUrl}')
    class Counted {
      @Get()
      @Returns(204, 'Received', { headers: { 'x-total': Integer } })
      ask(): void {}
    }
    const counted = defineCallback(Counted)
    const ask = (headers: Record<string, string>) => {
      return counted.send('ask', { values: AT, fetch: answering(204, undefined, headers).fetch })
    }
    expect((await ask({ 'x-total': '5' })).headers.get('x-total')).to.equal('5')
    for (const [headers, message] of [
      [{}, 'the header x-total is required'],
      [{ 'x-total': 'many' }, 'the header x-total must be an integer']
    ] as const) {
      const error = await failureOf(ask(headers))
      expect([error.failure, error.message]).to.deep.equal(['response', `Counted.ask: the response: ${message}`])
    }
  })

  it('rejects a time limit that is none, or beyond what timers know, and sends nothing', async () => {
    let sent = 0
    const fetch = async () => {
      sent += 1
      return new Response(null, { status: 204 })
    }
    for (const timeout of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '5' as never]) {
      const thrown = await dataCallback.send('onData', { values: AT, body: READING, fetch, timeout }).catch(String)
      const range = 'a whole number of milliseconds from 1 to 2147483647'
      expect(thrown).to.equal(`RangeError: DataCallback.onData: the option timeout must be ${range}, not ${timeout}`)
    }
    expect(sent).to.equal(0)
  })

  it('says so where nothing responds', async () => {
    const never = (request: Request) =>
      new Promise<Response>((_, reject) => {
        if (request.signal.aborted) reject(request.signal.reason)
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
      })
    const late = await failureOf(dataCallback.send('onData', { values: AT, body: READING, fetch: never, timeout: 1 }))
    expect([late.failure, late.message]).to.deep.equal(['connection', 'DataCallback.onData: no response within 1 ms'])
    // A fetch of the application's own may not look at the signal, nor may the stream of its response.
    const deaf = () => new Promise<Response>(() => {})
    const stalled = async () => new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } })
    for (const fetch of [deaf, stalled]) {
      const { message } = await failureOf(dataCallback.send('onData', { values: AT, body: READING, fetch, timeout: 1 }))
      expect(message).to.equal('DataCallback.onData: no response within 1 ms')
    }
    const cut = await failureOf(
      dataCallback.send('onData', {
        values: AT,
        body: READING,
        fetch: never,
        signal: AbortSignal.abort(new Error('stop'))
      })
    )
    expect(cut.message).to.equal('DataCallback.onData: no response: stop')
    expect([late.code, cut.code]).to.deep.equal([undefined, undefined])
  })

  it('names the code of the system where a connection is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const error = await failureOf(
      dataCallback.send('onData', { url: `http://127.0.0.1:${port}/data`, body: READING, timeout: 10_000 })
    )
    expect(error.message).to.equal(`DataCallback.onData: no response: connect ECONNREFUSED 127.0.0.1:${port}`)
    expect([error.failure, error.code]).to.deep.equal(['connection', 'ECONNREFUSED'])
  })

  const coded = (message: string, code: string) => Object.assign(new Error(message), { code })
  const behind = (cause: unknown) => new TypeError('fetch failed', { cause })
  const failures: readonly (readonly [error: unknown, text: string, code: string | undefined])[] = [
    [behind(coded('getaddrinfo ENOTFOUND a.example', 'ENOTFOUND')), 'getaddrinfo ENOTFOUND a.example', 'ENOTFOUND'],
    [behind(coded('other side closed', 'UND_ERR_SOCKET')), 'other side closed (UND_ERR_SOCKET)', 'UND_ERR_SOCKET'],
    [
      behind(new AggregateError([coded('connect ECONNREFUSED ::1:80', 'ECONNREFUSED'), new Error('other')])),
      'connect ECONNREFUSED ::1:80',
      'ECONNREFUSED'
    ],
    [behind(undefined), 'fetch failed', undefined]
  ]
  for (const [error, text, code] of failures) {
    it(`says what is behind the error of fetch: ${text}`, async () => {
      const fetch = () => Promise.reject(error)
      const failure = await failureOf(dataCallback.send('onData', { values: AT, body: READING, fetch }))
      expect([failure.message, failure.code]).to.deep.equal([`DataCallback.onData: no response: ${text}`, code])
      expect(failure.cause).to.equal(error)
    })
  }

  it('is declared by inputs beside its methods, and sends forms, texts and bytes', async () => {
    @Controller('https://fixed.example/{$request.query.callbackUrl}')
    class Plain {
      @Post('/form', body(Reading, { consumes: 'application/x-www-form-urlencoded' }), {
        responses: { 204: 'Received' }
      })
      form(_reading: Reading) {}

      @Put('/text', body(String, { consumes: 'text/plain' }), { responses: { '2XX': String } })
      text(_text: string) {}

      @Put('/bytes', body(Buffer), { responses: { default: 'Received' } })
      bytes(_bytes: Buffer) {}

      @Delete('/none', cookie('id', Integer, { optional: true }), { responses: { 204: 'Received' } })
      none(_id: number | undefined) {}
    }
    const plain = defineCallback(Plain)
    const { sent, fetch } = answering(204)
    const values = { '$request.query.callbackUrl': 'a' }
    await plain.send('form', { values, body: READING, fetch })
    const error = await failureOf(plain.send('text', { values, body: 'ü', fetch: answering(200, 5).fetch }))
    expect(error.message).to.equal('Plain.text: the response: the body must be a string')
    await plain.send('bytes', { values, body: Buffer.from('b'), fetch })
    await plain.send('none', { values, parameters: { id: 12 }, fetch })
    expect(sent.map(({ url, headers, body: text }) => [url.slice(21), headers, text])).to.deep.equal([
      [
        '/a/form',
        { 'content-type': 'application/x-www-form-urlencoded' },
        'at=1970-01-01T00%3A00%3A00.000Z&text=a&number=5'
      ],
      ['/a/bytes', { 'content-type': 'application/octet-stream' }, 'b'],
      ['/a/none', { cookie: 'id=12' }, '']
    ])
  })

  it('is checked by the compiler', () => {
    const uncompiled = () => {
      // @ts-expect-error the body is not a Reading
      dataCallback.send('onData', { values: AT, body: { text: 'a' } })
      // @ts-expect-error there is no such operation
      dataCallback.send('onDate', { values: AT, body: READING })
      // @ts-expect-error the body is missing
      dataCallback.send('onData', { values: AT })
    }
    expect(uncompiled).to.be.a('function')
  })

  const classes: [make: () => unknown, message: string][] = [
    [
      () => DataCallback,
      'ROUTE_OPTIONS_INVALID: it is a class, Streams.add, callback onData; write onData: defineCallback(DataCallback).'
    ],
    [
      () => 5,
      'ROUTE_OPTIONS_INVALID: it is not an object, Streams.add, callback onData; write onData: defineCallback(DataCallback).'
    ],
    [
      () => {
        class Plain {}
        return defineCallback(Plain)
      },
      'CONTROLLER_INVALID: the class has no @Controller, Plain; decorate it with @Controller().'
    ],
    [
      () => {
        @Controller()
        class NoUrl {
          @Post({ responses: { 204: 'Received' } })
          send() {}
        }
        return defineCallback(NoUrl)
      },
      "CONTROLLER_INVALID: the callback has no URL, NoUrl.send; write it in @Controller: '{$request.query.callbackUrl}', or '{$request.body#/url}'."
    ],
    [
      () => {
        @Controller('{$request.query.callbackUrl}')
        class Unsaid {
          @Post()
          send(@Body(Reading) _reading: Reading) {}
        }
        return defineCallback(Unsaid)
      },
      "ROUTE_OPTIONS_INVALID: it says nothing of the responses, Unsaid.send; write responses: { 204: 'Received' }."
    ],
    [
      () => {
        @Controller('{$request.query.callbackUrl}')
        class Later {
          @Post({ responses: { 204: 'Received' } })
          send(@Query('a') _a: string, @Body(Reading) _reading: Reading) {}
        }
        return defineCallback(Later)
      },
      'CONTROLLER_INVALID: its body is not its first parameter, Later.send; put the body first: send takes its type from there.'
    ],
    [
      () => {
        @Controller('{$request.query.callbackUrl}')
        class InPath {
          @Post({ responses: { 204: 'Received' } })
          send(@Param('a') _a: string) {}
        }
        return defineCallback(InPath)
      },
      'CONTROLLER_INVALID: it takes the path, InPath.send; declare the body, query parameters, headers and cookies.'
    ],
    [
      () => {
        @Controller('{$request.query.callbackUlr}')
        class Misspelt {
          @Get({ responses: { 204: 'Received' } })
          send() {}
        }
        return defineCallback(Misspelt)
      },
      'ROUTE_OPTIONS_INVALID: $request.query.callbackUlr points at nothing: the only query parameter is callbackUrl, Streams.add, callback onData, "{$request.query.callbackUlr}"; point at what the request or the response has.'
    ],
    [
      () => ({ '{$url}': { trace: { responses: { 204: 'Received' } } } }),
      'ROUTE_OPTIONS_INVALID: it is of TRACE, which fetch does not send, Streams.add, callback onData, trace {$url}; declare another method, such as POST.'
    ],
    [
      () => {
        @Controller('{$request.query.callbackUrl}')
        class Asking {
          @Get({ responses: { 204: 'Received' } })
          send(@Body(Reading) _reading: Reading) {}
        }
        return defineCallback(Asking)
      },
      'ROUTE_OPTIONS_INVALID: it is of GET and has a body, which fetch does not send, Asking.send; declare it with POST, or send query parameters in place of the body.'
    ],
    [
      () => ({ '{$url}': { head: { requestBody: Reading, responses: { 204: 'Received' } } } }),
      'ROUTE_OPTIONS_INVALID: it is of HEAD and has a body, which fetch does not send, Streams.add, callback onData, head {$url}; declare it with POST, or send query parameters in place of the body.'
    ],
    [
      () => ({}),
      "ROUTE_OPTIONS_INVALID: the callback has no operation, Streams.add, callback onData; write { '{$request.body#/url}': { post: { requestBody: Event, responses: { 204: 'Received' } } } }, or defineCallback(EventCallback)."
    ],
    [
      () => ({ '{$request.query.callbackUrl}': { POST: {} } }),
      "ROUTE_OPTIONS_INVALID: 'POST' is not a method in lower case, Streams.add, callback onData, POST {$request.query.callbackUrl}; write one of get, head, post, put, patch, delete, options, trace, query."
    ],
    [
      () => ({ '/data': { post: { responses: { 204: 'Received' } } } }),
      `ROUTE_OPTIONS_INVALID: its URL is not absolute, Streams.add, callback onData, "/data"; begin with an expression, or with 'https://'.`
    ],
    [
      () => ({ '{$url}': { post: { responses: { 204: 'Received' }, security: [] } } }),
      "OPTION_UNKNOWN: there is no option 'security', Streams.add, callback onData, post {$url}; remove security: this application sends the request, and does not receive it."
    ],
    [
      () => ({ '{$url}': { query: { responses: { 204: 'Received' } } } }),
      "DOCUMENT_INVALID: OpenAPI 3.0 has no method QUERY, Streams.add, callback onData, query {$url}; write openapi: '3.2', or send another method."
    ],
    [
      () => ({ '{$url}': { post: { responses: { 204: 'Received' }, operationId: 'postStreams' } } }),
      'DOCUMENT_CONFLICT: the operationId "postStreams" is that of Streams.add, too, Streams.add, callback onData; change one of them.'
    ]
  ]
  for (const [make, message] of classes) {
    it(`is a setup error: ${message}`, async () => {
      const errors = await setupErrorsOf([streamsWith({ onData: make() })])
      expect(errors.map((error) => error.message)).to.deep.equal([message])
    })
  }
})
