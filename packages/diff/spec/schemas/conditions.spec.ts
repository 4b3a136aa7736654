import { integer, itSaysOfSchemas, object, text } from '../comparison.js'

describe('changes of conditions', () => {
  const whenA = (then: object) => ({ type: 'object', if: { required: ['a'] }, ...Object.fromEntries([['then', then]]) })

  itSaysOfSchemas(
    'another not',
    { ...text, not: { const: 'a' } },
    { ...text, not: { const: 'b' } },
    'may-break condition-changed: has another `not`, which may exclude more',
    'may-break condition-changed: has another `not`, which may exclude more',
    {
      response: ['may-break condition-changed: has another `not`, which may allow more'],
      responseBack: ['may-break condition-changed: has another `not`, which may allow more']
    }
  )
  itSaysOfSchemas(
    'a not that is added',
    text,
    { ...text, not: { const: 'a' } },
    'may-break condition-narrowed: has another `not`, which may exclude more',
    'compatible condition-widened: has another `not`, which may allow more'
  )
  itSaysOfSchemas('a not of what is never valid', text, { ...text, not: integer })
  itSaysOfSchemas(
    'another then',
    whenA({ required: ['b'] }),
    whenA({ required: ['c'] }),
    'may-break condition-changed: has another `if`, which may exclude more',
    'may-break condition-changed: has another `if`, which may exclude more',
    {
      response: ['may-break condition-changed: has another `if`, which may allow more'],
      responseBack: ['may-break condition-changed: has another `if`, which may allow more']
    }
  )
  itSaysOfSchemas(
    'the same conditions',
    whenA({ required: ['b'] }),
    { ...whenA({ required: ['b'] }), description: 'a' },
    'compatible property-described-otherwise: has another description',
    'compatible property-described-otherwise: has another description'
  )
  itSaysOfSchemas(
    'a property that another one requires',
    object({ a: text, b: text }),
    object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
    'may-break condition-narrowed: has another `dependentRequired`, which may exclude more',
    'compatible condition-widened: has another `dependentRequired`, which may allow more'
  )
  itSaysOfSchemas(
    'a property that is there in any case',
    object({ a: text, b: text }, { required: ['b'] }),
    object({ a: text, b: text }, { required: ['b'], dependentRequired: { a: ['b'] } })
  )
  itSaysOfSchemas(
    'the values of an enum are tried',
    { enum: ['a', 'b'] },
    { enum: ['a', 'b'], not: { const: 'b' } },
    'breaking enum-narrowed: can no longer be "b", e.g. "b"',
    'compatible enum-widened: can now be "b"'
  )
})

describe('changes of rules that JSON Schema cannot say', () => {
  itSaysOfSchemas(
    'other x-rules',
    { ...text, 'x-rules': [{ rule: 'a' }] },
    { ...text, 'x-rules': [{ rule: 'b' }] },
    'may-break rules-changed: has other rules under `x-rules`',
    'may-break rules-changed: has other rules under `x-rules`'
  )
  itSaysOfSchemas(
    'x-rules that are added',
    text,
    { ...text, 'x-rules': [{ rule: 'a' }] },
    'may-break rules-narrowed: has other rules under `x-rules`',
    'compatible rules-widened: has other rules under `x-rules`'
  )
})
