import type { Fault } from '../errors.js'
import type { Context } from './context.js'

/** An error as it is sent: RFC 9457 section 3.1. */
export interface Problem {
  /** Always `about:blank`: the status says what kind of problem it is (RFC 9457 section 4.2.1). */
  readonly type: 'about:blank'
  /** The reason phrase of the status. */
  readonly title: string
  /** The status of the response, 400 to 599. */
  readonly status: number
  /** What went wrong this time, to be read by a person. */
  readonly detail: string
  /** What is wrong with the request, one entry a fault. */
  readonly errors?: readonly Fault[]
}

/** An error in the form that an application gives it. */
export interface FormattedError {
  /** Default: the problem's. */
  readonly status?: number
  /** More headers of the response; `content-type` here replaces that of a problem. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: `application/problem+json`. */
  readonly contentType?: string
  /** Sent as JSON; a string or bytes beside a content type that is not JSON are sent as they are. */
  readonly body: unknown
}

/**
 * An application's own form of error responses. `error` is what was thrown, or says how the response
 * breaks the document; undefined for `ctx.jsonError`. It is for choosing a form, and nothing of an unexpected error belongs
 * in a response. Must not be asynchronous. If it throws,
 * the problem is sent as it is and the log says so.
 *
 * @example (problem) => ({ contentType: 'application/json', body: { message: problem.detail } })
 */
export type ErrorFormatter = (problem: Problem, ctx: Context, error: unknown) => FormattedError
