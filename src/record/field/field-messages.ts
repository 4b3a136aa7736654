import { SetupError } from '../../errors.js'
import { nearestName } from '../../options.js'
import { FIELD_RULES, type FieldRuleName } from '../rule/field-rules.js'
import type { TypeSchema } from '../type/schema.js'
import type { FieldDeclaration, FieldMessages, FieldOptions, RuleMessage } from './field-declaration.js'

/** The message of a field's rule; undefined where it has the rule's own. */
export function messageOfRule({ messages, message }: FieldOptions, name: FieldRuleName): RuleMessage | undefined {
  const own = messagesOf(messages)[name]
  return isMessage(own) ? own : message
}

/** The message of a decorator that the field's type or presence implies, by class-validator's name for it. */
export function messageOfType({ messages }: FieldOptions, constraint: string): RuleMessage | undefined {
  const given = messagesOf(messages)
  const own = constraint === 'isDefined' ? given.required : constraint === 'isIn' ? given.enum : given.type
  return isMessage(own) ? own : undefined
}

/** The messages whose rules the type itself checks, by the names of these in faults. */
export function messagesOfType({ messages }: FieldOptions, type: TypeSchema): [rule: string, message: RuleMessage][] {
  const rules = rulesOfType(type)
  return Object.entries(messagesOf(messages)).filter((entry): entry is [string, RuleMessage] => {
    return rules.has(entry[0]) && isMessage(entry[1])
  })
}

/** What is wrong with the messages is reported by {@link checkMessages}; until then they are none. */
function messagesOf(messages: unknown): FieldMessages {
  return typeof messages === 'object' && messages !== null ? (messages as FieldMessages) : {}
}

export function isMessage(value: unknown): value is RuleMessage {
  return typeof value === 'function' || (typeof value === 'string' && value !== '')
}

/** The rules by which a value of the type can be rejected. */
function rulesOfType(type: TypeSchema): Set<string> {
  switch (type.kind) {
    case 'enum':
      return new Set(['type', 'enum'])
    case 'file':
      return new Set([
        'type',
        ...(type.maxSize === undefined ? [] : ['maxSize']),
        ...(type.contentTypes === undefined ? [] : ['contentType'])
      ])
    case 'array':
      return new Set(['type', ...rulesOfType(type.items)])
    case 'tuple':
      return new Set(['type', 'minItems', 'maxItems', ...type.items.flatMap((item) => [...rulesOfType(item)])])
    case 'nullable':
      return rulesOfType(type.type)
    case 'union':
      return new Set(['type', 'anyOf', ...type.members.flatMap((member) => [...rulesOfType(member)])])
    case 'any':
    case 'standard':
      return new Set()
    default:
      return new Set(['type'])
  }
}

/** The setup errors of the option `messages`, and of `message`: what is no message, and what the field has no rule for. */
export function messageErrors(
  { options, progress }: FieldDeclaration,
  type: TypeSchema | undefined,
  isRequired: boolean,
  place: string
): SetupError[] {
  const invalid = (what: string, remedy: string) => new SetupError('FIELD_OPTION_INVALID', what, place, remedy)
  const { message, messages } = options
  const errors: SetupError[] = []
  const give = "give a text or a function: { minLength: 'must not be empty' }"
  if (message !== undefined && !isMessage(message)) {
    errors.push(invalid(`the option message is ${shown(message)}`, 'give a text or a function'))
  }
  if (messages === undefined) return errors
  if (typeof messages !== 'object' || messages === null || Symbol.iterator in messages) {
    return [...errors, invalid(`the option messages is ${shown(messages)}`, give)]
  }
  const names = new Set([
    ...(isRequired ? ['required'] : []),
    ...(Object.keys(FIELD_RULES) as FieldRuleName[]).filter((name) => isGiven(options, name)),
    ...progress.given,
    // Until the type is known, which is an error of its own, all of its rules may be there.
    ...(type === undefined ? ['type', 'enum', 'anyOf', 'maxSize', 'contentType', 'required'] : rulesOfType(type))
  ])
  for (const [name, own] of Object.entries(messages)) {
    if (own === undefined) continue
    if (!names.has(name)) {
      const near = nearestName(name, [...names])
      const hint = near === undefined ? '' : ` (did you mean '${near}'?)`
      const rules = names.size === 0 ? 'it has no rule' : `its rules are ${[...names].join(', ')}`
      errors.push(invalid(`messages names '${name}', which is no rule of the field${hint}`, remedyOf(name, rules)))
    } else if (!isMessage(own)) errors.push(invalid(`the message of ${name} is ${shown(own)}`, give))
  }
  return errors
}

function isGiven(options: FieldOptions, name: FieldRuleName): boolean {
  const value = options[name]
  return value !== undefined && (value as unknown) !== false
}

function remedyOf(name: string, rules: string): string {
  if (name === 'required') return `remove it: the field may be absent; ${rules}`
  return `${rules}; a decorator beside @Field has a \`message\` of its own`
}

function shown(value: unknown): string {
  if (value === '') return 'empty'
  return typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'an object') : String(value)
}
