import type { ValidationArguments } from '../library/metadata-storage.js'

/** A message as class-validator's decorators accept it. */
export type Message = string | ((args: ValidationArguments) => string) | undefined

/** The text of a constraint's message, which is the same for every value, and the message given to the decorator. */
export interface FixedMessage {
  readonly message: Message
  readonly text: string
}

interface Metadata {
  readonly message: Message
  readonly propertyName: string
  readonly constraints: unknown
}

/**
 * The message of a decorator with its tokens replaced, if it depends neither on the value nor on its class.
 *
 * @param standard the message of a decorator without one
 */
export function fixedMessage(
  { message, propertyName: property, constraints }: Metadata,
  standard: string | undefined
): FixedMessage | undefined {
  const template = message || standard
  if (typeof template !== 'string') return undefined
  // Lists and objects may change.
  const isFixed = !Array.isArray(constraints) || constraints.every(isUnchanging)
  if (!isFixed && template.includes('$constraint')) return undefined
  const given = { constraints, property, targetName: '$target' }
  const text = replaceTokens(template, given as unknown as ValidationArguments) as string
  return /\$(?:value|target)/.test(text) ? undefined : { message, text }
}

function isUnchanging(constraint: unknown): boolean {
  return constraint instanceof RegExp || (typeof constraint !== 'object' && typeof constraint !== 'function')
}

/**
 * Replaces class-validator's tokens, one kind after the other as class-validator does, so that a token within another's
 * text is replaced, too.
 */
export function replaceTokens(message: Message, args: ValidationArguments): string | undefined {
  let text = typeof message === 'function' ? message(args) : typeof message === 'string' ? message : undefined
  if (!text?.includes('$')) return text
  const { constraints, value } = args
  if (Array.isArray(constraints) && text.includes('$constraint')) {
    for (let at = 0; at < constraints.length; at++) {
      text = replace(text, `$constraint${at + 1}`, constraintText(constraints[at]))
    }
  }
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') {
    text = replace(text, '$value', String(value))
  }
  return replace(replace(text, '$property', args.property), '$target', String(args.targetName))
}

/** Patterns such as `$&` in a value mean what they mean to `String.replace`, which class-validator calls. */
function replace(text: string, token: string, value: string): string {
  const at = text.indexOf(token)
  if (at === -1) return text
  const end = at + token.length
  // Most tokens occur once, and then this takes a third of the time.
  if (value.includes('$') || text.includes(token, end)) return text.replaceAll(token, value)
  return text.slice(0, at) + value + text.slice(end)
}

function constraintText(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.join(', ')
  return `${typeof constraint === 'symbol' ? constraint.description : constraint}`
}
