import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  MinLength,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  type ValidationError,
  ValidatorConstraint,
  type ValidatorConstraintInterface
} from 'class-validator'
import {
  enumOf,
  Field,
  Integer,
  inGroups,
  mapOf,
  nullable,
  oneOf,
  Record as RecordOf,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { compileBinder } from '../../src/record/binder.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { compileTree } from '../../src/record/validation-tree.js'
import { expectWholeList, outcome, settled, shown } from '../support/whole-list.js'

let asked: unknown[] = []

@ValidatorConstraint({ name: 'isFree', async: true })
class IsFree implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    asked.push(value)
    if (value === 'broken') throw new RangeError('the store is gone')
    return value !== 'taken'
  }
  defaultMessage(): string {
    return '$property is taken'
  }
}

class Name {
  @Field({ minLength: 2, name: 'the_name' }) @Validate(IsFree) name!: string
}
class Login {
  @IsString() @Validate(IsFree, ['a'], { message: '$property $value is used' }) login!: string
  @IsOptional() @IsInt() @Min(1) age?: number
}
class Numbered {
  @Field(() => Integer) number!: number
  @Field(() => [String], { optional: true }) @Validate(IsFree, { each: true }) words?: string[]
}
class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
  @Field() @Validate(IsFree) name!: string
}
class Dog {
  @Field(() => enumOf(['dog'])) kind!: 'dog'
  @Field(() => Name, { optional: true }) owner?: Name
}
class Nested {
  @ValidateNested() @Type(() => Login) login!: Login
  @ValidateNested({ each: true }) @Type(() => Login) @IsOptional() logins?: Login[]
  @Field(() => Login, { optional: true }) free?: Login
  @Field(() => [Login], { optional: true, nullable: true }) list?: Login[] | null
}
class Guarded {
  @Field() kind!: string
  @Field() @ValidateIf(({ kind }: Guarded) => kind === 'a') @Validate(IsFree) some!: string
  @Field(() => Name, { optional: true }) @ValidateIf(({ kind }: Guarded) => kind === 'a') inner?: Name
}
@RecordOf({ additionalProperties: Name })
class More {
  @Field({ optional: true }) @Validate(IsFree) own?: string
}
class Tree {
  @Field(() => Name, { optional: true }) own?: Name
  @Field(() => Tree, { optional: true }) next?: Tree
  @Field(() => [[Name]], { optional: true }) lists?: Name[][]
  @Field(() => mapOf(Name), { optional: true }) map?: { [key: string]: Name }
  @Field(() => tupleOf(Integer, Name), { optional: true }) pair?: [number, Name]
  @Field(() => oneOf(Cat, Dog, Integer), { optional: true }) pet?: Cat | Dog | number
}
class Listed {
  @Field(() => [Integer], { optional: true }) numbers?: number[]
  @Field(() => [[String]], { optional: true }) lists?: string[][]
  @Field(() => Name, { optional: true }) name?: Name
}
class Changed {
  @Expose({ name: 'in' }) @IsString() @MinLength(2) @Transform(({ value }) => String(value).trim()) text!: string
  @Exclude({ toClassOnly: true }) @IsOptional() @IsInt() hidden?: number
}
class Grouped {
  @IsString() @MinLength(3, { groups: ['create'] }) name!: string
  @IsOptional() @IsInt({ groups: ['create'] }) @Min(5, { groups: ['update'] }) age?: number
}
@RecordOf({ additionalProperties: Grouped })
class Groups {
  @Field({ optional: true }) own?: string
}
class HoldsGroups {
  @Field(() => Groups, { optional: true }) groups?: Groups
}
/** What plans do not cover, which is left to class-validator. */
class Awaited {
  @IsString() @MinLength(2) text!: string
  @IsOptional() @ValidatePromise() @Type(() => Login) later?: Promise<Login>
}
class AwaitedCostly {
  @IsString() @Matches(/^(a+)+$/) costly!: string
  @IsOptional() @ValidatePromise() @Type(() => Login) later?: Promise<Login>
}
class AwaitedGuarded {
  @IsOptional() @ValidateIf(() => true) @IsString() @Matches(/^(a+)+$/) costly?: string
  @IsOptional() @ValidatePromise() @Type(() => Login) later?: Promise<Login>
}
/** A rule of one's own that has the name and the argument of another. */
@ValidatorConstraint({ name: 'matches' })
class IsOkay {
  validate(value: unknown): boolean {
    return value === 'okay'
  }
  defaultMessage(): string {
    return '$property is not okay'
  }
}
class Own {
  @IsString() @MaxLength(4) @Validate(IsOkay, [/^(a+)+$/]) one!: string
  @IsString() @MaxLength(4) @Validate(IsOkay) other!: string
}
class Costly {
  @IsString() @Matches(/^(a+)+$/) costly!: string
}

