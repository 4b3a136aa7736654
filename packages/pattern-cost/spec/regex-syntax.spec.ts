import { expect } from 'chai'
import { parseRegex } from '../src/regex-syntax.js'

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

/** ASCII, letters of several scripts, punctuation, surrogates, and some characters of other planes. */
const POINTS = [
  ...Array.from({ length: 0x600 }, (_, point) => point),
  ...Array.from({ length: 0x300 }, (_, index) => 0x1e00 + index),
  ...Array.from({ length: 0x100 }, (_, index) => 0x2000 + index),
  ...[0x212a, 0x2126, 0x3000, 0xa640, 0xab70, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfeff, 0xffff],
  ...[0x10400, 0x10428, 0x1f600, 0x1f64f, 0x20000, 0x4fffe, 0x50000, 0xe0001, 0xf0000, 0xfffff, 0x10ffff]
]

/** Whether the set of an expression has a character. */
function setOf(source: string, flags: string): (point: number) => boolean {
  const { parts = [] } = parseRegex(source, flags) as { parts?: readonly { readonly kind: string }[] }
  const [node] = parts as readonly { kind: string; set: readonly (readonly [number, number])[] }[]
  expect(parts, source).to.have.length(1)
  expect(node?.kind, source).to.equal('set')
  return (point) => node?.set.some(([first, last]) => first <= point && point <= last) === true
}

describe('The set of characters of an expression', () => {
  const cases = [
    ...['', 'i', 's', 'u', 'iu', 'v', 'iv'].map((flags) => [flags, CHARACTERS] as const),
    ...['', 'i'].map((flags) => [flags, LEGACY] as const),
    ...['u', 'iu'].map((flags) => [flags, UNICODE] as const),
    ...['v', 'iv'].map((flags) => [flags, UNICODE.filter((source) => !source.startsWith('['))] as const)
  ]
  for (const [flags, sources] of cases) {
    it(`has all that the engine accepts, and in ASCII nothing else, with the flags '${flags}': ${sources.join(' ')}`, () => {
      for (const source of sources) {
        // The flag v forbids a few unescaped characters.
        if (flags.includes('v') && !compiles(source, flags)) continue
        const engine = new RegExp(`^${source}$`, flags)
        const has = setOf(source, flags)
        for (const point of POINTS) {
          if (point > 0xffff && !/[uv]/.test(flags)) continue
          const isAccepted = engine.test(String.fromCodePoint(point))
          const isRight = isAccepted ? has(point) : point >= 0x80 || !has(point)
          if (!isRight) expect.fail(`/${source}/${flags} ${isAccepted ? 'lacks' : 'has'} U+${point.toString(16)}`)
        }
      }
    })
  }

  it('is unknown for a property of strings', () => {
    expect(() => parseRegex(raw`^\p{RGI_Emoji}$`, 'v')).to.throw(raw`p{RGI_Emoji}`)
  })
})

function compiles(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) !== undefined
  } catch {
    return false
  }
}
