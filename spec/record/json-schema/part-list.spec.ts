import {
  BootstrapError,
  type Class,
  enumOf,
  Field,
  Integer,
  mapOf,
  OmitType,
  type OpenAPIVersion,
  oneOf,
  PartialType,
  Record as RecordOf,
  type RecordOptions,
  type SchemaObject,
  type TypeExpression,
  Unknown
} from 'fieldstone'
import 'reflect-metadata'
import { Expose, Transform, Type } from 'class-transformer'
import { IsInt, IsOptional, IsString, MinLength, ValidateBy, ValidateIf } from 'class-validator'
import { JSONSchema } from 'class-validator-jsonschema'
import { z } from 'zod'
import { Directions, documentedField } from '../../../src/record/json-schema/directions.js'
import { baseOf, ownPart } from '../../../src/record/json-schema/inheritance.js'
import { type EmitterOptions, SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { overriddenSchema } from '../../../src/record/json-schema/schema-override.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import type { FieldSchema, RecordSchema, TypeSchema } from '../../../src/record/type/schema.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { field, INTEGER, lookupAmong, record, rule, STRING } from '../../support/record-model.js'
import { calls, expectWholeList, outcome, shown } from '../../support/whole-list.js'

function lineOf(call: () => unknown): string {
  try {
    return JSON.stringify(call()) ?? 'undefined'
  } catch (error) {
    if (error instanceof BootstrapError) return error.message.split('\n').slice(1).join('').trim()
    return `throws ${(error as Error).message}`
  }
}

const A: SchemaObject = { type: 'object', properties: { a: { type: 'string' } } }
const withA = (more: SchemaObject): SchemaObject => ({ ...A, ...more })
const ofA = (schema: SchemaObject): SchemaObject => ({ type: 'object', properties: { a: schema } })

/** A whole schema, and that of what it extends. */
const PARTS: readonly (readonly [whole: SchemaObject, base: SchemaObject])[] = [
  [{}, {}],
  [A, {}],
  [A, A],
  [{}, A],
  [withA({ required: ['a'] }), A],
  [A, withA({ required: ['a'] })],
  [withA({ required: ['a', 'b'] }), withA({ required: ['a'] })],
  [withA({ properties: { ...A.properties, b: {} } }), A],
  ...(['title', 'description', 'x-own'] as const).map((name): [SchemaObject, SchemaObject] => [
    A,
    withA({ [name]: 't' })
  ]),
  [A, withA({ examples: [1], not: {} })],
  ...(['minProperties', 'maxProperties', 'additionalProperties', 'allOf', 'xown'] as const).flatMap(
    (name): [SchemaObject, SchemaObject][] => [
      [A, withA({ [name]: 0 as never })],
      [withA({ [name]: 0 as never }), A]
    ]
  ),
  [withA({ additionalProperties: {} }), A],
  [withA({ additionalProperties: false }), A],
  [ofA({ type: 'string', title: 't' }), A],
  [A, ofA({ type: 'string', title: 't', description: 'd', default: 1, examples: [], deprecated: true, 'x-a': 1 })],
  [A, ofA({ type: 'string', readOnly: true, writeOnly: true })],
  [A, ofA({ type: 'string', minLength: 0 })],
  [A, ofA({ type: 'string', minLength: 1 })],
  [A, ofA({ type: 'string', maxLength: 0 })],
  [A, ofA({ type: 'string', format: 'date' })],
  [A, ofA({ type: 'string', xa: 1 } as SchemaObject)],
  ...(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'multipleOf'] as const).flatMap(
    (name) => [1, 2, 3].map((value): [SchemaObject, SchemaObject] => [ofA({ [name]: value }), ofA({ [name]: 2 })])
  ),
  ...(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const).flatMap((name) =>
    [1, 2, 3].map((value): [SchemaObject, SchemaObject] => [ofA({ [name]: value }), ofA({ [name]: 2 })])
  ),
  [ofA({ enum: ['a'] }), ofA({ enum: ['a', 'b'] })],
  [ofA({ enum: ['a', 'c'] }), ofA({ enum: ['a', 'b'] })],
  [ofA({ type: 'string' }), ofA({ type: ['string', 'null'] })],
  [ofA({ type: ['null', 'string'] }), ofA({ type: ['string', 'null'] })],
  [ofA({ type: ['integer', 'null'] }), ofA({ type: ['string', 'null'] })],
  [ofA({ type: 'integer' }), ofA({ type: ['string', 'null'] })],
  [ofA({ type: ['string', 'null'] }), ofA({ type: 'string' })],
  [ofA({ type: 'integer' }), ofA({ type: 'number' })],
  [ofA({ pattern: 'a' }), ofA({ pattern: 'b' })],
  [ofA({ items: { minimum: 2 } }), ofA({ items: { minimum: 1 } })],
  [ofA({ title: 'a' }), ofA({ title: 'b' })]
]