const free = { the_name: 'free' }
const taken = { the_name: 'taken' }
const short = { the_name: 'x' }

const ROWS: readonly (readonly [name: string, type: TypeExpression, values: readonly unknown[]])[] = [
  ['Name', Name, [free, taken, short, {}, { the_name: 'broken' }, { the_name: 5 }, null, [free]]],
  ['Login', Login, [{ login: 'free' }, { login: 'taken' }, { login: 'taken', age: 0 }, { login: 5, age: 'x' }]],
  ['a list', [Name], [[], [free, taken, free, taken], [free, short], [5], { 0: free }, { 0: short }]],
  ['a map', mapOf(Name), [{ a: free, 'b c': taken }, { a: short }, { a: 5 }, [], [short]]],
  [
    'a tuple',
    tupleOf(Name, Integer, Cat),
    [[taken, 1, { kind: 'cat', name: 'taken' }], [short, 'x', {}], [free], [short, '1', {}, short], { 0: short }, 5]
  ],
  ['may be null', nullable(Name), [null, taken, short]],
  [
    'one of some',
    oneOf(Cat, Dog, [Name]),
    [{ kind: 'cat', name: 'taken' }, { kind: 'dog', owner: taken }, { kind: 'dog' }, [taken], { kind: 'cow' }, 5]
  ],
  [
    'by discriminator',
    oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } }),
    [{ kind: 'cat', name: 'taken' }, { kind: 'cat', name: 5 }, { kind: 'dog', owner: short }, { kind: 'cow' }, 5]
  ],
  ['no record', oneOf(Integer, [String]), ['x', 5, [5]]],
  ['anything', Unknown, [{ a: 1 }]],
  [
    'Numbered',
    Numbered,
    [
      { number: 1, words: ['free', 'taken', 'taken'] },
      { number: '1', words: 'taken' },
      { number: 'x', words: [5] }
    ]
  ],
  [
    'Nested',
    Nested,
    [
      { login: { login: 'taken' } },
      { login: { login: 'free' }, logins: [{ login: 'free' }, { login: 'taken' }], free: { login: 'taken' } },
      { login: { login: 'free' }, list: [{ login: 'taken' }, { login: 'taken', age: 2 }] },
      { login: { login: 5 }, logins: [{ age: 0 }], free: { login: 5 }, list: null },
      { login: null, logins: 5, free: [] }
    ]
  ],
  [
    'Guarded',
    Guarded,
    [
      { kind: 'a', some: 'taken', inner: taken },
      { kind: 'b', some: 'taken', inner: taken },
      { kind: 'a', some: 5, inner: short },
      { kind: 'a' }
    ]
  ],
  [
    'More',
    More,
    [{ own: 'taken', a: taken, b: free }, { a: taken }, { own: 'free', a: short }, { a: 5 }, { own: 'free' }]
  ],
  [
    'Tree',
    Tree,
    [
      { own: taken, next: { own: taken, next: { lists: [[free, taken]] } } },
      { map: { a: taken }, pair: [1, taken], pet: { kind: 'cat', name: 'taken' } },
      { pet: { kind: 'dog', owner: taken } },
      { pet: 5 },
      { own: short, map: { a: short }, pair: [1, short], pet: { kind: 'dog', owner: short }, lists: [[short]] },
      { map: [], pair: {}, pet: 'x' }
    ]
  ],
  ['Changed', Changed, [{ in: ' ab ' }, { in: ' a ' }, { text: 'ab' }, { in: 'a', hidden: 'x' }]],
  [
    'Grouped',
    inGroups(Grouped, 'create'),
    [
      { name: 'ab', age: 'x' },
      { name: 'abc', age: 1 }
    ]
  ],
  ['Groups', inGroups(Groups, 'create'), [{ own: 5, a: { name: 'ab' } }, { a: { name: 'abc', age: 1 } }]],
  ['HoldsGroups', inGroups(HoldsGroups, 'create'), [{ groups: { a: { name: 'abc', age: 1 }, b: { name: 'ab' } } }]],
  ['Groups without groups', Groups, [{ own: 5, a: { name: 'ab', age: 1 } }]],
  ['Awaited', Awaited, [{ text: 'a' }, { text: 'ab', later: { login: 5 } }]],
  ['AwaitedCostly', AwaitedCostly, [{ costly: 'b' }, { costly: 5 }]],
  ['AwaitedGuarded', AwaitedGuarded, [{ costly: 'b' }]],
  [
    'Own',
    Own,
    [
      { one: 'okay', other: 'okay' },
      { one: 'x', other: 'x' },
      { one: 'too long', other: 'too long' }
    ]
  ],
  ['Costly', Costly, [{ costly: 'b' }, { costly: 5 }, { costly: 'aa' }]],
  [
    'Listed',
    Listed,
    [
      { numbers: '5', name: short },
      { numbers: ['5', 'x'], name: short },
      { numbers: 'x' },
      { lists: 'a' },
      { lists: {} }
    ]
  ],
  ['a key that class-transformer cannot read', Nested, [{ login: { constructor: { b: 1 } } }]]
]

