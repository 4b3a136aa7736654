/*
 * Predicates of validator.js that take too long for long texts, with the same verdicts in one pass.
 */

/**
 * Whether `isFQDN` accepts a text, without options or with `require_tld: false`. validator.js splits the text, and
 * matches each part with four expressions.
 *
 * @param needsDomain whether a top-level domain is required
 */
export function isDomainName(text: string, needsDomain: boolean): boolean {
  const dot = text.lastIndexOf('.')
  const last = text.slice(dot + 1)
  if (needsDomain && (dot === -1 || !TOP_LEVEL.test(last) || /\s/.test(last))) return false
  return !isNumber(last) && areLabels(text)
}

/** The last label of 2 to 63 characters, the limit of a label. */
const TOP_LEVEL = /^(?:[a-z\u00A1-\u00A8\u00AA-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]{2,63}|xn[a-z0-9-]{2,61})$/i

function isNumber(label: string): boolean {
  for (let at = 0; at < label.length; at++) if (!isDigit(label.charCodeAt(at))) return false
  return label !== ''
}

/** Whether its labels have 1 to 63 units each, and neither begin nor end with a hyphen. */
function areLabels(text: string): boolean {
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const unit = at === text.length ? DOT : text.charCodeAt(at)
    if (unit === DOT) {
      const length = at - start
      if (length === 0 || length > 63) return false
      if (text.charCodeAt(start) === HYPHEN || text.charCodeAt(at - 1) === HYPHEN) return false
      start = at + 1
    } else if (!isOfLabel(unit)) return false
  }
  return true
}

const DOT = 0x2e
const HYPHEN = 0x2d

function isOfLabel(unit: number): boolean {
  if (unit < 0x80) return isDigit(unit) || isLetter(unit) || unit === HYPHEN
  // Characters of full width look like others.
  return unit >= 0xa1 && !(unit >= 0xff01 && unit <= 0xff5e)
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}

/**
 * The number of bytes of a text in UTF-8; undefined for a lone surrogate. validator.js encodes the text as a URI and
 * splits that, which takes a third of a second for a megabyte.
 */
export function byteLength(text: string): number | undefined {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3
    else {
      const next = text.charCodeAt(at + 1)
      if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return undefined
      bytes += 4
      at += 1
    }
  }
  return bytes
}

/** How many characters of each kind a password needs: validator.js's `isStrongPassword`. */
export interface PasswordNeeds {
  readonly minLowercase: number
  readonly minUppercase: number
  readonly minNumbers: number
  readonly minSymbols: number
}

/**
 * Whether a text has that many characters of each kind; stops at the character that completes them. validator.js first
 * counts each character in an object, which takes a third of a second for a megabyte of different ones.
 */
export function isStrong(text: string, needs: PasswordNeeds): boolean {
  const missing = [needs.minLowercase, needs.minUppercase, needs.minNumbers, needs.minSymbols]
  let left = missing.filter((count) => count > 0).length
  for (let at = 0; at < text.length && left > 0; at++) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === undefined) continue
    const before = missing[kind] as number
    missing[kind] = before - 1
    if (before > 0 && before <= 1) left -= 1
  }
  return left === 0
}

const SYMBOLS = new Set([...'-#!$@£%^&*()_+|~=`{}[]:";\'<>?,./\\ '].map((symbol) => symbol.charCodeAt(0)))

function kindOf(unit: number): 0 | 1 | 2 | 3 | undefined {
  if (unit >= 0x61 && unit <= 0x7a) return 0
  if (unit >= 0x41 && unit <= 0x5a) return 1
  if (unit >= 0x30 && unit <= 0x39) return 2
  return SYMBOLS.has(unit) ? 3 : undefined
}
