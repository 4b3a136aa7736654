import { Transform } from 'class-transformer'
import { ValidateIf } from 'class-validator'
import { DateOnly, enumOf, Field, Integer, mapOf, nullable, oneOf, tupleOf, Unknown } from 'fieldstone'
import { Compilation } from '../../../src/record/read/compilation.js'
import { compileCandidates } from '../../../src/record/read/union-candidates.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Cat {
  @Field(() => enumOf(['cat', 'tom'])) kind!: string
  @Field(() => Integer) lives!: number
}
class Dog {
  @Field(() => enumOf(['dog'])) kind!: string
  @Field({ optional: true }) name?: string
}
class Wolf {
  @Field(() => enumOf(['dog', 'wolf'])) kind!: string
}
class Owl {
  @Field(() => enumOf(['owl']), { nullable: true }) kind!: string | null
  @Field(() => enumOf([2])) wings!: number
}
class Bat {
  @Field(() => enumOf(['bat']), { optional: true }) kind?: string
  @Field(() => enumOf([2])) wings!: number
}
class Newt {
  @Field(() => enumOf(['newt']), { default: 'newt' }) kind!: string
  @Field(() => [String]) spots!: string[]
}
class Fish {
  @Field() kind!: string
  @Field(() => oneOf(Integer, [Integer]), { nullable: true }) fins!: number | number[] | null
  @Field(() => Cat, { optional: true }) eatenBy?: Cat
}
class Ghost {
  @Field(() => Unknown) kind: unknown
  @Field(() => nullable(Boolean)) seen!: boolean | null
  @Field(() => mapOf(Integer), { optional: true }) places?: object
  @Field({ readOnly: true }) id!: string
}
class Shifted {
  @Field(() => String) @Transform(({ value }) => value) kind!: string
  @Field({ rules: [ValidateIf(() => true)] }) lives!: string
  @Field(() => oneOf(Integer, Unknown)) any: unknown
  @Field(() => nullable(DateOnly), { optional: true }) day?: string | null
  @Field(() => tupleOf(Integer), { optional: true }) pair?: [number]
}
class Nothing {
  @Field(() => String, { optional: true }) toString!: never
}
Field(() => String, { optional: true })(Nothing.prototype, 'constructor')

const UNIONS: readonly (readonly unknown[])[] = [
  [Cat, Dog],
  [Cat, Dog, Wolf],
  [Cat, Dog, Owl, Bat, Newt],
  [Owl, Bat],
  [Fish, Cat, Ghost],
  [Ghost, Shifted],
  [Cat, Integer, [String]],
  [String, Boolean, nullable(Cat)],
  [Unknown, Cat],
  [mapOf(Integer), Dog],
  [Newt, Fish, enumOf(['x', 1, true])]
]

const RAWS: readonly unknown[] = [
  ...[
    null,
    undefined,
    'x',
    5,
    true,
    [],
    ['x'],
    {},
    { kind: 'cat' },
    { kind: 'tom', lives: 9 },
    { kind: 'cat', lives: 'x' }
  ],
  ...[
    { kind: 'dog' },
    { kind: 'dog', name: 5 },
    { kind: 'wolf' },
    { kind: 'cow' },
    { kind: null },
    { kind: undefined, wings: 2 }
  ],
  ...[
    { kind: 'owl', wings: 2 },
    { kind: null, wings: 2 },
    { wings: 3 },
    { kind: 'bat', wings: 2 },
    { spots: [] },
    { spots: {} }
  ],
  ...[
    { kind: 'newt', spots: ['a'] },
    { kind: 'f', fins: 1 },
    { kind: 'f', fins: null },
    { kind: 'f', fins: [1] },
    { kind: 'f', fins: 'x' }
  ],
  ...[
    { kind: 'f', fins: 1, eatenBy: {} },
    { kind: 'f', fins: 1, eatenBy: [] },
    { kind: [], seen: null },
    { kind: 1, seen: false }
  ],
  ...[
    { kind: 1, seen: 'x' },
    { kind: 1, seen: true, places: null },
    { kind: 1, seen: true, places: {}, id: 5 },
    { kind: 1, id: 'i' }
  ],
  ...[
    { any: 1, day: null },
    { any: null, day: 5 },
    { any: {}, pair: [] },
    { any: 1, pair: {} },
    { lives: 5, any: 1 }
  ],
  Object.create({ kind: 'cat', lives: 9 })
]

describe('The members of a union that may accept a value', () => {
  it('are those of candidate-list.txt', () => {
    const lines: string[] = []
    for (const union of UNIONS) {
      const members = union.map((member) => parseType(member, 'here'))
      lines.push(`\n# ${shown(union)}`)
      const ways = {
        json: new Compilation('json', 'rules'),
        response: new Compilation('json', 'presence', { direction: 'response' }),
        types: new Compilation('json', 'types'),
        text: new Compilation('text', 'rules')
      }
      const groups = new Map<string, string[]>()
      for (const [name, compilation] of Object.entries(ways)) {
        const candidates = compileCandidates(members, compilation)
        for (const raw of RAWS) {
          // Which of them may accept it is asked of objects alone.
          const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw)
          const found = candidates(raw).map(({ index, mayAccept }) => {
            return `${index}${!isObject || mayAccept(raw) ? '' : ' not'}`
          })
          const key = `${name}: ${found.join(', ')}`
          groups.set(key, [...(groups.get(key) ?? []), shown(raw)])
        }
      }
      for (const [key, raws] of groups)
        lines.push(`${key} ← ${raws.length === RAWS.length ? 'any value' : raws.join('; ')}`)
    }
    expectWholeList('record/read/candidate-list.txt', lines)
  })
})
