import { integer, itSaysOfSchemas, list, number, object, ref, text } from '../comparison.js'

const kind = (name: string, more: object = {}) => object({ kind: { const: name }, ...more }, { required: ['kind'] })
const [cat, dog] = [kind('cat', { name: text }), kind('dog', { name: text })]

describe('changes of variants', () => {
  itSaysOfSchemas(
    'a variant that is added',
    { oneOf: [cat] },
    { oneOf: [cat, dog] },
    'compatible variant-added: has the new variant object',
    'breaking variant-removed: no longer has the variant object, e.g. {"kind":"dog"}'
  )
  itSaysOfSchemas(
    'a named variant that is added',
    { oneOf: [ref('Cat')] },
    { oneOf: [ref('Cat'), ref('Dog')] },
    'compatible variant-added: has the new variant Dog',
    'breaking variant-removed: no longer has the variant Dog, e.g. {"kind":"dog"}',
    { components: { Cat: cat, Dog: dog } }
  )
  itSaysOfSchemas(
    'a variant of another type that is added',
    { anyOf: [text] },
    { anyOf: [text, integer] },
    'compatible variant-added: has the new variant integer',
    'breaking variant-removed: no longer has the variant integer, e.g. 0'
  )
  itSaysOfSchemas(
    'one variant that is narrowed',
    { oneOf: [cat, dog] },
    { oneOf: [cat, { ...dog, required: ['kind', 'name'] }] },
    'breaking property-required: `name` is required now, e.g. {"kind":"dog"}',
    'compatible property-optional: `name` may be missing now'
  )
  itSaysOfSchemas('the order of variants says nothing', { oneOf: [cat, dog, text] }, { oneOf: [text, dog, cat] })
  itSaysOfSchemas('oneOf and anyOf of what has nothing in common', { oneOf: [cat, dog] }, { anyOf: [cat, dog] })
  itSaysOfSchemas(
    'variants are told by the values of a property',
    object({ kind: { enum: ['cat', 'dog'] }, name: text }, { required: ['kind'] }),
    { oneOf: [cat, dog] }
  )
  itSaysOfSchemas(
    'types of null and variants of null',
    { type: ['string', 'null'] },
    { anyOf: [text, { type: 'null' }] }
  )
  itSaysOfSchemas(
    'what variants have in common is written into each',
    { ...object({ id: text }), oneOf: [cat, dog] },
    { oneOf: [kind('cat', { name: text, id: text }), kind('dog', { name: text, id: text })] }
  )
})

describe('changes from an object to variants', () => {
  itSaysOfSchemas(
    'an object that becomes one of two',
    cat,
    { oneOf: [dog, cat] },
    'compatible enum-widened: `kind` can now be "dog"',
    'breaking enum-narrowed: `kind` can no longer be "dog", e.g. {"kind":"dog"}'
  )
  itSaysOfSchemas('an object that becomes one of a list of one', cat, { anyOf: [cat] })
  itSaysOfSchemas(
    'an object that becomes a smaller one, or a text',
    object({ a: text, b: text }),
    { anyOf: [object({ a: text }), text] },
    ['may-break property-removed: `b` is gone', 'compatible type-widened: is of type string, before object'],
    ['breaking type-narrowed: is of type object, before string, e.g. ""', 'compatible property-added: `b` is new'],
    {
      response: [
        'breaking type-widened: is of type string, before object, e.g. ""',
        'may-break property-removed: `b` is gone'
      ],
      responseBack: [
        'compatible type-narrowed: is of type object, before string',
        'compatible property-added: `b` is new'
      ]
    }
  )
  itSaysOfSchemas(
    'an object of a default that becomes one of two in a component',
    object({ a: { ...text, default: 'a' } }),
    { oneOf: [integer, ref('A')] },
    [
      'may-break default-changed: `a` has no default, before the default "a"',
      'compatible type-widened: is of type integer, before object'
    ],
    [
      'breaking type-narrowed: is of type object, before integer, e.g. 0',
      'may-break default-changed: `a` has the default "a", before no default'
    ],
    {
      response: [
        'breaking type-widened: is of type integer, before object, e.g. 0',
        'compatible default-changed: `a` has no default, before the default "a"'
      ],
      responseBack: [
        'compatible type-narrowed: is of type object, before integer',
        'compatible default-changed: `a` has the default "a", before no default'
      ],
      components: { A: object({ a: text }) }
    }
  )
})

