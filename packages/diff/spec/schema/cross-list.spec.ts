import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { areDisjoint } from '../../src/schema/emptiness.js'
import type { Gap } from '../../src/schema/finding.js'
import { Proof } from '../../src/schema/subsumption.js'

type Schema = Readonly<Record<string, unknown>> | boolean

/** Schemas by name, each of which is compared with each. */
interface Group {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly direction?: 'request' | 'response'
  readonly asText?: boolean
}

const s = { type: 'string' }
const i = { type: 'integer' }
const n = { type: 'number' }
const o = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const a = (items: unknown, more: object = {}) => ({ type: 'array', items, ...more })
const ref = (name: string) => ({ $ref: `#/$defs/${name}` })
const when = (keyword: 'then' | 'else', schema: Schema) => Object.fromEntries([[keyword, schema]])
const kind = (name: string, more: object = {}) => o({ kind: { const: name }, ...more }, { required: ['kind'] })

/** A value within lists. */
const inLists = (levels: number, schema: Schema): Schema => (levels === 0 ? schema : a(inLists(levels - 1, schema)))
const titled = (properties: object, keyword = 'oneOf') => {
  return {
    [keyword]: [
      { ...o({ b: i }), title: 'B' },
      { ...o(properties, { required: ['a'] }), title: 'A' }
    ]
  }
}

const DEFS = {
  Text: s,
  Short: { ...s, maxLength: 3 },
  Tree: o({ name: s, all: a(ref('Tree')) }),
  Wood: o({ name: { ...s, maxLength: 3 }, all: a(ref('Wood')) }),
  Cat: kind('cat', { lives: i }),
  Dog: kind('dog', { tail: s }),
  BigDog: kind('dog', { tail: s, weight: n }),
  Left: o({ name: s, right: ref('Right') }),
  Right: o({ text: s, left: ref('Left') }),
  LeftOfTwo: o({ name: { ...s, maxLength: 2 }, right: ref('RightOfTwo') }),
  RightOfTwo: o({ text: s, left: ref('LeftOfTwo') }),
  Chain: o({ next: ref('Chain'), value: { anyOf: [i, ref('Chain')] } }),
  ShortChain: o({ next: ref('ShortChain'), value: { anyOf: [{ ...i, maximum: 5 }, ref('Chain')] } })
}

const numbers: Group['schemas'] = {
  number: n,
  integer: i,
  'from 1': { ...i, minimum: 1 },
  'above 0': { ...n, exclusiveMinimum: 0 },
  'from 0': { ...n, minimum: 0 },
  'to 5': { ...i, maximum: 5 },
  'below 5': { ...n, exclusiveMaximum: 5 },
  '1 to 3': { ...i, minimum: 1, maximum: 3 },
  even: { ...n, multipleOf: 2 },
  sixths: { ...i, multipleOf: 6 },
  halves: { ...n, multipleOf: 0.5 },
  int32: { ...i, format: 'int32' },
  int64: { ...n, format: 'int64' },
  float: { ...n, format: 'float' },
  double: { ...n, format: 'double' },
  'of a format': { ...n, format: 'our-own', minimum: 0 },
  'two steps': { allOf: [{ ...n, multipleOf: 2 }, { multipleOf: 3 }] },
  listed: { enum: [1, 2, 2.5] }
}

const texts: Group['schemas'] = {
  text: s,
  'from 1': { ...s, minLength: 1 },
  'to 3': { ...s, maxLength: 3 },
  'of 2': { ...s, minLength: 2, maxLength: 2 },
  a: { ...s, pattern: '^a' },
  'a or b': { ...s, pattern: '^[ab]' },
  anything: { ...s, pattern: '.*' },
  uuid: { ...s, format: 'uuid' },
  email: { ...s, format: 'email' },
  'idn-email': { ...s, format: 'idn-email', maxLength: 50 },
  date: { ...s, format: 'date' },
  binary: { ...s, format: 'binary' },
  base64: { ...s, contentEncoding: 'base64' },
  password: { ...s, format: 'password' },
  own: { ...s, format: 'our-own' },
  'a number': { ...s, format: 'int32' },
  HTML: { ...s, format: 'html' },
  listed: { enum: ['a', 'bcd'] },
  'an address': { enum: ['a@example.com'] }
}

