import { expect } from 'chai'
import { changesOf, integer, itSaysOfSchemas, object, sent, text } from '../comparison.js'

describe('changes of which properties there are', () => {
  itSaysOfSchemas(
    'an optional property that is added',
    object({ a: text }),
    object({ a: text, b: text }),
    'compatible property-added: `b` is new',
    'may-break property-removed: `b` is gone',
    { response: ['compatible property-added: `b` is new'], responseBack: ['may-break property-removed: `b` is gone'] }
  )
  itSaysOfSchemas(
    'a required property that is added',
    object({ a: text }),
    object({ a: text, b: text }, { required: ['b'] }),
    'breaking property-required: `b` is required now, e.g. {}',
    'may-break property-removed: `b` is gone',
    {
      response: ['compatible property-required: `b` is required now'],
      responseBack: ['breaking property-optional: `b` is gone, e.g. {}']
    }
  )
  itSaysOfSchemas(
    'a property that becomes required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    'breaking property-required: `a` is required now, e.g. {}',
    'compatible property-optional: `a` may be missing now'
  )
  itSaysOfSchemas(
    'a property of items that becomes required',
    { type: 'array', items: object({ a: text }) },
    { type: 'array', items: object({ a: text }, { required: ['a'] }) },
    'breaking property-required: `[].a` is required now, e.g. [{}]',
    'compatible property-optional: `[].a` may be missing now'
  )
  itSaysOfSchemas(
    'a property that may have no value',
    object({ a: text }),
    object({ a: false }),
    ['breaking type-narrowed: `a` can have no value now, e.g. {"a":""}', 'may-break property-removed: `a` is gone'],
    ['compatible type-widened: `a` could have no value before', 'compatible property-added: `a` is new'],
    {
      response: ['may-break property-removed: `a` is gone', 'compatible type-narrowed: `a` can have no value now'],
      responseBack: [
        'breaking type-widened: `a` could have no value before, e.g. {"a":""}',
        'compatible property-added: `a` is new'
      ]
    }
  )
  itSaysOfSchemas(
    'a name that every object has from the start',
    object({ toString: text }),
    object({ constructor: text }),
    ['may-break property-removed: `toString` is gone', 'compatible property-added: `constructor` is new'],
    ['may-break property-removed: `constructor` is gone', 'compatible property-added: `toString` is new']
  )
  itSaysOfSchemas(
    'a property called __proto__',
    object(JSON.parse('{"__proto__":{"type":"string"}}')),
    object(JSON.parse('{"__proto__":{"type":"integer"}}')),
    'breaking type-changed: `__proto__` is of type integer, before string, e.g. {"__proto__":""}',
    'breaking type-changed: `__proto__` is of type string, before integer, e.g. {"__proto__":0}'
  )
  itSaysOfSchemas(
    'a minProperties that is added',
    object({ a: text }),
    object({ a: text }, { minProperties: 1 }),
    'breaking min-properties-raised: has minProperties 1, before no minProperties, e.g. {}',
    'compatible min-properties-lowered: has no minProperties, before minProperties 1'
  )
  itSaysOfSchemas(
    'a maxProperties that is added, of what is open',
    object({ a: text }),
    object({ a: text }, { maxProperties: 1 }),
    'may-break max-properties-lowered: has maxProperties 1, before no maxProperties',
    'compatible max-properties-raised: has no maxProperties, before maxProperties 1'
  )
  itSaysOfSchemas(
    'a maxProperties that is added, of a map',
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: text, maxProperties: 1 }),
    'breaking max-properties-lowered: has maxProperties 1, before no maxProperties, e.g. {"name0":"a","name1":"a"}',
    'compatible max-properties-raised: has no maxProperties, before maxProperties 1'
  )
})

