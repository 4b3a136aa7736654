/** A pattern as a tree; it takes greedy loops for lazy ones, which changes no number of steps of a text that is refused. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: readonly (readonly [first: number, last: number])[] }
  | { readonly kind: 'sequence' | 'either'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number }
  | { readonly kind: 'look'; readonly node: PatternNode }
  | { readonly kind: 'start' | 'end' }

/**
 * How many characters a backtracking engine compares with a text until it accepts or refuses it, or so many that it is
 * stopped. It does what ECMA-262, section 22.2.2, says, without any of the shortcuts that real engines take.
 */
export function stepsOn(node: PatternNode, text: string, most = 1_000_000): number {
  const points = [...text].map((character) => character.codePointAt(0) as number)
  let steps = 0
  type Then = (at: number) => boolean
  const matches = (at: PatternNode, from: number, then: Then): boolean => {
    switch (at.kind) {
      case 'set': {
        steps += 1
        if (steps > most) throw new RangeError('too many steps')
        const point = points[from]
        return point !== undefined && at.set.some(([low, high]) => low <= point && point <= high) && then(from + 1)
      }
      case 'sequence': {
        const part = (index: number, place: number): boolean => {
          const next = at.parts[index]
          return next === undefined ? then(place) : matches(next, place, (after) => part(index + 1, after))
        }
        return part(0, from)
      }
      case 'either':
        return at.parts.some((part) => matches(part, from, then))
      case 'repeat': {
        const again = (count: number, place: number): boolean => {
          const more = (after: number) => (after > place || count < at.least) && again(count + 1, after)
          if (count < at.most && matches(at.node, place, more)) return true
          return count >= at.least && then(place)
        }
        return again(0, from)
      }
      case 'start':
        return from === 0 && then(from)
      case 'end':
        return from === points.length && then(from)
      case 'look':
        return matches(at.node, from, () => true) && then(from)
    }
  }
  try {
    for (let from = 0; from <= points.length; from++) if (matches(node, from, () => true)) break
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return steps
}
