import { expect } from 'chai'
import { EqualPurposes } from '../../src/document/equal-purposes.js'
import type { JsonSchema } from '../../src/document/json-schema-2020.js'
import type { CheckPurpose } from '../../src/document/schema-preparation.js'

const PURPOSES: readonly CheckPurpose[] = [
  ...(['request', 'request-certain', 'fraction', 'request-without-read-only', 'request-ignoring-read-only'] as const),
  ...(['response', 'response-without-write-only', 'response-closed'] as const)
]

const SCHEMAS: Record<string, JsonSchema> = {
  Plain: { type: 'object', properties: { name: { type: 'string', format: 'date' }, next: { $ref: 'Plain' } } },
  Owner: { properties: { pet: { $ref: 'Pet' } } },
  Pet: { properties: { id: { type: 'string', readOnly: true }, owner: { $ref: 'Owner' } } },
  Secret: { allOf: [{ properties: { password: { writeOnly: true } } }] },
  Account: { type: ['object', 'null'], patternProperties: { '^x': { format: 'email' } } },
  Count: { additionalProperties: { type: ['integer', 'null'] } },
  Odd: { items: { $dynamicRef: '#node' } }
}

/** The purposes by which a value must be checked in a way of its own. */
function differing(schema: JsonSchema): CheckPurpose[] {
  const purposes = new EqualPurposes((reference) => SCHEMAS[reference] ?? true)
  return PURPOSES.filter((purpose) => purposes.of(schema, purpose) === purpose)
}

describe('the purposes by which a schema accepts the same values', () => {
  const cases: readonly (readonly [what: string, schema: JsonSchema, differing: readonly CheckPurpose[]])[] = [
    ['all but the closed response, of most schemas', { $ref: 'Plain' }, ['request', 'response-closed']],
    [
      'not those of readOnly properties, wherever a reference leads to one',
      { items: { $ref: 'Owner' } },
      ['request', 'request-without-read-only', 'request-ignoring-read-only', 'response', 'response-closed']
    ],
    [
      'not those of writeOnly properties',
      { $ref: 'Secret' },
      ['request', 'response', 'response-without-write-only', 'response-closed']
    ],
    [
      'not those of formats of which readers have different opinions',
      { $ref: 'Account' },
      ['request', 'request-certain', 'response', 'response-closed']
    ],
    ['not that of fractions where there are integers', { $ref: 'Count' }, ['request', 'fraction', 'response-closed']],
    ['none where a reference leads to what is known only while a value is checked', { $ref: 'Odd' }, PURPOSES]
  ]
  for (const [what, schema, expected] of cases) {
    it(`are ${what}`, () => {
      expect(differing(schema)).to.deep.equal(expected)
    })
  }

  it('are the same for each schema of a circle, whichever is met first', () => {
    for (const order of [
      ['Owner', 'Pet'],
      ['Pet', 'Owner']
    ]) {
      const purposes = new EqualPurposes((reference) => SCHEMAS[reference] ?? true)
      const found = order.map((name) => purposes.of({ $ref: name }, 'request-without-read-only'))
      expect(found).to.deep.equal(['request-without-read-only', 'request-without-read-only'])
    }
  })
})
