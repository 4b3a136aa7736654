/*
 * Host names as JSON Schema's `hostname` means them: RFC 1123, section 2.1, and of labels that begin with `xn--` those
 * that IDNA2008 (RFC 5890 to 5893) has: what they stand for must be a name, too. Where IDNA's tables are not part of
 * JavaScript, less is accepted and never more.
 */

const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/

/** The length of a name without the dot at its end (RFC 1035, section 2.3.4). */
const LONGEST = 253

/** The length of a label (RFC 1035, section 2.3.4), as it is encoded. */
const LONGEST_LABEL = 63

/** Whether a text is a host name, of ASCII characters. */
export function isHostname(text: string): boolean {
  if (text.length > LONGEST) return false
  return text.split('.').every((label) => LABEL.test(label) && (!/^xn--/i.test(label) || isALabel(label.toLowerCase())))
}

/** The dots between the labels of a name in any script (RFC 3490, section 3.1). */
const DOTS = /[.\u3002\uFF0E\uFF61]/

/** Whether a text is a host name in any script: RFC 5890, section 2.3.2.3. What a label has beyond ASCII may be encoded. */
export function isInternationalHostname(text: string): boolean {
  // A character beyond U+FFFF has two units here, and one is enough for it where it is encoded.
  if (text.length > 2 * LONGEST) return false
  let length = -1
  const labels = text.split(DOTS)
  // RFC 5893, section 2: where one label is from right to left, none begins with a digit.
  const texts = labels.map(textOf)
  if (texts.some((one) => RIGHT_TO_LEFT.test(lettersOf(one))) && texts.some((one) => DIGIT_FIRST.test(one)))
    return false
  for (const label of labels) {
    if (label.length > 2 * LONGEST_LABEL) return false
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
    const isAscii = /^[\x00-\x7F]*$/.test(label)
    if (!(isAscii ? isHostname(label) : isULabel(label))) return false
    const written = isAscii ? label.length : 4 + encodedLength([...label].map((one) => one.codePointAt(0) as number))
    if (written > LONGEST_LABEL) return false
    length += written + 1
  }
  return length <= LONGEST
}

/** What a label stands for. */
function textOf(label: string): string {
  const points =
    /^xn--/i.test(label) && label.length <= LONGEST_LABEL ? decoded(label.slice(4).toLowerCase()) : undefined
  return points === undefined ? label : String.fromCodePoint(...points)
}

/** Whether the label stands for one of other characters (RFC 5891, section 4.2). */
function isALabel(label: string): boolean {
  const points = decoded(label.slice(4))
  if (points === undefined || points.every((point) => point < 0x80)) return false
  return isULabel(String.fromCodePoint(...points))
}

/** Whether IDNA2008 has the label, of which some characters are not ASCII (RFC 5891, section 4.2). */
function isULabel(text: string): boolean {
  if (text !== text.normalize('NFC') || /^\p{M}/u.test(text) || /^-|-$|^..--/u.test(text)) return false
  const characters = [...text]
  return characters.every((character, at) => isValid(character, at, characters)) && isOneWay(text)
}

/** RFC 3492, section 6.2: the code points of a text in Punycode; undefined where it is none. */
function decoded(text: string): number[] | undefined {
  const end = text.lastIndexOf('-')
  if (end === 0) return undefined
  const points = [...text.slice(0, Math.max(end, 0))].map((character) => character.charCodeAt(0))
  let [point, index, bias] = [0x80, 0, 72]
  for (let at = end + 1; at < text.length; ) {
    const before = index
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = DIGITS.indexOf(text[at++] ?? ' ')
      if (digit < 0) return undefined
      index += digit * weight
      const threshold = Math.min(Math.max(k - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const length = points.length + 1
    bias = adapted(index - before, length, before === 0)
    point += Math.floor(index / length)
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined
    index %= length
    points.splice(index++, 0, point)
  }
  return points
}

/** RFC 3492, section 6.3: how many characters the text has in Punycode. */
function encodedLength(points: readonly number[]): number {
  const basic = points.filter((point) => point < 0x80).length
  let length = basic + (basic > 0 ? 1 : 0)
  let [done, delta, bias, from] = [basic, 0, 72, 0x80]
  while (done < points.length) {
    const least = Math.min(...points.filter((point) => point >= from))
    delta += (least - from) * (done + 1)
    for (const point of points) {
      if (point < least) delta++
      if (point !== least) continue
      let rest = delta
      for (let k = 36; ; k += 36) {
        const threshold = Math.min(Math.max(k - bias, 1), 26)
        length++
        if (rest < threshold) break
        rest = Math.floor((rest - threshold) / (36 - threshold))
      }
      bias = adapted(delta, done + 1, done === basic)
      delta = 0
      done++
    }
    delta++
    from = least + 1
  }
  return length
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

function adapted(difference: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? 700 : 2))
  delta += Math.floor(delta / length)
  let k = 0
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35)
  return k + Math.floor((36 * delta) / (delta + 38))
}

/** RFC 5892, section 2.6. */
const ALWAYS = /^[\u00DF\u03C2\u06FD\u06FE\u0F0B\u3007]$/u
const NEVER = /^[\u0640\u07FA\u302E\u302F\u3031-\u3035\u303B]$/u

