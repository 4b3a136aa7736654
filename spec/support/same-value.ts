/** What tells two values apart: their structure with prototypes and the order of keys, -0 and NaN, holes and accessors. */
export function difference(a: unknown, b: unknown, path = 'value'): string | undefined {
  if (Object.is(a, b)) return undefined
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return `${path}: ${String(a)} and ${String(b)}`
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return `${path}: other prototypes`
  if (a instanceof Date) return Object.is(a.getTime(), (b as Date).getTime()) ? undefined : `${path}: other moments`
  const keys = Reflect.ownKeys(a)
  if (keys.map(String).join() !== Reflect.ownKeys(b).map(String).join()) {
    return `${path}: keys ${keys.map(String)} and ${Reflect.ownKeys(b).map(String)}`
  }
  for (const key of keys) {
    const [inA, inB] = [a, b].map((each) => Object.getOwnPropertyDescriptor(each, key) as PropertyDescriptor)
    const { value: valueA, ...restA } = inA as PropertyDescriptor
    const { value: valueB, ...restB } = inB as PropertyDescriptor
    if (JSON.stringify(restA) !== JSON.stringify(restB)) return `${path}.${String(key)}: other attributes`
    const found = difference(valueA, valueB, `${path}.${String(key)}`)
    if (found !== undefined) return found
  }
  return undefined
}
