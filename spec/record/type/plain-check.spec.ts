import { expect } from 'chai'
import { hasCodePoints } from '../../../src/record/type/plain-check.js'

describe('The length of a text', () => {
  const lengths: [what: string, text: string, length: number][] = [
    ['nothing', '', 0],
    ['plain letters', 'abc', 3],
    ['an accent of its own', 'e\u0301', 2],
    ['emoji beyond 16 bits', '😀😀', 2],
    ['an emoji with a variation selector', '☂\uFE0F', 2],
    ['a letter with a variation selector', 'x\uFE0Fx\uFE0E', 4],
    ['a family joined by zero-width joiners', '👨‍👩‍👧', 5],
    ['a lone high surrogate', '\uD83D', 1],
    ['a lone low surrogate', 'a\uDE00', 2],
    ['surrogates in the wrong order', '\uDE00\uD83D', 2],
    ['two high surrogates and a low one', '\uD83D\uD83D\uDE00', 2]
  ]
  for (const [what, text, length] of lengths) {
    it(`counts ${what} as ${length}`, () => {
      expect([...text]).to.have.length(length)
      expect(hasCodePoints(text, length, length)).to.equal(true)
      expect(hasCodePoints(text, length + 1)).to.equal(false)
      if (length > 0) expect(hasCodePoints(text, 0, length - 1)).to.equal(false)
    })
  }

  it('is never that of a value other than text', () => {
    for (const value of [5, null, undefined, ['a'], {}]) expect(hasCodePoints(value, 0)).to.equal(false)
  })
})
