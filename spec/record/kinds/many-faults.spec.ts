import { expect } from 'chai'
import { Integer, mapOf, oneOf, type TypeExpression, tupleOf, Unknown } from 'fieldstone'
import { compileBinder } from '../../../src/record/binder.js'
import { readForeignDocument } from '../../../src/record/standard/foreign-document.js'
import { compileValueCheck } from '../../../src/record/standard/value-check.js'
import { FaultList } from '../../../src/record/type/fault-list.js'
import { parseType } from '../../../src/record/type/type-expression.js'

const MOST = 100
const MANY = 150

/** A value whose members are counted when they are read. */
function counted<T extends object>(value: T): { readonly value: T; readonly read: () => number } {
  let count = 0
  const get = (target: T, key: string | symbol): unknown => {
    if (typeof key === 'string' && /\d$/.test(key)) count += 1
    return Reflect.get(target, key)
  }
  return { value: new Proxy(value, { get }), read: () => count }
}

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
      for (const generatesCode of [true, false]) {
        const list = Array.from({ length: SIDE_BY_SIDE }, () => value)
        const both = compileBinder(parseType(tupleOf([type] as never, mapOf(type as never)), 'Spec'), 'json', 'body', {
          generatesCode
        })
        const map = Object.fromEntries(list.map((each, at) => [`k${at}`, each]))
        expect(await both.validate([list, map])).to.deep.include({ value: [list, map], faults: undefined })
      }
    })
  }
})

describe('Of a value with more faults than are kept', () => {
  for (const generatesCode of [true, false]) {
    const way = generatesCode ? 'by code' : 'by closures'
    const read = (type: TypeExpression, raw: unknown) =>
      compileBinder(parseType(type, 'Spec'), 'json', 'body', { generatesCode }).validate(raw)

    it(`no further items of a list are read, ${way}`, async () => {
      const { value, read: count } = counted(texts())
      expect(await read([[Integer]], value)).to.have.nested.property('faults.length', MOST)
      expect(count()).to.equal(MOST)
    })

    it(`no further values of a map are read, ${way}`, async () => {
      const { value, read: count } = counted(members())
      expect(await read(mapOf([Integer]), value)).to.have.nested.property('faults.length', MOST)
      expect(count()).to.equal(MOST)
    })

    it(`no further issues of another library are told, ${way}`, async () => {
      const { schema, told } = rejecting()
      expect(await read(schema, 'any')).to.have.nested.property('faults.length', MOST)
      expect(told()).to.equal(MOST)
    })
  }

  const KEYWORDS: readonly (readonly [schema: object, value: unknown])[] = [
    [{ items: { type: 'integer' } }, texts()],
    [{ propertyNames: { maxLength: 2 } }, members()],
    [{ patternProperties: { '^text': { type: 'integer' } } }, members()],
    [{ patternProperties: { '^text': { type: 'integer' }, '\\d$': { type: 'integer' } } }, members()],
    [{ additionalProperties: { type: 'integer' } }, members()],
    [{ additionalProperties: false }, members()]
  ]
  for (const [schema, value] of KEYWORDS) {
    it(`no further members are checked by ${JSON.stringify(schema)}`, () => {
      const faults = new FaultList()
      compileValueCheck(readForeignDocument(schema))(value, faults)
      expect(faults.length).to.equal(MOST)
    })
  }
})
