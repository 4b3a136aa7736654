// What one value of a record's type costs, by the reader and the writer alone.
import { ArrayUnique, IsArray } from 'class-validator'
import { Field, Integer, mapOf, oneOf, Unknown } from '../../dist/src/index.js'
import { compileBinder } from '../../dist/src/record/binder.js'
import { FORMATS } from '../../dist/src/record/format/formats.js'
import { parseType } from '../../dist/src/record/type/type-expression.js'
import { compileSerializer } from '../../dist/src/record/write/serializer.js'
import { compileWriter } from '../../dist/src/record/writer.js'
import { Row, record, rows, sizesTo } from './declare.js'
import { FORMAT_TEXTS } from './format-texts.js'

/** Reads a JSON value of the type again and again; `refused` where it has faults. */
function reading(type, value, { refused = false, source = 'json', ...options } = {}) {
  const binder = compileBinder(parseType(type, 'here'), source, 'body', options)
  const raw = source === 'json' ? JSON.parse(JSON.stringify(value)) : value
  const isRight = () => (binder.validate(raw).faults === undefined) !== refused
  if (!isRight()) throw new Error(JSON.stringify(binder.validate(raw).faults?.slice(0, 3) ?? 'accepted'))
  const run = () => {
    binder.validate(raw)
  }
  return { run, walk: walkOver(raw) }
}

function writing(type, value) {
  const parsed = parseType(type, 'here')
  const write = compileWriter(parsed)
  if (typeof write(value) !== 'string') throw new Error('not written')
  const run = () => {
    write(value)
  }
  return { run, walk: walkOver(value) }
}

/** Looks at each value once. */
function walkOver(value) {
  const walk = (part) => {
    if (typeof part !== 'object' || part === null) return
    for (const name of Object.keys(part)) walk(part[name])
  }
  return () => {
    walk(value)
  }
}

const held = (type, options) => record('Held', { value: [type, options] })
const list = (count, make) => Array.from({ length: count }, (_, index) => make(index))
const fieldsOf = (count, make) => Object.fromEntries(list(count, (index) => [`field${index}`, make(index)]))

class Node {}
Field(() => Node, { optional: true })(Node.prototype, 'next')
Field(() => Integer, { optional: true })(Node.prototype, 'value')
const numbers = (count) => fieldsOf(count, (index) => index)
const wide = (count) =>
  record(
    'Wide',
    fieldsOf(count, () => [Integer])
  )
const nested = (depth, leaf = {}) => (depth <= 1 ? leaf : { next: nested(depth - 1, leaf) })
const nestedLists = (depth) => (depth <= 1 ? [] : [nestedLists(depth - 1)])

const memberOf = (index) => record(`Member${index}`, { id: [Integer], [`own${index}`]: [String] })
const alikeOf = (index) => record(`Alike${index}`, { id: [Integer], value: [Integer, { maximum: index }] })
const taggedOf = (index) => record(`Tagged${index}`, { kind: [String, { enum: [`k${index}`] }], id: [Integer] })
const union = (count, of) => oneOf(...list(count, of))
const discriminated = (count) =>
  oneOf({ discriminator: 'kind', mapping: Object.fromEntries(list(count, (at) => [`k${at}`, taggedOf(at)])) })

class Distinct {}
IsArray()(Distinct.prototype, 'items')
ArrayUnique((item) => item.id)(Distinct.prototype, 'items')

const PATTERNS = {
  'a name': '^[a-z]+(-[a-z]+)*$',
  'numbers and signs': '^(\\d+[,;])*\\d+$',
  'two ends': '^\\s*\\S.*$',
  'not anchored': '[a-z]\\d$'
}

