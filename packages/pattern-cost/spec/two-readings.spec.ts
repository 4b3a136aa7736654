import { expect } from 'chai'
import fc from 'fast-check'
import { Field } from 'fieldstone'
import { cases } from '../../../spec/support/chance.js'
import { propertiesOf } from '../../../spec/support/documented.js'
import { readsTheSame } from '../src/two-readings.js'

const SAME = [
  ...['^[a-c]*$', '\\d+', '^\\S+$', '.*', '^.*$', '^.+$', '^.+@.+$', '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', '^(?:a|😀)+$'],
  ...['^(?!-)[a-z-]+(?<!-)$', '^(a+)\\1$', '^a\\b', '[^a]', '^[^a]*[^b]*c$', '^\\+?[^x]*y$', '^(?:a.*)+$', '😀.*']
]
/** With the flag, each reads whole characters. */
const DIFFERENT = [
  ...[
    '^.$',
    '^.{2}$',
    '^.?$',
    '^[^a]$',
    '^.+.+$',
    '^(?:.+){2}$',
    '^\\p{L}+$',
    '^[😀]$',
    '^😀+$',
    '\\u{1F600}',
    '^\\W\\W$'
  ],
  ...['^(?=.*[A-Z]).{8,}$', '^(?:a|.+){2}$', '^[\\u{10000}-\\u{10FFFF}]*$']
]
const PARTS = ['a', 'b', 'c', 'A', '@', '.', '-', '\n', ' ', '1', 'é', '\u2028', '😀', '\uD83D', '\uDE00', 'x', 'y']

describe('A pattern', () => {
  it('that reads the same with the flag u and without accepts the same texts', () => {
    const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 7 }).map((parts) => parts.join(''))
    for (const source of SAME) {
      expect(readsTheSame(source), source).to.equal(true)
      const [plain, unicode] = [new RegExp(source), new RegExp(source, 'u')]
      fc.assert(
        fc.property(text, (each) => {
          expect(plain.test(each), JSON.stringify(each)).to.equal(unicode.test(each))
        }),
        { numRuns: cases(200, 5_000) }
      )
    }
  })

  it('that may mean something else without the flag u is recognized', () => {
    for (const source of DIFFERENT) expect(readsTheSame(source), source).to.equal(false)
  })

  it('is a keyword in OpenAPI 3.0 only if it reads the same, and else in x-rules', () => {
    class Sample {
      @Field({ pattern: '^[a-z]+$' }) word!: string
      @Field({ pattern: '^.{2}$' }) two!: string
    }
    expect(propertiesOf(Sample, '3.1').two).to.deep.equal({ type: 'string', pattern: '^.{2}$' })
    const { word, two } = propertiesOf(Sample, '3.0')
    expect(word).to.deep.equal({ type: 'string', pattern: '^[a-z]+$' })
    expect(two).to.deep.equal({
      type: 'string',
      'x-rules': [{ rule: 'matches', fault: 'pattern', constraints: ['^.{2}$'] }]
    })
  })
})
