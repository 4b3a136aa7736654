import { expect } from 'chai'
import { encodeBody } from '../../../src/verify/requests/request-parts.js'

describe('a value in a media type', () => {
  const cases: readonly (readonly [
    essence: string,
    value: unknown,
    contentType: string | undefined,
    text: string | undefined
  ])[] = [
    [
      'application/x-www-form-urlencoded',
      { a: 'x y', b: 5, c: [true, 'ä'] },
      'application/x-www-form-urlencoded',
      'a=x+y&b=5&c=true&c=%C3%A4'
    ],
    ['application/x-www-form-urlencoded', { a: { b: 1 } }, undefined, undefined],
    ['application/x-www-form-urlencoded', { a: null }, undefined, undefined],
    ['application/x-www-form-urlencoded', [1], undefined, undefined],
    [
      'multipart/form-data',
      { a: 'x', b: [1, 2] },
      'multipart/form-data; boundary=part',
      '--part\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n--part\r\ncontent-disposition: form-data; name="b"\r\n\r\n1\r\n--part\r\ncontent-disposition: form-data; name="b"\r\n\r\n2\r\n--part--\r\n'
    ],
    ['multipart/form-data', { a: '--part' }, undefined, undefined],
    ['text/plain', 'hello', 'text/plain', 'hello'],
    ['text/plain', 5, undefined, undefined],
    ['image/*', 'bytes', 'image/any', 'bytes'],
    ['*/*', 'bytes', 'application/octet-stream', 'bytes']
  ]
  for (const [essence, value, contentType, text] of cases) {
    it(`is ${text === undefined ? 'impossible' : 'written'}: ${JSON.stringify(value)} as ${essence}`, () => {
      const encoded = encodeBody(essence, value)
      expect(encoded?.contentType).to.equal(contentType)
      expect(encoded?.body.kind === 'text' ? encoded.body.text : undefined).to.equal(text)
    })
  }

  it('stays a value in JSON, also for a range of JSON types', () => {
    expect(encodeBody('application/*+json', { a: 1 })).to.deep.equal({
      contentType: 'application/vnd.any+json',
      body: { kind: 'json', value: { a: 1 } }
    })
  })
})
