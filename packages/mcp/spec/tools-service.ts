import {
  Application,
  apiKeyScheme,
  Body,
  bearerScheme,
  bootstrap,
  type Context,
  Controller,
  Delete,
  Field,
  Get,
  Header,
  Integer,
  NotFound,
  Param,
  Post,
  Put,
  Query,
  Record,
  Returns,
  type Service
} from 'fieldstone'
import { type McpOptions, mcp } from 'fieldstone-mcp'

@Record({ name: 'NewBook' })
class NewBook {
  @Field({ minLength: 1, description: 'As on the cover' }) title!: string
  @Field(() => [String], { maxItems: 3, optional: true }) authors?: string[]
}

@Record({ name: 'Book' })
class Book {
  @Field(() => Integer) id!: number
  @Field() title!: string
  @Field(() => [Book], { optional: true }) sequels?: Book[]
}

@Record({ name: 'Range' })
class PriceRange {
  @Field({ optional: true }) from?: number
  @Field({ optional: true }) to?: number
}

@Controller('/books', { tags: ['books'] })
class BookController {
  @Get('/{id}', { operationId: 'getBook', summary: 'One book', description: 'Finds a book by its number.' })
  @Returns(200, Book)
  @Returns(404)
  find(@Param('id', Integer, { minimum: 1, description: 'Its number' }) id: number): Book {
    if (id > 9) throw new NotFound(`There is no book ${id}`)
    return { id, title: `Book ${id}`, sequels: [] }
  }

  @Get('', { operationId: 'listBooks' })
  @Returns(200, [String])
  list(
    @Query('tag', [String], { optional: true }) tags: string[] | undefined,
    @Query('limit', Integer, { default: 2, maximum: 50 }) limit: number,
    @Query('price', PriceRange, { optional: true, style: 'deepObject' }) price: PriceRange | undefined,
    @Header('x-shelf', String, { optional: true }) shelf: string | undefined
  ): string[] {
    return [`tags ${tags?.join('+')}`, `limit ${limit}`, `price ${price?.from}-${price?.to}`, `shelf ${shelf}`]
  }

  @Post('', { operationId: 'addBook', responses: { 201: { body: Book, headers: { location: String } } } })
  add(@Body() book: NewBook, ctx: Context): void {
    ctx.header('location', '/books/7')
    ctx.json(201, { id: 7, title: book.title })
  }

  @Put('/{id}', {
    operationId: 'renameBook',
    parameters: [{ name: 'id', in: 'query', schema: String, required: true }]
  })
  @Returns(200, [String])
  rename(@Param('id', Integer) id: number, @Body() book: NewBook, ctx: Context): string[] {
    return [String(id), ctx.parameter<string>('id', 'query'), book.title]
  }

  @Delete('/{id}', { operationId: 'removeBook' })
  @Returns(204)
  remove(@Param('id', Integer) _id: number): void {}

  @Get('/{id}/cover', { operationId: 'cover', responses: { 200: { body: Buffer, contentType: 'image/png' } } })
  cover(@Param('id', Integer) _id: number): Buffer {
    return Buffer.from([137, 80, 78, 71])
  }

  @Get('/all', { operationId: 'wholeStock', responses: { 200: { body: String, contentType: 'text/plain' } } })
  all(): string {
    return 'x'.repeat(2_000)
  }

  @Get('/news', { operationId: 'news', responses: { 200: { events: String } } })
  async *news() {
    yield 'new'
  }
}

@Controller('/private', { tags: ['private'] })
class PrivateController {
  @Get('/mine', { operationId: 'mine', security: ['token'] })
  @Returns(200, String)
  mine(ctx: Context): string {
    return `${ctx.principal()} at ${ctx.ip}`
  }

  @Get('/keyed', { operationId: 'keyed', security: ['key'] })
  @Returns(200, String)
  keyed(ctx: Context): string {
    return `${ctx.principal()}, authorization ${ctx.requestHeader('authorization')}`
  }

  @Get('/broken', { operationId: 'broken' })
  @Returns(200, String)
  broken(): string {
    throw new Error('the password is 12345')
  }

  @Get('/slow', { operationId: 'slow' })
  @Returns(200, String)
  async slow(ctx: Context): Promise<string> {
    slowly.started()
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()))
    slowly.aborted()
    return 'too late'
  }
}

/** The tools of most specs. */
export const BOOKS: McpOptions = { tags: ['books'], operations: ['mine', 'keyed', 'broken', 'slow'] }

/** What a spec waits for. */
export const slowly = { started: () => {}, aborted: () => {} }

/** A service whose operations are tools. */
export function toolsService(options: McpOptions): Promise<Service> {
  return bootstrap(
    new Application({
      title: 'Books',
      version: '1.2.3',
      description: 'A shop of books.',
      controllers: [BookController, PrivateController],
      securitySchemes: {
        token: bearerScheme({ authenticate: (token) => (token === 'right' ? 'Ann' : undefined) }),
        key: apiKeyScheme({
          in: 'header',
          name: 'x-key',
          authenticate: (key) => (key === 'secret' ? 'Bob' : undefined)
        })
      },
      logger: false,
      hooks: [mcp(options)]
    })
  )
}
