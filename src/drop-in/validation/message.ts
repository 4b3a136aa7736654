import type { ValidationArguments } from 'class-validator'

/** A message as class-validator's decorators take it. */
export type Message = string | ((args: ValidationArguments) => string) | undefined

const VALUE = /\$value/g
const PROPERTY = /\$property/g
const TARGET = /\$target/g
const constraintTokens: RegExp[] = []

/**
 * Replaces class-validator's tokens, one kind after the other as it does, so that one within another's text is replaced
 * too, and with `String.replace`, so that `$&` in a value means what it means there.
 */
export function replaceTokens(message: Message, args: ValidationArguments): string | undefined {
  let text = typeof message === 'function' ? message(args) : typeof message === 'string' ? message : undefined
  if (!text?.includes('$')) return text
  if (Array.isArray(args.constraints)) {
    for (const [index, constraint] of args.constraints.entries()) {
      text = text.replace(constraintToken(index), constraintText(constraint))
    }
  }
  const { value } = args
  if (text && (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')) {
    text = text.replace(VALUE, value as string)
  }
  if (text) text = text.replace(PROPERTY, args.property)
  if (text) text = text.replace(TARGET, args.targetName)
  return text
}

function constraintToken(index: number): RegExp {
  constraintTokens[index] ??= new RegExp(`\\$constraint${index + 1}`, 'g')
  return constraintTokens[index]
}

function constraintText(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.join(', ')
  return `${typeof constraint === 'symbol' ? constraint.description : constraint}`
}
