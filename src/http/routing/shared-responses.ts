import { SetupErrors, setupErrorOf } from '../../errors.js'
import { type OperationOptions, type ResponseOption, responseOption } from '../operation-options.js'
import { responseContent, responseExamples } from '../response/content-types.js'
import { statusKeyFault } from '../syntax/by-status.js'

const invalid = setupErrorOf('RESPONSE_INVALID')

/** Responses that are declared once for several routes, by status, range or as `default`. */
export type SharedResponses = Readonly<Record<string, ResponseOption>>

export const NO_RESPONSES: SharedResponses = {}

/**
 * Reads responses that are declared for several routes. They are checked here, so that what is wrong with them is
 * reported once and not for every route.
 *
 * @throws BootstrapError of RESPONSE_INVALID, FIELD_TYPE_UNKNOWN and OPTION_UNKNOWN
 */
export function sharedResponses(given: OperationOptions['responses'], place: () => string): SharedResponses {
  if (given === undefined) return NO_RESPONSES
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid('the responses are not an object', place(), "write responses: { 401: 'Who are you?' }")
  }
  const errors = new SetupErrors()
  const entries = Object.entries(given).map(([status, declared]): [string, ResponseOption] => {
    const response = responseOption(declared)
    const where = `${place()}, response ${status}`
    const fault = statusKeyFault(status)
    if (fault !== undefined) errors.add(invalid(fault.what, where, fault.remedy))
    errors.attempt(() => {
      const content = responseContent(response, where)
      // An error without a body gets that of the application's errors where a route is registered.
      if (content !== undefined) responseExamples(response, content, where)
    })
    return [status, response]
  })
  errors.throwIfAny()
  // The same object for most routes, which have none.
  return entries.length === 0 ? NO_RESPONSES : Object.fromEntries(entries)
}
