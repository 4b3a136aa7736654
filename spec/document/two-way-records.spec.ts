import { Ajv2020 } from 'ajv/dist/2020.js'
import AjvDraft04Module from 'ajv-draft-04'
import { expect } from 'chai'
import { Expose, Transform, Type } from 'class-transformer'
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator'
import {
  Application,
  bootstrap,
  type Context,
  Field,
  genericRecord,
  Integer,
  mapOf,
  nullable,
  type OpenAPIVersion,
  oneOf,
  PickType,
  Record as RecordOf,
  type SchemaObject,
  type TypeExpression
} from 'fieldstone'
import { CONFIG, describedRoute, documentOf, faultsOf } from '../support/described-route.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const VERSIONS: readonly OpenAPIVersion[] = ['3.0', '3.1']
const AjvDraft04 = AjvDraft04Module.default

class Todo {
  @Field(() => Integer, { readOnly: true }) id!: number
  @Field() title!: string
  @Field(() => Integer, { default: 3 }) priority!: number
  @Field({ writeOnly: true, optional: true }) secret?: string
}

class Plain {
  @Field() name!: string
  @Field({ optional: true }) note?: string
}

interface Described {
  readonly request?: TypeExpression
  readonly response?: TypeExpression
}

/** The document of routes that take and give these types. */
function documentWith(routes: readonly Described[], openapi: OpenAPIVersion = '3.1', unknownFields?: 'reject') {
  const described = routes.map(({ request, response }, index) =>
    describedRoute('POST', `/r${index}`, {
      ...(request !== undefined && { requestBody: request }),
      responses: { 200: response === undefined ? {} : { body: response } }
    })
  )
  return documentOf(described, { openapi }, unknownFields && { unknownFields })
}

function schemasOf(...parameters: Parameters<typeof documentWith>): Record<string, SchemaObject> {
  const { Problem, Fault, ...schemas } = documentWith(...parameters).components?.schemas ?? {}
  return schemas
}

describe('A record that is different in requests and in responses', () => {
  it('may be so by its additional properties alone', () => {
    @RecordOf({ additionalProperties: Todo })
    class Board {
      @Field() label!: string
    }
    const schemas = schemasOf([{ request: Board, response: Board }])
    expect(schemas).to.have.keys('Board', 'BoardInput', 'Todo', 'TodoInput')
    expect(schemas.BoardInput?.additionalProperties).to.deep.equal({ $ref: '#/components/schemas/TodoInput' })
    expect(schemas.Board?.additionalProperties).to.deep.equal({ $ref: '#/components/schemas/Todo' })
  })

  for (const version of VERSIONS) {
    it(`is two components where the document has it in both (${version})`, async () => {
      const routes = [{ request: Todo, response: [Todo] }]
      const { Todo: output, TodoInput: input } = schemasOf(routes, version)
      expect(output).to.deep.equal({
        type: 'object',
        properties: {
          id: {
            type: 'integer',
            format: 'int64',
            minimum: -9007199254740991,
            maximum: 9007199254740991,
            readOnly: true
          },
          title: { type: 'string' },
          priority: {
            type: 'integer',
            format: 'int64',
            minimum: -9007199254740991,
            maximum: 9007199254740991,
            default: 3
          }
        },
        required: ['id', 'title', 'priority'],
        not: { type: 'object', required: ['secret'], properties: { secret: {} } }
      })
      expect(Object.keys(input?.properties ?? {})).to.deep.equal(['title', 'priority', 'secret'])
      expect(input?.required).to.deep.equal(['title'])
      const operation = documentWith(routes, version).paths['/r0']?.post
      const bodies = [operation?.requestBody, operation?.responses[200]] as unknown as SchemaObject[]
      const schemas = bodies.map((found) => (found.content as SchemaObject)['application/json']) as SchemaObject[]
      expect(schemas).to.deep.equal([
        { schema: { $ref: '#/components/schemas/TodoInput' } },
        { schema: { type: 'array', items: { $ref: '#/components/schemas/Todo' } } }
      ])
      expect(await complaintsAbout(documentWith(routes, version))).to.deep.equal([])
    })
  }

  it('has its own name where only requests or only responses contain it, whatever the order of routes', () => {
    const [sent, received] = [schemasOf([{ request: Todo }]), schemasOf([{ response: Todo }])]
    expect(Object.keys(sent)).to.deep.equal(['Todo'])
    expect(sent.Todo?.required).to.deep.equal(['title'])
    expect(Object.keys(received)).to.deep.equal(['Todo'])
    expect(received.Todo?.required).to.deep.equal(['id', 'title', 'priority'])
    const [first, last] = [
      [{ request: Todo }, { response: Todo }],
      [{ response: Todo }, { request: Todo }]
    ]
    expect(schemasOf(first)).to.deep.equal(schemasOf(last))
  })

  it('makes two of what contains it, and of nothing else', () => {
    const Page = genericRecord('Page', <E>(item: E) => {
      class Page {
        @Field(() => [item]) items!: unknown[]
      }
      return Page
    })
    class Board {
      @Field(() => mapOf(nullable(Todo))) todos!: unknown
      @Field(() => Plain) owner!: Plain
      @Field(() => Board, { optional: true }) parent?: Board
    }
    class Titles extends PickType(Todo, ['title']) {}
    const types = [Page(Todo), Board, Titles, Plain]
    const names = Object.keys(schemasOf(types.map((type) => ({ request: type, response: type }))))
    expect(names.sort()).to.deep.equal([
      ...['Board', 'BoardInput', 'Plain', 'Titles', 'Todo', 'TodoInput', 'TodoPage', 'TodoPageInput']
    ])
  })

  it('is meant by the mapping of a discriminator', () => {
    class Cat {
      @Field({ enum: ['cat'] }) kind!: 'cat'
      @Field(() => Integer, { default: 9 }) lives!: number
    }
    class Dog {
      @Field({ enum: ['dog'], default: 'dog' }) kind!: 'dog'
    }
    const pet = oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })
    const operation = documentWith([{ request: pet, response: pet }]).paths['/r0']?.post
    const text = JSON.stringify([operation?.requestBody, operation?.responses[200]])
    expect(text).to.contain('"mapping":{"cat":"#/components/schemas/CatInput","dog":"#/components/schemas/DogInput"}')
    expect(text).to.contain('"mapping":{"cat":"#/components/schemas/Cat","dog":"#/components/schemas/Dog"}')
    // Only in responses is the property of a dog always there.
    expect(text).to.contain('{"allOf":[{"$ref":"#/components/schemas/DogInput"}')
    expect(text).not.to.contain('{"allOf":[{"$ref":"#/components/schemas/Dog"}')
  })

  it('may be of class-transformer’s decorators', () => {
    class Inner {
      @IsInt() count = 1
    }
    class Outer {
      @Expose({ name: 'in', toClassOnly: true }) @IsString() renamed!: string
      @ValidateNested() @Type(() => Inner) inner!: Inner
      @IsOptional() @IsInt() page?: number = 1
      @Transform(({ value }) => String(value), { toPlainOnly: true }) @IsInt() code!: number
    }
    const { Outer: output, OuterInput: input, ...more } = schemasOf([{ request: Outer, response: Outer }])
    expect(Object.keys(more)).to.deep.equal(['InnerInput', 'Inner'])
    expect(input?.required).to.deep.equal(['in', 'inner', 'code'])
    // What a transformation writes may be nothing.
    expect(output?.required).to.deep.equal(['renamed', 'inner', 'page'])
  })

  it('cannot have the name that another record has as its input', () => {
    class TodoInput {
      @Field() title!: string
    }
    const routes = [
      describedRoute('POST', '/a', { requestBody: Todo, responses: { 200: { body: Todo } } }, 'A.post'),
      describedRoute('POST', '/b', { requestBody: TodoInput }, 'B.post')
    ]
    const remedy = "rename one of them, or give one another name in the document: @Record({ name: '…' })."
    const what = 'a record or enum is named TodoInput, as what requests contain of Todo is in the document'
    const faults = [
      `RECORD_NAME_DUPLICATE: ${what}, used by A.post, request body and by B.post, request body; ${remedy}`
    ]
    expect(faultsOf(routes)).to.deep.equal(faults)
    expect(faultsOf([...routes].reverse())[0]).to.contain(what)
    // Nothing is in the way where the record goes one way.
    expect(
      faultsOf([describedRoute('GET', '/a', { responses: { 200: { body: Todo } } }), ...routes.slice(1)])
    ).to.deep.equal([])
  })
})

