import { integer, itSaysOfSchemas, list, text } from '../comparison.js'

describe('changes of lists', () => {
  itSaysOfSchemas(
    'a maxItems that is added',
    list(integer),
    list(integer, { maxItems: 1 }),
    'breaking max-items-lowered: has maxItems 1, before no maxItems, e.g. [0,0]',
    'compatible max-items-raised: has no maxItems, before maxItems 1'
  )
  itSaysOfSchemas(
    'a minItems that is added',
    list(integer),
    list(integer, { minItems: 1 }),
    'breaking min-items-raised: has minItems 1, before no minItems, e.g. []',
    'compatible min-items-lowered: has no minItems, before minItems 1'
  )
  itSaysOfSchemas(
    'items that must differ',
    list(text),
    list(text, { uniqueItems: true }),
    'breaking unique-items-narrowed: must have different items now, e.g. ["",""]',
    'compatible unique-items-widened: can have equal items now'
  )
  itSaysOfSchemas(
    'a list of one has no equal items',
    list(text, { maxItems: 1 }),
    list(text, { maxItems: 1, uniqueItems: true })
  )
  itSaysOfSchemas(
    'other items',
    list(text),
    list(integer),
    'breaking type-changed: `[]` is of type integer, before string, e.g. [""]',
    'breaking type-changed: `[]` is of type string, before integer, e.g. [0]'
  )
  itSaysOfSchemas(
    'items of a maximum',
    list({ ...integer, maximum: 9 }, { minItems: 2 }),
    list({ ...integer, maximum: 5 }, { minItems: 2 }),
    'breaking maximum-lowered: `[]` has maximum 5, before maximum 9, e.g. [9,9]',
    'compatible maximum-raised: `[]` has maximum 9, before maximum 5'
  )
  itSaysOfSchemas(
    'a pair is a list of its own',
    { type: 'array', prefixItems: [text, integer] },
    { type: 'array', prefixItems: [text, text] },
    'breaking type-changed: `[1]` is of type string, before integer, e.g. ["",0]',
    'breaking type-changed: `[1]` is of type integer, before string, e.g. ["",""]'
  )
  itSaysOfSchemas(
    'a pair, and nothing after it',
    { type: 'array', prefixItems: [text, integer] },
    { type: 'array', prefixItems: [text, integer], items: false },
    'breaking type-narrowed: `[]` can have no value now, e.g. ["",0,null]',
    'compatible type-widened: `[]` could have no value before'
  )
  itSaysOfSchemas(
    'a pair as drafts before 2020 write it',
    { type: 'array', items: [text, integer], additionalItems: false },
    { type: 'array', prefixItems: [text, integer], items: false }
  )
  itSaysOfSchemas(
    'an item that must be there',
    list(integer),
    list(integer, { contains: { const: 1 } }),
    'may-break condition-narrowed: has another `contains`, which may exclude more',
    'compatible condition-widened: has another `contains`, which may allow more'
  )
  itSaysOfSchemas(
    'items that are not evaluated',
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [text], unevaluatedItems: false },
    'may-break condition-narrowed: has another `unevaluatedItems`, which may exclude more',
    'compatible condition-widened: has another `unevaluatedItems`, which may allow more'
  )
})
