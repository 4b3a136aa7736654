import { IsCreditCard, IsInt, IsString, Matches } from 'class-validator'
import {
  BootstrapError,
  type Class,
  Field,
  type FieldMessages,
  type FieldOptions,
  HttpError,
  Integer
} from 'fieldstone'
import { z } from 'zod'
import type { FieldDeclaration } from '../../../src/record/field/field-declaration.js'
import { declaresFields, noProgress, ownFields } from '../../../src/record/field/field-declaration.js'
import {
  isMessage,
  messageErrors,
  messageOfRule,
  messageOfType,
  messagesOfType
} from '../../../src/record/field/field-messages.js'
import { bindTransformed, transformedFields } from '../../../src/record/field/field-transform.js'
import { declaredProperties } from '../../../src/record/field/mapped-class.js'
import { annotationErrors, checkFieldNames, checkFieldOptions } from '../../../src/record/field/option-check.js'
import type { DirectedTransformation } from '../../../src/record/library/transformation-metadata.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { FaultList } from '../../../src/record/type/fault-list.js'
import type { FieldSchema, FieldTransform, Rule, TypeSchema } from '../../../src/record/type/schema.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { field, INTEGER, rule, STRING } from '../../support/record-model.js'
import { calls, expectWholeList, outcome, shown } from '../../support/whole-list.js'

const ENUM: TypeSchema = { kind: 'enum', name: undefined, values: ['a'] }
const record: TypeSchema = { kind: 'record', class: class Item {} }
const file = (limits: object): TypeSchema => ({ kind: 'file', maxSize: undefined, contentTypes: undefined, ...limits })

const TYPES: Readonly<Record<string, TypeSchema>> = {
  ...{ text: STRING, integer: INTEGER, enum: ENUM, record, anything: { kind: 'any' }, file: file({}) },
  ...{ 'large file': file({ maxSize: 5 }), image: file({ contentTypes: ['image/*'] }) },
  texts: { kind: 'array', items: STRING },
  'lists of enums': { kind: 'array', items: { kind: 'array', items: ENUM } },
  images: { kind: 'array', items: file({ maxSize: 5, contentTypes: ['image/*'] }) },
  tuple: { kind: 'tuple', items: [STRING, ENUM] },
  map: { kind: 'map', values: ENUM },
  'null or enum': { kind: 'nullable', type: ENUM },
  union: { kind: 'union', members: [STRING, { kind: 'array', items: ENUM }], discriminator: undefined },
  'union of a tuple': { kind: 'union', members: [{ kind: 'tuple', items: [] }], discriminator: undefined },
  schema: parseType(z.string() as never, 'here')
}

const NAMES = [
  'required',
  'type',
  'enum',
  'anyOf',
  'maxSize',
  'contentType',
  'minItems',
  'maxItems',
  'minLength',
  'own'
] as const
const EVERY: FieldMessages = Object.fromEntries(NAMES.map((name) => [name, `${name} is wrong`]))

const MESSAGES: readonly unknown[] = [
  ...[undefined, null, 5, 'text', [], new Map(), {}, EVERY, { required: '' }, { required: () => 'r' }, { type: 5 }],
  ...[
    { enum: null },
    { minLength: undefined, none: undefined },
    { minLenght: 'short' },
    { minLength: [] },
    { minLength: {} }
  ],
  ...[{ minLength: '' }, { maxLength: 'long' }, { isCreditCard: 'no card' }, { uniqueItems: 'twice' }, { anyof: 'x' }]
]
const OPTIONS: readonly FieldOptions[] = [{ minLength: 1 }, { uniqueItems: false as never, minLength: 0 }]

function declaration(options: FieldOptions, given: readonly string[] = []): FieldDeclaration {
  const apply = () => true
  const progress = { ...noProgress(), given }
  return {
    property: 'it',
    type: undefined,
    emitted: undefined,
    options,
    order: 1,
    isAutoAccessor: false,
    apply,
    progress
  }
}

const errorsOf = (work: () => unknown): string => {
  try {
    return shown(work())
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message).join(' ')
    return `throws ${(error as Error).message}`
  }
}

/** A direction of class-transformer. */
const way = (name: string | undefined, transform?: DirectedTransformation['transform']) => ({ name, transform })
const TRANSFORMATIONS: Readonly<Record<string, Parameters<typeof transformedFields>[1]>> = {
  none: { request: way('it'), response: way('it'), visitsAbsent: false },
  'another name': { request: way('other'), response: way('other'), visitsAbsent: true },
  'two names': { request: way('sent'), response: way('got'), visitsAbsent: false },
  'requests alone': { request: way('it'), response: way(undefined), visitsAbsent: false },
  'responses alone': { request: way(undefined), response: way('it'), visitsAbsent: false },
  nowhere: { request: way(undefined), response: way(undefined), visitsAbsent: false },
  'read otherwise': { request: way('it', () => 1), response: way('it'), visitsAbsent: false },
  'read otherwise, absent, too': { request: way('it', () => 1), response: way('it'), visitsAbsent: true },
  'written otherwise': { request: way('it'), response: way('it', () => 1), visitsAbsent: true },
  'both under two names': { request: way('sent', () => 1), response: way('got', () => 2), visitsAbsent: true }
}
const RULED = rule({ minLength: 1 }, { check: { kind: 'characters', minimum: 1, maximum: 2 } as never })
const CONDITION = { holds: () => true, type: STRING, required: true, rules: [RULED], ofType: [] }
const FIELDS = {
  plain: field('it', STRING, { rules: [RULED] }),
  named: field('it', STRING, { name: 'own' }),
  'read only': field('it', STRING, { access: 'readOnly' }),
  'write only': field('it', STRING, { access: 'writeOnly', required: false }),
  conditional: field('it', STRING, { required: false, condition: CONDITION })
} as const

