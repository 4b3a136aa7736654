import { expect } from 'chai'
import { BadRequest } from 'fieldstone'
import { FORM_FIELD_LIMIT, INVALID_FORM, parseForm } from '../../../src/http/syntax/form.js'

describe('parseForm', () => {
  const cases: readonly [text: string, form: Record<string, string | string[]>][] = [
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=1', { '': '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['&&a=1&&', { a: '1' }],
    ['a+b=c+d', { 'a b': 'c d' }],
    ['a=%2B%26%3D', { a: '+&=' }],
    ['caf%C3%A9=%E2%82%AC', { café: '€' }],
    ['a[b]=1&a[]=2', { 'a[b]': '1', 'a[]': '2' }],
    ['toString=1&constructor=2', { toString: '1', constructor: '2' }]
  ]
  for (const [text, form] of cases) {
    it(`reads ${JSON.stringify(text)} as ${JSON.stringify(form)}`, () => {
      expect({ ...parseForm(text) }).to.deep.equal(form)
    })
  }

  it('decodes as URLSearchParams does, wherever that does not guess', () => {
    for (const [text] of cases) {
      const theirs = [...new URLSearchParams(text)]
      const ours = Object.entries(parseForm(text)).flatMap(([key, value]) => [value].flat().map((one) => [key, one]))
      expect(ours, text).to.deep.equal(theirs)
    }
  })

  it('makes __proto__ an ordinary key of an object without a prototype', () => {
    const form = parseForm('__proto__=x&__proto__=y')
    expect(Object.getPrototypeOf(form)).to.equal(null)
    expect(Object.keys(form)).to.deep.equal(['__proto__'])
    expect(({} as { x?: unknown }).x).to.equal(undefined)
  })

  for (const text of ['a=%', 'a=%2', 'a=%zz', '%=1', 'a=%FF', 'a=%C3', 'a=%C0%80', 'a=%ED%A0%80']) {
    it(`rejects ${text}, which is not percent-encoded UTF-8`, () => {
      expect(() => parseForm(text)).to.throw(BadRequest, INVALID_FORM)
    })
  }

  it('accepts as many fields as the limit and rejects one more', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&')
    expect(Object.keys(parseForm(fields(FORM_FIELD_LIMIT)))).to.have.length(1000)
    expect(() => parseForm(fields(FORM_FIELD_LIMIT + 1))).to.throw(BadRequest, 'More than 1000 fields were sent')
  })

  it('counts a repeated key as often as it is sent', () => {
    expect(() => parseForm('a=1&'.repeat(1001))).to.throw(BadRequest)
  })
})
