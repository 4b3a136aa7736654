/** Characters by their code points: sorted ranges that neither touch nor overlap, each with its first and last. */
export type CharacterSet = readonly (readonly [first: number, last: number])[]

const LAST = 0x10ffff
/** `ſ` and `K`, which equal `S` and `K` where case is ignored and the flag `u` or `v` is set. */
const LONG_S = 0x17f
const KELVIN = 0x212a
const EQUAL_TO_ASCII = [[0x53, 0x73, LONG_S], [0x4b, 0x6b, KELVIN]] // biome-ignore format: a table

export const ANY: CharacterSet = [[0, LAST]]
export const DIGITS: CharacterSet = [[0x30, 0x39]]
export const WORD: CharacterSet = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]] // biome-ignore format: a table
/** `\w` where case is ignored and the flag `u` or `v` is set. */
export const FOLDED_WORD: CharacterSet = union([WORD, [[LONG_S, LONG_S]], [[KELVIN, KELVIN]]])
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
 * The set with the ASCII characters that equal its own where case is ignored, and with what equals its ASCII letters:
 * never more than the engine accepts for the set.
 *
 * @param isUnicode whether the flag `u` or `v` is set
 */
export function asciiFolded(set: CharacterSet, isUnicode: boolean): CharacterSet {
  const more: [number, number][] = [
    ...intersection(set, 0x41, 0x5a).map(([first, last]): [number, number] => [first + 0x20, last + 0x20]),
    ...intersection(set, 0x61, 0x7a).map(([first, last]): [number, number] => [first - 0x20, last - 0x20])
  ]
  for (const equal of isUnicode ? EQUAL_TO_ASCII : []) {
    if (equal.some((point) => intersection(set, point, point).length > 0)) {
      for (const point of equal) more.push([point, point])
    }
  }
  return union([set, more])
}

/**
 * The set with at least all characters that equal its own where case is ignored. If it has letters beyond ASCII, it
 * gets all characters beyond ASCII.
 */
export function folded(set: CharacterSet, isUnicode: boolean): CharacterSet {
  const hasOthers = hasLetters(intersection(set, 0x80, LAST))
  return union([asciiFolded(set, isUnicode), hasOthers ? [[0x80, LAST]] : []])
}

function intersection(set: CharacterSet, first: number, last: number): [first: number, last: number][] {
  return set.flatMap(([from, to]): [number, number][] =>
    from <= last && to >= first ? [[Math.max(from, first), Math.min(to, last)]] : []
  )
}

/** Whether some of the characters have another case; of many characters that is assumed. */
function hasLetters(set: CharacterSet): boolean {
  const size = set.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  if (size > 100) return true
  const points = set.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  return /\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u.test(String.fromCodePoint(...points))
}

/**
 * Ranges whose characters have the same properties: surrogates, planes without characters, and those for private use.
 */
const UNIFORM: readonly (readonly [first: number, last: number])[] = [
  [0xd800, 0xdfff],
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].flatMap((plane) => [
    [plane * 0x10000, plane * 0x10000 + 0xfffd] as const,
    [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff] as const
  ])
]

const properties = new Map<string, CharacterSet>()
let otherCharacters: string | undefined

/**
 * The characters of a property's escape, such as `\p{L}`. Takes some milliseconds, once for each property.
 *
 * @throws SyntaxError for a property of strings, which needs the flag `v`
 */
export function propertySet(property: string): CharacterSet {
  const known = properties.get(property)
  if (known !== undefined) return known
  const one = new RegExp(`^${property}$`, 'u')
  const ranges: (readonly [number, number])[] = UNIFORM.filter(([first]) => one.test(String.fromCodePoint(first)))
  otherCharacters ??= charactersOfPlanes()
  for (const { 0: run } of otherCharacters.matchAll(new RegExp(`${property}+`, 'gu'))) {
    for (const character of run) {
      const point = character.codePointAt(0) as number
      const last = ranges.at(-1)
      if (last !== undefined && point === last[1] + 1) ranges[ranges.length - 1] = [last[0], point]
      else ranges.push([point, point])
    }
  }
  const set = union([ranges])
  properties.set(property, set)
  return set
}

/** The characters of the planes 0 to 3 and 14, without surrogates, which would join. */
function charactersOfPlanes(): string {
  const pieces: string[] = []
  for (const plane of [0, 1, 2, 3, 14]) {
    for (let at = plane << 16; at < (plane + 1) << 16; at += 0x800) {
      if (at === 0xd800) continue
      pieces.push(String.fromCodePoint(...Array.from({ length: 0x800 }, (_, index) => at + index)))
    }
  }
  return pieces.join('')
}