/** What @JSONSchema says of a property or a record, and what the declaration gives. */
const GIVEN: readonly SchemaObject[] = [
  { type: 'string', minLength: 2 },
  { type: ['string', 'null'] },
  { $ref: '#/components/schemas/A' },
  { type: 'string', 'x-rules': [{ rule: 'own' }] },
  { type: 'object', properties: {} }
]
const OVERRIDES: readonly unknown[] = [
  ...[undefined, null, {}, 'text', { title: 't' }, { minLength: 2 }, { minLength: 3 }, { pattern: 'a'.repeat(41) }],
  ...[
    { pattern: 'a'.repeat(38) },
    { pattern: 'a'.repeat(39) },
    { nullable: true },
    { nullable: false },
    { const: 'a' }
  ],
  ...[{ type: 'integer' }, { if: {} }, { additionalProperties: false }, { additionalProperties: true }],
  ...[{ minProperties: 1 }, { required: [] }, { minLength: undefined }, { default: () => 1 }, { 'x-rules': [] }],
  ...[(schema: object) => schema, (schema: object) => ({ ...schema, title: 't' }), () => ({})],
  (schema: object, more: object) => ({ ...schema, description: JSON.stringify(more) }),
  (schema: object) => Object.assign(schema, { description: 'the same object' }),
  (schema: SchemaObject) => ({ description: 'd', allOf: [schema] }),
  ({ minLength: _, ...schema }: SchemaObject) => schema
]

const TEXT: TypeSchema = STRING
const transform = (more: object) =>
  ({
    type: INTEGER,
    bind: undefined,
    write: undefined,
    isRequired: false,
    visitsAbsent: false,
    rules: [],
    ...more
  }) as never
/** Fields as they differ by direction. */
const FIELDS: Readonly<Record<string, FieldSchema>> = {
  plain: field('a', TEXT),
  optional: field('a', TEXT, { required: false }),
  'with a default': field('a', TEXT, { required: false, default: 'a' }),
  'read only': field('a', TEXT, { access: 'readOnly' }),
  'write only': field('a', TEXT, { access: 'writeOnly' }),
  'transformed when read': field('a', TEXT, { transform: transform({ bind: () => 1 }) }),
  'transformed when written': field('a', TEXT, {
    transform: transform({ write: () => 1, rules: [rule({ minimum: 1 })] })
  }),
  'transformed from a nullable': field('a', TEXT, {
    transform: transform({ type: { kind: 'nullable', type: INTEGER } })
  }),
  'transformed from anything': field('a', TEXT, { transform: transform({ type: { kind: 'any' } }) }),
  'transformed from no type': field('a', TEXT, { transform: transform({ type: undefined }) }),
  'transformed to rules alone': field('a', TEXT, {
    transform: transform({ type: TEXT, rules: [rule({ minLength: 1 })] })
  }),
  'transformed alike': field('a', TEXT, { rules: [], transform: transform({ type: undefined, rules: FIELD_RULES() }) }),
  'under a condition': field('a', TEXT, { condition: {} as never, transform: transform({ bind: () => 1 }) })
}
function FIELD_RULES(): readonly unknown[] {
  return []
}

/** Whether a record of these fields differs by direction, and what of it is documented. */
function directionLines(): string[] {
  const lines: string[] = []
  for (const [what, each] of Object.entries(FIELDS)) {
    const model = record('Model', () => [each])
    const outer = record('Outer', (self) => [
      field('self', { kind: 'array', items: { kind: 'record', class: self } }),
      field('inner', { kind: 'record', class: model.class })
    ])
    const open = record('Open', () => [], { additional: { kind: 'record', class: model.class } })
    const lookup = lookupAmong(model, outer, open)
    const directions = new Directions(lookup)
    const differ = [outer, model, open, outer].map((one) => directions.differs(one))
    const documented = (['request', 'response'] as const).map((direction) => {
      const { type, rules } = documentedField(each, direction)
      return `${direction} ${type.kind} ${rules.map(({ name }) => name).join()}`
    })
    lines.push(`${what}: differs ${differ.join(' ')}; ${documented.join('; ')}`)
  }
  return lines
}

