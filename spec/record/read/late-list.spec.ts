import { Exclude, Type } from 'class-transformer'
import {
  IsOptional,
  IsString,
  Validate,
  ValidateIf,
  ValidateNested,
  type ValidationError,
  ValidatorConstraint,
  type ValidatorConstraintInterface
} from 'class-validator'
import { Field, Integer, mapOf, nullable, oneOf, Record as RecordOf, type TypeExpression, tupleOf } from 'fieldstone'
import { compileBinder } from '../../../src/record/binder.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { expectWholeList, settled, shown } from '../../support/whole-list.js'

/** Whatever contains the text `taken`. */
@ValidatorConstraint({ name: 'isFree', async: true })
class IsFree implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    return !String(JSON.stringify(value)).includes('taken')
  }
  defaultMessage(): string {
    return '$property is taken already'
  }
}

class Name {
  @Field({ name: 'the_name' }) @Validate(IsFree) name!: string
}
class Cat {
  @Field({ enum: ['cat'] }) kind!: string
  @Field() @Validate(IsFree) name!: string
}
class Dog {
  @Field({ enum: ['dog'] }) kind!: string
  @Field({ optional: true }) name?: string
}
const Pet = oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })

class Owner {
  @Field(() => Pet) pet!: Cat | Dog
  @Field(() => oneOf(Name, Integer), { optional: true }) either?: Name | number
  @Field(() => Pet, { optional: true }) @Validate(IsFree) both?: Cat | Dog
  @Field(() => tupleOf(Integer, Name), { optional: true }) pair?: [number, Name]
}

@RecordOf({ additionalProperties: Name })
class More {
  @Field() @Validate(IsFree) first!: string
}
@RecordOf({ additionalProperties: Integer })
class Plain {
  @Field() @Validate(IsFree) first!: string
}

class Inner {
  @IsString() @Validate(IsFree) name!: string
}
class Given {
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Inner) list?: Inner[]
  @IsOptional() @ValidateIf(({ list }: Given) => list !== undefined) @ValidateNested() @Type(() => Inner) one?: Inner
  @ValidateNested() @Type(() => Inner) own!: Inner
  @Exclude() @IsString() hidden!: string
}

const taken = { the_name: 'taken' }
const free = { the_name: 'free' }
const cat = { kind: 'cat', name: 'taken' }

const ROWS: readonly (readonly [name: string, type: TypeExpression, values: readonly unknown[]])[] = [
  ['Name', Name, [taken, free, {}, null]],
  ['one of some', oneOf(Name, Plain, Integer), [taken, { first: 'taken' }, 5, free]],
  ['by a discriminator', Pet, [cat, { kind: 'dog', name: 'taken' }]],
  [
    'a tuple',
    tupleOf(Integer, Name, nullable(Name)),
    [
      [1, taken, null],
      [1, free, taken],
      [1, free, free]
    ]
  ],
  ['a map of lists', mapOf([Name]), [{ a: [free, taken], 'b c': [taken] }, {}]],
  ['a map of what may be null', mapOf(nullable(Name)), [{ a: null, b: taken }]],
  [
    'Owner',
    Owner,
    [
      { pet: cat },
      { pet: { kind: 'dog' }, either: taken },
      { pet: { kind: 'dog' }, either: 5, both: cat },
      { pet: { kind: 'dog' }, both: { kind: 'dog', name: 'taken' } },
      { pet: { kind: 'dog' }, pair: [1, taken] }
    ]
  ],
  ['More', More, [{ first: 'taken', a: taken, b: free }, { first: 'free' }, { first: 'free', a: taken }]],
  ['Plain', Plain, [{ first: 'taken', a: 1 }]],
  [
    'Given',
    Given,
    [
      { own: { name: 'free' } },
      { own: { name: 'taken' }, one: { name: 'taken' } },
      { own: { name: 'taken' }, one: { name: 'taken' }, list: [{ name: 'free' }, { name: 'taken' }] },
      { own: { name: 'free' }, one: null, list: null }
    ]
  ]
]

/** Errors of class-validator, each with what it is about. */
function told(errors: readonly ValidationError[], depth = 1): string[] {
  return errors.flatMap(({ target, property, value, constraints, children = [] }) => [
    `${'  '.repeat(depth)}${shown(target)} ${property} ${shown(value)} ${shown(constraints)}`,
    ...told(children, depth + 1)
  ])
}

describe('Rules that take time', () => {
  it('find what late-rule-list.txt says, and nothing twice', async () => {
    const lines: string[] = []
    for (const [name, expression, values] of ROWS) {
      const binder = compileBinder(parseType(expression, 'here'), 'json', 'body')
      lines.push(`\n# ${name}`)
      for (const value of values) {
        const errors: string[] = []
        const result = await settled(async () => {
          const bound = await binder.validate(value)
          if (bound.faults === undefined) return bound.value
          errors.push(...told(bound.tree?.() ?? []))
          return bound.faults
        })
        lines.push(`${shown(value)} → ${result}`, ...errors)
      }
    }
    expectWholeList('record/read/late-rule-list.txt', lines)
  })
})
