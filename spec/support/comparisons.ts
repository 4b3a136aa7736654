/** The methods of a list that look for an item by comparing it with one after the other. */
const SEARCHES = ['indexOf', 'lastIndexOf', 'includes', 'find', 'findIndex', 'findLast', 'some'] as const

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Does the work, and counts how often a list of more than a thousand items is searched meanwhile. */
export async function longSearches<T>(work: () => Promise<T>): Promise<{ result: T; searches: number }> {
  let searches = 0
  const own = new Map<string, Method>()
  for (const name of SEARCHES) {
    const original = Reflect.get(Array.prototype, name) as Method
    own.set(name, original)
    Reflect.set(Array.prototype, name, function (this: unknown, ...args: unknown[]) {
      if ((this as unknown[]).length > 1_000) searches += 1
      // Half a million of them would take minutes.
      if (searches > 100) throw new RangeError('Lists are searched again and again')
      return Reflect.apply(original, this, args)
    })
  }
  try {
    const result = await work()
    return { result, searches }
  } finally {
    for (const [name, method] of own) Reflect.set(Array.prototype, name, method)
  }
}
