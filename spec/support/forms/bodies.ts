import {
  Application,
  Body,
  body,
  type Context,
  Controller,
  Field,
  Get,
  Integer,
  Patch,
  Post,
  param,
  Query,
  query,
  Returns
} from 'fieldstone'

class NewBook {
  @Field(() => String, { minLength: 2 }) title!: string
}

class BookForm {
  @Field(() => String) name!: string
}

class Change {
  @Field(() => String, { optional: true }) title?: string
}

class Refusal {
  @Field(() => String) reason!: string
}

const CONTENT = {
  'application/json': { type: NewBook, examples: { short: { title: 'Emma' } } },
  'application/x-www-form-urlencoded': BookForm
} as const

/** The parts of one request. */
class AddBook {
  @Body({ content: CONTENT, description: 'A book' }) book!: NewBook | BookForm
  @Query(() => Integer, { default: 1, examples: { one: 1 } }) copies!: number
}

class ChangeBook {
  @Body(Change, { required: false }) change?: Change
}

/** Written so that it compiles in both forms of decorators: inputs beside the method, and in a class of the request. */
@Controller('/books')
class Books {
  @Post('/fields', { request: AddBook })
  @Returns(201, NewBook, { example: { title: 'Emma' } })
  @Returns('4XX', Refusal)
  @Returns('default', 'Something else')
  addFields({ book, copies }: AddBook, ctx: Context): NewBook | undefined {
    if (copies > 1) return ctx.json(409, { reason: 'One is enough' }) as undefined
    return book instanceof BookForm ? { title: book.name } : book
  }

  @Post(
    '/inputs',
    body({ content: CONTENT, description: 'A book' }),
    query('copies', Integer, { default: 1, examples: { one: 1 } })
  )
  @Returns(201, NewBook, { example: { title: 'Emma' } })
  @Returns('4XX', Refusal)
  @Returns('default', 'Something else')
  addInputs(book: NewBook | BookForm, copies: number, ctx: Context): NewBook | undefined {
    return this.addFields({ book, copies }, ctx)
  }

  @Patch('/fields', { request: ChangeBook, responses: { '2XX': String } })
  changeFields({ change }: ChangeBook) {
    return change === undefined ? 'nothing' : 'a change'
  }

  @Patch('/inputs', body(Change, { required: false }), { responses: { '2XX': String } })
  changeInputs(change?: Change) {
    return this.changeFields(change === undefined ? {} : { change })
  }

  @Get('/{id}', param('id', Integer, { examples: { one: 1 } }))
  @Returns(200, { content: { 'application/json': NewBook, 'application/vnd.book+json': BookForm } })
  show(_id: number, ctx: Context) {
    return ctx.json(200, { title: 'Emma', name: 'Emma' }, 'application/vnd.book+json')
  }
}

export const application = new Application({
  title: 'Books',
  version: '1.0.0',
  controllers: [Books],
  logger: false,
  responseChecks: 'enforce'
})
