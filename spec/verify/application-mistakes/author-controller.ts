import {
  Body,
  Conflict,
  type Context,
  Controller,
  Ctx,
  Delete,
  Get,
  Injectable,
  Integer,
  NotFound,
  Param,
  Post,
  Query,
  Returns
} from '../../../src/index.js'
import { Plan } from './plan.js'
import { Author, NewAuthor } from './records.js'
import { later, reject } from './reply.js'
import { Store } from './store.js'

const ID = { minimum: 1, example: 1 }
const LIMIT = { optional: true, description: 'How many; none below 1' } as const

@Controller('/authors', { tags: ['Authors'] })
@Injectable(() => [Store, Plan])
export class AuthorController {
  constructor(
    readonly store: Store,
    readonly plan: Plan
  ) {}

  @Get({ operationId: 'listAuthors', summary: 'All authors' })
  @Returns(200, [Author])
  @Returns(400)
  list(@Query('limit', Integer, LIMIT) limit: number | undefined): unknown {
    const { plan, store } = this
    let authors = [...store.authors.values()]
    if (plan.has('authors-cached-at-start')) authors = (store.memory.get('authors') as Author[]) ?? authors
    store.memory.set('authors', authors)
    const found = authors.slice(0, Math.max(0, limit ?? authors.length))
    if (!plan.has('authors-local-dates')) return found
    return found.map((author) => ({ ...author, bornOn: author.bornOn?.split('-').reverse().join('.') ?? null }))
  }

  @Post({ operationId: 'createAuthor', summary: 'Add an author', security: [{ bearer: ['write'] }] })
  @Returns(201, Author)
  async create(@Body() author: NewAuthor, @Ctx() ctx: Context): Promise<unknown> {
    const { plan, store } = this
    if (plan.has('author-ascii-only') && !/^[A-Za-z .]+$/.test(author.name)) reject('A name is made of letters')
    if (plan.has('author-leap-day-rejected') && author.bornOn?.endsWith('-02-29')) reject('There is no such day')
    const id = this.#nextId()
    if (plan.has('author-same-id')) await later()
    const created = { ...author, id, bookCount: 0 }
    store.authors.set(plan.has('author-unreadable') ? (String(id) as unknown as number) : id, created)
    if (plan.has('author-created-200')) return ctx.json(200, created)
    return created
  }

  #nextId(): number {
    const { plan, store } = this
    if (plan.has('author-id-reused')) return store.authors.size + 1
    return plan.has('author-same-id') ? Math.max(0, ...store.authors.keys()) + 1 : store.authorNumber()
  }

  @Get('/{id}', { operationId: 'readAuthor', summary: 'Read an author' })
  @Returns(200, Author)
  @Returns(404, { description: 'No such author' })
  show(@Param('id', Integer, ID) id: number, @Ctx() ctx: Context): unknown {
    const author = this.store.authors.get(id)
    if (author === undefined && this.plan.has('author-missing-as-null')) return ctx.json(200, null)
    const found = author ?? NotFound.throw(`There is no author ${id}`)
    return this.plan.has('author-homepage-null') ? { ...found, homepage: found.homepage ?? null } : found
  }

  @Delete('/{id}', { operationId: 'deleteAuthor', summary: 'Delete an author', security: [{ bearer: ['admin'] }] })
  @Returns(204)
  @Returns(404, { description: 'No such author' })
  @Returns(409, { description: 'There are books of the author' })
  remove(@Param('id', Integer, ID) id: number): void {
    const { plan, store } = this
    if (!store.authors.has(id)) throw new NotFound(`There is no author ${id}`)
    const books = [...store.books.values()].filter((book) => book.authorId === id)
    if (books.length > 0 && !plan.has('author-delete-cascades')) throw new Conflict('There are books of the author')
    for (const book of books) store.books.delete(book.id)
    store.authors.delete(id)
  }
}
