import { expect } from 'chai'
import {
  type ApplicationOptions,
  Body,
  BootstrapError,
  bearerScheme,
  Controller,
  defineWebhook,
  Field,
  File,
  Get,
  generateOpenAPISpec,
  Integer,
  mapOf,
  type OpenAPIDocument,
  type OpenAPIVersion,
  oauth2Scheme,
  oneOf,
  Param,
  Post,
  Query,
  Returns,
  Router,
  type UploadedFile
} from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { serviceOf, setupErrorsIn } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

class Item {
  @Field({ minLength: 1, example: 'Pencil' })
  name!: string

  @Field(() => Integer, { minimum: 0, maximum: 10, nullable: true })
  size!: number | null
}

@Controller('/items', { tags: ['items'] })
class ItemController {
  @Get('/{id}')
  @Returns(200, Item)
  find(@Param('id', Integer) _id: number, @Query('full', { optional: true }) _full?: string): Item {
    return { name: 'Pencil', size: 1 }
  }

  @Post()
  @Returns(201, Item, {
    links: { own: { operation: 'postItems', requestBody: { name: 'Pen', size: 1 } } },
    headers: { 'x-total': { type: Integer, optional: true } }
  })
  add(@Body(Item) item: Item): Item {
    return item
  }
}

type Edit = NonNullable<ApplicationOptions['editDocument']>

/** As the document is written: what types do not allow is tried as well. */
// biome-ignore lint/suspicious/noExplicitAny: any member of the document
type Loose = any

