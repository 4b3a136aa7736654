import { expect } from 'chai'
import fc from 'fast-check'
import { Application, bootstrap, Field, type Router } from 'fieldstone'
import { readsTheSame } from 'fieldstone-pattern-cost'
import { cases } from '../../../spec/support/chance.js'

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

  it('is a keyword in OpenAPI 3.0 only if it reads the same, and else in x-rules', async () => {
    class Sample {
      @Field({ pattern: '^[a-z]+$' }) word!: string
      @Field({ pattern: '^.{2}$' }) two!: string
    }
    const routes = (router: Router) =>
      void router.postFunc('/', () => '', { requestBody: Sample, responses: { 204: {} } })
    const propertiesOf = async (openapi: '3.0' | '3.1') => {
      const { document } = await bootstrap(new Application({ title: 'a', version: '1', openapi, routes }))
      return document.components?.schemas?.Sample?.properties
    }
    expect((await propertiesOf('3.1'))?.two).to.deep.equal({ type: 'string', pattern: '^.{2}$' })
    expect(await propertiesOf('3.0')).to.deep.equal({
      word: { type: 'string', pattern: '^[a-z]+$' },
      two: { type: 'string', 'x-rules': [{ rule: 'matches', fault: 'pattern', constraints: ['^.{2}$'] }] }
    })
  })
})