const readCases = {
  'list of integers': [
    12_000,
    (n) =>
      reading(
        [Integer],
        list(n, (index) => index)
      )
  ],
  'list of records': [8_000, (n) => reading([Row], rows(n))],
  'list of records, by closures': [4_000, (n) => reading([Row], rows(n), { generatesCode: false })],
  'map of integers': [16_000, (n) => reading(mapOf(Integer), numbers(n))],
  'map of long keys': [400_000, (n) => reading(mapOf(Integer), { ['k'.repeat(n)]: 1 })],
  widths: [96, (n) => reading(wide(n), numbers(n))],
  'widths of hundreds': [1_200, (n) => reading(wide(n), numbers(n)), [300, 600, 900, 1_200]],
  'widths, by closures': [128, (n) => reading(wide(n), numbers(n), { generatesCode: false })],
  'unknown fields, left out': [
    16_000,
    (n) =>
      reading(
        Node,
        fieldsOf(n, (index) => index)
      )
  ],
  'unknown fields, rejected': [
    16_000,
    (n) =>
      reading(
        Node,
        fieldsOf(n, (index) => index),
        { unknownFields: 'reject', refused: true }
      )
  ],
  'unknown fields of depth': [4_000, (n) => reading(Node, { deep: nestedLists(n) })],
  'depth of records': [240, (n) => reading(Node, nested(n))],
  'depth beyond the limit': [
    4_096,
    (n) => reading(Node, nested(n), { refused: n > 256 }),
    [512, 1_024, 2_048, 3_072, 4_096]
  ],
  'depth of anything': [240, (n) => reading(Unknown, nestedLists(n))],
  'anything, wide': [32_000, (n) => reading(Unknown, rows(n / 4))],
  'faults in a list': [
    16_000,
    (n) =>
      reading(
        [Integer],
        list(n, () => 'x'),
        { refused: true }
      )
  ],
  'faults in records': [
    400,
    (n) =>
      reading(
        [Row],
        list(n, () => ({})),
        { refused: true }
      ),
    [100, 200, 400, 800, 1_600]
  ],
  'faults in a wide record': [
    128,
    (n) =>
      reading(
        wide(n),
        fieldsOf(n, () => 'x'),
        { refused: true }
      )
  ],
  'faults in the depth': [240, (n) => reading(Node, nested(n, { value: 'x' }), { refused: true })],
  'members of a union, told apart by fields': [
    128,
    (n) => reading(union(n, memberOf), { id: 1, [`own${n - 1}`]: 'x' })
  ],
  'members of a union, told apart by constants': [
    128,
    (n) => reading(union(n, taggedOf), { id: 1, kind: `k${n - 1}` })
  ],
  'members of a union, told apart by rules': [32, (n) => reading(union(n, alikeOf), { id: 1, value: n - 1 })],
  'members of a union, none of which fits': [128, (n) => reading(union(n, memberOf), { id: 1 }, { refused: true })],
  'members of a union with a discriminator': [128, (n) => reading(discriminated(n), { id: 1, kind: `k${n - 1}` })],
  'list of a union': [
    4_000,
    (n) =>
      reading(
        [union(8, taggedOf)],
        list(n, (at) => ({ id: at, kind: `k${at % 8}` }))
      )
  ],
  'depth of a union of lists': [
    200,
    (n) =>
      reading(
        TreeOrText,
        list(n, (at) => at).reduce((inner) => ({ left: inner, right: 'x' }), 'x')
      )
  ],
  ArrayUnique: [8_000, (n) => reading(Distinct, { items: list(n, (id) => ({ id })) })],
  'unique scalars': [32_000, (n) => reading(held([Integer], { uniqueItems: true }), { value: list(n, (at) => at) })],
  'unique records': [8_000, (n) => reading(held([Row], { uniqueItems: true }), { value: rows(n) })],
  'unique records of other names each': [
    8_000,
    (n) => reading(held([Unknown], { uniqueItems: true }), { value: list(n, (at) => ({ [`a${at}`]: 1, b: 2 })) })
  ],
  'unique long texts': [
    320,
    (n) => reading(held([String], { uniqueItems: true }), { value: list(n, (at) => 'x'.repeat(17_000) + at) })
  ],
  'unique numbers whose hashes collide': [
    8_000,
    (n) => reading(held([Number], { uniqueItems: true }), { value: collidingNumbers(n) })
  ],
  'long texts, counted': [400_000, (n) => reading(held(String, { maxLength: n }), { value: '👍'.repeat(n / 2) })],
  'long texts, too long': [
    400_000,
    (n) => reading(held(String, { maxLength: 10 }), { value: 'x'.repeat(n) }, { refused: true })
  ],
  'long texts of an enum': [
    400_000,
    (n) => reading(held(String, { enum: ['a', 'b'] }), { value: 'x'.repeat(n) }, { refused: true })
  ],
  'digits of an integer in text': [
    100_000,
    (n) => reading(Integer, '1'.repeat(n), { source: 'text', refused: n > 15 })
  ],
  'digits of a number in text': [100_000, (n) => reading(Number, `0.${'1'.repeat(n)}`, { source: 'text' })],
  'zeros of a number in text': [
    100_000,
    (n) => reading(Number, `${'0'.repeat(n)}1`, { source: 'text', refused: true })
  ],
  multiples: [
    8_000,
    (n) =>
      reading(
        [held(Number, { multipleOf: 0.01 })],
        list(n, (at) => ({ value: (at % 100) / 100 }))
      )
  ]
}

