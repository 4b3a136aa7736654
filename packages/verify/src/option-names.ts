import { closestMatch } from 'leven'

/** The name that a misspelt one probably stands for; undefined where none is similar. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  // As many letters as leave the name recognizable; none of a name of one or two.
  const maxDistance = name.length < 3 ? 0 : Math.min(3, Math.floor(name.length / 3) + 1)
  const similar = closestMatch(
    name.toLowerCase(),
    names.map((each) => each.toLowerCase()),
    { maxDistance }
  )
  return names.find((each) => each.toLowerCase() === similar)
}

/**
 * Rejects options with an unknown name, which would otherwise be ignored silently.
 *
 * @param owner begins the message: `verify`
 * @throws TypeError that names the option and a similar one
 */
export function checkOptionNames(options: object, names: readonly string[], owner: string): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `${owner}: the options are ${options === null ? 'null' : `a ${typeof options}`}; give an object`
    )
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || names.includes(name)) continue
    const similar = similarName(name, names)
    const remedy = similar === undefined ? `the options are ${names.join(', ')}` : 'correct its name or remove it'
    const hint = similar === undefined ? '' : ` (did you mean '${similar}'?)`
    throw new TypeError(`${owner}: there is no option '${name}'${hint}; ${remedy}`)
  }
}