const GROUPS: Readonly<Record<string, Group>> = {
  types: {
    schemas: {
      any: {},
      everything: true,
      nothing: false,
      'not anything': { not: {} },
      'not text': { not: s },
      null: { type: 'null' },
      boolean: { type: 'boolean' },
      true: { const: true },
      number: n,
      'integer or text': { type: ['integer', 'string'] },
      'text or null': { type: ['string', 'null'] },
      text: s,
      list: { type: 'array' },
      object: { type: 'object' },
      'null or a': { enum: [null, 'a'] },
      'no type': { type: [] },
      unknown: ref('None')
    }
  },
  numbers: { schemas: numbers },
  texts: { schemas: texts },
  'what is sent as text': {
    asText: true,
    schemas: {
      text: s,
      'a text from 1': { ...s, minLength: 1 },
      'a text from 2': { ...s, minLength: 2 },
      'a text to 3': { ...s, maxLength: 3 },
      'a pattern': { ...s, pattern: '^[0-9]+$' },
      'a date': { ...s, format: 'date' },
      'a text that is no number': { ...s, not: { pattern: '1' } },
      number: n,
      integer: i,
      boolean: { type: 'boolean' },
      'integer or null': { type: ['integer', 'null'] },
      'text or list': { type: ['string', 'array'] },
      list: a(i),
      'a list of texts': a(s),
      '1 or 2': { enum: [1, 2] },
      '1 or 2 as texts': { enum: ['1', '2'] },
      'true as a text': { enum: ['true', 'false'] }
    }
  },
  lists: {
    schemas: {
      list: { type: 'array' },
      texts: a(s),
      numbers: a(i),
      'of 1 or 2': { type: 'array', minItems: 1, maxItems: 2 },
      'of 2 texts': a(s, { minItems: 2, maxItems: 2 }),
      'different texts': a(s, { uniqueItems: true }),
      'a different text': a(s, { uniqueItems: true, maxItems: 1 }),
      pair: { type: 'array', prefixItems: [s, i], items: false },
      'pair and more': { type: 'array', prefixItems: [s, i], minItems: 2 },
      'old pair and texts': { type: 'array', items: [s, i], additionalItems: s },
      'with a text': a(s, { contains: s }),
      'with two texts': a(s, { contains: s, minContains: 2 }),
      evaluated: { type: 'array', prefixItems: [s], unevaluatedItems: false },
      'of lists': a(a(i, { minItems: 1 }))
    }
  },
  objects: {
    schemas: {
      object: { type: 'object' },
      a: o({ a: s }),
      'a number': o({ a: i }),
      'a required': o({ a: s }, { required: ['a'] }),
      'a and b': o({ a: s, b: i }),
      'a and b required': o({ a: s, b: i }, { required: ['a', 'b'] }),
      'only a': o({ a: s }, { additionalProperties: false }),
      'a, else texts': o({ a: s }, { additionalProperties: s }),
      'without a': o({ a: false }),
      'of x': o({}, { patternProperties: { '^x': s } }),
      'of x only': { type: 'object', patternProperties: { '^x': s }, additionalProperties: false },
      'xa and a pattern': o({ xa: { ...s, maxLength: 3 } }, { patternProperties: { '^x': s } }),
      'of no pattern': o({ a: s }, { patternProperties: { '(': i } }),
      'from 1': o({ a: s }, { minProperties: 1 }),
      'to 1': o({ a: s }, { maxProperties: 1 }),
      'of none': { type: 'object', maxProperties: 0 },
      'short names': o({ a: s }, { propertyNames: { maxLength: 1 } }),
      'b beside a': o({ a: s, b: i }, { dependentRequired: { a: ['b'] } }),
      'all evaluated': { allOf: [o({ a: s })], unevaluatedProperties: false }
    }
  },
  'properties of requests': {
    schemas: {
      id: o({ id: s }),
      'id required': o({ id: s }, { required: ['id'] }),
      'id read only': o({ id: { ...s, readOnly: true } }),
      'id read only, required': o({ id: { ...s, readOnly: true } }, { required: ['id'] }),
      'id write only': o({ id: { ...i, writeOnly: true } }),
      'id write only, required': o({ id: { ...s, writeOnly: true } }, { required: ['id'] }),
      'only id, read only': o({ id: { ...s, readOnly: true } }, { additionalProperties: false }),
      'nothing else': o({}, { additionalProperties: false }),
      'read only false': o({ id: { ...s, readOnly: false } }, { required: ['id'] })
    }
  },
  'properties of responses': {
    direction: 'response',
    schemas: {
      id: o({ id: s }),
      'id required': o({ id: s }, { required: ['id'] }),
      'id read only, required': o({ id: { ...i, readOnly: true } }, { required: ['id'] }),
      'id write only': o({ id: { ...i, writeOnly: true } }),
      'id write only, required': o({ id: { ...s, writeOnly: true } }, { required: ['id'] }),
      'only id, write only': o({ id: { ...s, writeOnly: true } }, { additionalProperties: false }),
      'nothing else': o({}, { additionalProperties: false })
    }
  },
  variants: {
    schemas: {
      'text or number': { anyOf: [s, n] },
      'one of number and integer': { oneOf: [n, i] },
      'text or null': { anyOf: [s, { type: 'null' }] },
      'one of short and long': {
        oneOf: [
          { ...s, maxLength: 3 },
          { ...s, minLength: 3 }
        ]
      },
      text: s,
      number: n,
      animal: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
      'one of cat and dog': { oneOf: [ref('Cat'), ref('Dog')] },
      'any of cat and big dog': { anyOf: [ref('Cat'), ref('BigDog')] },
      cat: ref('Cat'),
      'a cat or a dog': o({ kind: { enum: ['cat', 'dog'] } }, { required: ['kind'] }),
      'a named dog': { ...ref('Dog'), required: ['name'] },
      'titled cat': {
        oneOf: [
          { ...kind('cat'), title: 'Cat' },
          { ...kind('cow', { milk: n }), title: 'Cow' }
        ]
      },
      'a and b': o({ a: s, b: i }),
      'within variants': { anyOf: [{ anyOf: [{ ...s, maxLength: 3 }, i] }, { type: 'null' }] }
    }
  },
  conditions: {
    schemas: {
      text: s,
      'not empty': { ...s, not: { ...s, maxLength: 0 } },
      'from 1': { ...s, minLength: 1 },
      'b if a': { type: 'object', if: { required: ['a'] }, ...when('then', { required: ['b'] }) },
      'b if not a': { type: 'object', if: { required: ['a'] }, ...when('else', { required: ['b'] }) },
      'if alone': { type: 'object', if: { required: ['a'] } },
      'b required': { type: 'object', required: ['b'] },
      object: o({ a: s, b: s }),
      'b beside a': { type: 'object', dependentRequired: { a: ['b'] } },
      'b beside a as a schema': { type: 'object', dependentSchemas: { a: { required: ['b'] } } },
      'b beside a, as once': { type: 'object', dependencies: { a: ['b'] } },
      'short names': { type: 'object', propertyNames: { maxLength: 2 } },
      'names in lower case': { type: 'object', propertyNames: { pattern: '^[a-z]*$' } },
      rules: { ...s, 'x-rules': [{ rule: 'a' }] },
      'other rules': { ...s, 'x-rules': [{ rule: 'b' }] },
      dynamic: { $dynamicRef: '#node' },
      elsewhere: { $ref: 'other.json' }
    }
  },
  nested: {
    schemas: {
      'a list in an object': o({ a: a(s) }),
      'a list of numbers in an object': o({ a: a(i, { minItems: 1 }) }),
      'an object in a list': a(o({ a: s }, { required: ['a'] })),
      'an object of a number in a list': a(o({ a: i }), { minItems: 2 }),
      'a map of lists': o({}, { additionalProperties: a(s) }),
      'a map of lists of objects': o({}, { additionalProperties: a(o({ a: { ...s, maxLength: 2 } })) }),
      'a map of maps': o({}, { additionalProperties: { type: 'object', additionalProperties: i } }),
      'a map by a pattern': { type: 'object', patternProperties: { '^a': a(i) } },
      'a pair in an object': o({ a: { type: 'array', prefixItems: [s, o({ b: i })] } }, { required: ['a'] }),
      'another pair in an object': o({ a: { type: 'array', prefixItems: [s, o({ b: s })] } }),
      'variants in an object': o({ a: { oneOf: [s, o({ b: i })] } }),
      'other variants in an object': o({ a: { oneOf: [{ ...s, maxLength: 1 }, o({ b: i }, { required: ['b'] })] } }),
      'deep variants': inLists(6, titled({ a: s })),
      'other deep variants': inLists(6, titled({ a: { ...s, maxLength: 1 } })),
      'still other deep variants': inLists(6, titled({ a: i }, 'anyOf')),
      'deep objects': o({ a: o({ b: o({ c: o({ d: o({ e: o({ f: s }) }) }) }) }) }),
      'other deep objects': o({ a: o({ b: o({ c: o({ d: o({ e: o({ f: i }) }) }) }) }) })
    }
  },
  'variants and what they leave out': {
    schemas: {
      'only a or b': { anyOf: [o({ a: s }), o({ b: i })], unevaluatedProperties: false },
      'only one of a and b': {
        oneOf: [o({ a: s }, { required: ['a'] }), o({ b: i }, { required: ['b'] })],
        unevaluatedProperties: false
      },
      'a and one of b and c': {
        allOf: [o({ a: s }), { oneOf: [o({ b: i }, { required: ['b'] }), o({ c: i }, { required: ['c'] })] }],
        unevaluatedProperties: false
      },
      'all closed': o({ a: s, b: i, c: i }, { additionalProperties: false }),
      'all open': o({ a: s, b: i, c: i }),
      'closed variants': {
        oneOf: [o({ a: s }, { additionalProperties: false }), o({ b: i }, { additionalProperties: false })]
      },
      'variants of variants': { anyOf: [{ oneOf: [o({ a: s }), i] }, o({ b: i })] },
      'two groups': {
        anyOf: [o({ a: s }), o({ b: i })],
        oneOf: [o({ c: i }, { required: ['c'] }), o({ d: s }, { required: ['d'] })]
      },
      'told by a kind': { oneOf: [kind('x', { a: s }), kind('y', { b: i })], discriminator: { propertyName: 'kind' } },
      'a kind of few': o({ kind: { enum: ['x', 'y'] }, a: s, b: i }, { required: ['kind'] }),
      'a kind with a title': { ...kind('x', { a: s }), title: 'X' },
      'not a kind': { type: 'object', not: kind('x') }
    }
  },
  references: {
    schemas: {
      left: ref('Left'),
      right: ref('Right'),
      'left with less': ref('LeftOfTwo'),
      chain: ref('Chain'),
      'short chain': ref('ShortChain'),
      text: ref('Text'),
      short: ref('Short'),
      'short text': { ...ref('Text'), maxLength: 3 },
      'all of both': { allOf: [ref('Text'), ref('Short')] },
      tree: ref('Tree'),
      wood: ref('Wood'),
      'list of trees': a(ref('Tree')),
      'list of woods': a(ref('Wood')),
      'tree in a tree': o({ name: s, all: a(o({ name: s, all: a(ref('Wood')) })) })
    }
  }
}

