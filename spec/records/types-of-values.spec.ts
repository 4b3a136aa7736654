import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { expect } from 'chai'
import {
  DateOnly,
  enumOf,
  Field,
  Integer,
  mapOf,
  nullable,
  oneOf,
  type TypeExpression,
  tupleOf,
  Unknown,
  type ValueOf
} from 'fieldstone'
import * as v from 'valibot'
import * as z from 'zod'
import { schemaOf } from '../support/documented.js'

/** True where each of the two types takes the other; `unknown` and `any` are like themselves alone. */
type Same<A, B> = [unknown extends A ? 'anything' : 'some', A, B] extends [
  unknown extends B ? 'anything' : 'some',
  B,
  A
]
  ? true
  : false

/** The compiler rejects a second argument of another type than the first one's values have. */
const isTyped = <V>() => {
  return <const E>(type: E, isSame: Same<ValueOf<E>, V>): unknown => {
    expect(isSame).to.equal(true)
    return schemaOf(type as TypeExpression, '3.1')
  }
}

enum State {
  Draft = 'draft',
  Live = 'live'
}

enum Level {
  Low,
  High
}

const Colour = { Red: 'red', Blue: 'blue' } as const

class User {
  @Field() name!: string
}

describe('The type of values', () => {
  it('is the union of a list’s literals, with and without a name', () => {
    expect(isTyped<'draft' | 'live'>()(enumOf(['draft', 'live']), true)).to.have.property('enum')
    isTyped<'a' | 1 | true>()(enumOf(['a', 1, true], 'Mixed'), true)
    const states = ['draft', 'live'] as const
    isTyped<'draft' | 'live'>()(enumOf(states), true)
    const texts: string[] = ['a']
    isTyped<string>()(enumOf(texts), true)
  })

  it('is the enum for an enum, also of numbers, and the values for a constant object', () => {
    isTyped<State>()(enumOf(State, 'State'), true)
    isTyped<Level>()(enumOf(Level), true)
    isTyped<'red' | 'blue'>()(enumOf(Colour), true)
    isTyped<'red' | 'blue'>()(enumOf({ Red: 'red', Blue: 'blue' }), true)
    isTyped<State>()(State, true)
    isTyped<Level>()(Level, true)
  })

  it('is kept within lists, maps, tuples, unions and nullable types', () => {
    isTyped<('a' | 'b')[]>()([enumOf(['a', 'b'])], true)
    isTyped<State[]>()([State], true)
    isTyped<Record<string, State>>()(mapOf(enumOf(State)), true)
    isTyped<[Level, 'a']>()(tupleOf(enumOf(Level), enumOf(['a'])), true)
    isTyped<'a' | number>()(oneOf(enumOf(['a']), Integer), true)
    isTyped<State | null>()(nullable(enumOf(State)), true)
  })

  it('is that of the other types, too', () => {
    isTyped<string>()(String, true)
    isTyped<number>()(Integer, true)
    isTyped<string>()(DateOnly, true)
    isTyped<Date>()(Date, true)
    isTyped<User>()(User, true)
    isTyped<User[]>()([User], true)
    isTyped<unknown>()(Unknown, true)
  })

  it('is the output of a schema of another library', () => {
    isTyped<string>()(z.email(), true)
    isTyped<number>()(
      z.string().transform((text) => text.length),
      true
    )
    isTyped<{ name: string; age?: number | undefined }[]>()(
      [z.object({ name: z.string(), age: z.int().optional() })],
      true
    )
    isTyped<boolean | null>()(nullable(toStandardJsonSchema(v.boolean())), true)
    isTyped<{ at: Date }>()(toStandardJsonSchema(v.object({ at: v.pipe(v.string(), v.toDate()) })), true)
    isTyped<{ sku: string; at: Date; note: string }>()(
      type({ sku: 'string', at: 'string.date.iso.parse', note: "string = ''" }),
      true
    )
    isTyped<'a' | 'b'>()(type("'a' | 'b'"), true)
    // @ts-expect-error
    isTyped<number>()(z.email(), true)
  })

  it('accepts a list or an enum whose values are unknown to the compiler', () => {
    const either: typeof State | readonly string[] = Math.random() > 2 ? State : ['a', 'b']
    expect(schemaOf(enumOf(either))).to.deep.equal({ type: 'string', enum: ['a', 'b'] })
  })

  it('is checked: a wrong one does not compile', () => {
    // @ts-expect-error
    isTyped<'draft'>()(enumOf(['draft', 'live']), true)
    // @ts-expect-error
    isTyped<unknown>()(enumOf(State), true)
  })
})
