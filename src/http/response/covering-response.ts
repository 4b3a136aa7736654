import { hasErrorContent } from '../error-form.js'
import type { ResponseOption } from '../operation-options.js'
import { rangeOf } from '../syntax/by-status.js'

/**
 * The declaration that is for responses of a status: that of the status itself, else of its range, else `default` (OpenAPI
 * 3.0.3, section 4.7.16). A `default` with the body of every error of the application is for errors alone.
 */
export function coveringResponse(
  responses: Readonly<Record<string, ResponseOption>>,
  status: number
): ResponseOption | undefined {
  const declared = responses[status] ?? responses[rangeOf(status)]
  if (declared !== undefined) return declared
  const rest: ResponseOption | null | undefined = responses.default
  // One that is null is reported where it is compiled.
  return rest && status < 400 && hasErrorContent(rest) ? undefined : rest
}