function useLines(): string[] {
  const lines: string[] = []
  const inner = record('Inner', () => [field('a', TEXT)])
  const readOnly = record('ReadOnly', () => [
    field('a', { kind: 'record', class: inner.class }, { access: 'readOnly' })
  ])
  const base = record('Base', () => [field('a', TEXT)])
  const derived = record('Derived', () => [
    field('list', { kind: 'array', items: { kind: 'nullable', type: { kind: 'record', class: inner.class } } }),
    field('level', { kind: 'enum', name: 'Level', values: ['a'] }),
    field('inline', { kind: 'enum', name: undefined, values: ['a'] })
  ])
  const open = record('Open', () => [], { additional: { kind: 'record', class: inner.class } })
  const models = [inner, readOnly, base, derived, open]
  const lookup = lookupAmong(...models)
  const zod = parseType(z.object({ a: z.lazy(() => z.string().meta({ id: 'Named' })) }) as never, 'here')
  const uses: Readonly<Record<string, readonly (readonly [TypeSchema, 'request' | 'response'])[]>> = {
    nothing: [],
    'requests of Derived': [[{ kind: 'record', class: derived.class }, 'request']],
    'both of ReadOnly': [
      [{ kind: 'record', class: readOnly.class }, 'request'],
      [{ kind: 'record', class: readOnly.class }, 'response']
    ],
    'responses of Open and Base': [
      [{ kind: 'map', values: { kind: 'record', class: open.class } }, 'response'],
      [{ kind: 'record', class: base.class }, 'response']
    ],
    'both of a schema': [
      [zod, 'request'],
      [zod, 'response']
    ],
    'both of an unknown class': [
      [{ kind: 'record', class: class Unknown {} }, 'request'],
      [{ kind: 'record', class: class Unknown {} }, 'response']
    ]
  }
  for (const [what, list] of Object.entries(uses)) {
    const directions = new Directions(
      (target) => {
        if (target.name === 'Unknown') recordSchemaOf(target)
        return lookup(target)
      },
      (target) => (target === derived.class ? base.class : undefined)
    )
    for (const [type, direction] of list) directions.use(type, direction)
    const twoWay = [...models.map(({ class: target }) => target), 'Named', 'Level'].filter((each) =>
      directions.isTwoWay(each)
    )
    const parts = models.flatMap(({ class: target, name }) =>
      (['request', 'response'] as const)
        .filter((way) => directions.isPartAlone(target, way))
        .map((way) => `${name} ${way}`)
    )
    const others = ['Inner', 'Level', 'Named', 'Base'].filter((name) => directions.isNameOfOther(name, inner.class))
    lines.push(
      `${what}: two ways ${shown(twoWay)}, parts alone ${parts.join(', ')}, names of others ${others.join(' ')}`
    )
  }
  const failing = new Directions(() => {
    throw new RangeError('no model can be read')
  })
  lines.push(`a fault of the program: ${lineOf(() => failing.use({ kind: 'record', class: inner.class }, 'request'))}`)
  return lines
}

class Problem {
  @Field() detail!: string
}
const OtherProblem = { Problem: class Problem {} }.Problem
Reflect.defineMetadata('design:type', String, OtherProblem.prototype, 'it')
Field()(OtherProblem.prototype, 'it')
const HttpOther = { HttpProblem: class HttpProblem {} }.HttpProblem
Field(() => String)(HttpOther.prototype, 'it')

const IsOwn = () => ValidateBy({ name: 'isOwn', constraints: [1], validator: { validate: () => true } })

