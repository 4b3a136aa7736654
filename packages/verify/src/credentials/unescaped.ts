/** A text with its escapes read. */
export interface Unescaped {
  readonly text: string
  /** Where each of its characters, and its end, is in the text with escapes. */
  readonly places: readonly number[]
}

/** So often an escape is escaped again: a query in JSON in JSON. */
const LEVELS = 3
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }
/** As in queries, JSON and JavaScript, HTML and XML. Each begins with a character of its own, so that time is linear. */
const ESCAPE =
  /(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}(?:\\u[0-9a-f]{4})*|\\x[0-9a-f]{2}|\\[bfnrtv\\/"'`]|&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|quot|amp|lt|gt|apos);/gi
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The text with its escapes read once, twice and so on, as long as there are any. */
export function* unescaped(text: string): Generator<Unescaped> {
  let at: Unescaped | undefined
  for (let level = 0; level < LEVELS; level++) {
    at = readOnce(at ?? { text, places: [] })
    if (at === undefined) return
    yield at
  }
}

function readOnce({ text, places }: Unescaped): Unescaped | undefined {
  const placeOf = (index: number) => places[index] ?? index
  const parts: string[] = []
  const read: number[] = []
  let rest = 0
  const copy = (end: number) => {
    parts.push(text.slice(rest, end))
    for (let index = rest; index < end; index++) read.push(placeOf(index))
  }
  for (const match of text.matchAll(ESCAPE)) {
    copy(match.index)
    rest = match.index + match[0].length
    for (const [character, index] of charactersOf(match[0])) {
      parts.push(character)
      for (let unit = 0; unit < character.length; unit++) read.push(placeOf(match.index + index))
    }
  }
  if (rest === 0) return undefined
  copy(text.length)
  read.push(placeOf(text.length))
  return { text: parts.join(''), places: read }
}

/** The characters of an escape, each with its place in it. */
function charactersOf(written: string): (readonly [character: string, index: number])[] {
  if (written.startsWith('%')) return ofBytes(Buffer.from(written.replaceAll('%', ''), 'hex'))
  if (written.startsWith('&')) return [[ofEntity(written.slice(1, -1)), 0]]
  if (/^\\u/i.test(written)) {
    const units = written.slice(2).split(/\\u/i)
    return units.map((unit, index) => [String.fromCharCode(Number.parseInt(unit, 16)), index * 6])
  }
  if (/^\\x/i.test(written)) return [[String.fromCharCode(Number.parseInt(written.slice(2), 16)), 0]]
  const letter = written.charAt(1)
  return [[CONTROLS[letter] ?? letter, 0]]
}

/** Characters in UTF-8; what is not is as good as any other character. */
function ofBytes(bytes: Buffer): (readonly [character: string, index: number])[] {
  const out: [string, number][] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] as number
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    out.push([bytes.subarray(at, at + length).toString(), at * 3])
    at += length
  }
  return out
}

function ofEntity(name: string): string {
  const known = ENTITIES[name.toLowerCase()]
  if (known !== undefined) return known
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD'
}