function facts({ name, required, access, rules, condition, transform }: FieldSchema): string {
  const of = (list: readonly Rule[]) =>
    list
      .map((each) => `${each.name}${each.exact ? ' exact' : ''} ${shown(each.keywords)} ${shown(each.check)}`)
      .join(', ')
  const parts = [
    `${name} ${required ? 'required' : ''} ${access ?? ''} [${of(rules)}]`,
    condition && `if [${of(condition.rules)}]`,
    transform && `made of ${shown({ ...transform, rules: undefined })} [${of(transform.rules)}]`
  ]
  return parts.filter(Boolean).join(' ')
}

const bound = (transform: Partial<FieldTransform>, value: unknown): string => {
  const faults = new FaultList()
  const whole = {
    type: undefined,
    bind: undefined,
    write: undefined,
    isRequired: false,
    visitsAbsent: false,
    rules: [],
    ...transform
  }
  const result = outcome(() => bindTransformed(whole as FieldTransform, value, { in: 1 }, faults))
  return `${result} ${faults.isEmpty ? '' : shown(faults.at('body').map(({ rule: name, message }) => [name, message]))}`
}

/** Options of fields, the types that they are checked with. */
const CHECKED: readonly FieldOptions[] = [
  ...[
    {},
    { minLength: -1 },
    { minLength: 1, each: true },
    { minItems: 1, each: true },
    { maxItems: 2 },
    { minimum: 1 }
  ],
  ...[
    { minLength: 3, maxLength: 2 },
    { minLength: 2, maxLength: 2 },
    { minItems: 2, maxItems: 1 },
    { minimum: 2, maximum: 1 }
  ],
  ...[{ minProperties: 2, maxProperties: 1 }, { maximum: 0 }, { readOnly: true, writeOnly: true }, { readOnly: true }],
  ...[
    { name: '' },
    { name: 5 as never },
    { title: '' },
    { examples: [] },
    { examples: [1] },
    { examples: [1], example: 1 }
  ],
  ...[{ format: 'email' }, { format: 'int32' }, { format: 'none' as never }, { pattern: /a/, each: true }],
  ...[
    { messages: { required: 'r' } },
    { messages: { required: 'r' }, optional: true },
    { messages: { required: 'r' }, default: 1 }
  ],
  ...[{ message: '' }, { message: 5 as never }, { uniqueItems: true }, { multipleOf: 0 }, { enum: ['a'], minLength: 1 }]
] as const

/** A class with decorators in the standard form. */
function standard(decorate: (on: (decorator: unknown, name: string) => void) => void): Class {
  const metadata = Object.create(null)
  class Standard {}
  const key = (Symbol as { readonly metadata?: symbol }).metadata ?? Symbol.for('Symbol.metadata')
  Object.defineProperty(Standard, key, { value: metadata })
  decorate((decorator, name) => {
    const context = { kind: 'field', name, metadata, static: false, private: false, addInitializer: () => undefined }
    ;(decorator as (value: unknown, context: unknown) => void)(undefined, context)
  })
  return Standard
}

function legacy(...decorators: PropertyDecorator[]): Class {
  class Legacy {}
  for (const decorate of [...decorators].reverse()) decorate(Legacy.prototype, 'it')
  return Legacy
}

