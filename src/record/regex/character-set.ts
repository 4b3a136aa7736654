/** Characters by their code points: sorted ranges that neither touch nor overlap, each as its first and last. */
export type CharacterSet = readonly (readonly [first: number, last: number])[]

const LAST = 0x10ffff

export const ANY: CharacterSet = [[0, LAST]]
export const DIGITS: CharacterSet = [[0x30, 0x39]]
/** In a regular expression that ignores case and has the flag `u`, `\w` also takes U+017F and U+212A; see `folded`. */
export const WORD: CharacterSet = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]] // biome-ignore format: a table
export const SPACE: CharacterSet = union([
  [[0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029]],
  [[0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff]]
]) // biome-ignore format: a table
export const LINE_ENDS: CharacterSet = [[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]] // biome-ignore format: a table

export function union(sets: readonly CharacterSet[]): CharacterSet {
  const ranges = sets.flat().sort(([a], [b]) => a - b)
  const out: [number, number][] = []
  for (const [first, last] of ranges) {
    const previous = out.at(-1)
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else out.push([first, last])
  }
  return out
}

export function complement(set: CharacterSet): CharacterSet {
  const out: [number, number][] = []
  let next = 0
  for (const [first, last] of set) {
    if (first > next) out.push([next, first - 1])
    next = last + 1
  }
  if (next <= LAST) out.push([next, LAST])
  return out
}

/**
 * The set with the characters that equal its own where case is ignored. Beyond ASCII it may have more than those: all
 * that is not ASCII where it has anything of that.
 */
export function folded(set: CharacterSet): CharacterSet {
  const more: [number, number][] = []
  for (const [first, last] of set) {
    for (const [from, to, other] of [
      [0x41, 0x5a, 0x20],
      [0x61, 0x7a, -0x20]
    ] as const) {
      const [low, high] = [Math.max(first, from), Math.min(last, to)]
      if (low <= high) more.push([low + other, high + other])
    }
    // U+017F and U+212A equal `s` and `k`.
    if (last > 0x7f) more.push([0x80, LAST], [0x4b, 0x4b], [0x53, 0x53], [0x6b, 0x6b], [0x73, 0x73])
    for (const letter of [0x4b, 0x53, 0x6b, 0x73]) {
      if (first <= letter && letter <= last) more.push([0x17f, 0x17f], [0x212a, 0x212a])
    }
  }
  return union([set, ...more.map((range) => [range])])
}

const properties = new Map<string, CharacterSet>()
let everyCharacter: string | undefined

/**
 * The characters of a property's escape, `\p{L}` for instance. The planes without characters so far, and those for
 * private use, are looked at by one character of theirs; it costs some milliseconds, once for each property.
 */
export function propertySet(property: string): CharacterSet {
  const known = properties.get(property)
  if (known !== undefined) return known
  everyCharacter ??= charactersOfPlanes()
  const ranges: [number, number][] = []
  for (const { 0: run } of everyCharacter.matchAll(new RegExp(`${property}+`, 'gu'))) {
    let previous = -2
    for (const character of run) {
      const point = character.codePointAt(0) as number
      if (point === previous + 1) (ranges.at(-1) as [number, number])[1] = point
      else ranges.push([point, point])
      previous = point
    }
  }
  const one = new RegExp(`^${property}$`, 'u')
  for (const plane of [4, 15, 16]) {
    const first = plane << 16
    if (one.test(String.fromCodePoint(first))) ranges.push([first, plane === 4 ? 0xdffff : first + 0xffff])
  }
  const set = union(ranges.map((range) => [range]))
  properties.set(property, set)
  return set
}

function charactersOfPlanes(): string {
  const pieces: string[] = []
  for (const plane of [0, 1, 2, 3, 14]) {
    for (let at = plane << 16; at < (plane + 1) << 16; at += 0x1000) {
      // Surrogates by themselves would join to other characters.
      if (at >= 0xd800 && at < 0xe000) continue
      const upTo = at === 0xd000 ? 0x800 : 0x1000
      pieces.push(String.fromCodePoint(...Array.from({ length: upTo }, (_, index) => at + index)))
    }
  }
  return pieces.join('')
}
