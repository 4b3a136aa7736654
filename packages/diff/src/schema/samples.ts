import { formatSamples, RANGES } from './formats.js'
import type { SchemaAt } from './schema-at.js'
import { type Shape, shapeOf, type TypeName, typeOfValue, withBranch } from './shape.js'
import { isMultiple, itemSchemas, knownMemberSchemas, validity } from './validity.js'

/** How deep values are made. */
const DEEPEST = 6

/** The longest text, and list, that is made. */
const LONGEST = 300

const TEXTS = [
  ...[
    '',
    'a',
    'A',
    '0',
    '1',
    '-',
    ' ',
    'ab',
    'abc',
    'ABC',
    '12',
    '123',
    'abcd',
    '12345',
    'a1',
    'a-b',
    'a b',
    'a_b',
    'ä'
  ],
  ...['true', '1.5', 'not this', '\n', 'aaaaaaaaaaaaaaaaaaaaaaaa', '2024-02-29', 'a@example.com']
]

/** A valid value of the schemas; undefined where none is found. */
export function sampleOf(schemas: readonly SchemaAt[], depth = 0): { readonly value: unknown } | undefined {
  if (depth > DEEPEST) return undefined
  const shape = shapeOf(schemas)
  const variants = shape.variants[0]
  if (variants !== undefined && shape.values === undefined) {
    for (const branch of variants.branches) {
      const found = sampleOf(withBranch(shape, variants, [branch]), depth + 1)
      if (found !== undefined && validity(found.value, schemas) === true) return found
    }
    return undefined
  }
  for (const type of shape.types) {
    const value = candidatesOf(shape, type, depth).find((each) => validity(each, schemas) === true)
    if (value !== undefined) return { value }
  }
  return undefined
}

/** Values of a type, those near what the shape allows; not all of them are valid. */
export function candidatesOf(shape: Shape, type: TypeName, depth = 0): unknown[] {
  if (shape.values !== undefined) return shape.values.value.filter((value) => typeOfValue(value) === type)
  switch (type) {
    case 'null':
      return [null]
    case 'boolean':
      return [true, false]
    case 'number':
      return numbersNear(shape)
    case 'string':
      return textsNear(shape)
    case 'array':
      return [listOfLength(shape, shape.limits.minItems?.value ?? 0, depth)].filter((list) => list !== undefined)
    default: {
      const object = objectWith(shape, {}, [...shape.required.keys()], depth)
      return object === undefined ? [] : [object]
    }
  }
}

function numbersNear({ minimum, maximum, multiples, formats }: Shape): number[] {
  const bounds = [minimum?.value, maximum?.value, ...formats.flatMap(({ value }) => RANGES[value] ?? [])]
  const near = bounds.flatMap((bound) =>
    bound === undefined ? [] : [bound, bound + 1, bound - 1, bound + 0.5, bound - 0.5]
  )
  const small = [...near, 0, 1, 2, -1, 0.5, 1.5, -0.5, 0.25, 100, 1e6]
  const large = [2 ** 31, -(2 ** 31) - 1, 1e20]
  const stepsAt = (around: readonly number[]) =>
    multiples.flatMap(({ value: step }) => {
      if (step <= 0) return []
      // Without the digits that only a product of doubles has: 15.4, not 15.399999999999999.
      const product = (count: number) => Number((count * step).toPrecision(15))
      return around.flatMap((each) => [product(Math.ceil(each / step)), product(Math.floor(each / step)), step])
    })
  return [...small, ...stepsAt(small), ...large, ...stepsAt(large)].filter((each) =>
    multiples.every(({ value }) => isMultiple(each, value))
  )
}

function textsNear({ limits, formats }: Shape): string[] {
  const lengths = [limits.minLength?.value, limits.maxLength?.value].flatMap((length) =>
    length === undefined ? [] : [length, length + 1, length - 1]
  )
  const long = lengths.filter((length) => length >= 0 && length <= LONGEST).map((length) => 'a'.repeat(length))
  const digits = lengths.filter((length) => length >= 0 && length <= LONGEST).map((length) => '1'.repeat(length))
  return [...formats.flatMap(({ value }) => formatSamples(value)), ...long, ...TEXTS, ...digits]
}

/** A list of valid items; undefined where one cannot be made. */
export function listOfLength(shape: Shape, length: number, depth = 0): unknown[] | undefined {
  if (length > LONGEST || length < 0) return undefined
  const list: unknown[] = []
  for (let index = 0; index < length; index++) {
    const schemas = itemSchemas(shape, index)
    const item = schemas.length === 0 ? { value: index } : sampleOf(schemas, depth + 1)
    if (item === undefined) return undefined
    list.push(item.value)
  }
  return shape.unique === undefined ? list : distinct(list, shape)
}

/** The list with items that differ, where they are numbers or texts that a range of others can take the place of. */
function distinct(list: readonly unknown[], shape: Shape): unknown[] {
  return list.map((item, index) => {
    const own = itemSchemas(shape, index)
    const itemShape = shapeOf(own)
    const others = [...itemShape.types].flatMap((type) => candidatesOf(itemShape, type))
    const valid = [...new Set(others)].filter((each) => validity(each, own) === true)
    return valid[index] ?? item
  })
}

/** An object with these members, and others of these names; undefined where one cannot be made. */
export function objectWith(
  shape: Shape,
  members: Readonly<Record<string, unknown>>,
  names: readonly string[] = [...shape.required.keys()],
  depth = 0
): Record<string, unknown> | undefined {
  const entries = new Map(Object.entries(members))
  for (const name of names) {
    if (entries.has(name)) continue
    const schemas = knownMemberSchemas(shape, name)
    const value = schemas.length === 0 ? { value: 'a' } : sampleOf(schemas, depth + 1)
    if (value === undefined) return undefined
    entries.set(name, value.value)
  }
  // From entries: a member may be named __proto__.
  return Object.fromEntries(entries)
}
