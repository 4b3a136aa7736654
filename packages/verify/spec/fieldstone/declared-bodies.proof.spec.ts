import { expect } from 'chai'
import {
  Body,
  body,
  Conflict,
  type Context,
  Controller,
  Field,
  Get,
  HttpError,
  Integer,
  NotFound,
  Param,
  Patch,
  Post,
  Problem,
  Put,
  param,
  Returns,
  type RouteOptions
} from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { serviceOf } from '../../../../spec/support/applications.js'
import { complaintsAbout } from '../../../../spec/support/openapi-validator.js'

const FORM = 'application/x-www-form-urlencoded'
const VENDOR = 'application/vnd.library.book+json'

class NewBook {
  @Field({ minLength: 2, maxLength: 40 }) title!: string
}

class BookForm {
  @Field({ minLength: 1, maxLength: 20 }) name!: string
  @Field(() => Integer, { minimum: 1, maximum: 5000 }) pages!: number
}

class LibraryBook {
  @Field({ maxLength: 8 }) shelf!: string
}

class Change {
  @Field({ optional: true, minLength: 2, maxLength: 40 }) title?: string
}

class Refusal {
  @Field() reason!: string
}

const BOOKS = { 'application/json': NewBook, [VENDOR]: LibraryBook, 'text/csv': String }

@Controller('/books')
class Books {
  @Post()
  @Returns(201, NewBook, { examples: { short: { title: 'Emma' } } })
  @Returns('4XX', 'Not accepted')
  @Returns('default', 'Something else went wrong')
  add(
    @Body({
      description: 'In one of three forms',
      content: {
        'application/json': { type: NewBook, examples: { short: { title: 'Emma' } } },
        [FORM]: { type: BookForm, example: { name: 'Emma', pages: 474 } },
        [VENDOR]: LibraryBook
      }
    })
    book: NewBook | BookForm | LibraryBook
  ): NewBook {
    if (book instanceof NewBook) return { title: book.title }
    if (book instanceof BookForm) return { title: `${book.name}, a book` }
    if (book.shelf === '') throw new Conflict('There is no such shelf')
    return { title: `What is on ${book.shelf}` }
  }

  @Patch('/current')
  @Returns('2XX', Change)
  change(@Body({ required: false, description: 'What to change' }) change?: Change): Change {
    return change ?? { title: 'None' }
  }

  @Put('/{number}/mark', param('number', Integer, { minimum: 1, maximum: 9 }), body(Change, { required: false }))
  @Returns(204)
  @Returns('4XX', Refusal)
  replace(number: number, change: Change | undefined, ctx: Context) {
    if (change === undefined && number > 4) ctx.json(409, { reason: 'Nothing to replace it by' })
  }

  @Get('/{number}')
  @Returns(200, { content: BOOKS })
  @Returns('default', Problem, { contentType: 'application/problem+json' })
  show(@Param('number', Integer) number: number, ctx: Context) {
    if (number < 0) throw new NotFound()
    if (number > 1000) throw new HttpError(451, 'Not in this country')
    if (ctx.accepts() === 'text/csv') return 'title\nEmma\n'
    ctx.json(200, { title: 'Emma', shelf: 'A1' })
  }
}

const DECLARED: RouteOptions = {
  requestBody: { content: { 'application/json': Change, [FORM]: BookForm }, required: false, description: 'Either' },
  responses: { '2XX': { body: String, contentType: 'text/plain' } }
}

const make = (openapi: '3.0' | '3.1') =>
  serviceOf([Books], {
    openapi,
    routes: (router) => {
      router.postFunc('/router', (ctx) => ctx.body<object | undefined>()?.constructor.name ?? 'nothing', DECLARED)
    }
  })

describe('verification of declared bodies and responses', () => {
  it('finds nothing, and reaches each range, media type and absent body', async () => {
    expect(await complaintsAbout((await make('3.0')).document)).to.deep.equal([])
    const service = await make('3.1')
    expect(await complaintsAbout(service.document)).to.deep.equal([])
    const report = await verify(service, { seed: 7 })
    expect(report.ok, formatReport(report)).to.equal(true)
    for (const { id, isReached, unreachedStatuses } of report.operations) {
      expect(isReached, id).to.equal(true)
      expect(unreachedStatuses, id).to.deep.equal([])
    }
    expect(formatReport(report)).not.to.match(/(?:statuses|media types) .*not met/)
  }).timeout(120_000)
})
