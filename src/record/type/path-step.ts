/** A step of the way to a fault: the name of a field, or the index of an item. */
export interface PathStep {
  /** As it stands at the end, and before a step in brackets. */
  readonly text: string
  /** As it stands before a step that is a name. */
  readonly before: string
  /** Whether it is a name itself. */
  readonly isName: boolean
}

/** Names that can stand in a path without quotes. */
const IDENTIFIER = /^[^.[\]"\s]+$/

/** `lines`, or `["two words"]`. */
export function fieldStep(name: string): PathStep {
  const isName = IDENTIFIER.test(name)
  const text = isName ? name : `[${JSON.stringify(name)}]`
  return { text, before: `${text}.`, isName }
}

/** `[3]` */
export function itemStep(index: number): PathStep {
  return { text: `[${index}]`, before: `[${index}].`, isName: false }
}
