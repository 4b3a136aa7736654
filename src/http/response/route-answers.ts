import type { RouteDefinition } from '../route.js'
import { type RouteResponses, responsesOf } from './route-responses.js'
import { type Success, successOf } from './success-status.js'

/** What a route promises about its answers: found once, as every request asks. */
export interface RouteAnswers {
  readonly success: Success
  readonly responses: RouteResponses
}

/** @throws SetupError or BootstrapError at the first call as {@link responsesOf} does */
export function answersOf(route: RouteDefinition): RouteAnswers {
  return { success: successOf(route), responses: responsesOf(route) }
}