describe('A default', () => {
  class Entry {
    @Field() title!: string
    @Field(() => Integer, { default: 3 }) priority!: number
  }

  class Settings {
    @Field({ default: 'light' }) theme!: string
    @Field(() => [String], { default: ['a'] }) tags!: string[]
    @Field(() => Entry, { default: { title: 'first' } }) entry!: Entry
    @Field(() => Date, { default: '2024-05-17T08:30:00Z' }) since!: Date
    @Field(() => String, { default: 'x', nullable: true }) note!: string | null
  }

  function application(openapi: OpenAPIVersion) {
    return new Application({
      ...CONFIG,
      openapi,
      logger: false,
      responseChecks: 'enforce',
      routes: (router) => {
        const responses = { 200: { body: Settings } }
        router.getFunc('/settings', async (ctx: Context) => ctx.json(200, { entry: { title: 'a' }, note: null }), {
          responses
        })
        router.postFunc('/settings', async (ctx: Context) => ctx.json(200, await ctx.bindValidated(Settings)), {
          requestBody: Settings,
          responses
        })
        router.getFunc('/raw', async (ctx: Context) => ctx.send(200, 'application/json', '{}'), { responses })
      }
    })
  }

  for (const version of VERSIONS) {
    it(`is in every response, also where the program has no value, as the document says (${version})`, async () => {
      const service = await bootstrap(application(version))
      const found = (await service.inject('/settings')).json() as object
      expect(found).to.deep.equal({
        ...{ theme: 'light', tags: ['a'], entry: { title: 'a', priority: 3 } },
        ...{ since: '2024-05-17T08:30:00.000Z', note: null }
      })
      const schemas = service.document.components?.schemas ?? {}
      const options = { strict: false, validateFormats: false }
      const ajv = version === '3.0' ? new AjvDraft04(options) : new Ajv2020(options)
      const judge = (name: string) => ajv.compile({ $ref: `#/components/schemas/${name}`, components: { schemas } })
      expect(judge('Settings')(found)).to.equal(true)
      expect(judge('Settings')({})).to.equal(false)
      expect(judge('SettingsInput')({})).to.equal(true)
      const made = (await service.inject({ method: 'POST', url: '/settings', body: {} })).json()
      expect(made).to.deep.equal({ ...found, entry: { title: 'first', priority: 3 }, note: 'x' })
      expect((await service.inject('/raw')).statusCode).to.equal(500)
    })
  }
})
