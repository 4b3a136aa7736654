import type { Class } from '../../metadata.js'
import { anyForm, TypeMismatch } from '../json/json-form.js'
import { Type } from '../library/class-transformer.js'
import { checkDecorator, IsObject, ValidateNested } from '../library/class-validator.js'
import { objectTest } from '../program/program.js'
import { setOwn } from '../type/reading-options.js'
import type { Discriminator, RecordSchema, UnionSchema } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'
import type { Kind, SchemaWriting } from './kind.js'

type Union = Kind<UnionSchema>

export const facts: Union['facts'] = {
  describe: ({ members }, describe) => members.map(describe).join(', '),
  jsonKinds: ({ members }, kindsOf) => members.flatMap(kindsOf),
  holds: ({ members }, value, judge) => members.some((member) => judge.holds(member, value, judge)),
  decorators: (type, options, by) => {
    const { members, discriminator } = type
    if (!members.every((member) => member.kind === 'record')) {
      return [checkDecorator('oneOf', (value) => by.holds(type, value), `one of: ${by.describe(type)}`, options)]
    }
    const nested = [IsObject(options), ValidateNested(options)]
    if (discriminator === undefined) return nested
    const subTypes = discriminator.mapping.map(({ value, class: target }) => ({ name: value, value: target as never }))
    const chosen = { discriminator: { property: discriminator.name, subTypes }, keepDiscriminatorProperty: true }
    return [...nested, Type(() => Object, chosen)]
  },
  implied: ['isDefined']
}

export const schema: Union['schema'] = (type, by) => {
  const { members, discriminator } = type
  if (discriminator === undefined) return { anyOf: members.map(by.part) }
  by.checkUnion(type)
  return discriminatedSchema(discriminator, by)
}

/** `oneOf` of which exactly one can hold, for readers too that know JSON Schema and not OpenAPI. */
function discriminatedSchema({ name, mapping }: Discriminator, by: SchemaWriting): SchemaObject {
  const values = new Map<Class, string[]>()
  for (const { value, class: target } of mapping) values.set(target, [...(values.get(target) ?? []), value])
  const references = new Map([...values.keys()].map((target) => [target, by.record(target)]))
  return {
    oneOf: [...values].map(([target, own]): SchemaObject => {
      const reference = references.get(target) as SchemaObject
      if (allowsOnly(by.recordOf(target), name, own)) return reference
      return { allOf: [reference, { type: 'object', properties: { [name]: { enum: own } }, required: [name] }] }
    }),
    discriminator: {
      propertyName: name,
      mapping: Object.fromEntries(mapping.map(({ value, class: target }) => [value, references.get(target)?.$ref]))
    }
  }
}

/** Whether the record's own schema allows these values of the property alone. */
function allowsOnly({ fields }: RecordSchema, name: string, values: readonly string[]): boolean {
  const field = fields.find((candidate) => candidate.name === name)
  if (field === undefined || !field.required || field.nullable || field.type.kind !== 'enum') return false
  return field.type.values.every((value) => values.includes(value as string))
}

/** Projects a value by the member it belongs to. An instance of a mapped class that lacks its discriminator is given it. */
export const project: Union['project'] = (type, by) => {
  const { isOpen } = by
  const members = type.members.map((member) => by.projector(member))
  const choose = by.choice(type)
  const { name, mapping } = type.discriminator ?? { name: '', mapping: [] }
  const tags = type.members.map((member) => {
    const own = mapping.filter((entry) => member.kind === 'record' && entry.class === member.class)
    return own.length === 1 ? own[0]?.value : undefined
  })
  const takesPlain = members.some((member) => member.takesPlain)
  const declared = by.describe(type)
  const projectMember = (value: unknown, depth: number): unknown => {
    const isObject = typeof value === 'object' || typeof value === 'function'
    const chosen = isObject ? choose(value as object) : -1
    const member = members[chosen]
    if (member === undefined) {
      if (isOpen || (takesPlain && !isObject)) return anyForm(value)
      throw new TypeMismatch(value, declared)
    }
    const projected = member.project(value, depth)
    const tag = tags[chosen]
    if (tag === undefined || typeof projected !== 'object' || projected === null) return projected
    if (!Object.hasOwn(projected, name)) setOwn(projected, name, tag)
    return projected
  }
  return { takesPlain, project: projectMember }
}

/** Members that are records are written by their functions, all else as the projector does. */
export const write: Union['write'] = (value, type, depth, code) => {
  const choose = `${code.program.constant(code.choice(type))}(${value})`
  const chosen = code.hold(`${objectTest(value)} ? ${choose} : -1`)
  code.flush()
  type.members.forEach((member, index) => {
    if (member.kind !== 'record' || !code.hasDiscriminator(member, type)) return
    code.line(`if (${chosen} === ${index}) {`)
    code.callRecord(value, member, depth)
    code.line('} else')
  })
  code.line('{')
  code.writePart(value, type, depth)
  code.line('}')
}
