import type { Comparison } from '../judge/comparison.js'
import type { Verdict } from '../judge/verdict.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { NoResponse } from '../wire/target.js'
import type { WireRequest, WireResponse } from '../wire/wire-request.js'

/** A request that was sent, its response, and how both compare with the document. */
export interface Attempt {
  readonly parts: RequestParts
  readonly request: WireRequest
  readonly response: WireResponse | NoResponse
  readonly verdict: Verdict
  readonly comparison: Comparison
  /** How long the response took. */
  readonly milliseconds: number
  /** The requests that made what this one needs. */
  readonly arranged?: Arranged
}

/** One request of a trial, with its response. */
export interface TrialStep extends Attempt {
  /** What it does: `create a book`. */
  readonly note: string
  /** The parameters of its path whose texts are in responses of earlier steps. */
  readonly uses: readonly ResponseValue[]
  /** Whether it was sent at the same time as the step before it. */
  readonly isAtOnce: boolean
}

/** A path parameter whose text is in the JSON of an earlier response. */
export interface ResponseValue {
  /** The name of the parameter. */
  readonly parameter: string
  readonly from: TrialStep
  /** The names of the properties that lead to it: `['data', 'id']`. */
  readonly path: readonly string[]
}

/** What was made for a request. */
export interface Arranged {
  /** The texts of the path's parameters that lead to it. */
  readonly path: Readonly<Record<string, string>>
  readonly steps: readonly TrialStep[]
  /** Which of these texts are in responses of the steps. */
  readonly uses: readonly ResponseValue[]
}

/** Makes what the requests of an operation need to exist; undefined where it could not. */
export type Arrangement = () => Promise<Arranged | undefined>
