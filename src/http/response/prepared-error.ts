import type { HttpError } from '../../errors.js'
import { PROBLEM_TYPE, problemOf } from '../problem.js'
import { headStart } from '../reply/known-head.js'
import type { PreparedReply } from '../reply/reply.js'

/**
 * An error that says nothing of its request, with its response, both made once. A handler of the framework's own returns it
 * instead of throwing: throwing costs more than all the rest of a response, and an attacker chooses how often. Middleware
 * around the handler gets the error.
 */
export class PreparedError {
  /** The response where the application has no form of errors of its own, and no hook gets the error. */
  readonly reply: PreparedReply
  readonly #make: () => HttpError

  /** @param make makes the error, a new one each time: what gets it may change it */
  constructor(make: () => HttpError) {
    const error = make()
    const { status, headers = {} } = error
    const body = JSON.stringify(problemOf(error))
    const fields = [...Object.entries(headers).flat(), 'content-type', PROBLEM_TYPE]
    this.#make = make
    this.reply = {
      status,
      contentType: PROBLEM_TYPE,
      body,
      headers: undefined,
      head: [...fields, 'content-length', Buffer.byteLength(body)],
      start: headStart(status, fields)
    }
  }

  get error(): HttpError {
    return this.#make()
  }
}
