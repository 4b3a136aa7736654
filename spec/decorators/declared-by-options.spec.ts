import { expect } from 'chai'
import {
  Application,
  bootstrap,
  type Context,
  Controller,
  context,
  Field,
  Get,
  Integer,
  Post,
  param,
  request,
  type Service
} from 'fieldstone'

class NewBook {
  @Field({ minLength: 2 }) title!: string
}

const PAGE = { name: 'page', in: 'query', schema: Integer, minimum: 1, default: 1 } as const

@Controller('/books')
class BookController {
  @Get({ parameters: [PAGE], responses: { 200: String } })
  list(ctx: Context) {
    return `page ${ctx.parameter<number>('page') + 1}`
  }

  @Post({ requestBody: NewBook, responses: { 201: String } })
  async create(ctx: Context) {
    return `${ctx.body<NewBook>().title}, ${(await ctx.bindValidated(NewBook)).title}`
  }

  @Get('/{id}', param('id', Integer), context(), { parameters: [PAGE], responses: { 200: String } })
  find(id: number, ctx: Context) {
    return `${id + 1} on page ${ctx.parameter<number>('page') + 1}`
  }

  @Post('/raw', request(), { requestBody: NewBook, responses: { 201: String } })
  async raw(incoming: AsyncIterable<Buffer>) {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }

  @Get('/{id}/errors', param('id', Integer), context(), { responses: { 200: String } })
  mistaken(_id: number, ctx: Context) {
    const messages: string[] = []
    for (const read of [() => ctx.parameter('id'), () => ctx.parameter('size'), () => ctx.body()]) {
      try {
        read()
      } catch (error) {
        messages.push((error as Error).message)
      }
    }
    return messages.join('\n')
  }
}

describe('What the options of a method declare', () => {
  let service: Service
  before(async () => {
    const app = { title: 'Books', version: '1', controllers: [BookController], spec: '/openapi.json' }
    service = await bootstrap(new Application({ ...app, logger: false, errors: { statuses: { validation: 422 } } }))
  })
  after(() => service.close())

  const send = async (method: string, url: string, payload?: unknown) => {
    const { statusCode, body } = await service.inject({
      method,
      url,
      ...(payload !== undefined && { payload })
    } as never)
    const read = JSON.parse(body)
    return [statusCode, read.errors?.map(({ path, rule }: { path: string; rule: string }) => [path, rule]) ?? read]
  }

  const cases: [what: string, method: string, url: string, payload: unknown, status: number, result: unknown][] = [
    ['a parameter of its type', 'GET', '/books?page=2', undefined, 200, 'page 3'],
    ['the default of a parameter', 'GET', '/books', undefined, 200, 'page 2'],
    ['no parameter that breaks its rule', 'GET', '/books?page=0', undefined, 422, [['page', 'minimum']]],
    ['no parameter of another type', 'GET', '/books?page=x', undefined, 422, [['page', 'type']]],
    ['a body', 'POST', '/books', { title: 'Emma' }, 201, 'Emma, Emma'],
    ['no body that breaks its rule', 'POST', '/books', { title: 'E' }, 422, [['title', 'minLength']]],
    ['a parameter beside its inputs', 'GET', '/books/4?page=2', undefined, 200, '5 on page 3'],
    ['none beside its inputs that breaks its rule', 'GET', '/books/4?page=0', undefined, 422, [['page', 'minimum']]],
    ['the body with the request of Node', 'POST', '/books/raw', { title: 'E' }, 201, '{"title":"E"}']
  ]
  for (const [what, method, url, payload, status, result] of cases) {
    it(`is checked before the method runs, which gets ${what}`, async () => {
      expect(await send(method, url, payload)).to.deep.equal([status, result])
    })
  }

  it('is documented with the status of a request that breaks it, and as not checked for the request of Node', () => {
    const { paths } = service.document as {
      paths: Record<string, Record<string, { responses: object; requestBody?: object }>>
    }
    expect(paths['/books']?.get?.responses).to.have.property('422')
    expect(paths['/books']?.post?.responses).to.have.property('422')
    expect(paths['/books']?.post?.requestBody).not.to.have.property('x-unchecked')
    expect(paths['/books/raw']?.post?.requestBody).to.have.property('x-unchecked', true)
  })

  it('is not what the method gets as its arguments, as an error says', async () => {
    const [, text] = await send('GET', '/books/4/errors')
    expect(String(text).split('\n')).to.deep.equal([
      'BookController.mistaken reads the parameter "id", but the method gets it as an argument: take it there',
      "BookController.mistaken reads the parameter \"size\", which is not declared: add { name: 'size', in: 'query' } to the `parameters` of its options",
      'BookController.mistaken reads the body by ctx.body(), which is not declared: add `requestBody` to the options of the route'
    ])
  })
})