/** RFC 5892, sections 2.1, 2.4, 2.5 and 2.9: letters and digits, without those that are ignored, and old Hangul. */
const LETTER = /^[\p{Ll}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]$/u
const IGNORED =
  /^(?:[\p{Default_Ignorable_Code_Point}\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF\u{1D100}-\u{1D24F}]|[\u20D0-\u20FF])$/u

/** Whether IDNA2008 has the character at its place in a label (RFC 5892, section 3). */
function isValid(character: string, at: number, label: readonly string[]): boolean {
  const rule = IN_CONTEXT.get(character)
  if (rule !== undefined) return rule(at, label)
  if (ALWAYS.test(character) || /^[a-z0-9-]$/.test(character)) return true
  if (NEVER.test(character) || IGNORED.test(character) || !LETTER.test(character)) return false
  return isStable(character)
}

/** Letters of Cherokee that are folded to their capitals. */
const FOLDED_UP = /^[\u13F8-\u13FD\uAB70-\uABBF]$/u

/** Whether folding its case leaves the character as it is (RFC 5892, section 2.2). JavaScript knows no folding, but both cases. */
function isStable(character: string): boolean {
  // The capital of the dotless i is that of the other.
  if (character === '\u0131') return true
  const folded = character.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  return character === folded && !FOLDED_UP.test(character)
}

type ContextRule = (at: number, label: readonly string[]) => boolean

const around = (before: RegExp | undefined, after: RegExp | undefined): ContextRule => {
  const fits = (character: string | undefined, wanted: RegExp | undefined) =>
    wanted === undefined || (character !== undefined && wanted.test(character))
  return (at, label) => fits(label[at - 1], before) && fits(label[at + 1], after)
}

/** The signs that suppress the vowel of a letter, of the scripts in use: Canonical_Combining_Class 9. */
const VIRAMA =
  /^[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0E3A\u0EBA\u0F84\u1039\u103A\u1714\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\u1BF2\u1BF3\u2D7F\uA806\uA8C4\uA953\uA9C0\uAAF6\uABED]$/u

/** Arabic letters that are joined to both sides. */
const JOINING =
  /^[\u0620\u0626\u0628\u062A-\u062E\u0633-\u063F\u0641-\u0647\u0649\u064A\u067E\u0686\u06A9\u06AF\u06CC]$/u

const isJoined: ContextRule = (at, label) => {
  const before = label.slice(0, at).findLast((character) => !/^\p{Mn}$/u.test(character))
  const after = label.slice(at + 1).find((character) => !/^\p{Mn}$/u.test(character))
  return before !== undefined && after !== undefined && JOINING.test(before) && JOINING.test(after)
}

const isAfterVirama = around(VIRAMA, undefined)
const ARABIC_DIGITS = [...'٠١٢٣٤٥٦٧٨٩']
const EXTENDED_ARABIC_DIGITS = [...'۰۱۲۳۴۵۶۷۸۹']

/** RFC 5892, appendix A. */
const IN_CONTEXT: ReadonlyMap<string, ContextRule> = new Map<string, ContextRule>([
  ['\u200C', (at, label) => isAfterVirama(at, label) || isJoined(at, label)],
  ['\u200D', isAfterVirama],
  ['\u00B7', around(/^l$/, /^l$/)],
  ['\u0375', around(undefined, /^\p{Script=Greek}$/u)],
  ['\u05F3', around(/^\p{Script=Hebrew}$/u, undefined)],
  ['\u05F4', around(/^\p{Script=Hebrew}$/u, undefined)],
  [
    '\u30FB',
    (_at, label) => label.some((other) => /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]$/u.test(other))
  ],
  ...ARABIC_DIGITS.map((digit): [string, ContextRule] => [digit, without(EXTENDED_ARABIC_DIGITS)]),
  ...EXTENDED_ARABIC_DIGITS.map((digit): [string, ContextRule] => [digit, without(ARABIC_DIGITS)])
])

function without(others: readonly string[]): ContextRule {
  return (_at, label) => !label.some((character) => others.includes(character))
}

const RIGHT_TO_LEFT =
  /[\u06FD\u06FE\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const BEGINS_RIGHT = new RegExp(`^(?=[\\p{L}\\u06FD\\u06FE])${RIGHT_TO_LEFT.source}`, 'u')
const LETTER_OF_LEFT = new RegExp(`(?!${RIGHT_TO_LEFT.source})\\p{L}`, 'u')

/** RFC 5893, section 2, as far as it is about letters and digits: a label from right to left has those of one kind. */
function isOneWay(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(lettersOf(text))) return true
  const hasBothDigits = /[0-9\u06F0-\u06F9]/.test(text) && /[\u0660-\u0669]/.test(text)
  return BEGINS_RIGHT.test(text) && !LETTER_OF_LEFT.test(text) && !hasBothDigits
}

const DIGIT_FIRST = /^[0-9\u0660-\u0669\u06F0-\u06F9]/

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\u06FD\u06FE]/gu, '')
}