/** An error of class-validator with all that it says but the whole target. */
function errorText({ property, value, constraints, children = [], target }: ValidationError): string {
  const said = [
    `${property} = ${shown(value)}`,
    constraints === undefined ? '' : shown(constraints),
    children.length === 0 ? '' : `(${children.map(errorText).join('; ')})`,
    target === undefined ? '' : `in ${Array.isArray(target) ? 'a list' : target.constructor.name}`
  ]
  return said.filter(Boolean).join(' ')
}

describe('Faults, rules that take time, and the errors of class-validator', () => {
  it('are those of tree-list.txt', async () => {
    const lines: string[] = []
    for (const [name, expression, values] of ROWS) {
      const type = parseType(expression, 'here')
      for (const source of ['json', 'text'] as const) {
        lines.push(`\n# ${name}, ${source}`)
        const binder = compileBinder(type, source, 'body')
        const treeOf = compileTree(type, source)
        for (const value of values) {
          asked = []
          let tree = ''
          const result = await settled(async () => {
            const bound = await binder.validate(value)
            if (bound.faults === undefined) return bound.value
            tree = bound.tree?.().map(errorText).join('\n    ') ?? 'no tree'
            return bound.faults.map(({ path, rule, message, limit }) => [path, rule, message, limit].join('|'))
          })
          lines.push(`${shown(value)}${asked.length === 0 ? '' : ` asks ${shown(asked)}`} → ${result}`)
          if (tree !== '') lines.push(`    ${tree}`)
          if (result.startsWith('[')) continue
          const accepted = outcome(() => treeOf(value, []).map(errorText))
          if (accepted !== '[]') lines.push(`  as if it was wrong ${accepted}`)
        }
      }
    }
    expectWholeList('record/tree-list.txt', lines)
  })
})
