/** A body that is large enough to be worth its compression. */
export const series = {
  sensor: 'north-tower-7',
  values: Array.from({ length: 200 }, (_, index) => ({
    at: 1_700_000_000 + index * 60,
    value: 20 + (index % 37) * 0.25
  }))
}

/** How many bytes a body may have, compressed or not. */
export const LIMIT = 1_048_576

/** @param {readonly { readonly value: number }[]} values */
export function sumOf(values) {
  let sum = 0
  for (const { value } of values) sum += value
  return sum
}
