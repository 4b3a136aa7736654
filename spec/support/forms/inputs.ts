import {
  Body,
  body,
  type Context,
  Controller,
  Cookie,
  Ctx,
  context,
  cookie,
  Field,
  Get,
  Header,
  header,
  Integer,
  Param,
  Post,
  param,
  Query,
  query
} from 'fieldstone'

export class NewBook {
  @Field(() => String, { minLength: 2 }) title!: string
}

export class Paging {
  @Field(() => Integer, { minimum: 1, default: 1 }) page!: number
}

/** What the methods return: the values that they got. */
export class Seen {
  @Field(() => Integer) id!: number
  @Field(() => Integer) page!: number
  @Field(() => String, { nullable: true }) match!: string | null
  @Field(() => [String]) words!: string[]
  @Field(() => String) path!: string
}

abstract class Identified {
  @Param(() => Integer) id!: number
}

/** Fields of its own and of its parent, some with a name of their own. */
class ReplaceBook extends Identified {
  @Query(() => Paging) paging!: Paging
  @Header('if-match', String, { optional: true }) match?: string
  @Cookie('visits', Integer, { default: 0 }) visits!: number
  @Body(() => NewBook) book!: NewBook

  get words(): string[] {
    return [this.book.title, String(this.visits)]
  }
}

/** The same fields for another route, one of them declared again. */
class CopyBook extends ReplaceBook {
  @Query(() => Integer, { minimum: 5 }) override id = 0
  @Ctx() ctx!: Context
}

@Controller('/books', { tags: ['Books'] })
export class BookController {
  @Post(
    '/inputs/{id}',
    param('id', Integer),
    query(Paging),
    header('if-match', String, { optional: true }),
    cookie('visits', Integer, { default: 0 }),
    body(NewBook),
    { responses: { 200: Seen }, summary: 'Replace a book' }
  )
  inputs(id: number, { page }: Paging, match: string | undefined, visits: number, book: NewBook, ctx: Context): Seen {
    return { id, page, match: match ?? null, words: [book.title, String(visits)], path: ctx.path }
  }

  @Post('/fields/{id}', { request: ReplaceBook, responses: { 200: Seen }, summary: 'Replace a book' })
  fields(request: ReplaceBook, ctx: Context): Seen {
    const { id, paging, match, words } = request
    return { id, page: paging.page, match: match ?? null, words, path: ctx.path }
  }

  @Post('/copies', { request: () => CopyBook, responses: { 200: Seen } })
  copy({ id, paging, match, words, ctx }: CopyBook): Seen {
    return { id, page: paging.page, match: match ?? null, words, path: ctx.path }
  }

  @Get('/first/{id}', context(), param('id', Integer))
  first(ctx: Context, id: number): string {
    return `${id} of ${ctx.path}`
  }
}

/** A decorator that the compiler rejects where it is, in either form. */
const unchecked = (decorator: unknown) => decorator as (target: object, context: unknown) => void

/** Its parameters are declared nowhere. */
@Controller('/unknown')
export class Unknown {
  @unchecked(Get('/{id}'))
  find(id: number, page: number): number {
    return id + page
  }
}

class UntypedRequest {
  @Query() page!: number
}

/** Types that only a compiler that emits them knows. */
@Controller('/untyped')
export class Untyped {
  @Get('/a', query('page'))
  input(page: number): number {
    return page
  }

  @Get('/b', { request: UntypedRequest })
  request({ page }: UntypedRequest): number {
    return page
  }
}
