import { Field, Integer } from 'fieldstone'
import { SharedGroups } from '../../../src/controller/scan/shared-groups.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Place {
  @Field() name!: string
}
class Other {
  @Field() name!: string
}

const test = () => true
const again = () => true
const circle: Record<string, unknown> = { a: 1 }
circle.self = circle

/** Options that are nested so deep. */
function nested(depth: number): object {
  return depth === 0 ? { end: true } : { in: nested(depth - 1) }
}

/** What is declared of a parameter, beside that it is `a` of the query. */
const INPUTS: readonly object[] = [
  { type: Integer },
  { type: Integer },
  { type: String },
  { type: Place },
  { type: Other },
  { type: Place },
  { type: [Place] },
  { type: Integer, name: 'b' },
  { type: Integer, source: 'header' },
  { emitted: { type: String } },
  { type: String, emitted: { type: String } },
  {},
  { emitted: { type: Object } },
  { options: { enum: ['a'] } },
  { options: { enum: ['a', 'b'] } },
  { type: String, options: { enum: ['a'] } },
  ...[
    { minimum: 1 },
    { minimum: '1' },
    { minimum: 0 },
    { minimum: -0 },
    { minimum: 1, maximum: 2 },
    { maximum: 2, minimum: 1 },
    { default: null },
    { default: undefined },
    { default: true },
    { default: [1, [2]] },
    { default: ['1', 2] },
    { default: 5n },
    { default: Symbol('s') },
    { default: { 'a":1,"b': 2 } },
    { default: { a: 1, b: 2 } },
    { default: [] },
    { default: {} },
    { default: new Date(0) },
    { default: new Date(0) },
    { pattern: /a/ },
    { rules: [test] },
    { rules: [again] },
    { rules: [test] },
    { rules: [test, again] },
    { default: Object.create(null) },
    { default: circle },
    ...[0, 5, 6, 7].map(nested)
  ].map((options) => ({ type: Integer, options }))
]

describe('Parameters that methods share', () => {
  it('are equal where shared-list.txt has one key', () => {
    const groups = new SharedGroups()
    const lines = INPUTS.map((input) => {
      const declared = {
        source: 'query',
        name: 'a',
        type: undefined,
        options: {},
        index: 0,
        form: 'parameters',
        where: 'here',
        emitted: undefined,
        ...input
      }
      return `${shown(input)} → ${groups.keyOf(declared as never)}`
    })
    lines.push('\nkeys')
    const group = { place: 'query', binder: {}, fields: [], parameters: [] } as never
    groups.addRight('a')
    groups.add(['a', 'b'], group)
    lines.push(...['a', 'b'].map((key) => `${key} is right: ${groups.isRight(key)}`))
    for (const keys of [['a', 'b'], ['b', 'a'], ['a'], ['a\nb'], [], ['ab']])
      lines.push(`${shown(keys)} → ${groups.find(keys) === group ? 'the group' : shown(groups.find(keys))}`)
    expectWholeList('controller/scan/shared-list.txt', lines)
  })
})