function proofs({ direction = 'request', asText = false, schemas }: Group): string[] {
  const proof = new Proof({ direction, asText })
  const document = { root: { $defs: DEFS }, is30: false }
  const all = Object.entries(schemas).map(([name, schema]) => {
    // Each has objects of its own: what was compared is known by them, with its places.
    return { name, schemas: [{ raw: JSON.parse(JSON.stringify(schema)), at: `#/${name}`, document }] }
  })
  return all.flatMap((inner) => {
    const within: string[] = []
    const lines = all.flatMap((outer) => {
      const gaps = proof.gaps(inner.schemas, outer.schemas)
      if (gaps.length > 0) return [`  not in ${outer.name}`, ...gaps.map((gap) => line(gap, inner.name, outer.name))]
      within.push(outer.name)
      return []
    })
    const apart = all.filter((outer) => areDisjoint(inner.schemas, outer.schemas)).map(({ name }) => name)
    return [
      `${inner.name}: ${JSON.stringify(schemas[inner.name])}`,
      `  in ${within.join(' - ')}`,
      ...(apart.length === 0 ? [] : [`  apart from ${apart.join(' - ')}`]),
      ...lines
    ]
  })
}

function line({ rule, path, certain, inner, outer, innerAt, outerAt, witness }: Gap, own: string, its: string): string {
  const shown = witness === undefined ? '' : `, e.g. ${JSON.stringify(witness.value)}`
  const [from, to] = [innerAt.replace(`#/${own}`, '#'), outerAt.replace(`#/${its}`, '#')]
  return `    ${certain ? '' : 'perhaps '}${rule} ${path === '' ? '' : `of ${path} `}(${inner} | ${outer})${shown} [${from} | ${to}]`
}

