import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import type { CheckPurpose } from '../../src/document/schema-preparation.js'

const ACCOUNT = {
  type: 'object',
  required: ['id', 'name', 'password'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', maxLength: 3 },
    password: { type: 'string', writeOnly: true },
    parent: { $ref: '#/components/schemas/Account' }
  }
}

describe('the check of a value against a published schema', () => {
  const cases: readonly (readonly [
    title: string,
    purpose: CheckPurpose,
    schema: object,
    value: unknown,
    told: string | undefined
  ])[] = [
    ['counts code points', 'request', { type: 'string', maxLength: 2 }, '😀😀', undefined],
    ['counts a variation selector', 'request', { type: 'string', maxLength: 1 }, '☂\uFE0F', ' maxLength'],
    [
      'does not take what objects have anyway for a property',
      'request',
      { type: 'object', required: ['toString'] },
      {},
      ' required'
    ],
    [
      'sees a property named __proto__',
      'request',
      { type: 'object', additionalProperties: false },
      JSON.parse('{"__proto__":1}'),
      ' additionalProperties'
    ],
    ['accepts 1.0 as an integer', 'request', { type: 'integer' }, JSON.parse('1.0'), undefined],
    ['accepts a number beyond double precision', 'request', { type: 'number' }, JSON.parse('1e999'), undefined],
    ['holds it against a maximum', 'request', { type: 'number', maximum: 9 }, JSON.parse('1e999'), ' maximum'],
    ['divides as decimals', 'request', { type: 'number', multipleOf: 0.01 }, 19.99, undefined],
    ['checks formats', 'request', { type: 'string', format: 'date-time' }, '2024-05-17 08:30:00Z', ' format'],
    ['ignores other formats', 'request', { type: 'string', format: 'phone' }, 'no email', undefined],
    ['matches patterns with Unicode', 'request', { type: 'string', pattern: '^.$' }, '😀', undefined],
    [
      'names the place inside of a value',
      'request',
      { type: 'array', items: { properties: { a: { type: 'string' } } } },
      [{ a: 1 }],
      '[0].a type'
    ],
    [
      'names what a value that may be null breaks, wherever null stands',
      'request',
      { properties: { a: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 2 }] } } },
      { a: 'abc' },
      'a maxLength'
    ],
    ['names the type where null is the only one', 'request', { type: 'null' }, 1, ' type'],
    [
      'follows references, also in a circle',
      'request',
      ACCOUNT,
      { name: 'a', password: 'p', parent: { name: 'abcd', password: 'p' } },
      'parent.name maxLength'
    ],
    ['does not require a readOnly property in a request', 'request', ACCOUNT, { name: 'a', password: 'p' }, undefined],
    ['checks a readOnly property in a request', 'request', ACCOUNT, { id: 'x', name: 'a', password: 'p' }, 'id type'],
    [
      'ignores a readOnly property in a request where they are ignored',
      'request-ignoring-read-only',
      ACCOUNT,
      { id: 'x', name: 'a', password: 'p' },
      undefined
    ],
    [
      'rejects a readOnly property in a request where none may be sent',
      'request-without-read-only',
      ACCOUNT,
      { id: 1, name: 'a', password: 'p' },
      'id false schema'
    ],
    ['does not require a writeOnly property in a response', 'response', ACCOUNT, { id: 1, name: 'a' }, undefined],
    [
      'rejects a writeOnly property in a response where none may be sent',
      'response-without-write-only',
      ACCOUNT,
      { id: 1, name: 'a', password: 'p' },
      'password false schema'
    ],
    [
      'rejects a property in a closed response that is not described',
      'response-closed',
      ACCOUNT,
      { id: 1, name: 'a', hash: 'x' },
      ' unevaluatedProperties'
    ],
    [
      'rejects it inside of other objects, too',
      'response-closed',
      ACCOUNT,
      { id: 1, name: 'a', parent: { id: 2, name: 'b', hash: 'x' } },
      'parent unevaluatedProperties'
    ],
    ['accepts it in a response that is not closed', 'response', ACCOUNT, { id: 1, name: 'a', hash: 'x' }, undefined],
    ['accepts it where the schema names no properties', 'response', { type: 'object' }, { anything: 1 }, undefined],
    [
      'accepts it where the schema allows additional properties',
      'response',
      { ...ACCOUNT, additionalProperties: true },
      { id: 1, name: 'a', more: 1 },
      undefined
    ],
    [
      'accepts the properties of all parts of an allOf',
      'response',
      {
        allOf: [
          { properties: { a: { type: 'string' } } },
          { oneOf: [{ properties: { b: { type: 'string' } }, required: ['b'] }] }
        ]
      },
      { a: '', b: '' },
      undefined
    ],
    [
      'accepts a text in a request that some readers take for an address',
      'request',
      { properties: { mail: { type: 'string', format: 'email' } } },
      { mail: 'a b@c' },
      undefined
    ],
    [
      'rejects it where all readers must',
      'request-certain',
      { properties: { mail: { type: 'string', format: 'email' } } },
      { mail: 'a b@c' },
      'mail format'
    ],
    [
      'rejects a text in a request that no reader takes for an address',
      'request',
      { properties: { mail: { type: 'string', format: 'email' } } },
      { mail: 'nobody' },
      'mail format'
    ],
    [
      'does not check such a format in a response',
      'response',
      { properties: { mail: { type: 'string', format: 'email' } } },
      { mail: 'nobody' },
      undefined
    ],
    ['rejects a fraction for an integer', 'fraction', { type: 'integer' }, 1, ' not'],
    ['accepts a fraction for a number', 'fraction', { type: ['integer', 'number'] }, 1, undefined]
  ]
  for (const [title, purpose, schema, value, fault] of cases) {
    it(title, async () => {
      const { checks, document } = await published({}, { Account: ACCOUNT, Tested: schema })
      const found = checks.check({ $ref: '#/components/schemas/Tested' }, value, purpose)
      expect(found && `${found.path} ${found.keyword}`).to.equal(fault)
      expect(document.root).to.have.nested.property('components.schemas.Tested')
    })
  }

  it('reports a schema that is not one, for each document', async () => {
    for (const openapi of ['3.0.3', '3.1.0']) {
      const { checks } = await published({}, { Fine: { type: 'string' } }, openapi)
      expect(() => checks.check({ type: 'text' } as never, 'a', 'request')).to.throw(
        'The document has an invalid schema: schema is invalid: data/type must be equal to one of the allowed values'
      )
      expect(checks.check({ $ref: '#/components/schemas/Fine' }, 'a', 'request')).to.equal(undefined)
    }
  })
})
