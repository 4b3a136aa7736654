import type { Draw } from '../values/draw.js'
import type { Draft } from './draft.js'

/** One thing to try with an operation. Nothing is said about whether the request is valid then. */
export interface RequestProbe {
  readonly label: string
  /** Changes a valid request; undefined where that cannot be done. */
  readonly apply: (draft: Draft, draw: Draw) => Draft | undefined
}
