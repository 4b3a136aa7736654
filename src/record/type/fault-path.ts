/**
 * How many characters of a name, and of a whole path, are shown: a client chooses the keys of maps, and one key of a
 * megabyte must not be repeated by a hundred faults. Of longer ones the middle is left out.
 */
const NAME_LIMIT = 200
const PATH_LIMIT = 1000

/** One step of a fault's path: the name of a field, or the index of an item. */
export interface PathStep {
  /** How it is written at the end of a path, and before a step in brackets. */
  readonly text: string
  /** How it is written before a name. */
  readonly before: string
  /** Whether it is itself written as a name. */
  readonly isName: boolean
}

/** Names that a path contains without quotes. */
const IDENTIFIER = /^[^.[\]"\s]+$/

/** `lines`, or `["two words"]`. */
export function fieldStep(name: string): PathStep {
  const shown = shortened(name, NAME_LIMIT)
  const isName = IDENTIFIER.test(shown)
  const text = isName ? shown : `[${JSON.stringify(shown)}]`
  return { text, before: `${text}.`, isName }
}

/** `[3]` */
export function itemStep(index: number): PathStep {
  return { text: `[${index}]`, before: `[${index}].`, isName: false }
}

/** The whole path of a fault, as a client gets it. */
export function shownPath(path: string): string {
  return shortened(path, PATH_LIMIT)
}

function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit / 2)}…${text.slice(-limit / 2)}`
}
