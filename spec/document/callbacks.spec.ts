import { expect } from 'chai'
import {
  Body,
  bearerScheme,
  body,
  type Class,
  type Context,
  Controller,
  Ctx,
  cookie,
  Delete,
  defineCallback,
  Field,
  File,
  Get,
  Header,
  Integer,
  Param,
  Post,
  Put,
  Query,
  query,
  Returns,
  type RouteOptions,
  Router,
  type UploadedFile
} from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

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

  it('may have several methods of one URL, each with its tags once, and extensions of responses', async () => {
    const operation = { tags: ['a', 'a'], responses: { 204: { description: 'Received', 'x-own': 1 } } }
    const { document } = await serviceOf([streamsWith({ onData: { '{$url}': { put: operation, post: operation } } })])
    const described = { tags: ['a'], responses: { 204: { description: 'Received', 'x-own': 1 } } }
    expect(document.paths['/streams']?.post?.callbacks?.onData).to.deep.equal({
      '{$url}': { put: described, post: described }
    })
    expect(document.tags).to.deep.equal([{ name: 'a' }])
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

  it('is described with forms, files, texts, bytes and cookies', async () => {
    class Report {
      @Field() title!: string
      @File() file!: UploadedFile
    }
    class Numbered {
      @Query('number', Integer) number!: number
      @Body(Reading) reading!: Reading
    }
    @Controller('https://fixed.example/{$request.query.callbackUrl}')
    class Plain {
      @Post('/form', body(Reading, { consumes: 'application/x-www-form-urlencoded' }), {
        responses: { 204: 'Received' }
      })
      form(_reading: Reading) {}

      @Post('/files', body(Report), { responses: { 204: 'Received' } })
      files(_report: Report) {}

      @Put('/text', query('part', Integer), body(String, { consumes: 'text/plain' }), { responses: { '2XX': String } })
      text(_part: number, _text: string) {}

      @Put('/request', { request: Numbered, responses: { 204: 'Received' } })
      request(_request: Numbered) {}

      @Put('/bytes', body(Buffer), { responses: { default: 'Received' } })
      bytes(_bytes: Buffer) {}

      @Delete('/none', cookie('id', Integer, { optional: true }), { responses: { 204: 'Received' } })
      none(_id: number | undefined) {}
    }
    const { document } = await serviceOf([streamsWith({ onData: defineCallback(Plain) })])
    const items = Object.values(document.paths['/streams']?.post?.callbacks?.onData ?? {})
    const operations = items.flatMap((item) => Object.values(item))
    expect(
      operations.map(({ parameters = [], requestBody }) => [
        ...parameters.map(({ in: place, name }) => `${place} ${name}`),
        ...Object.keys(requestBody?.content ?? {})
      ])
    ).to.deep.equal([
      ['application/x-www-form-urlencoded'],
      ['multipart/form-data'],
      ['query part', 'text/plain'],
      ['query number', 'application/json'],
      ['application/octet-stream'],
      ['cookie id']
    ])
    expect(operations[1]?.requestBody?.content['multipart/form-data']?.schema).to.deep.equal({
      $ref: '#/components/schemas/Report'
    })
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  // biome-ignore format: one row a line
  const classes: [make: () => unknown, message: string][] = [
    [() => DataCallback, 'ROUTE_OPTIONS_INVALID: it is a class, Streams.add, callback onData; write onData: defineCallback(DataCallback).'],
    [() => null, 'ROUTE_OPTIONS_INVALID: it is not an object, Streams.add, callback onData; write onData: defineCallback(DataCallback).'],
    [
      () => {
        @Controller('{$request.query.callbackUrl}')
        class Doubled {
          @Post({ responses: { 204: 'Received' } })
          send() {}

          @Post('/', { responses: { 204: 'Received' } })
          again() {}
        }
        return defineCallback(Doubled)
      },
      'ROUTE_OPTIONS_INVALID: it has POST {$request.query.callbackUrl} twice, Streams.add, callback onData; change one of them.'
    ],
    [
      () => ({ '{$url}': { post: { operationId: 'on', responses: { 204: 'Received' } }, put: { operationId: 'on', responses: { 204: 'Received' } } } }),
      'DOCUMENT_CONFLICT: the operationId "on" is that of Streams.add, callback onData, too, Streams.add, callback onData; change one of them.'
    ],
    [
      () => ({ '{$url}': { post: { responses: { 200: { lines: Reading } } } } }),
      'RESPONSE_INVALID: it has lines, which only responses of this service have, Streams.add, callback onData, post {$url}, response 200; remove lines.'
    ],
    [
      () => ({ '{$url}': { post: { responses: { 200: { events: { a: Reading } } } } } }),
      'RESPONSE_INVALID: it has events, which only responses of this service have, Streams.add, callback onData, post {$url}, response 200; remove events.'
    ],
    [
      () => ({ '{$url}': { post: { responses: { 200: { links: {} } } } } }),
      'RESPONSE_INVALID: it has links, which only responses of this service have, Streams.add, callback onData, post {$url}, response 200; remove links.'
    ],
    [() => 5, 'ROUTE_OPTIONS_INVALID: it is not an object, Streams.add, callback onData; write onData: defineCallback(DataCallback).'],
    [() => defineCallback(5 as never), 'CONTROLLER_INVALID: 5 is not a class, operations to send; give a class.'],
    [
      () => {
        @Controller('{$request.query.callbackUrl}')
        class Empty {}
        return defineCallback(Empty)
      },
      'CONTROLLER_INVALID: the class has no operation, Empty; decorate a method with @Post() or another route decorator.'
    ],
    [
      () => {
        @Controller('{$request.query.callbackUrl}')
        class Twice {
          @Post({ responses: { 204: 'Received' } })
          send() {}
        }
        Controller('again')(Twice)
        return defineCallback(Twice)
      },
      'CONTROLLER_INVALID: the class has two @Controller decorators, Twice; keep one of them.'
    ],
    [
      () => {
        @Controller('{$request.query.callbackUrl}')
        class Contextual {
          @Post({ responses: { 204: 'Received' } })
          send(@Ctx() _ctx: Context) {}
        }
        return defineCallback(Contextual)
      },
      'CONTROLLER_INVALID: it takes the context, Contextual.send; declare the body, query parameters, headers and cookies.'
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
      () => {
        @Controller('{$request.query.callbackUrl}')
        class Asking {
          @Get({ responses: { 204: 'Received' } })
          send(@Body(Reading) _reading: Reading) {}
        }
        return defineCallback(Asking)
      },
      'ROUTE_OPTIONS_INVALID: a GET request cannot have a body, Asking.send, request body; use another method, or query parameters.'
    ],
    [() => ({ '{$url}': { head: { requestBody: Reading, responses: { 204: 'Received' } } } }), 'ROUTE_OPTIONS_INVALID: a HEAD request cannot have a body, Streams.add, callback onData, head {$url}, request body; use another method, or query parameters.'],
    [() => ({}), "ROUTE_OPTIONS_INVALID: the callback has no operation, Streams.add, callback onData; write { '{$request.body#/url}': { post: { requestBody: Event, responses: { 204: 'Received' } } } }, or defineCallback(EventCallback)."],
    [() => ({ '{$request.query.callbackUrl}': { POST: {} } }), "ROUTE_OPTIONS_INVALID: 'POST' is not a method in lower case, Streams.add, callback onData, POST {$request.query.callbackUrl}; write one of get, head, post, put, patch, delete, options, trace, query."],
    [() => ({ '/data': { post: { responses: { 204: 'Received' } } } }), `ROUTE_OPTIONS_INVALID: its URL is not absolute, Streams.add, callback onData, "/data"; begin with an expression, or with 'https://'.`],
    [() => ({ '{$url}': { post: { responses: { 204: 'Received' }, security: [] } } }), "OPTION_UNKNOWN: there is no option 'security', Streams.add, callback onData, post {$url}; remove security: this application sends the request, and does not receive it."],
    [() => ({ '{$url}': { query: { responses: { 204: 'Received' } } } }), "DOCUMENT_INVALID: OpenAPI 3.0 has no method QUERY, Streams.add, callback onData, query {$url}; write openapi: '3.2', or send another method."],
    [() => ({ '{$url}': { post: { responses: { 204: 'Received' }, operationId: 'postStreams' } } }), 'DOCUMENT_CONFLICT: the operationId "postStreams" is that of Streams.add, too, Streams.add, callback onData; change one of them.']
  ]
  for (const name of ['x-data', 'a b', '', 'a/b', 'a{b}']) {
    it(`is a setup error: a callback of the name ${JSON.stringify(name)}`, async () => {
      const errors = await setupErrorsOf([streamsWith({ [name]: dataCallback })])
      expect(errors.map(({ message }) => message)).to.deep.equal([
        `ROUTE_OPTIONS_INVALID: no callback can have the name ${JSON.stringify(name)}, Streams.add; use letters, digits and . _ -.`
      ])
    })
  }

  for (const [make, message] of classes) {
    it(`is a setup error: ${message}`, async () => {
      const errors = await setupErrorsOf([streamsWith({ onData: make() })])
      expect(errors.map((error) => error.message)).to.deep.equal([message])
    })
  }
})
