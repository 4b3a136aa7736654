import type { Fault } from '../../errors.js'

/**
 * What went wrong with a request that the application sent: the request itself is not what the document says, the other side
 * could not be reached, or its response is not what the document says.
 */
export type SendFailure = 'request' | 'connection' | 'response'

/** A request that failed, with what is known of the response. */
export class SendError extends Error {
  /** `'SendError'`. */
  override readonly name = 'SendError'
  /** What went wrong. */
  readonly failure: SendFailure
  /** The status of the response; undefined where there is none. */
  readonly status: number | undefined
  /** The system's code where the other side could not be reached: `'ECONNREFUSED'`, `'ENOTFOUND'`. */
  readonly code: string | undefined
  /** What is wrong with the body or the parameters, of the request or of the response; empty where it is something else. */
  readonly faults: readonly Fault[]

  /** @internal */
  constructor(
    failure: SendFailure,
    message: string,
    details: {
      readonly status?: number
      readonly faults?: readonly Fault[]
      readonly cause?: unknown
      readonly code?: string | undefined
    } = {}
  ) {
    super(message, 'cause' in details ? { cause: details.cause } : {})
    this.failure = failure
    this.status = details.status
    this.code = details.code
    this.faults = details.faults ?? []
  }
}
