import { createServer } from 'node:http'
import cors from 'cors'
import express, { type NextFunction, type Request, type Response } from 'express'
import { addressOf, type ForeignService, type Mistake, rarely } from './listening.js'

interface Book {
  readonly id: number
  readonly title: string
  readonly genre: string
  readonly price: number
  readonly tags: readonly string[]
  /** Missing where it is unknown. */
  readonly author?: string
}

const GENRES = ['poetry', 'prose', 'science']

const json = (schema: object) => ({ 'application/json': { schema } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const error = { description: 'What is wrong', content: json(ref('Error')) }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }

/** Written by hand, in OpenAPI 3.0. */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1.0.0' },
  servers: [{ url: '/api' }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          { name: 'genre', in: 'query', schema: { type: 'string', enum: GENRES } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } }
        ],
        responses: {
          200: { description: 'Books', content: json({ type: 'array', items: ref('Book') }) },
          400: error
        }
      },
      post: {
        operationId: 'addBook',
        requestBody: { required: true, content: json(ref('NewBook')) },
        responses: { 201: { description: 'The book', content: json(ref('Book')) }, 400: error }
      }
    },
    '/books/{id}': {
      parameters: [id],
      get: {
        operationId: 'getBook',
        responses: { 200: { description: 'The book', content: json(ref('Book')) }, 404: error }
      },
      put: {
        operationId: 'replaceBook',
        requestBody: { required: true, content: json(ref('NewBook')) },
        responses: { 200: { description: 'The book', content: json(ref('Book')) }, 400: error, 404: error }
      },
      delete: { operationId: 'removeBook', responses: { 204: { description: 'It is gone' }, 404: error } }
    },
    '/health': {
      get: {
        operationId: 'health',
        responses: {
          200: { description: 'Well', content: json({ type: 'object', properties: { status: { enum: ['ok'] } } }) }
        }
      }
    }
  },
  components: {
    schemas: {
      NewBook: {
        type: 'object',
        required: ['title', 'genre', 'price'],
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 60 },
          genre: { type: 'string', enum: GENRES },
          price: { type: 'number', minimum: 0 },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 5, nullable: true },
          author: { type: 'string' }
        }
      },
      Book: {
        type: 'object',
        required: ['id', 'title', 'genre', 'price', 'tags', 'author'],
        properties: {
          id: { type: 'integer' },
          title: { type: 'string' },
          genre: { type: 'string' },
          price: { type: 'number' },
          tags: { type: 'array', items: { type: 'string' } },
          author: { type: 'string' }
        }
      },
      Error: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } }
    }
  }
}

/** What is wrong with the service. */
export const EXPRESS_MISTAKES: readonly Mistake[] = [
  // The limit is read by Number and never checked.
  'accepted-invalid listBooks query limit type',
  'accepted-invalid listBooks query limit minimum',
  'accepted-invalid listBooks query limit maximum',
  // A price of 0 is taken for a missing one.
  'refused-valid addBook 400 the price is missing',
  'refused-valid replaceBook 400 the price is missing',
  // A book without an author has none in the response, although its schema requires one.
  'broken-response addBook 201  required',
  'broken-response replaceBook 200  required',
  rarely('broken-response listBooks 200 [] required'),
  rarely('broken-response getBook 200  required'),
  // The tags may be null, and are copied.
  'server-error addBook 500',
  // A price beyond all numbers is Infinity, which JSON does not have.
  rarely('broken-response addBook 201 price type'),
  rarely('broken-response replaceBook 200 price type'),
  // Who removes a book that is lent gets a body with another status.
  'undocumented-status removeBook 202'
]

/** A service of Express with its usual parts: JSON bodies up to 100 KB, CORS, and its own handler of errors. */
export async function startExpressService(): Promise<ForeignService> {
  let books: Map<number, Book>
  let next: number
  const reset = () => {
    next = 3
    books = new Map([
      [1, { id: 1, title: 'Poems', genre: 'poetry', price: 9.5, tags: [], author: 'Ada' }],
      [2, { id: 2, title: 'Tales', genre: 'prose', price: 12, tags: ['old'], author: 'Bo' }]
    ])
  }
  reset()

  const faultOf = (body: Partial<Book> | undefined): string | undefined => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body is no object'
    const { title, genre, price, tags, author } = body
    if (typeof title !== 'string' || title === '' || [...title].length > 60) return 'the title has 1 to 60 characters'
    if (!GENRES.includes(genre as string)) return 'there is no such genre'
    if (!price || typeof price !== 'number' || price < 0) return 'the price is missing'
    if (author !== undefined && typeof author !== 'string') return 'the author is a text'
    if (tags === undefined || tags === null) return undefined
    const isList = Array.isArray(tags) && tags.length <= 5 && tags.every((tag) => typeof tag === 'string')
    return isList ? undefined : 'there are up to 5 tags'
  }
  const stored = (own: number, { title, genre, price, tags, author }: Book): Book => {
    const book = { id: own, title, genre, price, tags: tags ?? [], ...(author !== undefined && { author }) }
    books.set(own, book)
    return book
  }
  const bookOf = (request: Request): Book | undefined => {
    const text = String(request.params.id)
    return /^[1-9]\d*$/.test(text) ? books.get(Number(text)) : undefined
  }

  const api = express.Router()
  api.get('/books', (request, response) => {
    const { genre, limit } = request.query
    if (genre !== undefined && !GENRES.includes(String(genre)))
      return response.status(400).json({ error: 'no such genre' })
    const found = [...books.values()].filter((book) => genre === undefined || book.genre === genre)
    return response.json(found.slice(0, Number(limit ?? 20)))
  })
  api.post('/books', (request, response) => {
    const fault = faultOf(request.body)
    if (fault !== undefined) return response.status(400).json({ error: fault })
    const { tags } = request.body
    return response.status(201).json(stored(next++, { ...request.body, tags: tags === undefined ? [] : tags.slice() }))
  })
  api.get('/books/:id', (request, response) => {
    const book = bookOf(request)
    return book === undefined ? response.status(404).json({ error: 'no such book' }) : response.json(book)
  })
  api.put('/books/:id', (request, response) => {
    const book = bookOf(request)
    if (book === undefined) return response.status(404).json({ error: 'no such book' })
    const fault = faultOf(request.body)
    return fault === undefined
      ? response.json(stored(book.id, request.body))
      : response.status(400).json({ error: fault })
  })
  api.delete('/books/:id', (request, response) => {
    const book = bookOf(request)
    if (book === undefined) return response.status(404).json({ error: 'no such book' })
    if (book.tags.includes('old')) return response.status(202).json({ status: 'it is lent' })
    books.delete(book.id)
    return response.status(204).end()
  })
  api.get('/health', (_, response) => response.json({ status: 'ok' }))

  const app = express()
  app.use(cors())
  app.use(express.json())
  app.use('/api', api)
  app.use((fault: { status?: number; message: string }, _: Request, response: Response, _next: NextFunction) => {
    response.status(fault.status ?? 500).json({ error: fault.message })
  })
  const server = createServer(app)
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: await addressOf(server), document: DOCUMENT, reset, close }
}
