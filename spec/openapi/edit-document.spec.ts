import { expect } from 'chai'
import { BootstrapError } from '../../src/errors.js'
import {
  type ApplicationOptions,
  Body,
  bearerScheme,
  Controller,
  Field,
  Get,
  Integer,
  type OpenAPIDocument,
  Param,
  Post,
  Query,
  Returns
} from '../../src/index.js'
import { verify } from '../../src/verify/index.js'
import { serviceOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validators.js'

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
  @Returns(201, Item, { headers: { 'x-total': { type: Integer, optional: true } } })
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
        document.servers = [{ url: 'https://api.example.com' }]
        document.tags = [{ name: 'items', description: 'All of them' }]
        document['x-owner'] = 'shop'
        const { get } = document.paths['/items/{id}']
        Object.assign(get, { summary: 'One item', operationId: 'oneItem', deprecated: true, tags: ['items', 'more'] })
        get['x-internal'] = false
        get.externalDocs = { url: 'https://example.com' }
        get.parameters.reverse()
        get.parameters[0].description = 'Everything'
        get.responses['200'].description = 'The item'
        get.responses['200'].content['application/json'].example = { name: 'Pen', size: null }
        document.components.schemas.Item.title = 'An item'
        document.components.schemas.Item.properties.name.example = 'Brush'
        document.components.schemas.Item.required.reverse()
        delete document.paths['/items']
      },
      { docs: '/docs' }
    )
    expect(calls).to.equal(1)
    const { document } = service
    expect(document.paths['/items/{id}']?.get).to.include({ summary: 'One item', operationId: 'oneItem' })
    expect(Object.keys(document.paths)).to.deep.equal(['/items/{id}'])
    expect((await service.inject('/openapi.json')).json()).to.deep.equal(document)
    expect(await complaintsAbout(document)).to.deep.equal([])
    const { disagreements } = await verify(service, { seed: 1 })
    expect(disagreements).to.deep.equal([])
    expect(String((await service.inject('/docs/')).headers['content-security-policy'])).to.include(
      'https://api.example.com'
    )
    expect(calls).to.equal(1)
  }).timeout(60_000)

  it('may return another document, and is without a spec checked as well', async () => {
    const service = await serviceWith((document) => ({ ...document, info: { ...document.info, title: 'Other' } }), {
      spec: undefined as never
    })
    expect(service.document.info.title).to.equal('Other')
    expect(await faultsOf((document) => void delete document.info.title, { spec: undefined as never })).to.deep.equal([
      'DOCUMENT_INVALID: title is missing, the options of the application; make title a non-empty string.'
    ])
  })

  it('may be one for each document', async () => {
    const titled =
      (title: string): Edit =>
      (document) =>
        void Object.assign(document.info, { title })
    const service = await serviceOf([ItemController], {
      editDocument: titled('A'),
      documents: [{ path: '/a.json' }, { path: '/b.json', editDocument: titled('B') }]
    })
    expect([...service.documents.values()].map((document: OpenAPIDocument) => document.info.title)).to.deep.equal([
      'A',
      'B'
    ])
  })

  /** Each change makes the document untrue or malformed, and the message says where. */
  const LIES: readonly (readonly [name: string, edit: (document: Loose) => unknown, message: RegExp])[] = [
    [
      'a bound',
      (d) => {
        d.components.schemas.Item.properties.size.maximum = 100
      },
      /^DOCUMENT_CONTRADICTED: maximum was 10 and is 100, editDocument, components › schemas › Item › properties › size › maximum; leave it as it is/
    ],
    [
      'a rule more',
      (d) => {
        d.components.schemas.Item.properties.name.pattern = '^a'
      },
      /: it adds pattern, which the service does not keep, editDocument, components › schemas › Item › properties › name › pattern/
    ],
    [
      'a rule less',
      (d) => {
        delete d.components.schemas.Item.properties.name.minLength
      },
      /: it removes minLength, which the service keeps/
    ],
    [
      'a field more',
      (d) => {
        d.components.schemas.Item.properties.color = { type: 'string' }
      },
      /adds color/
    ],
    [
      'a field less',
      (d) => {
        delete d.components.schemas.Item.properties.size
      },
      /removes size/
    ],
    [
      'what is required',
      (d) => {
        d.components.schemas.Item.required = ['name']
      },
      /required was \["name","size"\] and is \["name"\]/
    ],
    [
      'the type of a parameter',
      (d) => {
        d.paths['/items/{id}'].get.parameters[0].schema = { type: 'string' }
      },
      /get › parameters › path id › schema/
    ],
    [
      'a parameter less',
      (d) => {
        d.paths['/items/{id}'].get.parameters.pop()
      },
      /removes query full/
    ],
    [
      'a parameter more',
      (d) => {
        d.paths['/items/{id}'].get.parameters.push({ name: 'x', in: 'query', schema: {} })
      },
      /adds query x/
    ],
    [
      'a required parameter',
      (d) => {
        d.paths['/items/{id}'].get.parameters[1].required = true
      },
      /required was false and is true/
    ],
    [
      'a response more',
      (d) => {
        d.paths['/items/{id}'].get.responses['418'] = { description: 'No' }
      },
      /adds 418/
    ],
    [
      'a response less',
      (d) => {
        delete d.paths['/items/{id}'].get.responses['200']
      },
      /removes 200/
    ],
    [
      'a media type',
      (d) => {
        const { content } = d.paths['/items/{id}'].get.responses['200']
        content['text/plain'] = content['application/json']
      },
      /adds text\/plain/
    ],
    [
      'a response without a description',
      (d) => {
        delete d.paths['/items/{id}'].get.responses['200'].description
      },
      /description/
    ],
    [
      'an optional body',
      (d) => {
        d.paths['/items'].post.requestBody.required = false
      },
      /required was true and is false/
    ],
    [
      'an operation more',
      (d) => {
        d.paths['/items'].delete = { responses: {} }
      },
      /adds delete/
    ],
    [
      'a path more',
      (d) => {
        d.paths['/more'] = {}
      },
      /adds \/more/
    ],
    [
      'security',
      (d) => {
        d.security = [{ bearer: [] }]
      },
      /adds security/
    ],
    [
      'the version of OpenAPI',
      (d) => {
        d.openapi = '3.1.1'
      },
      /openapi was "3.0.3"/
    ],
    [
      'an own extension',
      (d) => {
        d['x-limits'].depth = 3
      },
      /Fieldstone writes x-limits itself, editDocument, x-limits/
    ],
    [
      'a field that is named like an extension',
      (d) => {
        d.components.schemas.Item.properties['x-size'] = { type: 'string' }
      },
      /adds x-size/
    ],
    [
      'the type of a header that is named like an extension',
      (d) => {
        d.paths['/items'].post.responses['201'].headers['x-total'].schema = { type: 'string' }
      },
      /x-total › schema/
    ],
    [
      'a header less that is named like an extension',
      (d) => {
        delete d.paths['/items'].post.responses['201'].headers['x-total']
      },
      /removes x-total/
    ],
    [
      'a schema that is used',
      (d) => {
        delete d.components.schemas.Item
      },
      /it refers to #\/components\/schemas\/Item, which is not in the document/
    ],
    [
      'a wrong example',
      (d) => {
        d.paths['/items'].post.requestBody.content['application/json'].example = { name: '', size: 1 }
      },
      /the example name .*editDocument, paths › \/items › post › requestBody › content › application\/json › example/
    ],
    [
      'a wrong example by name',
      (d) => {
        d.paths['/items'].post.requestBody.content['application/json'].examples = {
          one: { value: { name: 'x', size: 11 } }
        }
      },
      /the example size .* › examples › one › value/
    ],
    [
      'a wrong example of a field',
      (d) => {
        d.components.schemas.Item.properties.size.example = 'big'
      },
      /the example .* › size › example/
    ],
    [
      'a summary that is no text',
      (d) => {
        d.paths['/items'].post.summary = 5
      },
      /summary is 5, editDocument, paths › \/items › post › summary; make it a text, or leave it out/
    ],
    [
      'one operationId twice',
      (d) => {
        d.paths['/items'].post.operationId = 'getItemsById'
      },
      /has the operationId "getItemsById", too/
    ],
    [
      'servers of an operation',
      (d) => {
        d.paths['/items'].post.servers = [{ url: 'a b' }]
      },
      /not a valid URL/
    ],
    [
      'wrong servers',
      (d) => {
        d.servers = [{ url: 'a b' }]
      },
      /^DOCUMENT_INVALID: servers\[0\]\.url "a b" is not a valid URL/
    ],
    [
      'wrong tags',
      (d) => {
        d.tags = [{ name: 'a' }, { name: 'a' }]
      },
      /^DOCUMENT_INVALID: tags has "a" twice/
    ],
    [
      'nothing that is a document',
      () => 5,
      /^DOCUMENT_INVALID: it returns no document, editDocument; return the edited document, or nothing/
    ],
    ['a promise', async () => undefined, /^DOCUMENT_INVALID: it returns a promise/],
    [
      'an error',
      () => {
        throw new Error('oh')
      },
      /^DOCUMENT_INVALID: it throws Error: oh, editDocument/
    ],
    [
      'a circle',
      (d) => {
        d['x-self'] = d
      },
      /^DOCUMENT_INVALID: it returns what is not JSON/
    ]
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

  it('may remove all operations', async () => {
    const service = await serviceWith((document: Loose) => {
      document.paths = {}
    })
    expect(service.document.paths).to.deep.equal({})
    expect((await service.inject('/items/1')).statusCode).to.equal(200)
  })

  it('keeps what the rest of the document needs', async () => {
    expect((await faultsOf((document) => void delete document.components))[0]).to.match(/refers to #\/components/)
    const bearer = bearerScheme({ authenticate: () => ({}) })
    const secured = { securitySchemes: { bearer }, security: ['bearer'] }
    expect((await faultsOf((document) => void delete document.components.securitySchemes, secured))[0]).to.match(
      /^DOCUMENT_CONTRADICTED: it requires the security scheme bearer, which is not in the document/
    )
    const described = (document: Loose) => {
      document.components.securitySchemes.bearer.description = 'A token'
    }
    expect(await faultsOf(described, secured)).to.deep.equal([])
    const beside = (document: Loose) => {
      document.paths['/items'].post.requestBody.content['application/json'].schema.description = 'New'
    }
    expect((await faultsOf(beside))[0]).to.match(/^DOCUMENT_CONTRADICTED: OpenAPI 3\.0 reads nothing beside \$ref/)
    expect(await faultsOf(beside, { openapi: '3.1' })).to.deep.equal([])
  })
})
