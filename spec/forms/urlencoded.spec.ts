import { expect } from 'chai'
import { Field, type Service } from 'fieldstone'
import { oneHandler } from '../support/one-handler.js'

class Words {
  @Field(() => [String], { optional: true }) a?: string[]
  @Field(() => [String], { optional: true }) b?: string[]
  @Field(() => [String], { optional: true }) 'a b'?: string[]
  @Field(() => [String], { optional: true }) café?: string[]
  @Field(() => [String], { optional: true }) ''?: string[]
  @Field(() => [String], { optional: true }) 'a[b]'?: string[]
}

const NAMES = new Set(['a', 'b', 'a b', 'café', '', 'a[b]'])
const TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

describe('An urlencoded form', () => {
  let service: Service
  before(async () => {
    service = await oneHandler((ctx) => ctx.bind(Words), { responseChecks: 'off' })
  })

  async function read(text: string): Promise<unknown> {
    const response = await service.inject({ method: 'POST', url: '/', headers: TYPE, body: text })
    const body = response.json<{ detail: string }>()
    return response.statusCode === 200 ? body : `${response.statusCode} ${body.detail}`
  }

  const cases: readonly [text: string, form: Record<string, string[]>][] = [
    ['a=1', { a: ['1'] }],
    ['a=1&b=2', { a: ['1'], b: ['2'] }],
    ['a=1&b=x&a=2&a=3', { a: ['1', '2', '3'], b: ['x'] }],
    ['a', { a: [''] }],
    ['a=', { a: [''] }],
    ['=1', { '': ['1'] }],
    ['a=b=c', { a: ['b=c'] }],
    ['&&a=1&&', { a: ['1'] }],
    ['a+b=c+d', { 'a b': ['c d'] }],
    ['a=%2B%26%3D', { a: ['+&='] }],
    ['caf%C3%A9=%E2%82%AC', { café: ['€'] }],
    ['a[b]=1&a[]=2', { 'a[b]': ['1'] }],
    ['other=1&toString=2&constructor=3', {}]
  ]
  for (const [text, form] of cases) {
    it(`reads ${JSON.stringify(text)}`, async () => {
      expect(await read(text)).to.deep.equal(form)
    })
  }

  it('decodes as URLSearchParams does, wherever that does not guess', async () => {
    for (const [text] of cases) {
      const expected: Record<string, string[]> = {}
      for (const [name, value] of new URLSearchParams(text)) {
        if (NAMES.has(name)) expected[name] = [...(expected[name] ?? []), value]
      }
      expect(await read(text), text).to.deep.equal(expected)
    }
  })

  it('has __proto__ as an ordinary key, which changes no object', async () => {
    expect(await read('__proto__=x&a=1')).to.deep.equal({ a: ['1'] })
    expect(({} as { x?: unknown }).x).to.equal(undefined)
  })

  for (const text of ['a=%', 'a=%2', 'a=%zz', '%=1', 'a=%FF', 'a=%C3', 'a=%C0%80', 'a=%ED%A0%80']) {
    it(`is rejected where it is ${text}, which is not percent-encoded UTF-8`, async () => {
      expect(await read(text)).to.equal('400 Invalid form payload')
    })
  }

  it('may have 1,000 fields, and not one more', async () => {
    expect(await read('x=1&'.repeat(1000))).to.deep.equal({})
    expect(await read('x=1&'.repeat(1001))).to.equal('400 More than 1000 fields were sent')
    const names = Array.from({ length: 1001 }, (_, index) => `f${index}=1`).join('&')
    expect(await read(names)).to.equal('400 More than 1000 fields were sent')
  })
})
