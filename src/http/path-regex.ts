import { SetupError } from '../errors.js'
import late from './late-libraries.cjs'

type IsSafe = typeof import('redos-detector').isSafe

/**
 * Verdicts are deterministic for a budget of steps; a limit of time would make start-up depend on the machine's load.
 * 3,000 steps cost at most about 0.3 s, and only for a regex that is then refused.
 */
const CHECK_BUDGET = { maxSteps: 3000 }

const verdicts = new Map<string, 'safe' | 'unsafe' | 'unknown'>()

let isSafe: IsSafe | undefined

/**
 * Compiles the regular expression of a path parameter, anchored to the whole (decoded) segment.
 *
 * It is compiled with the `u` flag, as JSON Schema asks of a `pattern`, so the document and the router read it alike.
 * Throws a {@link SetupError} with `PATH_REGEX_INVALID` where it does not compile, and `PATH_REGEX_UNSAFE` where it
 * can backtrack catastrophically or cannot be checked for that.
 */
export function compilePathRegex(source: string, path: string, place: string): RegExp {
  const regex = compile(source, path, place)
  const verdict = check(source)
  if (verdict === 'unsafe') {
    throw new SetupError(
      'PATH_REGEX_UNSAFE',
      `the regular expression "${source}" in the path "${path}" can backtrack catastrophically`,
      place,
      'let no two repeated parts of it match the same text, as in "[^-]+-.+" instead of ".+-.+"'
    )
  }
  if (verdict === 'unknown') {
    throw new SetupError(
      'PATH_REGEX_UNSAFE',
      `the regular expression "${source}" in the path "${path}" cannot be checked for catastrophic backtracking`,
      place,
      'write it without look-behind, named back-references and inline flags'
    )
  }
  return regex
}

function compile(source: string, path: string, place: string): RegExp {
  try {
    // Alone first: "a)(b" would compile once it is wrapped.
    new RegExp(source, 'u')
    return new RegExp(`^(?:${source})$`, 'u')
  } catch (error) {
    throw new SetupError(
      'PATH_REGEX_INVALID',
      `the regular expression "${source}" in the path "${path}" does not compile (${(error as Error).message})`,
      place,
      'correct it; it is read with the u flag, where only syntax characters may be escaped'
    )
  }
}

function check(source: string): 'safe' | 'unsafe' | 'unknown' {
  if (isPlainSequence(source)) return 'safe'
  let verdict = verdicts.get(source)
  if (verdict === undefined) {
    verdict = detect(source)
    verdicts.set(source, verdict)
  }
  return verdict
}

function detect(source: string): 'safe' | 'unsafe' | 'unknown' {
  // The detector calls every look-behind safe, "(?<=(a+)+)b" included.
  if (/\(\?<[=!]/.test(source)) return 'unknown'
  // Loaded only when a regex needs it: it takes longer to load than the rest of the router.
  isSafe ??= late.loadRedosDetector().isSafe
  try {
    return isSafe(new RegExp(`^(?:${withoutGroupNames(source)})$`, 'u'), CHECK_BUDGET).safe ? 'safe' : 'unsafe'
  } catch {
    return 'unknown'
  }
}

/** The detector cannot parse named groups; a name changes nothing about how a regex backtracks. */
function withoutGroupNames(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?<[^>]+>/gsu, (token) => (token.startsWith('(?<') ? '(' : token))
}

const ATOM =
  /(?:\\[dDwWsS]|\\[.\-/^$*+?()[\]{}|\\]|\[(?:\\.|[^\]\\])*\]|[^\\[\](){}|*+?^$])(\{\d+\}|[*+?]|\{\d+,\d*\})?/uy

/**
 * Whether the regex is a plain sequence of characters and classes of which at most one is repeated a variable number
 * of times. Such a one backtracks at most once over the text, so it needs no analysis: most path parameters are that.
 */
function isPlainSequence(source: string): boolean {
  let variable = 0
  ATOM.lastIndex = 0
  while (ATOM.lastIndex < source.length) {
    const atom = ATOM.exec(source)
    if (atom === null) return false
    const quantifier = atom[1]
    if (quantifier !== undefined && !/^\{\d+\}$/.test(quantifier)) variable += 1
  }
  return variable <= 1
}
