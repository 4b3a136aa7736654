import { expect } from 'chai'
import { patternCost } from 'fieldstone-pattern-cost'

const { raw } = String

/** Expressions that match one character. */
const CHARACTERS = [
  ...['a', 'k', 'S', '1', '_', '-', 'é', 'ß', 'ſ', 'K', '.', raw`\.`, '[aB]', '[^a]', '[^K]', '[a-f]', '[^ſ]', '[À-Ö]'],
  ...[
    raw`\d`,
    raw`\D`,
    raw`\s`,
    raw`\S`,
    raw`\w`,
    raw`\W`,
    raw`[\s@]`,
    raw`[^\s@]`,
    raw`[\W_]`,
    raw`[^\W]`,
    raw`[^\w-]`
  ],
  ...[raw`\t`, raw`\x41`, raw`\u0061`, raw`\cJ`, raw`[\b]`, raw`[\d-]`, raw`[^\S\n]`, '[]', '[^]']
]

/** Those that the flag `u` forbids, or gives another meaning (Annex B). */
const LEGACY = [
  ...[
    raw`\8`,
    raw`[\8]`,
    raw`\11`,
    raw`[\101]`,
    raw`[\477]`,
    raw`[\400]`,
    raw`[\0-\40]`,
    raw`[\c1]`,
    raw`[\c_]`,
    raw`[\c!]`
  ],
  ...[raw`\k`, raw`\p`, raw`\-`, raw`[\d-z]`, raw`[\x4]`, raw`[\u41]`, raw`[\B]`]
]

const UNICODE = [
  ...[raw`\p{L}`, raw`\P{L}`, raw`\p{Lu}`, raw`[^\p{Lu}]`, raw`[\p{Lu}\d]`, raw`\p{Cs}`, raw`\p{Cn}`, raw`\p{ASCII}`],
  ...[raw`\p{Script=Greek}`, raw`\u{1F600}`, raw`[\u{1F600}-\u{1F64F}]`, raw`\uD83D\uDE00`, raw`[^\p{Ll}]`, '[😀é]']
]

/** Characters that some set has by mistake, or lacks: at its edges, of another case, and beyond ASCII. */
const POINTS = [
  ...[...'aAbBfgkKsSzZ019_-.@[` '].map((character) => character.codePointAt(0) as number),
  ...[0x00, 0x07, 0x08, 0x09, 0x0a, 0x0d, 0x11, 0x1f, 0x20, 0x27, 0x41, 0x7f, 0xa0, 0xdf, 0xe0, 0xe9, 0x17f, 0x391],
  ...[0x2028, 0x212a, 0xd83d, 0xde00, 0xfeff, 0xffff, 0x10400, 0x1f600, 0x1f64f, 0x50000, 0x10ffff]
]

/** What a character may be equal to without regard to case. */
const ALIKE = [...POINTS, ...Array.from({ length: 0x250 }, (_, point) => point), 0x3b1, 0x10428]

/** The character as an expression. */
function literal(point: number, flags: string): string {
  if (/[uv]/.test(flags)) return `\\u{${point.toString(16)}}`
  return point > 0xff ? `\\u${point.toString(16).padStart(4, '0')}` : `\\x${point.toString(16).padStart(2, '0')}`
}

/** Whether a loop of a set or a character can read some text in two ways: then the set has the character. */
function overlaps(source: string, character: string, flags: string): boolean {
  return patternCost(`^(?:${source}|${character})+$`, flags).growth.kind === 'exponential'
}

describe('The characters that an expression reads, as the analysis knows them', () => {
  const cases = [
    ...['', 'i', 's', 'u', 'iu', 'v', 'iv'].map((flags) => [flags, CHARACTERS] as const),
    ...['', 'i'].map((flags) => [flags, LEGACY] as const),
    ...['u', 'iu'].map((flags) => [flags, UNICODE] as const),
    ...['v', 'iv'].map((flags) => [flags, UNICODE.filter((source) => !source.startsWith('['))] as const)
  ]
  for (const [flags, sources] of cases) {
    it(`are all that the engine accepts, and in ASCII no others, with the flags '${flags}': ${sources.join(' ')}`, () => {
      for (const source of sources) {
        // The flag v forbids a few unescaped characters.
        if (flags.includes('v') && !compiles(source, flags)) continue
        const engine = new RegExp(`^${source}$`, flags)
        for (const point of POINTS) {
          if (point > 0xffff && !/[uv]/.test(flags)) continue
          const character = literal(point, flags)
          const own = new RegExp(`^${character}$`, flags)
          const isAccepted = ALIKE.map((each) => String.fromCodePoint(each)).some(
            (each) => own.test(each) && engine.test(each)
          )
          // What is not ASCII, or is equal to something that is not, may be taken for more.
          const isExact = !ALIKE.some((each) => each >= 0x80 && own.test(String.fromCodePoint(each)))
          const isRight = overlaps(source, character, flags) === isAccepted || (!isAccepted && !isExact)
          if (!isRight) expect.fail(`/${source}/${flags} ${isAccepted ? 'lacks' : 'has'} U+${point.toString(16)}`)
        }
      }
    })
  }
})

function compiles(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) !== undefined
  } catch {
    return false
  }
}
