import { Field, Integer } from '../../dist/src/index.js'

/** A class with these fields: `{ name: [type, options] }`. */
export function record(name, fields) {
  const target = { [name]: class {} }[name]
  for (const [property, [type, options]] of Object.entries(fields))
    Field(() => type, options)(target.prototype, property)
  return target
}

/** What sizes are multiplied by: five of them, from a sixteenth of the largest. */
export function sizesTo(largest) {
  return [16, 8, 4, 2, 1].map((part) => Math.round(largest / part))
}

export const Row = record('Row', {
  id: [Integer],
  name: [String, { maxLength: 80 }],
  price: [Number, { minimum: 0 }],
  active: [Boolean],
  made: [Date]
})

export function rows(count) {
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: `row ${id}`,
    price: id * 1.25,
    active: id % 2 === 0,
    made: '2024-05-17T08:30:00.000Z'
  }))
}
