import { expect } from 'chai'
import { Integer, mapOf, oneOf, type TypeExpression, tupleOf, Unknown } from 'fieldstone'
import { accepted, refusals } from '../support/bound.js'

const MOST = 100
const MANY = 150

const texts = () => Array.from({ length: MANY }, (_, at) => `text ${at}`)
const members = () => Object.fromEntries(texts().map((text) => [text, text]))

/** A schema that finds as many issues as there are texts, whose messages are counted when they are read. */
function rejecting() {
  let told = 0
  const issues = texts().map((text) => {
    const message = () => {
      told += 1
      return text
    }
    return { message: { toString: message } }
  })
  const schema = {
    '~standard': { version: 1, vendor: 'spec', validate: () => ({ issues }), jsonSchema: { input: () => ({}) } }
  }
  return { schema: schema as unknown as TypeExpression, told: () => told }
}

/** More than may be within each other. */
const SIDE_BY_SIDE = 300

describe('Values side by side', () => {
  const INNER: readonly (readonly [what: string, type: TypeExpression, value: unknown])[] = [
    ['lists', [Integer], [1]],
    ['lists of lists', [[Integer]], [[1]]],
    ['maps', mapOf(Integer), { a: 1 }],
    ['maps of lists', mapOf([Integer]), { a: [1] }],
    ['tuples', tupleOf(Integer), [1]],
    ['unions', oneOf(Integer, [Integer]), [1]],
    ['values of any kind', Unknown, { a: [1] }]
  ]
  for (const [what, type, value] of INNER) {
    it(`may be more than may be within each other: ${what}`, async () => {
      const list = Array.from({ length: SIDE_BY_SIDE }, () => value)
      const map = Object.fromEntries(list.map((each, at) => [`k${at}`, each]))
      expect(await accepted(tupleOf([type] as never, mapOf(type as never)), [list, map])).to.deep.equal([list, map])
    })
  }
})

describe('Of a value with more faults than are reported', () => {
  it('the first hundred are, of a list and of a map', async () => {
    expect(await refusals([Integer], texts())).to.deep.equal(
      texts()
        .slice(0, MOST)
        .map((_, at) => `[${at}] must be an integer`)
    )
    expect(await refusals(mapOf(Integer), members())).to.have.length(MOST)
  })

  it('no further issues of another library are read', async () => {
    const { schema, told } = rejecting()
    expect(await refusals(schema, 'any')).to.have.length(MOST)
    expect(told()).to.equal(MOST)
  })

  const KEYWORDS: readonly (readonly [schema: object, value: unknown])[] = [
    [{ items: { type: 'integer' } }, texts()],
    [{ propertyNames: { maxLength: 2 } }, members()],
    [{ patternProperties: { '^text': { type: 'integer' } } }, members()],
    [{ additionalProperties: { type: 'integer' } }, members()],
    [{ additionalProperties: false }, members()]
  ]
  for (const [schema, value] of KEYWORDS) {
    it(`the first hundred are by ${JSON.stringify(schema)}`, async () => {
      const validate = (each: unknown) => ({ value: each })
      const standard = { version: 1, vendor: 'spec', validate, jsonSchema: { input: () => schema } }
      expect(await refusals({ '~standard': standard } as unknown as TypeExpression, value)).to.have.length(MOST)
    })
  }
})