class Plain {
  @Field() a!: string
  @Field({ optional: true, minLength: 1 }) b?: string
}
class Two {
  @Field({ readOnly: true }) id!: string
  @Field({ writeOnly: true }) secret!: string
  @Field({ writeOnly: true, optional: true }) other?: string
  @Field({ default: 'd' }) given!: string
  @Field(() => Plain) plain!: Plain
}
class Holder {
  @Field(() => [Two]) list!: Two[]
  @Field(() => Holder, { optional: true }) self?: Holder
}
class Extending extends Two {
  @Field(() => Integer, { minimum: 1, 'x-own': 1 }) count!: number
  @Field({ writeOnly: true }) more!: string
}
class Again extends Extending {}
class Widened extends Plain {
  @Field(() => Integer) declare a: never
}
class Annotated extends Plain {
  @Field() c!: string
}
class Closed extends Plain {
  @Field() c!: string
}
class Overridden extends Plain {
  @Field() c!: string
}
class OfOverridden extends Overridden {
  @Field() d!: string
}
class Open {
  @Field() a!: string
  @Field({ readOnly: true }) id!: string
}
class OfOpen extends Open {
  @Field() c!: string
}
const options = (target: Class, given: RecordOptions): Class => {
  RecordOf(given)(target)
  return target
}
options(Annotated, { title: 'T', description: 'D', example: { a: 'a', c: 'c' }, 'x-own': 1 })
options(Closed, { unknownFields: 'reject' })
JSONSchema({ description: 'Overridden' })(Overridden)
options(Open, { additionalProperties: Integer, minProperties: 1, maxProperties: 9 })

class Ruled {
  @IsString() @MinLength(2) @IsOwn() a!: string
  @IsInt({ each: true }) @IsOwn() list!: number[]
  @IsOwn() @IsOptional() none?: unknown
  @ValidateIf(() => true) @IsInt() @IsOwn() when?: number
  @Transform(({ value }) => value) @IsString() read!: string
  @Type(() => Number) @Transform(({ value }) => value, { toPlainOnly: true }) @IsInt() written!: number
  @Expose({ name: 'renamed' }) @IsString() name!: string
}
class Described {
  @Field({ title: 't', description: 'd', example: 'e', deprecated: true, nullable: true, 'x-a': 1 }) a!: string
  @Field({ examples: ['one'] }) b!: string
  @Field(() => Plain, { description: 'a reference', nullable: true }) c!: Plain
  @Field(() => enumOf(['a', 'b'], 'Level'), { default: 'a' }) d!: string
  @Field(() => oneOf({ discriminator: 'kind', mapping: { cat: Cat } })) e!: unknown
  @Field(() => mapOf(Unknown), { each: true } as never) f!: unknown
}
class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
}
class Dog {
  @Field(() => Integer) age!: number
}
class SelfClosed {
  @Field() a!: string
}
options(SelfClosed, { unknownFields: 'reject' })
class SelfOpen {
  @Field() a!: string
}
options(SelfOpen, { additionalProperties: String })
class Examples {
  @Field({ examples: ['one', 'two'] }) a!: string
}
class MoreExamples {
  @Field() a!: string
}
options(MoreExamples, { examples: [{ a: 'a' }, { a: 'b' }] })
class WrongDefault {
  @Field({ default: 'a', minLength: 2 }) a!: string
}

const member = (...of: readonly Class[]): TypeExpression =>
  oneOf({ discriminator: 'kind', mapping: Object.fromEntries(of.map((target) => [target.name, target])) } as never)

/** What is described, in which directions. */
const DESCRIBED: Readonly<Record<string, readonly TypeExpression[]>> = {
  ...{ plain: [Plain], two: [Two], holder: [Holder], extending: [Extending], again: [Again, Two], widened: [Widened] },
  ...{ annotated: [Annotated], closed: [Closed], 'of an overridden': [OfOverridden], overridden: [Overridden, Plain] },
  ...{ open: [OfOpen], ruled: [Ruled], partial: [PartialType(Extending), OmitType(Two, ['id'])], examples: [Examples] },
  ...{ 'more examples': [MoreExamples], 'wrong default': [WrongDefault], 'closed member': [member(SelfClosed)] },
  ...{ 'open member': [member(SelfOpen)], described: [Described], 'member without it': [member(Dog)] },
  ...{
    'two of a name': [Problem, OtherProblem],
    list: [[Plain], mapOf(Two)],
    'three of a name': [Problem, OtherProblem, HttpOther]
  },
  'nothing declared': [{ Empty: class Empty {} }.Empty as never]
}

