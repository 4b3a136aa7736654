import { expect } from 'chai'
import {
  type ApplicationOptions,
  Body,
  body,
  Controller,
  Field,
  Get,
  Integer,
  Post,
  Query,
  query,
  Returns,
  type RouteOptions,
  type Service
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const FORM = 'application/x-www-form-urlencoded'

class Line {
  @Field({ minLength: 3 }) sku!: string
}

class Order {
  @Field(() => Integer, { readOnly: true }) id!: number
  @Field() placed!: Date
  @Field(() => [Line], { minItems: 1 }) lines!: Line[]
  @Field({ writeOnly: true, optional: true }) code?: string
}

class Refusal {
  @Field() reason!: string
}

class Counter {
  @Field() value!: number
}

const placed = '2026-05-17T08:30:00.000Z'
const lines = [{ sku: 'abc' }]
const NEW = {
  short: { placed, lines },
  long: { summary: 'With a code', description: 'As *partners* send it', value: { placed, lines, code: 'x' } }
}
const SENT = { one: { summary: 'One line', value: { id: 1, placed, lines } }, two: { id: 2, placed, lines } }

@Controller('/orders')
class Orders {
  @Post('/decorated')
  @Returns(200, Order, { examples: SENT })
  @Returns(404, {
    description: 'No such order',
    examples: { gone: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Gone' } }
  })
  @Returns('4XX', Refusal, { example: { reason: 'Sold out' } })
  add(@Body({ examples: NEW }) order: Order): Order {
    return order
  }

  @Post('/declared', body(Order, { examples: NEW }), {
    responses: {
      200: {
        content: { 'application/json': { type: Order, examples: SENT }, 'text/csv': { type: String, example: 'a,b' } }
      }
    }
  })
  declare(order: Order): Order | string {
    return order
  }

  @Post('/several')
  several(
    @Body({
      content: {
        'application/json': { type: Order, examples: NEW },
        [FORM]: { type: Counter, example: { value: 3 } },
        'text/plain': { type: String, examples: { word: 'abc' } }
      }
    })
    given: Order | Counter | string
  ) {
    return given
  }
}

const routes: ApplicationOptions['routes'] = (router) => {
  router.postFunc('/orders/router', (ctx) => ctx.body(), {
    requestBody: { type: Order, examples: NEW },
    responses: { 200: { body: Order, examples: SENT } }
  })
}

const described = {
  short: { value: { placed, lines } },
  long: { summary: 'With a code', description: 'As *partners* send it', value: { placed, lines, code: 'x' } }
}
const sent = { one: { summary: 'One line', value: { id: 1, placed, lines } }, two: { value: { id: 2, placed, lines } } }

class FindOrders {
  @Query(() => Integer, { minimum: 1, examples: { first: 1, tenth: { summary: 'The tenth', value: 10 } } })
  page!: number
}

const PAGES = { first: 1, tenth: { summary: 'The tenth', value: 10 } }

@Controller('/pages')
class Pages {
  @Get('/parameters')
  @Returns(200, Integer)
  parameters(@Query('page', Integer, { minimum: 1, examples: PAGES }) page: number) {
    return page
  }

  @Get('/inputs', query('page', Integer, { minimum: 1, examples: PAGES }))
  @Returns(200, Integer)
  inputs(page: number) {
    return page
  }

  @Get('/request', { request: FindOrders })
  @Returns(200, Integer)
  request({ page }: FindOrders) {
    return page
  }

  @Get('/options', {
    parameters: [{ name: 'page', in: 'query', examples: PAGES }]
  })
  @Returns(200, Integer)
  options(@Query('page', Integer, { minimum: 1 }) page: number) {
    return page
  }
}

describe('Examples of parameters', () => {
  const routes: ApplicationOptions['routes'] = (router) =>
    router.getFunc('/pages/router', (ctx) => ctx.parameter<number>('page'), {
      parameters: [{ name: 'page', in: 'query', schema: Integer, minimum: 1, required: true, examples: PAGES }],
      responses: { 200: Integer }
    })

  it('have names in every form of declaration, and are accepted', async () => {
    for (const openapi of ['3.0', '3.1'] as const) {
      const service = await serviceOf([Pages], { openapi, routes })
      for (const path of ['parameters', 'inputs', 'request', 'options', 'router']) {
        const [parameter] = service.document.paths[`/pages/${path}`]?.get?.parameters ?? []
        expect(parameter?.examples, path).to.deep.equal({
          first: { value: 1 },
          tenth: { summary: 'The tenth', value: 10 }
        })
        expect(JSON.stringify(parameter?.schema), path).not.to.contain('example')
        for (const { value } of Object.values(parameter?.examples ?? {})) {
          expect((await service.inject(`/pages/${path}?page=${value}`)).json(), path).to.equal(value)
        }
      }
      expect(await complaintsAbout(service.document)).to.deep.equal([])
      await service.close()
    }
  })

  it('are setup errors where the parameter would reject them, by its rules as well', async () => {
    @Controller()
    class Wrong {
      @Get('/a')
      a(@Query('page', Integer, { minimum: 1, examples: { fine: 1, none: 0, text: '1' } }) page: number) {
        return page
      }
      @Get('/b')
      b(@Query('page', Integer, { example: 1, examples: PAGES }) page: number) {
        return page
      }
    }
    const wrong: ApplicationOptions['routes'] = (router) =>
      router.getFunc('/c', function handler() {}, { parameters: [{ name: 'q', in: 'query', examples: { long: 3 } }] })
    const messages = (await setupErrorsOf([Wrong], { routes: wrong })).map(({ message }) => message)
    expect(messages.map((message) => message.replace(/handler at [^,]+/, 'handler'))).to.deep.equal([
      `PARAMETER_INVALID: the example "none" breaks its type: must be at least 1, Wrong.a, query parameter page, example none; write a value that the type accepts, as JSON.`,
      `PARAMETER_INVALID: the example "text" breaks its type: must be an integer, Wrong.a, query parameter page, example text; write a value that the type accepts, as JSON.`,
      `PARAMETER_INVALID: it has example and examples, Wrong.b, query parameter page; put the first among the second, under a name.`,
      `PARAMETER_INVALID: the example "long" breaks its type: must be a string, handler, query parameter q, example long; write a value that the type accepts, as JSON.`
    ])
  })
})

describe('Examples of bodies', () => {
  const services: Service[] = []
  after(async () => {
    for (const service of services) await service.close()
  })

  const make = async (openapi: '3.0' | '3.1') => {
    const service = await serviceOf([Orders], { openapi, routes })
    services.push(service)
    return service
  }

  it('have names, and what is said of them, in a valid document of both versions', async () => {
    for (const openapi of ['3.0', '3.1'] as const) {
      const { document } = await make(openapi)
      for (const path of ['decorated', 'declared', 'router']) {
        const { requestBody, responses } = document.paths[`/orders/${path}`]?.post ?? {}
        expect(requestBody?.content['application/json']?.examples, path).to.deep.equal(described)
        const ok = responses?.['200'] as { content: Record<string, object> }
        expect(ok.content['application/json'], path).to.have.deep.property('examples', sent)
        expect(ok.content['application/json'], path).not.to.have.property('example')
      }
      expect(await complaintsAbout(document)).to.deep.equal([])
    }
  })

  it('are of each media type of its own, and one may be without a name', async () => {
    const { document } = await make('3.0')
    const { content = {} } = document.paths['/orders/several']?.post?.requestBody ?? {}
    expect(content['application/json']?.examples).to.deep.equal(described)
    expect(content[FORM]).to.have.deep.property('example', { value: 3 })
    expect(content['text/plain']?.examples).to.deep.equal({ word: { value: 'abc' } })
    const ok = document.paths['/orders/declared']?.post?.responses['200'] as { content: Record<string, object> }
    expect(ok.content['text/csv']).to.deep.equal({ schema: { type: 'string' }, example: 'a,b' })
  })

  it('of an error with the body of every error are in the place of the one that is made', async () => {
    const { document } = await make('3.0')
    const { responses = {} } = document.paths['/orders/decorated']?.post ?? {}
    expect(responses['404']).to.deep.equal({
      description: 'No such order',
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: { gone: { value: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Gone' } } }
        }
      }
    })
    expect(responses['4XX']).to.have.nested.property('content.application/json.example.reason', 'Sold out')
  })

  it('are accepted, or sent, as they are in the document', async () => {
    const service = await make('3.1')
    for (const path of ['decorated', 'declared', 'router']) {
      const { examples = {} } =
        service.document.paths[`/orders/${path}`]?.post?.requestBody?.content['application/json'] ?? {}
      for (const [name, { value }] of Object.entries(examples)) {
        const headers = { 'content-type': 'application/json' }
        const { statusCode } = await service.inject({
          method: 'POST',
          url: `/orders/${path}`,
          headers,
          body: JSON.stringify(value)
        })
        // The handlers return what came, which has no id: only a request that is accepted gets that far.
        expect(statusCode, name).to.equal(500)
      }
    }
  })

  describe('are setup errors with their place, their name and the field', () => {
    const ofRequest = async (given: object) => {
      const wrong: ApplicationOptions['routes'] = (router) =>
        router.postFunc('/a', function handler() {}, { requestBody: given })
      return (await setupErrorsOf([Orders], { routes: wrong })).map(({ message }) => message)
    }
    const ofResponse = async (given: object, status = 200) => {
      @Controller()
      class Wrong {
        @Get('/', { responses: { [status]: given } as RouteOptions['responses'] & object })
        get() {}
      }
      return (await setupErrorsOf([Wrong])).map(({ message }) => message)
    }

    it('where a value of a request breaks its type, each of them', async () => {
      const messages = await ofRequest({
        type: Order,
        examples: {
          fine: { placed, lines },
          typo: { placed, lines: [{ sku: 'ab' }] },
          unknown: { placed, lines, colour: 'red' },
          own: { id: 1, placed, lines },
          missing: { summary: 'No lines', value: { placed } }
        }
      })
      expect(messages.map((message) => message.replace(/handler at [^,]+/, 'handler'))).to.deep.equal([
        `ROUTE_OPTIONS_INVALID: the example "typo" breaks its type: 'lines[0].sku' must be at least 3 characters long, handler, request body, example typo; write a value that the type accepts, as JSON.`,
        `ROUTE_OPTIONS_INVALID: the example "unknown" breaks its type: 'colour' is not a field of this record, handler, request body, example unknown; write a value that the type accepts, as JSON.`,
        `ROUTE_OPTIONS_INVALID: the example "own" breaks its type: 'id' is read-only, handler, request body, example own; write a value that the type accepts, as JSON.`,
        `ROUTE_OPTIONS_INVALID: the example "missing" breaks its type: 'lines' is required, handler, request body, example missing; write a value that the type accepts, as JSON.`
      ])
    })

    it('where a value of a response breaks its type, also without a name, of an error, and where responses are shared', async () => {
      expect(await ofResponse({ body: Order, example: { placed, lines } })).to.deep.equal([
        `RESPONSE_INVALID: the example breaks its type: 'id' is required, Wrong.get, response 200; write a value that the type accepts, as JSON.`
      ])
      const secret = { body: Order, examples: { secret: { id: 1, placed, lines, code: 'x' } } }
      expect((await ofResponse(secret)).join()).to.match(/the example "secret" breaks its type: 'code' /)
      const content = {
        'application/json': { type: Order, examples: { a: 3 } },
        'text/csv': { type: String, example: 3 }
      }
      expect((await ofResponse({ content })).join()).to.match(
        /the example "a" breaks its type: it must be an object, Wrong.get, response 200, application\/json, example a/
      )
      expect((await ofResponse({ description: 'Gone', example: { detail: 'x' } }, 404)).join()).to.match(
        /the example breaks its type: 'type' is required.*response 404/
      )
      const shared = await setupErrorsOf([Orders], { responses: { 409: { body: Refusal, example: { reason: 1 } } } })
      expect(shared.map(({ message }) => message)).to.deep.equal([
        `RESPONSE_INVALID: the example breaks its type: 'reason' must be a string, the option responses, response 409; write a value that the type accepts, as JSON.`
      ])
    })

    it('where they are no examples, or of nothing', async () => {
      const message = async (given: object) => (await ofResponse(given)).join()
      expect(await message({ body: Order, example: 1, examples: {} })).to.match(/it has example and examples/)
      expect(await message({ body: Order, examples: {} })).to.match(/its examples have no names/)
      expect(await message({ body: Order, examples: [{ id: 1 }] })).to.match(/its examples have no names/)
      expect(await message({ body: Buffer, contentType: 'image/png', example: 'x' })).to.match(
        /bytes have no JSON form/
      )
      expect(await message({ example: 1 })).to.match(/it has an example, and no body/)
      expect(await message({ events: Order, example: 1 })).to.match(/it has an example, and no body/)
      expect(await message({ content: { 'application/json': Order }, example: 1 })).to.match(
        /it has content beside examples/
      )
      expect(await message({ body: String, example: 1n })).to.match(/the example has no JSON form/)
      expect(await message({ body: String, examples: { a: { value: 'x', summary: 3 } } })).to.match(
        /its summary is not a text/
      )
      const twice = { content: { 'application/json': Order, 'Application/Json': Counter } }
      expect(await message(twice)).to.match(/its content has application\/json twice, Wrong.get, response 200/)
      expect(await message({ content: { 'text/csv': { type: 'string' } } })).to.match(/the type is a JSON Schema/)
      const wrapped = await message({ body: Counter, examples: { three: { value: 3 } } })
      expect(wrapped).to.match(/the example "three" breaks its type: it must be an object/)
      expect((await ofRequest({ content: { 'application/json': Order }, example: 1 })).join()).to.match(
        /it has content beside examples/
      )
      expect((await ofRequest({ type: Buffer, example: 'x' })).join()).to.match(/bytes have no JSON form/)
    })
  })
})
