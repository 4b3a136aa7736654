import { inspect } from 'node:util'
import { expect } from 'chai'
import * as library from 'class-validator'
import * as own from '../../../src/record/library/decorators.js'

type Make = (options?: library.ValidationOptions) => PropertyDecorator

/** Each decorator that `@Field` applies, and class-validator's own. */
const PAIRS: readonly (readonly [name: string, own: Make, library: Make])[] = [
  ['IsArray', own.IsArray, library.IsArray],
  ['IsBoolean', own.IsBoolean, library.IsBoolean],
  ['IsDate', own.IsDate, library.IsDate],
  ['IsDefined', own.IsDefined, library.IsDefined],
  ['IsInt', own.IsInt, library.IsInt],
  ['IsNumber', own.IsNumber, (options) => library.IsNumber({}, options)],
  ['IsObject', own.IsObject, library.IsObject],
  ['IsString', own.IsString, library.IsString],
  [
    'IsIn',
    (options) => own.IsIn(['a', 1, Number.NaN], options),
    (options) => library.IsIn(['a', 1, Number.NaN], options)
  ],
  ['Min', (options) => own.Min(2, options), (options) => library.Min(2, options)],
  ['Max', (options) => own.Max(2, options), (options) => library.Max(2, options)],
  ['ArrayMinSize', (options) => own.ArrayMinSize(2, options), (options) => library.ArrayMinSize(2, options)],
  ['ArrayMaxSize', (options) => own.ArrayMaxSize(1, options), (options) => library.ArrayMaxSize(1, options)],
  ['MinLength', (options) => own.MinLength(2, options), (options) => library.MinLength(2, options)],
  ['MaxLength', (options) => own.MaxLength(1, options), (options) => library.MaxLength(1, options)],
  ['Matches', (options) => own.Matches(/^a+$/u, options), (options) => library.Matches(/^a+$/u, options)]
]

const VALUES: readonly unknown[] = [
  ...[undefined, null, true, false, new Boolean(true), 0, 1, 2, 2.5, 3, -0, Number.NaN, Number.POSITIVE_INFINITY],
  ...[
    '',
    'a',
    'aa',
    'b',
    '\u{1F600}',
    '\u{1F600}\u{1F600}',
    '☺\uFE0F',
    '☺\uFE0F☺\uFE0E',
    '\uFE0Fa',
    '\uD83D',
    new String('a')
  ],
  ...[[], [1], [1, 2], {}, { a: 1 }, new Date(0), new Date(Number.NaN), () => 1, 1n, Symbol('a')]
]

/** What class-validator's metadata and errors say of a decorator, by value. */
function facts(make: Make, options?: library.ValidationOptions): unknown {
  class Item {
    value: unknown
  }
  make(options)(Item.prototype, 'value')
  const [metadata] = library.getMetadataStorage().getTargetValidationMetadatas(Item, '', false, false)
  const errors = VALUES.map((value) => {
    const given = Object.assign(new Item(), { value: options?.each ? [value, 'a'] : value })
    return [inspect(value), library.validateSync(given).map(({ constraints }) => constraints)]
  })
  const { name, type, constraints, each, groups, message } = metadata as typeof metadata & { name: string }
  return { name, type, constraints, each, groups, message, errors }
}

describe('the decorators that fields apply', () => {
  for (const [name, mine, theirs] of PAIRS) {
    it(`have the name, the arguments, the messages and the verdicts of ${name}`, () => {
      expect(facts(mine)).to.deep.equal(facts(theirs))
    })

    it(`have those of ${name} with options`, () => {
      for (const options of [{ each: true }, { groups: ['a'], message: 'no $value' }])
        expect(facts(mine, options)).to.deep.equal(facts(theirs, options))
    })
  }
})