describe('The parts of a field', () => {
  it('say what field-part-list.txt says', () => {
    const lines: string[] = []
    for (const [name, type] of Object.entries(TYPES)) {
      const ofType = messagesOfType({ messages: EVERY }, type).map(([of]) => of)
      const unknown = messageErrors(declaration({ messages: { none: 'x' } }), type, false, 'Item.it').map(
        ({ message }) => message
      )
      lines.push(`${name}: ${ofType.join(' ')}; ${unknown.join(' ')}`)
    }
    lines.push('\n# messages')
    for (const messages of MESSAGES) {
      const options = { messages, message: 'whole' } as FieldOptions
      const ofRules = (['minLength', 'uniqueItems'] as const).map((name) => shown(messageOfRule(options, name)))
      const ofType = ['isDefined', 'isIn', 'isString'].map((name) => shown(messageOfType(options, name)))
      lines.push(
        `${shown(messages)}: ${ofRules.join(' ')}; ${ofType.join(' ')}; ${shown(messagesOfType(options, ENUM))}`
      )
      for (const own of OPTIONS) {
        for (const [isRequired, type, given] of [
          [true, STRING, []],
          [false, undefined, ['isCreditCard', 'isOwn']]
        ] as const) {
          const errors = messageErrors(
            declaration({ ...own, messages } as FieldOptions, given),
            type,
            isRequired,
            'Item.it'
          )
          lines.push(
            `  with ${shown(own)}${isRequired ? ', required' : ''}: ${errors.map(({ message }) => message).join(' ')}`
          )
        }
      }
    }
    lines.push(...calls('isMessage', isMessage, [[''], ['a'], [() => 'a'], [5], [null], [undefined], [{}]]))
    lines.push('\n# transformations')
    for (const [what, transformation] of Object.entries(TRANSFORMATIONS)) {
      for (const [name, each] of Object.entries(FIELDS)) {
        const made = transformedFields(each, transformation, INTEGER).map(facts)
        lines.push(`${name}, ${what}: ${made.join(' and ')}`)
      }
    }
    const fail = () => {
      throw new TypeError('unexpected')
    }
    const refuse = () => {
      throw new HttpError(404, 'not here')
    }
    for (const value of [undefined, null, 'a']) {
      for (const visitsAbsent of [true, false]) {
        const binds = [undefined, (given: unknown, input: object) => [given, input], fail, refuse, () => undefined]
        const results = binds.map((bind) => bound({ bind: bind as FieldTransform['bind'], visitsAbsent }, value))
        lines.push(`${shown(value)}${visitsAbsent ? ', visited where it is absent' : ''}: ${results.join('; ')}`)
      }
    }
    lines.push('\n# options')
    for (const options of CHECKED) {
      const byText = new Map<string, string[]>()
      for (const [name, type] of [...Object.entries(TYPES), ['unknown', undefined]] as const) {
        const text = errorsOf(() => checkFieldOptions(declaration(options), class Item {}, type))
        byText.set(text, [...(byText.get(text) ?? []), name])
      }
      lines.push(shown(options), ...[...byText].map(([text, names]) => `  of ${names.join(', ')}: ${text}`))
    }
    const annotated = [
      {},
      { title: 't', description: '' },
      { title: '', description: 5, examples: {} },
      { examples: [], example: 1 }
    ]
    lines.push(
      ...annotated.map(
        (each) =>
          `${shown(each)}: ${annotationErrors(each as never, 'Item.it')
            .map(({ message }) => message)
            .join(' ')}`
      )
    )
    const named = [['a'], ['a', 'b'], ['a', 'b', 'a'], []]
    for (const names of named)
      lines.push(
        `${names}: ${errorsOf(() =>
          checkFieldNames(
            class Item {},
            names.map((name, at) => ({ ...field(`p${at}`, STRING), name }))
          )
        )}`
      )
    lines.push('\n# declarations')
    const [top, bottom] = [Field(() => String), Field(() => Integer)]
    const twice = standard((on) => {
      on(bottom, 'it')
      on(top, 'it')
    })
    lines.push(`twice: ${shown(recordSchemaOf(twice).fields.map(({ type }) => type))}`)
    let type: unknown
    const late = standard((on) =>
      on(
        Field(() => type as never),
        'it'
      )
    )
    lines.push(
      `late: ${[...declaredProperties(late)].join()} ${declaresFields(late)} ${ownFields(late).length} ${errorsOf(() => recordSchemaOf(late).fields.length)}`
    )
    type = String
    lines.push(
      `later: ${errorsOf(() => recordSchemaOf(late).fields.map(({ required, rules }) => [required, rules.length]))}`
    )
    class Unread {}
    lines.push(
      `unread: ${declaresFields(Unread)} ${declaresFields(legacy(Field(() => undefined as never)))} ${declaresFields(legacy(IsInt()))}`
    )
    const card = { isCreditCard: 'no card', matches: 'no match', toString: 'x' }
    const given: Readonly<Record<string, FieldOptions>> = {
      'two decorators': {
        rules: [IsCreditCard(), Matches(/^4/)],
        messages: { isCreditCard: 'no card', pattern: 'no 4' }
      },
      'names of class-validator': {
        rules: [IsCreditCard(), Matches(/^4/)],
        messages: { isCreditCard: 'no card', matches: 'no 4' }
      },
      'a name of no rule': { rules: [IsCreditCard()], messages: card as FieldMessages },
      'no list': { rules: IsString() as never },
      'a decorator that is not called': { rules: [IsString as never] },
      'no decorator': { rules: [IsString(), 5 as never] },
      none: { rules: [] }
    }
    for (const [what, options] of Object.entries(given)) {
      const target = legacy(Field(() => String, options))
      const found = errorsOf(() =>
        recordSchemaOf(target).fields.flatMap(({ rules }) => rules.map((each) => [each.name, each.message(5, {})]))
      )
      lines.push(`${what}: ${found}; given ${ownFields(target)[0]?.progress.given.join()}`)
    }
    expectWholeList('record/field/field-part-list.txt', lines)
  })
})
