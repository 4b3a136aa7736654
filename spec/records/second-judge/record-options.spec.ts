import Ajv2020Module from 'ajv/dist/2020.js'
import AjvDraft04Module from 'ajv-draft-04'
import { expect } from 'chai'
import { type Class, Field, Integer, mapOf, oneOf, PartialType, Record } from 'fieldstone'
import { decisionOn, serviceOfBodies } from './generated-service.js'
import { SecondJudge } from './hyperjump.js'

@Record({ additionalProperties: Integer, minProperties: 2, maxProperties: 4 })
class Counts {
  @Field({ minLength: 1 }) name!: string
  @Field(() => Integer, { readOnly: true, optional: true }) id?: number
  @Field(() => String, { writeOnly: true, optional: true }) secret?: string
}

@Record({ additionalProperties: () => [Tree] })
class Tree {
  @Field() label!: string
}

class Limited {
  @Field(() => mapOf(Integer), { minProperties: 1, maxProperties: 2 }) map!: object
  @Field(() => Named, { minProperties: 2, nullable: true, optional: true }) named?: Named | null
}

class Named {
  @Field({ optional: true }) name?: string
  @Field(() => String, { default: 'x' }) other!: string
}

class Animal {
  @Field() kind!: string
  @Field({ maxLength: 5 }) name!: string
  @Field(() => String, { writeOnly: true, optional: true }) tag?: string
}

class Cat extends Animal {
  @Field({ enum: ['cat'] }) declare kind: 'cat'
  @Field(() => Integer, { minimum: 0 }) lives!: number
  @Field(() => String, { writeOnly: true, optional: true }) code?: string
}

class Dog extends Animal {
  @Field({ enum: ['dog'] }) declare kind: 'dog'
}

class Kitten extends Cat {
  @Field(() => String, { default: 'milk' }) food!: string
}

/** A field that accepts more than the one that it replaces. */
class Long extends Animal {
  @Field({ maxLength: 9 }) declare name: string
}

@Record({ unknownFields: 'reject' })
class Strict extends Animal {
  @Field() extra!: string
}

class Changes extends PartialType(Animal) {
  @Field({ optional: true }) reason?: string
}

class Household {
  @Field(() => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } }), { optional: true }) pet?: Cat | Dog
  @Field(() => Animal, { optional: true }) any?: Animal
}

