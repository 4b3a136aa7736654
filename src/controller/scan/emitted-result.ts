import { SetupError } from '../../errors.js'
import { type DeclaredResponse, responseOption } from '../../http/operation-options.js'
import { type Class, emittedResultType, lineage } from '../../metadata.js'
import { canBeEmittedAs, describeType } from '../../record/kinds/type-facts.js'
import type { TypeSchema } from '../../record/type/schema.js'
import { parseType } from '../../record/type/type-expression.js'

/**
 * Checks that what a method returns, as the compiler emitted it, can be the body of one of its successes. For code whose
 * types nothing compared; promises, lists and objects are not known.
 *
 * @param responses by status
 * @throws SetupError TYPE_CONTRADICTED
 */
export function checkEmittedResult(
  target: Class,
  property: string,
  responses: Readonly<Record<string, DeclaredResponse>>,
  place: string
): void {
  const emitted = resultOf(target, property)
  if (emitted === undefined) return
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status))
  const types = successes.map(([, response]) => bodyOf(response, place)).filter((type) => type !== null)
  // One that is undefined can be anything.
  const wrong = types.filter((type) => type !== undefined && !canBeEmittedAs(type, emitted))
  const [first] = wrong
  if (first === undefined || wrong.length < types.length) return
  throw new SetupError(
    'TYPE_CONTRADICTED',
    `the declared response is ${describeType(first)}, but the method returns a ${(emitted as Class).name}`,
    place,
    'let both be the same'
  )
}

function resultOf(target: Class, property: string): unknown {
  const owner = lineage(target).findLast((at) => Object.hasOwn(at.prototype, property))
  return owner && emittedResultType(owner.prototype, property)
}

/** The type of a body in JSON; undefined where it can be text, bytes or a stream, or is malformed, and null without a body. */
function bodyOf(declared: DeclaredResponse, place: string): TypeSchema | undefined | null {
  const { body, contentType, content, events, lines } = responseOption(declared) ?? {}
  if ((contentType ?? content ?? events ?? lines) !== undefined) return undefined
  if (body === undefined) return null
  try {
    const type = parseType(body, place)
    return type.kind === 'file' ? undefined : type
  } catch {
    // Reported with the other errors of the response.
    return undefined
  }
}
