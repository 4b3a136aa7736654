import { expect } from 'chai'
import { IsString, Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator'
import {
  enumOf,
  Field,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record as RecordOf,
  type TypeExpression,
  tupleOf
} from 'fieldstone'
import * as z from 'zod'
import { compileBinder, compileExampleCheck, compileJsonCheck, compileKindCheck } from '../../src/record/binder.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'
import { expectWholeList, outcome, settled, shown } from '../support/whole-list.js'

class Item {
  @Field({ minLength: 2 }) name!: string
  @Field(() => Integer, { optional: true }) count?: number
  @Field(() => String, { nullable: true, optional: true }) note?: string | null
  @Field({ writeOnly: true, optional: true }) secret?: string
  @Field({ readOnly: true }) id!: string
  @Field(() => enumOf(['a', 'b']), { default: 'a' }) kind: string = 'a'
}
class NeedsArguments {
  @Field({ minLength: 2 }) name!: string
  constructor(value?: { readonly name: string }) {
    if (value === undefined) throw new RangeError('it has no value')
    this.name = value.name
  }
}
class Shown {
  @Field() get text(): string {
    return 'shown'
  }
  @Field(() => Integer) number!: number
}
@RecordOf({ unknownFields: 'reject' })
class Closed {
  @Field(() => [Item]) items!: Item[]
}
class Contradictory {
  @Field(() => Integer, { default: 'x' }) number!: number
}
class Later {
  @Field(() => later) text!: string
}

@ValidatorConstraint({ name: 'isFree', async: true })
class IsFree implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    if (value === 'broken') throw new RangeError('the store is gone')
    return value !== 'taken'
  }
  defaultMessage(): string {
    return '$property is taken'
  }
}
class Free {
  @IsString() @Validate(IsFree) login!: string
}
class Both {
  @Field(() => later) text!: string
  @IsString() @Validate(IsFree) login!: string
}

const later = z.string().refine(async (text) => {
  if (text === 'broken') throw new RangeError('the store is gone')
  return text !== 'taken'
})

const item = { name: 'ab', id: 'i' }
const TYPES: readonly (readonly [name: string, type: TypeExpression, values: readonly unknown[]])[] = [
  [
    'Item',
    Item,
    [
      ...[item, { ...item, name: 'a' }, { ...item, count: 1.5 }, { ...item, count: null }, { ...item, note: null }],
      ...[{ ...item, kind: 'c' }, { ...item, secret: 's' }, { ...item, more: 1 }, { name: 'ab' }, {}, [], null, 'x']
    ]
  ],
  ['NeedsArguments', NeedsArguments, [{ name: 'ab' }, { name: 'a' }, { name: 5 }, {}]],
  ['Shown', Shown, [{ text: 'a', number: 1 }, { text: 5, number: '1' }, { number: 1 }]],
  ['Closed', Closed, [{ items: [item] }, { items: [item, 5, {}], more: 1 }, { items: null }]],
  ['Contradictory', Contradictory, [{ number: 1 }, { number: 'x' }]],
  ['a map of lists', mapOf([Item]), [{ a: [item] }, { a: [{ ...item, name: 5 }], b: 5 }]],
  ['a tuple', tupleOf(Integer, nullable(Item)), [[1, null], [1, item], ['1', 5], [1]]],
  ['one of some', oneOf(Integer, [String], Item), [1, ['a'], item, 'x', [1], { name: 5 }]],
  ['Free', Free, [{ login: 'free' }, { login: 'taken' }, { login: 'broken' }, { login: 5 }]],
  ['Later', Later, [{ text: 'free' }, { text: 'taken' }, { text: 'broken' }, { text: 5 }, {}]]
]

describe('Checks of what is written, sent and given as an example', () => {
  it('say what check-list.txt says', () => {
    const lines: string[] = []
    for (const [name, expression, values] of TYPES) {
      const type = parseType(expression, 'here')
      const checks: Readonly<Record<string, () => (value: unknown) => unknown>> = {
        'as it is written': () => compileKindCheck(type),
        'as JSON': () => {
          const check = compileJsonCheck(type, 'strip')
          return (value) => check(JSON.stringify(value))
        },
        'as closed JSON': () => {
          const check = compileJsonCheck(type, 'reject')
          return (value) => check(JSON.stringify(value))
        },
        'an example of a request': () => compileExampleCheck(type, 'request'),
        'an example of a response': () => compileExampleCheck(type, 'response')
      }
      lines.push(`\n# ${name}`)
      for (const value of values) {
        const said = new Map<string, string[]>()
        for (const [title, make] of Object.entries(checks)) {
          const text = outcome(() => {
            const found = make()(value)
            if (!Array.isArray(found)) return found
            return found.map(({ in: place, path, rule, message }) => `${place} ${path} ${rule} ${message}`)
          })
          said.set(text, [...(said.get(text) ?? []), title])
        }
        lines.push(shown(value))
        for (const [text, titles] of said) lines.push(`  ${titles.length === 5 ? 'all' : titles.join(', ')} → ${text}`)
      }
    }
    expectWholeList('record/check-list.txt', lines)
  })

  it('let no rule that fails later end the process', async () => {
    const check = compileJsonCheck(parseType(Free, 'here'), 'strip')
    expect(await unhandledRejections(() => check('{"login":"broken"}'))).to.deep.equal([])
  })

  it('wait for schemas of other libraries first, and then for rules that take time', async () => {
    const lines: string[] = []
    const values = [
      ...[
        { text: 'free', login: 'free' },
        { text: 'taken', login: 'taken' },
        { text: 'free', login: 'taken' }
      ],
      ...[{ text: 'broken', login: 'free' }, { text: 5, login: 5 }, {}]
    ]
    const binder = compileBinder(parseType(Both, 'here'), 'json', 'body')
    for (const value of values) {
      const result = await settled(async () => {
        const { faults, value: bound } = await binder.validate(value)
        return faults?.map(({ path, rule, message }) => `${path} ${rule} ${message}`) ?? bound
      })
      lines.push(`${shown(value)} → ${result}`)
    }
    expectWholeList('record/later-list.txt', lines)
  })
})
