import { expect } from 'chai'
import fc from 'fast-check'
import { decodePath, escapeSegment, unescapeSegment } from '../../../src/http/syntax/request-target.js'

describe('The decoded path', () => {
  const cases: [raw: string, decoded: string | undefined][] = [
    ['/items/42', '/items/42'],
    ['/%61dmin', '/admin'],
    ['/%2561dmin', '/%2561dmin'],
    ['/caf%C3%A9', '/caf\u00e9'],
    ['/%F0%9F%98%80', '/\u{1F600}'],
    ['/a%2Fb', '/a%2Fb'],
    ['/a%2fb', '/a%2Fb'],
    ['/a%252Fb', '/a%252Fb'],
    ['/100%25', '/100%25'],
    ['/%252525', '/%252525'],
    ['/a+b', '/a+b'],
    ['/%3Fx%23y', '/?x#y'],
    ['/%00', '/\u0000'],
    ['/%', undefined],
    ['/%4', undefined],
    ['/%zz', undefined],
    ['/a%2', undefined],
    ['/%C3', undefined],
    ['/%C3/%A9', undefined],
    ['/%C0%AF', undefined],
    ['/%ED%A0%80', undefined],
    ['/%FF', undefined],
    ['/%F4%90%80%80', undefined]
  ]
  for (const [raw, decoded] of cases) {
    it(`of ${raw} is ${decoded === undefined ? 'undefined: the encoding is broken' : JSON.stringify(decoded)}`, () => {
      expect(decodePath(raw)).to.equal(decoded)
    })
  }

  it('splits into the texts that were encoded, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const path = decodePath(`/${texts.map(encodeURIComponent).join('/')}`)
        expect(path).to.equal(`/${texts.map(escapeSegment).join('/')}`)
        expect(path?.slice(1).split('/').map(unescapeSegment)).to.deep.equal(texts)
      })
    )
  })
})
