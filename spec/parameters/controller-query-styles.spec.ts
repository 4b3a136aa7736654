import { expect } from 'chai'
import {
  Application,
  BootstrapError,
  bootstrap,
  type Class,
  Controller,
  Field,
  Get,
  Header,
  Integer,
  mapOf,
  Query,
  Returns,
  type Service,
  Unknown
} from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'

class Bounds {
  @Field(() => Integer, { minimum: 1 }) from!: number
  @Field(() => Integer, { optional: true }) to?: number
}

class ListFilter {
  @Field(() => [Integer], { style: 'comma', optional: true }) ids?: number[]
  @Field(() => [String], { optional: true }) tags?: string[]
  @Field(() => Bounds, { style: 'deepObject', optional: true }) price?: Bounds
}

@Controller('/items')
class ItemController {
  @Get()
  @Returns(200, Unknown)
  list(@Query() filter: ListFilter) {
    return filter
  }

  @Get('/named')
  @Returns(200, Unknown)
  named(
    @Query('names', [String], { style: 'comma' }) names: string[],
    @Query('price', Bounds, { style: 'deepObject', optional: true }) price?: Bounds
  ) {
    return { names, price }
  }
}

const start = (...controllers: Class[]) =>
  bootstrap(new Application({ title: 'Items', version: '1.0.0', controllers, logger: false }))

describe('The style of a query parameter', () => {
  let service: Service
  before(async () => {
    service = await start(ItemController)
  })

  const table: [query: string, answer: unknown][] = [
    ['', {}],
    ['?ids=1,2,3&tags=a&tags=b', { ids: [1, 2, 3], tags: ['a', 'b'] }],
    ['?ids=7', { ids: [7] }],
    ['?price[from]=1&price[to]=9', { price: { from: 1, to: 9 } }],
    ['?price%5Bfrom%5D=1', { price: { from: 1 } }],
    ['?ids=1,x', ['query ids[1] must be an integer']],
    ['?ids=', ['query ids[0] must be an integer']],
    ['?ids=1&ids=2', ['query ids[0] must be given once']],
    ['?price[to]=9', ['query price.from is required']],
    ['?price[from]=0', ['query price.from must be at least 1']],
    ['?price[from]=1&price[from]=2', ['query price.from must be given once']],
    ['?price=1', ['query price must be an object']],
    ['?price[__proto__]=1&price[from]=1', { price: { from: 1 } }]
  ]
  for (const [query, answer] of table) {
    it(`reads ${query || 'no query'}`, async () => {
      const body = (await service.inject(`/items${query}`)).json<{ errors?: Record<string, string>[] }>()
      const reported = body.errors?.map((fault) => `${fault.in} ${fault.path} ${fault.message}`)
      expect(reported ?? body).to.deep.equal(answer)
    })
  }

  it('is a 400 where the query cannot be decoded', async () => {
    const { statusCode, body } = await service.inject('/items?price[from]=%zz')
    expect([statusCode, JSON.parse(body).detail]).to.deep.equal([400, 'The query has a broken percent sequence'])
  })

  it('keeps a comma that is sent encoded', async () => {
    const { body } = await service.inject('/items/named?names=a%2Cb,c+d&price[from]=3')
    expect(JSON.parse(body)).to.deep.equal({ names: ['a,b', 'c d'], price: { from: 3 } })
  })

  it('is in the document, and the document is true', async () => {
    const parameters = service.document.paths['/items']?.get?.parameters ?? []
    expect(parameters.map(({ name, style, explode }) => ({ name, style, explode }))).to.deep.equal([
      { name: 'ids', style: 'form', explode: false },
      { name: 'tags', style: 'form', explode: true },
      { name: 'price', style: 'deepObject', explode: true }
    ])
    const report = await verify(service, { seed: 7 })
    expect(report.ok, formatReport(report)).to.equal(true)
  }).timeout(120_000)

  it('is a setup error where it does not fit', async () => {
    @Controller('/wrong')
    class Wrong {
      @Get('/a') a(@Query('a', String, { style: 'comma' }) a: string) {
        return a
      }
      @Get('/b') b(@Query('b', [String], { style: 'deepObject' }) b: string[]) {
        return b
      }
      @Get('/c') c(@Header('X-C', [String], { style: 'comma' }) c: string[]) {
        return c
      }
      @Get('/d') d(@Query('d', Bounds) d: Bounds) {
        return d
      }
      @Get('/e') e(@Query('e', mapOf(mapOf(Integer)), { style: 'deepObject' }) e: object) {
        return e
      }
    }
    const error: unknown = await start(Wrong).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(BootstrapError)
    const reported = (error as BootstrapError).errors.map(({ message }) => message)
    expect(reported).to.have.length(5)
    expect(reported[0]).to.match(/^PARAMETER_INVALID: the style comma does not fit its type, .*Wrong\.a/)
    expect(reported[1]).to.match(/the style deepObject does not fit its type, .*Wrong\.b/)
    expect(reported[2]).to.match(/a header parameter cannot have a style, .*Wrong\.c/)
    expect(reported[3]).to.match(/cannot be an object, .*Wrong\.d.*style: 'deepObject'/)
    expect(reported[4]).to.match(/the style deepObject does not fit its type, .*Wrong\.e.*use a flat record/)
  })
})
