/** The methods of a list that look for an item by comparing it with one after the other. */
const SEARCHES = ['indexOf', 'lastIndexOf', 'includes', 'find', 'findIndex', 'findLast', 'some'] as const

/** How items of lists were compared while some work was done. */
export interface Comparisons {
  /** How often a set looked for a value, to find or to add it. */
  readonly lookups: number
  /** How often a list of more than a thousand items was searched. */
  readonly searches: number
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Does the work, and counts what it compares. */
export function comparisons(work: () => void): Comparisons {
  const counts = { lookups: 0, searches: 0 }
  const own = new Map<object, Map<string, Method>>()
  const watch = (prototype: object, name: string, count: (target: unknown) => void) => {
    const original = Reflect.get(prototype, name) as Method
    own.set(prototype, new Map(own.get(prototype)).set(name, original))
    Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
      count(this)
      return Reflect.apply(original, this, args)
    })
  }
  for (const name of ['has', 'add']) {
    watch(Set.prototype, name, () => {
      counts.lookups += 1
    })
  }
  for (const name of SEARCHES) {
    watch(Array.prototype, name, (list) => {
      if ((list as unknown[]).length > 1_000) counts.searches += 1
      // Half a million of them would take minutes.
      if (counts.searches > 100) throw new RangeError('Lists are searched again and again')
    })
  }
  try {
    work()
  } finally {
    for (const [prototype, methods] of own) for (const [name, method] of methods) Reflect.set(prototype, name, method)
  }
  return counts
}
