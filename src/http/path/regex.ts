import { isPlainPattern, patternCost } from 'fieldstone-pattern-cost'
import { SetupError } from '../../errors.js'

/**
 * Compiles the regular expression of a path parameter, anchored to the whole (decoded) segment.
 *
 * It is compiled with the `u` flag, as JSON Schema requires of a `pattern`: it means the same in the document and in
 * the router. Throws a {@link SetupError} with `PATH_REGEX_INVALID` if it does not compile, and `PATH_REGEX_UNSAFE` if
 * it can backtrack catastrophically or cannot be checked for that.
 */
export function compilePathRegex(source: string, path: string, place: string): RegExp {
  const regex = compile(source, path, place)
  if (isPlainPattern(`^${source}$`)) return regex
  const { growth, isCheap } = patternCost(regex.source, regex.flags)
  if (growth.kind === 'unknown') {
    throw new SetupError(
      'PATH_REGEX_UNSAFE',
      `the regular expression "${source}" in the path "${path}" cannot be checked for catastrophic backtracking`,
      place,
      'write it shorter, without inline flags and without look-behind of unlimited length'
    )
  }
  if (!isCheap(Number.POSITIVE_INFINITY)) {
    throw new SetupError(
      'PATH_REGEX_UNSAFE',
      `the regular expression "${source}" in the path "${path}" can backtrack catastrophically`,
      place,
      'let no two repeated parts of it match the same text, as in "[^-]+-.+" instead of ".+-.+"'
    )
  }
  return regex
}

function compile(source: string, path: string, place: string): RegExp {
  try {
    // Alone first: "a)(b" would compile in a group.
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
