import { expect } from 'chai'
import { CLASS_SIZE, isRegex, plainOf } from '../../../src/record/format/regex-text.js'

/** What the engine says of the whole text, however long it takes. */
function compiles(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

describe('The format regex', () => {
  const texts = [
    '',
    '^[a-z]+$',
    '\\p{L}\\P{Script=Greek}',
    '\\p{Nope}',
    '\\p{L',
    '[\\p{L}-a]',
    '[a-\\d]',
    '[b-a]',
    '[a-b-c]',
    '[a-z-c]',
    '[--a]',
    '[a-]',
    '[-a]',
    '[^-a]',
    '[a^-z]',
    '[^]',
    '[]',
    '[',
    '[a',
    '[a\\',
    '[[]',
    ']',
    '[\\u{1F600}-\\u{1F64F}]',
    '[\\ud83d\\ude00-\\ud83d\\ude4f]',
    '[\\ud83d\\ude4f-\\ud83d\\ude00]',
    '[😀-😁]',
    '[😁-😀]',
    '[\\0-9]',
    '[\\00]',
    '[\\cA-\\cZ]',
    '[\\c1]',
    '[\\b-\\n]',
    '[\\q]',
    '[\\x41-\\x5a]',
    '[\\x4]',
    '(?<\\p{L}>a)',
    '(?<a>b)\\k<a>',
    '\\k<a>',
    '(?:[a)',
    'a{2,1}',
    '\\'
  ]
  for (const text of texts) {
    it(`is what the engine compiles: ${JSON.stringify(text)}`, () => expect(isRegex(text)).to.equal(compiles(text)))
  }

  it('is what the engine compiles, for 40,000 texts of pieces of expressions', () => {
    const pieces =
      'a|b|-|^|[|]|[^|\\|\\\\|\\d|\\p{L}|\\P{Lu}|\\p{Nope}|\\p{|}|\\u{61}|\\u{110000}|\\ud83d|\\ude00|\\uD83D\\uDE00|\\x41|\\xZ|\\cA|\\0|\\1|\\b|\\-|\\]|(|(?:|(?=|(?<n>|\\k<n>|)|*|+|{2}|$|.|😀|\ud83d|\ude00|z|\\w|\\q|\\n|0|9|é|\\u'.split(
        '|'
      )
    let seed = 1
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return (seed >>> 8) % below
    }
    let valid = 0
    for (let count = 0; count < 40_000; count++) {
      const length = count % 20 === 0 ? 20 + next(80) : 1 + next(8)
      const content = Array.from({ length }, () => pieces[next(pieces.length)]).join('')
      const text = count % 2 === 0 ? content : `[${content}]`
      const isValid = compiles(text)
      if (isValid) valid += 1
      expect(isRegex(text), JSON.stringify(text)).to.equal(isValid)
    }
    expect(valid).to.be.within(8_000, 20_000)
  })

  it('gives the engine no property, of which it would make a set, however many there are', () => {
    for (const text of ['\\p{L}'.repeat(3_000), `[${'\\p{Lu}\\P{Script=Greek}'.repeat(3_000)}]`]) {
      expect(plainOf(text)).to.not.match(/\\p/i)
      expect(isRegex(text)).to.equal(true)
    }
  })

  it('asks for no more properties after one that does not exist', () => {
    const wrong = Array.from({ length: 5_000 }, (_, index) => `\\p{No${index}}`).join('')
    const { RegExp: Original } = globalThis
    let compiled = 0
    globalThis.RegExp = new Proxy(Original, {
      construct(target, args) {
        compiled += 1
        return Reflect.construct(target, args)
      }
    })
    try {
      expect(isRegex(wrong)).to.equal(false)
    } finally {
      globalThis.RegExp = Original
    }
    expect(compiled).to.equal(2)
  })

  it('gives the engine few characters to sort at a time, in no order that a client chooses', () => {
    const points = Array.from({ length: 20_000 }, (_, index) => 0x20000 + ((index * 7_919) % 100_000) * 2)
    const characters = points.map((point) => String.fromCodePoint(point))
    const ranges = characters.map((character) => `${character}-${character}`)
    for (const content of [characters.join(''), ranges.join('')]) {
      const plain = plainOf(`[^${content}]`)
      const classes = plain.split(/(?<=\])/)
      expect(classes.every((each) => [...each].length <= CLASS_SIZE + 3)).to.equal(true)
      expect(isRegex(`[^${content}]`)).to.equal(true)
    }
  })
})
