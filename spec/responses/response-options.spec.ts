import { expect } from 'chai'
import {
  Application,
  bootstrap,
  type Context,
  Controller,
  type DeclaredResponse,
  enumOf,
  Field,
  Get,
  generateOpenAPISpec,
  Integer,
  Problem,
  Returns,
  Router
} from 'fieldstone'
import { setupErrorsOf } from '../support/applications.js'

class Book {
  @Field(() => Integer) id!: number
  @Field() title!: string
}

const CONFIG = { title: 'Books', version: '1.0.0' }
const BOOK = { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } }

function responsesOf(responses: Record<number, DeclaredResponse>) {
  const router = new Router().getFunc('/books', () => undefined, { responses })
  const described = generateOpenAPISpec(router, CONFIG).paths['/books']?.get?.responses ?? {}
  return { ok: described['200'], notFound: described['404'], conflict: described['409'] }
}

describe('the responses of a route', () => {
  it('are declared by the type of the body, by a description, or by options', () => {
    const declared = responsesOf({ 200: Book, 404: 'No such book', 409: { description: 'Lent', body: Book } })
    expect(declared).to.deep.equal({
      ok: { description: 'OK', content: BOOK },
      notFound: {
        description: 'No such book',
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            example: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No such book' }
          }
        }
      },
      conflict: { description: 'Lent', content: BOOK }
    })
  })

  it('have bodies of every kind of type', () => {
    const items = { $ref: '#/components/schemas/Book' }
    const kinds: readonly (readonly [DeclaredResponse, object])[] = [
      [[Book], { type: 'array', items }],
      [() => Book, items],
      [() => [Book], { type: 'array', items }],
      [String, { type: 'string' }],
      [enumOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }]
    ]
    for (const [type, schema] of kinds) {
      const { ok } = responsesOf({ 200: type })
      expect(ok).to.deep.include({ content: { 'application/json': { schema } } })
    }
  })

  it('write a returned value by the type that is given alone', async () => {
    @Controller('/books')
    class BookController {
      @Get('/options', { responses: { 201: Book } })
      byOptions() {
        return { id: 1, title: 'Emma', secret: 'x' }
      }

      @Get('/decorator')
      @Returns(201, Book)
      @Returns(404, 'No such book')
      byDecorator() {
        return { id: 1, title: 'Emma', secret: 'x' }
      }
    }
    const service = await bootstrap(new Application({ ...CONFIG, controllers: [BookController], logger: false }))
    for (const url of ['/books/options', '/books/decorator']) {
      const { statusCode, body } = await service.inject(url)
      expect([statusCode, body]).to.deep.equal([201, '{"id":1,"title":"Emma"}'])
    }
    expect(service.document.paths['/books/decorator']?.get?.responses['404']).to.include({
      description: 'No such book'
    })
  })

  it("are the context's as options, and leave the declared object as it is", async () => {
    const responses = { 200: Book, 404: 'No such book' }
    let seen: unknown
    const show = (ctx: Context) => {
      seen = ctx.route?.options.responses
      return { id: 1, title: 'Emma' }
    }
    const routes = (router: Router) => router.getFunc('/books', show, { responses })
    const service = await bootstrap(new Application({ ...CONFIG, logger: false, routes }))
    await service.inject('/books')
    expect({ ...(seen as object) }).to.deep.equal({
      200: { body: Book },
      404: { description: 'No such book', content: { 'application/problem+json': Problem } }
    })
    expect(responses).to.deep.equal({ 200: Book, 404: 'No such book' })
  })

  it('are rejected where they are neither a type, a description nor options', async () => {
    const errors = async (wrong: unknown) => {
      @Controller('/books')
      class BookController {
        @Get({ responses: { 200: wrong as DeclaredResponse } })
        show() {}
      }
      return (await setupErrorsOf([BookController])).map(({ message }) => message)
    }
    const noObject =
      "RESPONSE_INVALID: the response is not an object, BookController.show, response 200; write Item, a description, or { description: '…', body: Item }."
    for (const wrong of [null, 5, true]) expect(await errors(wrong)).to.include(noObject)
    expect(await errors(undefined)).to.deep.equal([
      'RESPONSE_INVALID: the response is undefined (perhaps because of a circular import), BookController.show, response 200; write () => Item.'
    ])
  })
})