describe('A function of the application that edits the document', () => {
  const serviceWith = (editDocument: Edit, options: Partial<ApplicationOptions> = {}) =>
    serviceOf([ItemController], { spec: '/openapi.json', editDocument, ...options })

  it('changes a parameter of one operation alone, where several read it by one class', async () => {
    class Paging {
      @Field(() => Integer, { minimum: 1 }) page!: number
    }
    @Controller()
    class Lists {
      @Get('/first')
      first(@Query(Paging) _paging: Paging): void {}

      @Get('/second')
      second(@Query(Paging) _paging: Paging): void {}
    }
    const { document } = await serviceOf([Lists], {
      editDocument: ({ paths }) => {
        const parameter: Loose = paths['/first']?.get?.parameters?.[0]
        parameter.schema.description = 'Counts from 1'
      }
    })
    const descriptions = ['/first', '/second'].map(
      (path) => document.paths[path]?.get?.parameters?.[0]?.schema.description
    )
    expect(descriptions).to.deep.equal(['Counts from 1', undefined])
  })

  async function faultsOf(edit: (document: Loose) => unknown, options: Partial<ApplicationOptions> = {}) {
    try {
      await serviceWith(edit as Edit, options)
    } catch (error) {
      if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
      throw error
    }
    return []
  }

  it('may change what only tells readers something, and the result is the document everywhere', async () => {
    let calls = 0
    const service = await serviceWith(
      (document: Loose) => {
        calls += 1
        document.info.description = 'What is *sold*'
        document.info['x-logo'] = { url: '/logo.svg' }
        document.tags = [{ name: 'items', description: 'All of them' }]
        document['x-owner'] = 'shop'
        const { get } = document.paths['/items/{id}']
        Object.assign(get, { summary: 'One item', tags: ['items', 'more'], 'x-internal': false })
        get.parameters[0].description = 'Everything'
        get.responses['200'].description = 'The item'
        get.responses['200'].content['application/json'].example = { name: 'Pen', size: null }
        document.components.schemas.Item.description = 'An item'
        document.components.schemas.Item.properties.name.example = 'Brush'
      },
      { docs: '/docs' }
    )
    expect(calls).to.equal(1)
    const { document } = service
    expect(document.paths['/items/{id}']?.get).to.include({ summary: 'One item', 'x-internal': false })
    expect(document.components?.schemas?.Item).to.include({ description: 'An item' })
    expect((await service.inject('/openapi.json')).json()).to.deep.equal(document)
    expect(await complaintsAbout(document)).to.deep.equal([])
    const { disagreements } = await verify(service, { seed: 1, runs: 300 })
    expect(disagreements).to.deep.equal([])
    expect(calls).to.equal(1)
  }).timeout(60_000)

  it('may return another document, and is without a spec checked as well', async () => {
    const service = await serviceWith(
      (document) => ({ ...document, info: { ...document.info, description: 'Other' } }),
      {
        spec: undefined as never
      }
    )
    expect(service.document.info.description).to.equal('Other')
    expect(await faultsOf((document) => void delete document.info.title, { spec: undefined as never })).to.deep.equal([
      'DOCUMENT_CONTRADICTED: it removes "Shop", editDocument, #/info/title; change it where it is declared.'
    ])
  })

  it('may be one for each document', async () => {
    const described =
      (description: string): Edit =>
      (document) =>
        void Object.assign(document.info, { description })
    const service = await serviceOf([ItemController], {
      editDocument: described('A'),
      documents: [{ path: '/a.json' }, { path: '/b.json', editDocument: described('B') }]
    })
    expect([...service.documents.values()].map((document: OpenAPIDocument) => document.info.description)).to.deep.equal(
      ['A', 'B']
    )
  })

  /** Each change makes the document untrue or malformed, and the message says where. */
  // biome-ignore format: one row a line
  const LIES: readonly (readonly [name: string, edit: (document: Loose) => unknown, message: RegExp])[] = [
    ['a bound', (d) => { d.components.schemas.Item.properties.size.maximum = 100 }, /^DOCUMENT_CONTRADICTED: it replaces 10 by 100, editDocument, #\/components\/schemas\/Item\/properties\/size\/maximum; change it where it is declared/],
    [
      'a rule more',
      (d) => {
        d.components.schemas.Item.properties.name.pattern = '^a'
      },
      /: it adds "\^a", editDocument, #\/components\/schemas\/Item\/properties\/name\/pattern;/
    ],
    ['a rule less', (d) => { delete d.components.schemas.Item.properties.name.minLength }, /: it removes 1, editDocument, \S+\/name\/minLength;/],
    ['a field more', (d) => { d.components.schemas.Item.properties.color = { type: 'string' } }, /adds \{.*\}, editDocument, \S+\/color;/],
    ['a field less', (d) => { delete d.components.schemas.Item.properties.size }, /removes \{.*, editDocument, \S+\/size;/],
    [
      'what is required',
      (d) => {
        d.components.schemas.Item.required = ['name']
      },
      /replaces \["name","size"\] by \["name"\], editDocument, \S+\/required;/
    ],
    ['the type of a parameter', (d) => { d.paths['/items/{id}'].get.parameters[0].schema = { type: 'string' } }, /#\/paths\/~1items~1\{id\}\/get\/parameters\/\d\/schema/],
    ['a parameter less', (d) => { d.paths['/items/{id}'].get.parameters.pop() }, /replaces .*, editDocument, \S+\/get\/parameters;/],
    ['a parameter more', (d) => { d.paths['/items/{id}'].get.parameters.push({ name: 'x', in: 'query', schema: {} }) }, /replaces .*, editDocument, \S+\/get\/parameters;/],
    ['a required parameter', (d) => { d.paths['/items/{id}'].get.parameters[1].required = true }, /true, editDocument, \S+\/required;/],
    ['a response more', (d) => { d.paths['/items/{id}'].get.responses['418'] = { description: 'No' } }, /adds .*, editDocument, \S+\/responses\/418;/],
    ['a response less', (d) => { delete d.paths['/items/{id}'].get.responses['200'] }, /removes .*, editDocument, \S+\/responses\/200;/],
    [
      'a media type',
      (d) => {
        const { content } = d.paths['/items/{id}'].get.responses['200']
        content['text/plain'] = content['application/json']
      },
      /adds .*, editDocument, \S+\/content\/text~1plain;/
    ],
    ['a response without a description', (d) => { delete d.paths['/items/{id}'].get.responses['200'].description }, /removes .*, editDocument, \S+\/description;/],
    ['an optional body', (d) => { d.paths['/items'].post.requestBody.required = false }, /replaces true by false, editDocument, \S+\/requestBody\/required;/],
    ['an operation more', (d) => { d.paths['/items'].delete = { responses: {} } }, /adds .*, editDocument, \S+\/delete;/],
    ['a path more', (d) => { d.paths['/more'] = {} }, /adds \{\}, editDocument, #\/paths\/~1more;/],
    ['security', (d) => { d.security = [{ bearer: [] }] }, /adds .*, editDocument, #\/security;/],
    [
      'the version of OpenAPI',
      (d) => {
        d.openapi = '3.1.1'
      },
      /replaces "3.0.3" by "3.1.1"/
    ],
    [
      'an own extension',
      (d) => {
        d['x-limits'].depth = 3
      },
      /replaces .* by \{"depth":3,.*, editDocument, #\/x-limits;/
    ],
    ['a field that is named like an extension', (d) => { d.components.schemas.Item.properties['x-size'] = { type: 'string' } }, /adds .*, editDocument, \S+\/properties\/x-size;/],
    ['the type of a header that is named like an extension', (d) => { d.paths['/items'].post.responses['201'].headers['x-total'].schema = { type: 'string' } }, /x-total\/schema/],
    ['a header less that is named like an extension', (d) => { delete d.paths['/items'].post.responses['201'].headers['x-total'] }, /removes .*, editDocument, \S+\/headers\/x-total;/],
    ['a schema that is used', (d) => { delete d.components.schemas.Item }, /removes .*, editDocument, #\/components\/schemas\/Item;/],
    ['a summary that is no text', (d) => { d.paths['/items'].post.summary = 5 }, /summary is 5, editDocument, #\/paths\/~1items\/post\/summary; make it a text/],
    ['servers', (d) => { d.servers = [{ url: 'https://api.example.com' }] }, /adds .*, editDocument, #\/servers;/],
    ['an operation less', (d) => { delete d.paths['/items'].post }, /removes .*, editDocument, #\/paths\/~1items\/post;/],
    [
      'another operationId',
      (d) => {
        d.paths['/items'].post.operationId = 'add'
      },
      /replaces .* by "add", editDocument, \S+\/operationId;/
    ],
    ['an extension of Fieldstone in other words', (d) => { d['x-limits'].description = 'None' }, /replaces .*, editDocument, #\/x-limits;/],
    ['another constant of a link', (d) => { d.paths['/items'].post.responses['201'].links.own.requestBody['x-more'] = 1 }, /replaces .*, editDocument, \S+\/links\/own\/requestBody;/],
    [
      'tags where there are none',
      (d) => {
        d.info.tags = ['a']
      },
      /adds \["a"\], editDocument, #\/info\/tags;/
    ],
    ['tags of an operation that are no texts', (d) => { d.paths['/items'].post.tags = [{ name: 'a' }] }, /tags is .*, editDocument, \S+\/post\/tags; make it a list of tags/],
    [
      'an example that no YAML can be written of',
      (d) => {
        let deep = {}
        for (let depth = 0; depth < 1000; depth++) deep = { deep }
        d.paths['/items'].post.requestBody.content['application/json'].example = deep
      },
      /more than 100 levels/
    ],
    ['an extension that Fieldstone writes', (d) => { d.paths['/items'].post['x-rules'] = [] }, /Fieldstone writes x-rules itself, editDocument, \S+\/post\/x-rules;/],
    [
      'wrong tags',
      (d) => {
        d.tags = [{ name: 'a' }, { name: 'a' }]
      },
      /^DOCUMENT_INVALID: tags has "a" twice/
    ],
    ['nothing that is a document', () => 5, /^DOCUMENT_INVALID: it returns no document, editDocument; return the edited document, or nothing/],
    ['what JSON has not', () => new Date(Number.NaN), /^DOCUMENT_INVALID: it returns no document/],
    ['what cannot be read', () => { throw Object.create(null) }, /^DOCUMENT_INVALID: it throws /],
    ['a promise', async () => undefined, /^DOCUMENT_INVALID: it returns a promise/],
    ['a promise that is rejected', async () => { throw new Error('oh') }, /^DOCUMENT_INVALID: it returns a promise/],
    ['a long text', (d) => { d.paths['/items'].post.operationId = 'a'.repeat(100) }, /by "a{59}…, editDocument/],
    ['an error', () => { throw new Error('oh') }, /^DOCUMENT_INVALID: it throws Error: oh, editDocument/],
    ['a circle', (d) => { d['x-self'] = d }, /^DOCUMENT_INVALID: it returns what is not JSON/]
  ]
  for (const [name, edit, message] of LIES) {
    it(`is a setup error where it says ${name}`, async () => {
      const messages = await faultsOf(edit)
      expect(messages.length, messages.join('\n')).to.be.greaterThan(0)
      expect(messages[0]).to.match(message)
    })
  }

  it('is a function', async () => {
    expect(await faultsOf(5 as never)).to.deep.equal([
      'DOCUMENT_INVALID: editDocument is not a function, the options of the application; write editDocument: (document) => { … }.'
    ])
  })

  it('finds every change, not only the first', async () => {
    const messages = await faultsOf((document) => {
      document.paths['/more'] = {}
      document.components.schemas.Item.properties.size.maximum = 100
    })
    expect(messages).to.have.length(2)
  })

  it('describes security schemes, and references only where readers read it', async () => {
    const bearer = bearerScheme({ authenticate: () => ({}) })
    const described = (document: Loose) => {
      document.components.securitySchemes.bearer.description = 'A token'
    }
    expect(await faultsOf(described, { securitySchemes: { bearer }, security: ['bearer'] })).to.deep.equal([])
    const beside = (document: Loose) => {
      document.paths['/items'].post.requestBody.content['application/json'].schema.description = 'New'
    }
    expect((await faultsOf(beside))[0]).to.match(/^DOCUMENT_CONTRADICTED: OpenAPI 3\.0 reads nothing beside \$ref/)
    expect(await faultsOf(beside, { openapi: '3.1' })).to.deep.equal([])
  })

  describe('where a document has everything', () => {
    class Card {
      @Field(() => String, { enum: ['card'] }) kind!: 'card'
      @Field({ optional: true }) contact?: string
      @Field(() => mapOf(Integer), { optional: true }) properties?: Record<string, number>
    }
    class Cash {
      @Field(() => String, { enum: ['cash'] }) kind!: 'cash'
    }
    class Form {
      @File({ contentTypes: ['image/png'] }) picture!: UploadedFile
    }
    @Controller('stock')
    class Stock {
      @Post({ responses: { 204: 'Received' } })
      changed(@Body(Card) _card: Card): void {}
    }
    const region = { url: 'https://{region}.example', variables: { region: { default: 'eu' } } }
    const login = oauth2Scheme({
      authenticate: () => ({}),
      scopesOf: () => [],
      flows: { clientCredentials: { tokenUrl: 'https://login.example', scopes: { read: 'Reads' } } }
    })

    /** The pointers of what is wrong with the document where this value is at a pointer; undefined removes what is there. */
    function contradictedBy(pointer: string, value: unknown, openapi: OpenAPIVersion = '3.0'): string[] {
      const router = new Router({ logger: false, securitySchemes: { login } })
      router.postFunc('/a~b', () => undefined, {
        operationId: 'pay',
        'x-own': { a: 1 },
        security: [{ login: ['read'] }],
        parameters: [{ name: 'url', in: 'query' }],
        requestBody: oneOf({ discriminator: 'kind', mapping: { card: Card, cash: Cash } }),
        responses: {
          200: {
            body: Card,
            headers: { 'x-total': Integer },
            links: { again: { operation: 'pay', description: 'Again' } }
          }
        },
        callbacks: { done: { '{$url}': { post: { responses: { 204: 'Received' } } } } }
      })
      router.putFunc('/a~b', () => undefined, { requestBody: Form, responses: { 204: 'Kept' } })
      const editDocument = (document: Loose) => {
        const steps = pointer
          .split('/')
          .slice(1)
          .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
        const owner = steps.slice(0, -1).reduce((at, step) => at[step], document)
        owner[steps.at(-1) as string] = value
      }
      const config = {
        title: 'Shop',
        version: '1',
        contact: { name: 'Ann' },
        license: { name: 'MIT' },
        servers: [region]
      }
      const tags = [{ name: 'a', externalDocs: { url: 'https://docs.example' } }]
      const messages = setupErrorsIn(() => {
        generateOpenAPISpec(router, { ...config, openapi, tags, webhooks: [defineWebhook(Stock)], editDocument })
      })
      return messages.map(
        (message) => /^DOCUMENT_CONTRADICTED: .*, editDocument, #(\S*);/.exec(message)?.[1] ?? message
      )
    }

    const POST = '/paths/~1a~0b/post'
    const DONE = `${POST}/callbacks/done/{$url}`
    const OK = `${POST}/responses/200`
    const FORM = '/paths/~1a~0b/put/requestBody/content/multipart~1form-data'
    const LOGIN = '/components/securitySchemes/login'
    const CARD = '/components/schemas/Card'

    // biome-ignore format: several a line
    const NAMES = [
      '/paths', '/x-webhooks', `${POST}/callbacks`, `${POST}/callbacks/done`, `${POST}/responses`, `${OK}/headers`, `${OK}/content`,
      `${FORM}/encoding`, '/servers/0/variables', '/components/securitySchemes', `${LOGIN}/flows/clientCredentials/scopes`, '/components/schemas',
      '/components/responses', `${CARD}/properties`, `${POST}/requestBody/content/application~1json/schema/discriminator/mapping`
    ]
    for (const names of [...NAMES, `${OK}/links`]) {
      it(`adds nothing to the names in ${names}, whatever it is called`, () => {
        for (const name of ['x-more', 'description', 'example']) {
          expect(contradictedBy(`${names}/${name}`, 'More'), name).to.deep.equal([`${names}/${name}`])
        }
      })
    }

    // biome-ignore format: several a line
    const DESCRIBED = [
      '/info', '/servers/0', '/servers/0/variables/region', '/tags/0', '/tags/0/externalDocs', '/paths/~1a~0b', POST, `${POST}/parameters/0`,
      `${POST}/requestBody`, OK, `${OK}/headers/x-total`, `${OK}/links/again`, DONE, `${DONE}/post`, '/x-webhooks/stock.changed',
      '/x-webhooks/stock.changed/post', '/components/responses/BadRequest', LOGIN, CARD, `${CARD}/properties/contact`,
      `${CARD}/properties/properties`
    ]
    for (const pointer of DESCRIBED) {
      it(`describes ${pointer}, by a text`, () => {
        expect(contradictedBy(`${pointer}/description`, 'Other')).to.deep.equal([])
        const [fault] = contradictedBy(`${pointer}/description`, 5)
        // Tags are checked as the option of that name.
        expect(fault).to.match(pointer.startsWith('/tags') ? /description is not a string/ : /\/description$/)
      })
    }

    // biome-ignore format: several a line
    const UNDESCRIBED = [
      '', '/components', '/info/contact', '/info/license', `${OK}/content/application~1json`, `${FORM}/encoding/picture`,
      `${LOGIN}/flows`, `${LOGIN}/flows/clientCredentials`, `${POST}/requestBody/content/application~1json/schema/discriminator`
    ]
    for (const pointer of UNDESCRIBED) {
      it(`does not describe ${pointer || 'the whole document'}, of which OpenAPI has no description`, () => {
        expect(contradictedBy(`${pointer}/description`, 'Other')).to.deep.equal([`${pointer}/description`])
      })
    }

    // biome-ignore format: one row a line
    const CHANGES: readonly (readonly [pointer: string, value: unknown, version30: boolean, version31: boolean])[] = [
      ['/paths/~1a~0b/summary', 'One', true, true],
      [`${POST}/summary`, 'One', true, true],
      [`${DONE}/summary`, 'One', true, true],
      [`${OK}/summary`, 'One', false, false],
      ['/info/x-a', 1, true, true],
      [`${POST}/security`, [{ login: ['read'], 'x-a': [] }], false, false],
      [`${POST}/x-own`, { a: 2 }, false, false],
      [`${POST}/x-more`, { a: 2 }, true, true],
      [`${CARD}/properties/kind/enum`, ['card', 'cash'], false, false],
      [`${OK}/links/again/description`, undefined, false, false],
      [`${OK}/links/again/description`, 'Pay again', true, true],
      [`${OK}/links/again/x-a`, 1, false, false],
      [`${OK}/headers/x-total/example`, 5, true, true],
      [`${OK}/headers/x-total/examples`, { few: { value: 1 } }, true, true],
      [`${OK}/headers/x-total/examples`, { few: 1 }, false, false],
      [`${CARD}/properties/contact/examples`, ['Ann'], true, true],
      [`${CARD}/properties/contact/examples`, { few: { value: 'Ann' } }, false, false],
      [`${POST}/parameters/0/schema/example`, 'a', true, true],
      [`${POST}/parameters/0/schema/x-a`, 'a', true, true],
      [`${POST}/responses/400/description`, 'No', false, true],
      [`${POST}/responses/400/x-a`, 1, false, false],
      [`${OK}/content/application~1json/schema/description`, 'A card', false, true],
      [`${OK}/content/application~1json/schema/x-a`, 1, false, true],
      [`${OK}/content/application~1json/example`, { kind: 'card' }, true, true]
    ]
    for (const [pointer, value, isRight30, isRight31] of CHANGES) {
      it(`${isRight31 ? 'makes' : 'does not make'} ${pointer} ${JSON.stringify(value)}${isRight30 === isRight31 ? '' : ', in OpenAPI 3.1'}`, () => {
        expect(contradictedBy(pointer, value)).to.deep.equal(isRight30 ? [] : [pointer])
        expect(contradictedBy(pointer, value, '3.1')).to.deep.equal(isRight31 ? [] : [pointer])
      })
    }
    it('edits webhooks of OpenAPI 3.1 like those of 3.0', () => {
      expect(contradictedBy('/webhooks/stock.changed/summary', 'One', '3.1')).to.deep.equal([])
      expect(contradictedBy('/webhooks/description', 'One', '3.1')).to.deep.equal(['/webhooks/description'])
    })
  })
})
