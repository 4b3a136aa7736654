import type { SetupErrors } from '../../errors.js'
import type { PatternPolicy } from '../../record/model/pattern-policy.js'
import type { RouteDefinition } from '../route.js'
import { bodyOf } from './route-body.js'

/** Checks the patterns that the body and the parameters of a route are held against; keeps a PATTERN_UNSAFE for each. */
export function checkPatterns(route: RouteDefinition, patterns: PatternPolicy, errors: SetupErrors): void {
  const body = errors.attempt(() => bodyOf(route))
  if (body !== undefined) errors.attempt(() => patterns.checkType(body.type))
  for (const { in: place, field } of route.inputs?.parameters ?? []) {
    errors.attempt(() => patterns.checkParameter(field, `${route.source}, ${place} parameter ${field.name}`))
  }
}