function describedBy(
  version: OpenAPIVersion,
  given: EmitterOptions,
  expressions: readonly TypeExpression[],
  ways: readonly ('request' | 'response')[]
): string {
  return lineOf(() => {
    const emitter = new SchemaEmitter(version, undefined, given)
    const types = expressions.map((each) => parseType(each, 'here'))
    for (const way of ways) for (const type of types) emitter.use(type, way)
    const schemas = ways.map((way) => types.map((type) => emitter.schemaOf(type, `Place.${way}`, way)))
    return [schemas, emitter.components]
  })
}

describe('Schemas of records', () => {
  it('are made of parts as part-list.txt says', () => {
    const lines = calls('ownPart', ownPart, PARTS)
    lines.push('\n# @JSONSchema')
    for (const given of GIVEN) {
      for (const override of OVERRIDES) {
        const before = JSON.stringify(given)
        const said = typeof override === 'function' ? String(override).replaceAll(/\s+/g, ' ') : shown(override)
        const [ofField, ofRecord] = ['it', undefined].map((property) =>
          outcome(() => {
            const made = overriddenSchema(given, override, Plain, property)
            return made === given ? 'the same' : made
          })
        )
        lines.push(`${before} with ${said}: ${ofField}${ofRecord === ofField ? '' : `; record: ${ofRecord}`}`)
        if (JSON.stringify(given) !== before) lines.push('  CHANGED')
      }
    }
    lines.push('\n# by direction', ...directionLines(), ...useLines())
    const classes = [
      Plain,
      Extending,
      Again,
      PartialType(Plain),
      class extends PartialType(Plain) {},
      class extends class {} {}
    ]
    lines.push(
      '\n# what a class extends',
      ...[...classes, Problem].map((each) => `${each.name}: ${baseOf(each)?.name}`)
    )
    expectWholeList('record/json-schema/part-list.txt', lines)
  })

  it('are those of emitter-list.txt, by version, form of inheritance, unknown fields and direction', () => {
    const lines: string[] = []
    for (const [what, expressions] of Object.entries(DESCRIBED)) {
      const byText = new Map<string, string[]>()
      for (const version of ['3.0', '3.1'] as const) {
        for (const schemas of ['flat', 'allOf'] as const) {
          for (const unknownFields of ['strip', 'reject'] as const) {
            for (const ways of [['request'], ['response'], ['request', 'response']] as const) {
              const yielding = new Set<Class>([Problem])
              const text = describedBy(version, { schemas, unknownFields, yielding }, expressions, ways)
              byText.set(text, [
                ...(byText.get(text) ?? []),
                `${version} ${schemas} ${unknownFields} ${ways.join(' and ')}`
              ])
            }
          }
        }
      }
      lines.push(
        `\n# ${what}`,
        ...[...byText].flatMap(([text, forms]) => [
          `${forms.length === 24 ? 'always' : forms.join(', ')}:`,
          `  ${text}`
        ])
      )
    }
    lines.push('\n# mistakes')
    const unannounced = new SchemaEmitter('3.1')
    const two = parseType(Two, 'here')
    lines.push(
      lineOf(() => unannounced.schemaOf(two, 'here', 'request')),
      lineOf(() => unannounced.schemaOf(two, 'here', 'response'))
    )
    const duplicate = new SchemaEmitter('3.1')
    for (const each of [Problem, OtherProblem, Problem])
      lines.push(lineOf(() => duplicate.schemaOf(parseType(each as never, 'here'), 'Place.of')))
    const model: RecordSchema = record('', () => [])
    const nameless = new SchemaEmitter('3.1', lookupAmong(model))
    lines.push(lineOf(() => nameless.schemaOf({ kind: 'record', class: model.class }, 'Place.of')))
    for (const version of ['3.0', '3.1'] as const) {
      const emitter = new SchemaEmitter(version)
      for (const each of recordSchemaOf(Described).fields)
        for (const way of ['request', 'response'] as const)
          lines.push(`${version} ${each.name} ${way}: ${lineOf(() => emitter.fieldSchemaOf(each, 'Place.of', way))}`)
      lines.push(
        `${emitter.version} ${Object.keys(emitter.components).join()} shortened ${emitter.shortenedNames.join()}`
      )
    }
    expectWholeList('record/json-schema/emitter-list.txt', lines)
  })
})
