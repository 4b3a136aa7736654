/** How many characters of each kind a password needs: validator.js's `isStrongPassword`. */
export interface PasswordNeeds {
  readonly minLowercase: number
  readonly minUppercase: number
  readonly minNumbers: number
  readonly minSymbols: number
}

/**
 * Whether a text has so many of each kind; one pass, and no further than it takes. validator.js counts each character in
 * an object first: a third of a second for a megabyte of different ones.
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
