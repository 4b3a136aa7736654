import { expect } from 'chai'
import {
  Controller,
  DateOnly,
  enumOf,
  Field,
  Get,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Query,
  Record as RecordOf,
  tupleOf,
  Unknown
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

class Item {
  @Field({ minLength: 2 }) name!: string
}

class Deep {
  @Field(() => Item) item!: Item
}

@RecordOf({ additionalProperties: Integer })
class Open {
  @Field() a!: string
}

@RecordOf({ minProperties: 1 })
class Counted {
  @Field({ optional: true }) a?: string
}

class Nullable {
  @Field(() => nullable(String)) a!: string | null
}

/** What keeps a service from starting whose route `/a/{id}` declares these parameters. */
async function faultsOf(parameters: unknown): Promise<string[]> {
  const errors = await setupErrorsOf([], {
    routes: (router) => {
      const options = { parameters } as never
      router.add({ method: 'GET', path: '/a/{id}', handler: () => 1, options, source: 'Items.list' })
    }
  })
  return errors.map(({ message }) => message)
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const
type Fit = (typeof PLACES)[number] | 'comma' | 'deepObject'

const SCALAR: readonly Fit[] = ['path', 'query', 'header', 'cookie']
const LIST: readonly Fit[] = ['query', 'header', 'comma']

/** Where a parameter of each type can be, and in which style of the query. */
const FITS: Readonly<Record<string, readonly [type: unknown, fits: readonly Fit[]]>> = {
  text: [String, SCALAR],
  integer: [Integer, SCALAR],
  number: [Number, SCALAR],
  boolean: [Boolean, SCALAR],
  time: [Date, SCALAR],
  date: [DateOnly, SCALAR],
  enum: [enumOf(['a', 'b']), SCALAR],
  anything: [Unknown, SCALAR],
  'text or null, as no request can send null': [nullable(String), SCALAR],
  'one of two scalars': [oneOf(Integer, String), SCALAR],
  'list of texts': [[String], LIST],
  'list of anything': [[Unknown], LIST],
  tuple: [tupleOf(Integer, String), LIST],
  record: [Item, ['deepObject']],
  'record with further keys': [Open, ['deepObject']],
  map: [mapOf(Integer), ['deepObject']],
  'list of records': [[Item], []],
  'list of lists': [[[String]], []],
  'tuple of records': [tupleOf(Item), []],
  'record of records': [Deep, []],
  'map of records': [mapOf(Item), []],
  'one of a list and a scalar': [oneOf([Integer], String), []],
  bytes: [Buffer, []]
}

describe('A declared parameter', () => {
  for (const [name, [schema, fits]] of Object.entries(FITS)) {
    it(`can be a ${name} ${fits.length === 0 ? 'nowhere' : `in ${fits.join(', ')}, and nowhere else`}`, async () => {
      const found: Fit[] = []
      for (const place of [...PLACES, 'comma', 'deepObject'] as const) {
        const isStyle = place === 'comma' || place === 'deepObject'
        const parameter = { name: place === 'path' ? 'id' : 'a', in: isStyle ? 'query' : place, schema }
        const faults = await faultsOf([{ ...parameter, ...(isStyle && { style: place }) }])
        if (faults.length === 0) found.push(place)
        else expect(faults[0]).to.match(/^PARAMETER_INVALID: .*Items\.list, \w+ parameter \w+; (?:use|remove|write)/)
      }
      // A record may have its style by default.
      expect(found.filter((place) => place !== 'query' || !fits.includes('deepObject'))).to.have.members(fits)
    })
  }

  const wrong: readonly [parameters: unknown, message: RegExp][] = [
    [5, /the parameters are not a list/],
    [{}, /the parameters are not a list/],
    [[5], /a parameter has no name/],
    [[{}], /a parameter has no name/],
    [[{ name: '', in: 'query' }], /a parameter has no name/],
    [[{ name: 5, in: 'query' }], /a parameter has no name/],
    [[{ name: 'a' }], /`in` is undefined.*one of path, query, header, cookie/],
    [[{ name: 'a', in: 'body' }], /`in` is "body"/],
    [[{ name: 'other', in: 'path' }], /the path \/a\/\{id\} has no such parameter.*add \{other\} to the path/],
    [[{ name: 'id', in: 'path', default: 'x' }], /its default has no meaning.*never absent/],
    ...['query', 'header', 'cookie'].map((place): [unknown, RegExp] => [
      [{ name: 'a', in: place, required: true, default: 'x' }],
      /it is required, and has a default.*keep one of them/
    ]),
    [[{ name: 'a b', in: 'header' }], /no header can have this name/],
    [[{ name: 'ä', in: 'cookie' }], /no cookie can have this name/],
    [[{ name: 'Accept', in: 'header' }], /OpenAPI ignores a header parameter of this name/],
    [[{ name: 'content-type', in: 'header' }], /OpenAPI ignores a header parameter of this name/],
    [[{ name: 'AUTHORIZATION', in: 'header' }], /OpenAPI ignores a header parameter of this name/],
    [[{ name: 'a', in: 'query', default: 'x', required: true }], /it is required, and has a default/],
    [[{ name: 'a', in: 'query', schema: Integer, default: 'x' }], /the default must be an integer/],
    [[{ name: 'a', in: 'query', optional: true }], /no option 'optional'.*a parameter may be absent unless `require/],
    [[{ name: 'a', in: 'query', nullable: true }], /no option 'nullable'.*a parameter cannot be null/],
    [[{ name: 'a', in: 'query', type: Integer }], /no option 'type'.*write `schema: Integer`/],
    [[{ name: 'a', in: 'query', requird: true }], /did you mean 'required'/],
    [[{ name: 'a', in: 'query', required: 1 }], /its required is not a boolean/],
    [[{ name: 'a', in: 'query', deprecated: 'yes' }], /its deprecated is not a boolean/],
    [[{ name: 'a', in: 'query', description: 5 }], /its description is not a string/],
    [[{ name: 'a', in: 'query', style: 'pipe' }], /the option style is 'pipe'.*'comma' or 'deepObject'/],
    [[{ name: 'a', in: 'header', schema: [String], style: 'comma' }], /a header parameter cannot have a style/],
    [
      [
        { name: 'a', in: 'query' },
        { name: 'a', in: 'query' }
      ],
      /the parameter is declared twice/
    ],
    [
      [
        { name: 'X-A', in: 'header' },
        { name: 'x-a', in: 'header' }
      ],
      /the parameter is declared twice/
    ]
  ]
  for (const [parameters, message] of wrong) {
    it(`cannot be ${JSON.stringify(parameters)}`, async () => {
      const [fault, ...more] = await faultsOf(parameters)
      expect(fault)
        .to.match(message)
        .and.match(/Items\.list/)
      expect(more).to.deep.equal([])
    })
  }

  it('is reported with all others that are wrong', async () => {
    const parameters = [
      { name: 'a', in: 'query', wrong: 1 },
      { name: 'b', in: 'body' }
    ]
    expect(await faultsOf(parameters)).to.have.length(2)
  })

  it('may have the name of another in another place or, but for headers, in another case', async () => {
    const names = [
      { name: 'a', in: 'query' },
      { name: 'A', in: 'query' },
      { name: 'a', in: 'header' },
      { name: 'a', in: 'cookie' },
      { name: 'Accept', in: 'query' },
      { name: 'a b', in: 'query' }
    ]
    expect(await faultsOf(names)).to.deep.equal([])
  })

  it('is described as it is declared', async () => {
    const parameters = [
      { name: 'id', in: 'path', schema: Integer, description: 'The id', example: 5, deprecated: true },
      { name: 'a', in: 'query', schema: Integer, minimum: 1, maximum: 5, 'x-own': 1 },
      { name: 'b', in: 'query', default: 'x', examples: { one: { value: 'x' } } },
      { name: 'c', in: 'query', required: true },
      { name: 'd', in: 'query', schema: [String], style: 'comma' },
      { name: 'e', in: 'query', schema: mapOf(Integer), style: 'deepObject' }
    ] as const
    const service = await serviceOf([], { routes: (router) => router.getFunc('/a/{id}', () => 1, { parameters }) })
    const byName = Object.fromEntries(
      (service.document.paths['/a/{id}']?.get?.parameters ?? []).map((each) => [(each as { name: string }).name, each])
    )
    expect(byName.id).to.include({ in: 'path', required: true, description: 'The id', deprecated: true, example: 5 })
    expect(byName.a).to.deep.include({ in: 'query', 'x-own': 1 })
    expect(byName.a).to.have.property('schema').that.includes({ type: 'integer', minimum: 1, maximum: 5 })
    expect(byName.b).to.deep.include({ examples: { one: { value: 'x' } } })
    expect(byName.b).to.have.nested.property('schema.default', 'x')
    expect(byName.c).to.include({ required: true })
    expect(byName.d).to.include({ style: 'form', explode: false })
    expect(byName.e).to.include({ style: 'deepObject', explode: true })
  })
})

describe('A record whose fields are parameters', () => {
  const wrong: readonly [type: new () => object, message: RegExp][] = [
    [Nullable, /a parameter cannot be null, but the field allows null.*write `optional: true`/],
    [Counted, /OpenAPI has no minProperties of these/],
    [Open, /OpenAPI has no additionalProperties of these/]
  ]
  for (const [type, message] of wrong) {
    it(`cannot be ${type.name}`, async () => {
      @Controller()
      class List {
        @Get('/')
        list(@Query(type) _given: object): number {
          return 1
        }
      }
      expect((await setupErrorsOf([List])).map((error) => error.message).join()).to.match(message)
    })
  }
})