describe('changes of properties without names', () => {
  itSaysOfSchemas(
    'an object that says nothing of others is closed',
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
    'may-break property-excluded: now excludes properties that it does not name',
    'compatible property-admitted: no longer excludes properties that it does not name'
  )
  itSaysOfSchemas(
    'an object that has others is closed',
    object({ a: text }, { additionalProperties: true }),
    object({ a: text }, { additionalProperties: false }),
    'breaking property-excluded: now excludes properties that it does not name, e.g. {"a-name-of-no-schema":null}',
    'compatible property-admitted: no longer excludes properties that it does not name'
  )
  itSaysOfSchemas(
    'a closed object gets a property',
    object({ a: text }, { additionalProperties: false }),
    object({ a: text, b: text }, { additionalProperties: false }),
    'compatible property-admitted: `b` is new, and the old document excludes it',
    'breaking property-excluded: `b` is no longer allowed, e.g. {"b":""}',
    {
      response: ['breaking property-admitted: `b` is new, and the old document excludes it, e.g. {"b":""}'],
      responseBack: ['may-break property-removed: `b` is gone']
    }
  )
  itSaysOfSchemas(
    'an object that has others gets a property of a type',
    object({}, { additionalProperties: true }),
    object({ a: text }, { additionalProperties: true }),
    [
      'breaking type-narrowed: `a` is of type string, before any type, e.g. {"a":null}',
      'compatible property-added: `a` is new'
    ],
    ['may-break property-removed: `a` is gone', 'compatible type-widened: `a` is of any type, before string'],
    {
      response: [
        'compatible type-narrowed: `a` is of type string, before any type',
        'compatible property-added: `a` is new'
      ],
      responseBack: [
        'breaking type-widened: `a` is of any type, before string, e.g. {"a":null}',
        'may-break property-removed: `a` is gone'
      ]
    }
  )
  itSaysOfSchemas(
    'a map of other values',
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: integer }),
    'breaking type-changed: `*` is of type integer, before string, e.g. {"a-name-of-no-schema":""}',
    'breaking type-changed: `*` is of type string, before integer, e.g. {"a-name-of-no-schema":0}'
  )
  itSaysOfSchemas(
    'an object that becomes a map',
    object({ a: text }),
    object({ a: text }, { additionalProperties: integer }),
    'may-break property-excluded: now has a schema for properties that it does not name',
    'compatible property-admitted: no longer has a schema for properties that it does not name'
  )
  itSaysOfSchemas(
    'names of a pattern with other values',
    object({}, { patternProperties: { '^x': text } }),
    object({}, { patternProperties: { '^x': integer } }),
    'breaking type-changed: `*` is of type integer, before string',
    'breaking type-changed: `*` is of type string, before integer'
  )
  itSaysOfSchemas(
    'a property that a pattern has, too',
    object({ xa: text }),
    object({ xa: text }, { patternProperties: { '^x': integer } }),
    'breaking type-narrowed: `xa` is of type integer, before string, e.g. {"xa":""}',
    'compatible type-widened: `xa` is of type string, before integer'
  )
  itSaysOfSchemas(
    'fewer names',
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: text, propertyNames: { maxLength: 1 } }),
    'may-break names-narrowed: may exclude more names of properties',
    'compatible names-widened: may allow more names of properties'
  )
  itSaysOfSchemas(
    'other names',
    object({}, { additionalProperties: text, propertyNames: { maxLength: 1 } }),
    object({}, { additionalProperties: text, propertyNames: { pattern: '^a' } }),
    'may-break names-changed: may exclude more names of properties',
    'may-break names-changed: may exclude more names of properties',
    {
      response: ['may-break names-changed: may allow more names of properties'],
      responseBack: ['may-break names-changed: may allow more names of properties']
    }
  )
  itSaysOfSchemas(
    'an object of parts that is closed as a whole',
    { allOf: [object({ a: text }), object({ b: text })], unevaluatedProperties: false },
    object({ a: text, b: text }, { additionalProperties: false })
  )
})

