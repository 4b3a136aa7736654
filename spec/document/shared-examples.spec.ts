import { expect } from 'chai'
import {
  Body,
  Controller,
  defineCallback,
  defineExample,
  defineWebhook,
  Field,
  Get,
  Integer,
  Post,
  Query,
  Returns
} from 'fieldstone'
import { readDocument } from '../../packages/verify/src/document/published-document.js'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

class Book {
  @Field({ minLength: 2 }) title!: string
  @Field(() => Integer, { optional: true }) pages?: number
}

const emma = defineExample('Emma', { title: 'Emma' })
const long = defineExample('long.book', {
  summary: 'All of it',
  value: { title: 'Middlemarch', pages: 880 },
  'x-own': 1
})
const elsewhere = defineExample('Elsewhere', { externalValue: '/book.json' })
const third = defineExample('third', 3)
const last = defineExample('last', 9)

@Controller('{$request.query.url}')
class BookCallback {
  @Post()
  @Returns(204)
  changed(@Body({ examples: { emma } }) _book: Book): void {}
}

@Controller('book')
class BookWebhooks {
  @Post()
  @Returns(204)
  changed(@Body({ examples: { elsewhere } }) _book: Book): void {}
}

@Controller('/books')
class BookController {
  @Post({ callbacks: { onChange: defineCallback(BookCallback) } })
  @Returns(201, Book, { examples: { it: long }, headers: { 'X-Page': { type: Integer, examples: { third, last } } } })
  add(@Body({ examples: { emma, long, own: { title: 'Persuasion' } } }) book: Book, @Query('url') _url: string): Book {
    return book
  }

  @Get()
  @Returns(200, [Book])
  list(@Query('page', Integer, { examples: { third, fourth: 4 } }) _page: number): Book[] {
    return []
  }
}

const webhooks = [defineWebhook(BookWebhooks)]
const reference = (name: string) => ({ $ref: `#/components/examples/${name}` })

describe('Examples that several places share', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`are among the components of the document once, and referred to: OpenAPI ${openapi}`, async () => {
      const { document } = await serviceOf([BookController], { openapi, webhooks })
      expect(await complaintsAbout(document)).to.deep.equal([])
      expect(document.components?.examples).to.deep.equal({
        Emma: { value: { title: 'Emma' } },
        'long.book': { summary: 'All of it', value: { title: 'Middlemarch', pages: 880 }, 'x-own': 1 },
        third: { value: 3 },
        last: { value: 9 },
        Elsewhere: { externalValue: '/book.json' }
      })
      const { post, get } = document.paths['/books'] ?? {}
      expect(post?.requestBody?.content['application/json']?.examples).to.deep.equal({
        emma: reference('Emma'),
        long: reference('long.book'),
        own: { value: { title: 'Persuasion' } }
      })
      expect(JSON.stringify(post?.responses['201'])).to.include('"examples":{"it":{"$ref"').and.to.include('/third"')
      expect(get?.parameters?.[0]?.examples).to.deep.equal({ third: reference('third'), fourth: { value: 4 } })
      expect(JSON.stringify(post?.callbacks)).to.include('#/components/examples/Emma')
    })
  }

  it('are only in documents whose operations refer to them', async () => {
    const documents = [{ path: '/part.json', include: ({ method }: { method: string }) => method === 'GET' }]
    const service = await serviceOf([BookController], { documents })
    expect(service.documents.get('part')?.components?.examples).to.deep.equal({ third: { value: 3 } })
  })

  it('are checked by the type of each place', async () => {
    @Controller('/lists')
    class ListController {
      @Post()
      @Returns(200, [Book], { examples: { emma } })
      add(@Body({ examples: { long } }) _book: Book): Book[] {
        return []
      }
    }
    const messages = (await setupErrorsOf([ListController])).map(({ message }) => message)
    expect(messages).to.deep.equal([
      'RESPONSE_INVALID: the example "emma" breaks its type: it must be an array, ListController.add, response 200, example emma; write a value that the type accepts, as JSON.'
    ])
  })

  it('cannot have one name for two, nor a name that no component can have', async () => {
    const other = defineExample('Emma', { title: 'Emma, again' })
    @Controller('/others')
    class OtherController {
      @Post()
      @Returns(204)
      add(@Body({ examples: { emma, other } }) _book: Book): void {}
    }
    const [one, two] = [defineExample('Same', 'a'), defineExample('Same', 'b')]
    @Controller('/headers')
    class HeaderController {
      @Get()
      @Returns(204, { headers: { 'X-One': { type: String, examples: { one } } } })
      @Returns(404, { headers: { 'X-Other': { type: String, examples: { two } } } })
      get(): void {}
    }
    expect((await setupErrorsOf([HeaderController])).map(({ message }) => message)).to.include(
      'DOCUMENT_CONFLICT: two examples are called Same, HeaderController.get; give one of them another name, or define it once and import it.'
    )
    const [error] = await setupErrorsOf([OtherController])
    expect(error?.message).to.equal(
      'DOCUMENT_CONFLICT: two examples are called Emma, OtherController.add; give one of them another name, or define it once and import it.'
    )
    expect(() => defineExample('a b', 1)).to.throw(
      'RESPONSE_INVALID: no example can have the name "a b", defineExample(); use letters, digits and . _ -.'
    )
  })

  it('are what verify sends', async () => {
    const { document } = await serviceOf([BookController])
    const read = readDocument(JSON.parse(JSON.stringify(document)))
    const list = read.operations.find(({ method }) => method === 'GET')
    expect(list?.parameters[0]?.examples).to.deep.equal([3, 4])
  })
})
