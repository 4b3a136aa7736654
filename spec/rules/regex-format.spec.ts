import { expect } from 'chai'
import { Field } from 'fieldstone'
import { accepted, refusals, validated } from '../support/bound.js'

/** What the engine says of the whole text, however long it takes. */
function compiles(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

class Holder {
  @Field(() => [String], { each: true, format: 'regex' }) texts!: string[]
}

/** Whether each of the texts is accepted. */
async function verdictsOn(texts: readonly string[]): Promise<boolean[]> {
  const { faults = [] } = await validated(Holder, { texts })
  const wrong = new Set(faults.map(({ path }) => path))
  return texts.map((_, at) => !wrong.has(`texts[${at}]`))
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
    it(`is what the engine compiles: ${JSON.stringify(text)}`, async () => {
      expect(await verdictsOn([text])).to.deep.equal([compiles(text)])
    })
  }

  it('is what the engine compiles, for 20,000 texts of pieces of expressions', async () => {
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
    for (let batch = 0; batch < 250; batch++) {
      // At most a hundred faults are reported.
      const many = Array.from({ length: 80 }, (_, count) => {
        const length = count % 20 === 0 ? 20 + next(80) : 1 + next(8)
        const content = Array.from({ length }, () => pieces[next(pieces.length)]).join('')
        return count % 2 === 0 ? content : `[${content}]`
      })
      const expected = many.map(compiles)
      expect(await verdictsOn(many), JSON.stringify(many)).to.deep.equal(expected)
      valid += expected.filter(Boolean).length
    }
    expect(valid).to.be.within(4_000, 10_000)
  })

  it('is judged of thousands of properties and characters, which the engine would make sets of', async () => {
    const points = Array.from({ length: 20_000 }, (_, index) => 0x20000 + ((index * 7_919) % 100_000) * 2)
    const characters = points.map((point) => String.fromCodePoint(point))
    const texts = [
      '\\p{L}'.repeat(3_000),
      `[${'\\p{Lu}\\P{Script=Greek}'.repeat(3_000)}]`,
      `[^${characters.join('')}]`,
      `[^${characters.map((character) => `${character}-${character}`).join('')}]`
    ]
    expect(await accepted(Holder, { texts })).to.deep.include({ texts })
    const wrong = Array.from({ length: 5_000 }, (_, index) => `\\p{No${index}}`).join('')
    expect(await refusals(Holder, { texts: [wrong] })).to.have.length(1)
  })
})