class Tree {}
const TreeOrText = oneOf(String, Tree)
Field(() => TreeOrText)(Tree.prototype, 'left')
Field(() => TreeOrText)(Tree.prototype, 'right')

/** V8 hashes numbers without a secret: these have one value in their lower bits. */
function collidingNumbers(count) {
  return list(count, (index) => index * 2 ** 24)
}

const patternCases = Object.entries(PATTERNS).map(([name, pattern]) => {
  const make = (n) =>
    reading(held(String, { pattern }), { value: `${'a'.repeat(n)}!` }, { refused: name !== 'two ends' })
  return [`pattern: ${name}`, [100_000, make]]
})

const formatCases = Object.keys(FORMATS).flatMap((format) => {
  const texts = FORMAT_TEXTS[format]
  if (texts === undefined) throw new Error(`no text for the format ${format}`)
  return texts.map((text, index) => {
    const make = (n) => {
      const type = held(String, { format })
      const value = text(n)
      const binder = compileBinder(parseType(type, 'here'), 'json', 'body')
      return () => {
        binder.validate({ value })
      }
    }
    // Where an expression is wrong, the engine puts its text into an error: what that takes of the collector is steady from here on.
    const largest = format === 'regex' ? 800_000 : 100_000
    return [`format: ${format}${index === 0 ? '' : ` ${index + 1}`}`, [largest, make]]
  })
})

const writeCases = {
  'rows written': [
    100_000,
    (n) =>
      writing(
        [Row],
        rows(n).map((row) => ({ ...row, made: new Date(0) }))
      )
  ],
  'rows written, by the serializer': [
    16_000,
    (n) => {
      const serialize = compileSerializer(parseType([Row], 'here'))
      const values = rows(n).map((row) => ({ ...row, made: new Date(0) }))
      return () => {
        serialize(values)
      }
    }
  ],
  'entries written': [64_000, (n) => writing(mapOf(Integer), numbers(n))],
  'anything written': [16_000, (n) => writing(Unknown, rows(n))],
  'texts written': [400_000, (n) => writing(held(String), { value: 'a"é\n'.repeat(n / 4) })],
  'depth written': [240, (n) => writing(Node, nested(n))],
  'widths written': [128, (n) => writing(wide(n), numbers(n))],
  'members of a union, a plain object written': [
    128,
    (n) => writing(union(n, memberOf), { id: 1, [`own${n - 1}`]: 'x' })
  ],
  'members of a union with a discriminator, a plain object written': [
    128,
    (n) => writing(discriminated(n), { id: 1, kind: `k${n - 1}` })
  ]
}

export const RECORD_CASES = [
  ...Object.entries(readCases),
  ...patternCases,
  ...formatCases,
  ...Object.entries(writeCases)
].map(([name, [largest, make, sizes = sizesTo(largest)]]) => ({ name, sizes, make }))