describe('changes of oneOf that values may match twice', () => {
  itSaysOfSchemas(
    'a second variant that every old value matches',
    object({ a: text, b: text }, { required: ['a'] }),
    { oneOf: [object({ a: text, b: text }, { required: ['a'] }), object({ b: text })] },
    [
      'breaking variants-overlap: a value may match two variants of oneOf now, and is invalid then, e.g. {"a":""}',
      'compatible property-optional: `a` may be missing now'
    ],
    [
      'breaking property-required: `a` is required now, e.g. {}',
      'compatible variants-separated: a value may match two variants of oneOf in the old document, and is invalid then'
    ]
  )
  itSaysOfSchemas(
    'a second variant that a value with more properties matches',
    object({ a: text }, { required: ['a'] }),
    { oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })] },
    [
      'may-break variants-overlap: a value may match two variants of oneOf now, and is invalid then, e.g. {"a":"","b":""}',
      'compatible property-optional: `a` may be missing now'
    ],
    [
      'breaking property-required: `a` is required now, e.g. {"b":""}',
      'compatible variants-separated: a value may match two variants of oneOf in the old document, and is invalid then'
    ]
  )
  itSaysOfSchemas(
    'an integer is also a number',
    integer,
    { oneOf: [integer, number] },
    [
      'breaking variants-overlap: a value may match two variants of oneOf now, and is invalid then, e.g. 0',
      'compatible type-widened: is of type number, before integer'
    ],
    [
      'breaking type-narrowed: is of type integer, before number, e.g. 0.5',
      'compatible variants-separated: a value may match two variants of oneOf in the old document, and is invalid then'
    ]
  )
})

describe('changes of variants deep within', () => {
  const deep = (levels: number, schema: object): object =>
    levels === 0 ? schema : list(deep(levels - 1, schema) as never)
  const titled = (...each: readonly object[]) => deep(6, { oneOf: each }) as never
  const [b, a] = [
    { ...object({ b: integer }), title: 'B' },
    { ...object({ a: text }, { required: ['a'] }), title: 'A' }
  ]

  itSaysOfSchemas(
    'a variant is compared with the one of its title',
    titled(b, a),
    titled({ ...object({ a: { ...text, maxLength: 1 } }, { required: ['a'] }), title: 'A' }, b),
    [
      'may-break max-length-lowered: `[][][][][][].a` has maxLength 1, before no maxLength',
      'compatible variants-separated: `[][][][][][]`: a value may match two variants of oneOf in the old document, and is invalid then'
    ],
    [
      'may-break variants-overlap: `[][][][][][]`: a value may match two variants of oneOf now, and is invalid then',
      'compatible max-length-raised: `[][][][][][].a` has no maxLength, before maxLength 1'
    ]
  )
})

describe('changes of allOf', () => {
  itSaysOfSchemas(
    'parts that are written out',
    { allOf: [object({ a: text }, { required: ['a'] }), object({ b: text })] },
    object({ a: text, b: text }, { required: ['a'] })
  )
  itSaysOfSchemas(
    'a part that is added',
    { allOf: [object({ a: text })] },
    { allOf: [object({ a: text }), { required: ['a'] }] },
    'breaking property-required: `a` is required now, e.g. {}',
    'compatible property-optional: `a` may be missing now'
  )
  itSaysOfSchemas('parts in another order', { allOf: [text, { maxLength: 3 }] }, { allOf: [{ maxLength: 3 }, text] })
})

describe('changes within variants', () => {
  const size = object({ width: integer })
  itSaysOfSchemas(
    'a description of a variant that has moved',
    { anyOf: [object({ width: { ...integer, description: 'in mm' } }), text] },
    { anyOf: [text, size] },
    'compatible property-described-otherwise: `width` has another description',
    'compatible property-described-otherwise: `width` has another description'
  )
  itSaysOfSchemas(
    'a variant that is a list',
    { anyOf: [list(text), text] },
    { anyOf: [text, list(integer)] },
    'breaking type-changed: `[]` is of type integer, before string, e.g. [""]',
    'breaking type-changed: `[]` is of type string, before integer, e.g. [0]'
  )
  itSaysOfSchemas('variants that have themselves among them', ref('Pair'), ref('OtherPair'), [], [], {
    components: {
      Pair: object({ left: text, right: { anyOf: [ref('Pair'), { type: 'null' }] } }),
      OtherPair: object({ left: text, right: { anyOf: [{ type: 'null' }, ref('OtherPair')] } })
    }
  })
})