const TREE = { label: 'a', b: [{ label: 'c' }] }
const CAT = { kind: 'cat', name: 'Tom', lives: 9 }
const VALUES: readonly (readonly [Class, readonly unknown[]])[] = [
  [
    Counts,
    [
      ...[{}, { name: 'a' }, { name: 'a', b: 1 }, { name: 'a', b: '1' }, { name: 'a', b: 1.5 }, { name: 'a', b: null }],
      ...[
        { name: 'a', b: 1, c: 2, d: 3 },
        { name: 'a', b: 1, c: 2, d: 3, e: 4 },
        { a: 1, b: 2 },
        { name: '', b: 1 }
      ],
      ...[{ name: 'a', id: 1 }, { name: 'a', id: 'x' }, { name: 'a', secret: 's' }, { name: 'a', secret: 1 }, [], null],
      ...[JSON.parse('{"name":"a","__proto__":1}'), JSON.parse('{"name":"a","__proto__":{}}')],
      ...[
        { name: 'a', constructor: 1 },
        { name: 'a', constructor: 'x' },
        { name: 'a', toString: 2, hasOwnProperty: 3 }
      ]
    ]
  ],
  [Tree, [{ label: 'a' }, TREE, { ...TREE, d: {} }, { label: 'a', b: [{ label: 1 }] }, { label: 'a', b: [TREE, 1] }]],
  [
    Limited,
    [
      ...[{ map: {} }, { map: { a: 1 } }, { map: { a: 1, b: 2 } }, { map: { a: 1, b: 2, c: 3 } }, { map: { a: 'x' } }],
      ...[
        { map: { a: 1 }, named: null },
        { map: { a: 1 }, named: {} },
        { map: { a: 1 }, named: { name: 'a', z: 1 } }
      ],
      ...[
        { map: { a: 1 }, named: { other: 'a' } },
        { map: { a: 1 }, named: { other: 'a', name: 'b' } }
      ]
    ]
  ],
  [
    Animal,
    [{ kind: 'x', name: 'a' }, { kind: 'x', name: 'abcdef' }, { kind: 'x' }, { kind: 'x', name: 'a', tag: 'b' }]
  ],
  [
    Cat,
    [
      ...[CAT, { ...CAT, kind: 'dog' }, { ...CAT, lives: -1 }, { ...CAT, name: 'abcdef' }, { kind: 'cat', lives: 1 }],
      ...[{ ...CAT, tag: 'b' }, { ...CAT, code: 'b' }, { ...CAT, code: 1 }, { ...CAT, more: [] }, 'cat']
    ]
  ],
  [
    Kitten,
    [
      CAT,
      { ...CAT, food: 'fish' },
      { ...CAT, food: 1 },
      { ...CAT, kind: 'kitten', food: 'x' },
      { ...CAT, food: 'x', code: '' }
    ]
  ],
  [
    Long,
    [
      { kind: 'x', name: 'abcdefg' },
      { kind: 'x', name: 'abcdefghij' },
      { kind: 1, name: '' }
    ]
  ],
  [
    Strict,
    [
      ...[
        { kind: 'x', name: 'a', extra: 'b' },
        { kind: 'x', name: 'a', extra: 'b', more: 1 },
        { kind: 'x', name: 'a' }
      ],
      ...[
        { kind: 'x', name: 'abcdef', extra: 'b' },
        { kind: 'x', name: 'a', extra: 'b', tag: 'c' }
      ]
    ]
  ],
  [Changes, [{}, { kind: 'x', reason: 'y' }, { reason: 1 }, { name: 'abcdef' }]],
  [
    Household,
    [
      { pet: CAT, any: CAT },
      { pet: { ...CAT, kind: 'x' } },
      { pet: { ...CAT, kind: 'dog' } },
      { pet: { kind: 'dog', name: 'abcdef' } },
      { any: { kind: 'x', name: 'abcdef' } }
    ]
  ]
]

const first = {
  '3.0': new AjvDraft04Module.default({ strict: false, ownProperties: true, logger: false, validateFormats: false }),
  '3.1': new Ajv2020Module.default({ strict: false, ownProperties: true, logger: false, validateFormats: false })
}

function placeOf(index: number): readonly string[] {
  return ['paths', `/${index}`, 'post', 'requestBody', 'content', 'application/json', 'schema']
}

describe('Records with additional properties, counts of properties, and bases', () => {
  for (const version of ['3.0', '3.1'] as const) {
    for (const schemas of ['flat', 'allOf'] as const) {
      it(`are accepted exactly when both judges find them valid under the document: ${version}, ${schemas}`, async () => {
        const types = VALUES.map(([target]) => target)
        const service = await serviceOfBodies(types, version, { schemas })
        const { paths, components } = JSON.parse(JSON.stringify(service.document))
        const judge = new SecondJudge(service.document)
        for (const [index, [target, values]] of VALUES.entries()) {
          const schema = paths[`/${index}`].post.requestBody.content['application/json'].schema
          const ajv = first[version].compile({ ...schema, components })
          const hyperjump = await judge.at(...placeOf(index))
          for (const value of values) {
            const text = JSON.stringify(value)
            const about = `${target.name} ${text}`
            const expected = ajv(JSON.parse(text))
            expect(hyperjump(JSON.parse(text)), `judges: ${about}`).to.equal(expected)
            const { isAccepted, faults } = await decisionOn(service, index, text)
            expect(isAccepted, `${about} ${JSON.stringify(faults)}`).to.equal(expected)
          }
        }
        judge.close()
        await service.close()
      })
    }
  }
})
