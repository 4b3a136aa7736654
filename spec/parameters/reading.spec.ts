import { expect } from 'chai'
import { DateOnly, Field, Integer, mapOf, type RouteOptions, type Service, tupleOf } from 'fieldstone'
import { serviceOf } from '../support/applications.js'

class Span {
  @Field(() => Integer) from!: number
  @Field(() => DateOnly, { optional: true }) to?: string
}

const PARAMETERS = {
  parameters: [
    { name: 'id', in: 'path', schema: Integer },
    { name: 'list', in: 'query', schema: [String] },
    { name: 'comma', in: 'query', schema: [String], style: 'comma' },
    { name: 'span', in: 'query', schema: Span, style: 'deepObject' },
    { name: 'map', in: 'query', schema: mapOf(Integer), style: 'deepObject' },
    { name: 'pair', in: 'query', schema: tupleOf(Integer, String) },
    { name: 'on', in: 'query', schema: Boolean, default: false },
    { name: 'X-List', in: 'header', schema: [Integer] },
    { name: 'X-One', in: 'header' },
    { name: 'c', in: 'cookie', schema: Integer },
    { name: 'constructor', in: 'query' },
    { name: '__proto__', in: 'cookie' }
  ]
} as const satisfies RouteOptions
const NAMES = PARAMETERS.parameters.map(({ name }) => name)

type Values = Readonly<Record<string, unknown>>
type Case = readonly [request: string, headers: Record<string, string>, expected: Values | string]

const BROKEN = 'The query has a broken percent sequence'

const CASES: readonly Case[] = [
  ['/5', {}, {}],
  ['/5?other=1', {}, {}],
  ['/%35', {}, {}],
  ['/x', {}, 'path id type must be an integer'],
  ['/5.0', {}, 'path id type must be an integer'],
  ['/5?list=a&list=b', {}, { list: ['a', 'b'] }],
  ['/5?list=a,b', {}, { list: ['a,b'] }],
  ['/5?list=', {}, { list: [''] }],
  ['/5?list', {}, { list: [''] }],
  ['/5?list=%', {}, BROKEN],
  ['/5?comma=a,b', {}, { comma: ['a', 'b'] }],
  ['/5?comma=a%2Cb,c', {}, { comma: ['a,b', 'c'] }],
  ['/5?%63omma=a,b', {}, { comma: ['a', 'b'] }],
  ['/5?x=1&comma=a', {}, { comma: ['a'] }],
  ['/5?comma=', {}, { comma: [''] }],
  ['/5?comma=,', {}, { comma: ['', ''] }],
  ['/5?comma=a&comma=b', {}, 'query comma[0] type must be given once'],
  ['/5?comma=%zz', {}, BROKEN],
  ['/5?span[from]=1', {}, { span: { from: 1 } }],
  ['/5?span[from]=1&span[to]=2020-01-02', {}, { span: { from: 1, to: '2020-01-02' } }],
  ['/5?span%5Bfrom%5D=7', {}, { span: { from: 7 } }],
  ['/5?span[to]=2020-01-02', {}, 'query span.from required is required'],
  ['/5?span=1', {}, 'query span type must be an object'],
  ['/5?span[from]=1&span=2', {}, 'query span type must be an object'],
  ['/5?span[from]=1&span[from]=2', {}, 'query span.from type must be given once'],
  ['/5?span[from=1', {}, {}],
  ['/5?spanfrom]=1', {}, {}],
  ['/5?map[a]=1&map[b]=2', {}, { map: { a: 1, b: 2 } }],
  ['/5?map[a]=x', {}, 'query map.a type must be an integer'],
  ['/5?map[]=1', {}, { map: { '': 1 } }],
  ['/5?map[a][b]=1', {}, { map: { 'a][b': 1 } }],
  ['/5?map[__proto__]=1', {}, { map: JSON.parse('{"__proto__":1}') }],
  ['/5?pair=1&pair=x', {}, { pair: [1, 'x'] }],
  ['/5?pair=1', {}, 'query pair minItems must have exactly 2 items'],
  ['/5?on=true', {}, { on: true }],
  ['/5?on=', {}, 'query on type must be true or false'],
  ['/5?on=true&on=true', {}, 'query on type must be given once'],
  ['/5?constructor=x', { cookie: '__proto__=y' }, JSON.parse('{"constructor":"x","__proto__":"y"}')],
  ['/5', { 'x-list': '1,2 , 3' }, { 'X-List': [1, 2, 3] }],
  ['/5', { 'x-list': '' }, 'header X-List[0] type must be an integer'],
  ['/5', { 'x-list': '1,' }, 'header X-List[1] type must be an integer'],
  ['/5', { 'X-ONE': 'a, b' }, { 'X-One': 'a, b' }],
  ['/5', { cookie: 'c=5' }, { c: 5 }],
  ['/5', { cookie: 'c="7"' }, { c: 7 }],
  ['/5', { cookie: 'd=1' }, {}],
  ['/5', { cookie: 'c=5; c=6' }, 'cookie c type must be given once'],
  ['/5', { cookie: 'c=x' }, 'cookie c type must be an integer'],
  ['/5', { cookie: 'c=' }, 'cookie c type must be an integer']
]

describe('The parameters of a request', () => {
  let service: Service
  before(async () => {
    service = await serviceOf([], {
      responseChecks: 'off',
      routes: (router) => {
        router.getFunc('/{id}', (ctx) => NAMES.map((name) => ctx.parameter(name) ?? null), PARAMETERS)
      }
    })
  })

  for (const [url, headers, expected] of CASES) {
    const sent = Object.keys(headers).length === 0 ? url : `${url} ${JSON.stringify(headers)}`
    it(`are ${typeof expected === 'string' ? 'rejected' : 'read'}: ${sent}`, async () => {
      const response = await service.inject({ url, headers })
      if (typeof expected === 'string') {
        const faults = response.faults?.map(
          ({ in: place, path, rule, message }) => `${place} ${path} ${rule} ${message}`
        )
        expect([response.statusCode, faults?.join('; ') ?? response.json<{ detail: string }>().detail]).to.deep.equal([
          400,
          expected
        ])
        return
      }
      const values = NAMES.map((name) => {
        if (Object.hasOwn(expected, name)) return Reflect.get(expected, name)
        return name === 'id' ? 5 : name === 'on' ? false : null
      })
      expect([response.statusCode, response.json()]).to.deep.equal([200, values])
    })
  }
})