/** What one proof finds of several components, one after the other: what was found of the first is known of the next. */
function foundInTurn(
  own: Readonly<Record<string, Schema>>,
  other: Readonly<Record<string, Schema>>,
  names: string[]
): string[] {
  const proof = new Proof({ direction: 'request', asText: false })
  const [one, another] = [structuredClone(own), structuredClone(other)].map((defs) => ({
    root: { $defs: defs },
    is30: false
  }))
  if (one === undefined || another === undefined) return []
  return names.flatMap((name) => {
    const gaps = proof.gaps(
      [{ raw: ref(name), at: '#', document: one }],
      [{ raw: ref(name), at: '#', document: another }]
    )
    return [`  ${name}: ${gaps.length} gaps`, ...gaps.map((gap) => line(gap, '#', '#'))]
  })
}

/** Components by what their properties refer to; those in `changed` have a text that is one of a number. */
function graph(edges: Readonly<Record<string, string>>, changed: string): Readonly<Record<string, Schema>> {
  const of = (name: string, to: string) => {
    const links = to.split('').map((each) => [each.toLowerCase(), ref(each)])
    return o({ ...Object.fromEntries(links), own: changed.includes(name) ? i : s })
  }
  return Object.fromEntries(Object.entries(edges).map(([name, to]) => [name, of(name, to)]))
}

const GRAPHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a circle': { X: 'Y', Y: 'Z', Z: 'X' },
  'a circle that leads to another': { X: 'YZ', Y: 'XZ', Z: 'Z' },
  'a longer way first': { X: 'WY', W: 'Y', Y: 'X' },
  'two circles in turn': { X: 'Y', Y: 'XZ', Z: 'W', W: 'ZV', V: '' },
  'two ways to a circle': { X: 'YW', Y: 'Z', Z: 'Y', W: 'VZ', V: 'X' }
}

/** What a proof finds, in short. */
function found(inner: Schema, outer: Schema, defs: Readonly<Record<string, Schema>> = {}): string[] {
  const at = (raw: Schema) => ({ raw, at: '#', document: { root: { $defs: defs }, is30: false } })
  const gaps = new Proof({ direction: 'request', asText: false }).gaps([at(inner)], [at(outer)])
  return [`${gaps.length} gaps`, ...gaps.slice(0, 3).map((gap) => line(gap, '#', '#'))]
}

const chain = (name: string, length: number, last: Schema) => {
  const links = Array.from({ length }, (_, at) => [`${name}${at}`, o({ next: ref(`${name}${at + 1}`) })])
  return Object.fromEntries([...links, [`${name}${length}`, last]])
}
/** A schema of which each property is compared, and none differs. */
const wide = (count: number, property: Schema) => {
  return o(Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, structuredClone(property)])))
}

describe('the proof that one schema is within another, of each with each', () => {
  it('finds the same as before of what is very deep', () => {
    const both = (length: number, last: Schema, other: Schema) => {
      return { ...chain('A', length, last), ...chain('B', length, other) }
    }
    const chains = [39, 40, 41, 90].flatMap((length) => [
      `a chain of ${length}`,
      ...found(ref('A0'), ref('B0'), both(length, s, i)),
      ...found(ref('A0'), ref('B0'), both(length, s, { ...s, title: 'Text' }))
    ])
    const circles = ['A0', 'B0'].flatMap((end) => {
      return [`a circle of 50 to ${end}`, ...found(ref('A0'), ref('B0'), both(50, ref('A0'), ref(end)))]
    })
    const inTurn = [39, 40, 41, 42].flatMap((length) => {
      const [own, other] = [chain('A', length, s), chain('A', length, i)]
      return [`a chain of ${length}, then its parts`, ...foundInTurn(own, other, ['A0', 'A1', 'A30', `A${length}`])]
    })
    expectWholeList('diff/schema/chain-list.txt', [...chains, ...circles, ...inTurn])
  })

  for (const [title, edges] of Object.entries(GRAPHS)) {
    const names = Object.keys(edges)
    it(`finds the same as before of components that lead to each other: ${title}`, () => {
      const lines = [...names, 'none'].flatMap((changed) =>
        [names, [...names].reverse()].flatMap((turn) => {
          const isChanged = changed === 'none' ? '' : changed
          return [`changed ${changed}`, ...foundInTurn(graph(edges, ''), graph(edges, isChanged), turn)]
        })
      )
      expectWholeList(`diff/schema/graphs/${title.replaceAll(' ', '-')}-list.txt`, [JSON.stringify(edges), ...lines])
    })
  }

  it('gives up where too much is compared, and says of what', () => {
    const proof = new Proof({ direction: 'request', asText: false })
    const at = (raw: Schema) => ({ raw, at: '#', document: { root: undefined, is30: false } })
    // Of each schema little enough, and of all of them too much.
    const inTurn = Array.from({ length: 8 }, (_, index) => {
      return `${index}: ${proof.gaps([at(wide(1300, s))], [at(wide(1300, {}))]).length} gaps`
    })
    expectWholeList('diff/schema/wide-list.txt', [...found(wide(1502, s), wide(1502, {})), ...inTurn])
  })

  for (const [title, group] of Object.entries(GROUPS)) {
    it(`finds the same as before of ${title}`, () => {
      expectWholeList(`diff/schema/cross/${title.replaceAll(' ', '-')}-list.txt`, proofs(group))
    })
  }
})
