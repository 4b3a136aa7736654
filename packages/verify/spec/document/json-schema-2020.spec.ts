import { expect } from 'chai'
import { convertSchema30, resolvePointer } from '../../src/document/json-schema-2020.js'

describe('an OpenAPI 3.0 schema in JSON Schema 2020-12', () => {
  const cases: readonly (readonly [title: string, schema: object, converted: object])[] = [
    ['allows null beside a type that is nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['ignores nullable without a type', { nullable: true, minLength: 1 }, { minLength: 1 }],
    [
      'does not add null to an enum',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a'] }
    ],
    [
      'has numbers as exclusive bounds',
      { minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 2 }
    ],
    [
      'ignores keywords beside a $ref',
      { $ref: '#/components/schemas/A', nullable: true, maxLength: 3 },
      { $ref: '#/components/schemas/A' }
    ],
    ['keeps an example as one of the examples', { type: 'integer', example: 3 }, { type: 'integer', examples: [3] }],
    ['keeps extensions', { 'x-rules': [{ rule: 'isEmail' }] }, { 'x-rules': [{ rule: 'isEmail' }] }],
    [
      'is converted at every depth',
      {
        properties: { a: { type: 'array', items: { type: 'number', nullable: true } } },
        additionalProperties: { nullable: true, type: 'string' },
        allOf: [{ not: { type: 'object', nullable: true } }]
      },
      {
        properties: { a: { type: 'array', items: { type: ['number', 'null'] } } },
        additionalProperties: { type: ['string', 'null'] },
        allOf: [{ not: { type: ['object', 'null'] } }]
      }
    ],
    [
      'does not read a property as a keyword of the same name',
      { properties: { nullable: { type: 'string' }, items: { type: 'string', nullable: true } } },
      { properties: { nullable: { type: 'string' }, items: { type: ['string', 'null'] } } }
    ]
  ]
  for (const [title, schema, converted] of cases) {
    it(title, () => expect(convertSchema30(schema as never)).to.deep.equal(converted))
  }

  it('leaves the original untouched', () => {
    for (const [title, schema] of cases) {
      const original = structuredClone(schema)
      convertSchema30(schema as never)
      expect(schema, title).to.deep.equal(original)
    }
  })
})

describe('a reference into a document', () => {
  it('is followed through escaped names', () => {
    expect(resolvePointer({ 'a/b': { '~': { 'c d': 1 } } }, '#/a~1b/~0/c%20d')).to.equal(1)
  })

  it('is rejected with its name where its target does not exist, or is in another document', () => {
    expect(() => resolvePointer({}, '#/components/schemas/Gone')).to.throw(
      '#/components/schemas/Gone, which does not exist'
    )
    expect(() => resolvePointer({}, '#/constructor')).to.throw('does not exist')
    expect(() => resolvePointer({}, 'other.json#/A')).to.throw('other.json#/A, which is not in the document')
  })
})