describe('changes of properties of one direction', () => {
  const readOnly = { ...text, readOnly: true }
  const writeOnly = { ...text, writeOnly: true }
  itSaysOfSchemas(
    'a read-only property is none of requests',
    object({ id: readOnly }),
    object({ id: { ...readOnly, maxLength: 3 } }, { required: ['id'] }),
    [],
    [],
    {
      response: [
        'compatible property-required: `id` is required now',
        'compatible max-length-lowered: `id` has maxLength 3, before no maxLength'
      ],
      responseBack: [
        'breaking property-optional: `id` may be missing now, e.g. {}',
        'breaking max-length-raised: `id` has no maxLength, before maxLength 3, e.g. {"id":"abcd"}'
      ]
    }
  )
  itSaysOfSchemas(
    'a write-only property is none of responses',
    object({ id: writeOnly }),
    object({ id: { ...writeOnly, maxLength: 3 } }, { required: ['id'] }),
    [
      'breaking property-required: `id` is required now, e.g. {}',
      'breaking max-length-lowered: `id` has maxLength 3, before no maxLength, e.g. {"id":"abcd"}'
    ],
    [
      'compatible property-optional: `id` may be missing now',
      'compatible max-length-raised: `id` has no maxLength, before maxLength 3'
    ],
    { response: [], responseBack: [] }
  )
  itSaysOfSchemas(
    'a property that becomes read-only',
    object({ id: text }),
    object({ id: readOnly }),
    'may-break property-hidden: `id` is read-only now',
    'compatible property-shown: `id` is no longer read-only',
    { response: [], responseBack: [] }
  )
  itSaysOfSchemas('a property that becomes write-only', object({ id: text }), object({ id: writeOnly }), [], [], {
    response: ['compatible property-hidden: `id` is write-only now'],
    responseBack: ['may-break property-shown: `id` is no longer write-only']
  })
})

describe('what is for people, and defaults', () => {
  itSaysOfSchemas(
    'another description',
    object({ a: { ...text, description: 'a' } }),
    object({ a: { ...text, description: 'b' } }),
    'compatible property-described-otherwise: `a` has another description',
    'compatible property-described-otherwise: `a` has another description'
  )
  itSaysOfSchemas(
    'a description in a map of lists',
    object({}, { additionalProperties: { type: 'array', items: object({ a: { ...text, description: 'a' } }) } }),
    object({}, { additionalProperties: { type: 'array', items: object({ a: text }) } }),
    'compatible property-described-otherwise: `*[].a` has another description',
    'compatible property-described-otherwise: `*[].a` has another description'
  )
  itSaysOfSchemas(
    'another title, an example and a comment say nothing',
    { ...text, title: 'a', example: 'b', $comment: 'c' },
    text
  )
  itSaysOfSchemas(
    'a deprecated property',
    object({ a: text }),
    object({ a: { ...text, deprecated: true } }),
    'compatible property-deprecated: `a` is deprecated now',
    [],
    { response: ['compatible property-deprecated: `a` is deprecated now'], responseBack: [] }
  )
  itSaysOfSchemas(
    'another default',
    object({ a: { ...integer, default: 1 } }),
    object({ a: { ...integer, default: 2 } }),
    'may-break default-changed: `a` has the default 2, before the default 1',
    'may-break default-changed: `a` has the default 1, before the default 2',
    {
      response: ['compatible default-changed: `a` has the default 2, before the default 1'],
      responseBack: ['compatible default-changed: `a` has the default 1, before the default 2']
    }
  )
  itSaysOfSchemas(
    'a default of the same members in another order',
    { default: { a: 1, b: 2 } },
    { default: { b: 2, a: 1 } }
  )
  itSaysOfSchemas(
    'a property called like a keyword is compared',
    object({ description: text, default: text }),
    object({ description: integer, default: text }),
    'breaking type-changed: `description` is of type integer, before string, e.g. {"description":""}',
    'breaking type-changed: `description` is of type string, before integer, e.g. {"description":0}'
  )

  it('one thing is said once of a property that is in two parts', () => {
    const changes = changesOf(
      sent({ allOf: [object({ a: text }), object({ a: text })] }),
      sent({ allOf: [object({ a: text }, { required: ['a'] }), object({ a: text }, { required: ['a'] })] })
    )
    expect(changes.map(({ message }) => message)).to.deep.equal(['The body (application/json): `a` is required now'])
  })
})
