import type { Class } from '../../metadata.js'
import { anyForm, TypeMismatch } from '../json/json-form.js'
import type { JSONKind, Kind, Reading, SchemaWriting } from '../kind/kind.js'
import { isObject, jsonKindOf } from '../kind/reading.js'
import { checkDecorator, ValidateNested } from '../library/base-decorators.js'
import { Type } from '../library/class-transformer.js'
import { IsObject } from '../library/decorators.js'
import { objectTest, quoted } from '../program/program.js'
import type { FaultList } from '../type/fault-list.js'
import { fieldStep } from '../type/fault-path.js'
import { isAlwaysThere, type Reader, setOwn } from '../type/reading-options.js'
import type { Discriminator, RecordSchema, TypeSchema, UnionSchema } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'

type Union = Kind<UnionSchema>

export const facts: Union['facts'] = {
  describe: ({ members }, describe) => members.map(describe).join(', '),
  label: ({ members }, by) => members.map(by.part).join('Or'),
  jsonKinds: ({ members }, kindsOf) => members.flatMap(kindsOf),
  holds: ({ members }, value, judge) => members.some((member) => judge.holds(member, value, judge)),
  decorators: (type, options, by) => {
    const { members, discriminator } = type
    if (!members.every((member) => member.kind === 'record')) {
      return [
        checkDecorator('oneOf', (value) => by.holds(type, value), `must be one of: ${by.describe(type)}`, options)
      ]
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
  by.checkDiscriminator(discriminator)
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
      if (allowsOnly(by.recordOf(target), name, own, by.direction)) return reference
      return { allOf: [reference, { type: 'object', properties: { [name]: { enum: own } }, required: [name] }] }
    }),
    discriminator: {
      propertyName: name,
      mapping: Object.fromEntries(mapping.map(({ value, class: target }) => [value, references.get(target)?.$ref]))
    }
  }
}

/** Whether the record's own schema allows these values of the property alone. */
function allowsOnly(
  { fields }: RecordSchema,
  name: string,
  values: readonly string[],
  direction: SchemaWriting['direction']
): boolean {
  const field = fields.find((candidate) => candidate.name === name)
  if (field === undefined || !isAlwaysThere(field, direction)) return false
  if (field.nullable || field.type.kind !== 'enum') return false
  return field.type.values.every((value) => values.includes(value as string))
}

/** Projects a value by the member it belongs to. An instance of a mapped class that lacks its discriminator is given it. */
export const writing: Union['writing'] = {
  project: (type, by) => {
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
  },
  // Members that are records are written by their functions, all else as the projector does.
  code: (value, type, depth, code) => {
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
}

export const reading: Union['reading'] = {
  closure: (type, by) => {
    const { members, discriminator } = type
    if (discriminator !== undefined) return discriminatedReader(discriminator, by)
    const readBy = (compiler: Reading) => members.map((member): Member => ({ read: compiler.reader(member) }))
    const own = readBy(by)
    return firstReader(type, by, own, by.choosing === by ? own : readBy(by.choosing))
  },
  held: (type, raw, code) => {
    if (type.discriminator === undefined) return { lines: [], value: code.closure(type, raw) }
    const { name, mapping } = type.discriminator
    const out = code.program.name()
    const property = quoted(name)
    // Not one expression for all: the engine parses what is within another by recursion.
    const choices = mapping.map(({ value, class: target }) => {
      return `case ${quoted(value)}: ${out} = ${code.record(target, raw)}; break`
    })
    const isTagged = `${objectTest(raw)} && Object.hasOwn(${raw}, ${property})`
    return {
      lines: [
        `let ${out}`,
        `switch (${isTagged} ? ${raw}[${property}] : undefined) {`,
        ...choices,
        `default: ${out} = ${code.closure(type, raw)}`,
        '}'
      ],
      value: out
    }
  }
}

/** One member of a union. */
interface Member {
  readonly read: Reader
}

/** What a member of a union made of a value. */
interface Attempt {
  readonly value: unknown
  readonly faults: FaultList
}

/**
 * The reader of a union without discriminator: the first member in order that accepts a value binds it. Members that the
 * value's shape excludes are not tried.
 *
 * Where none accepts it, the only member of the value's JSON kind reports what is wrong with it; where several or none are
 * of that kind, it cannot be known which was meant, and one fault says so.
 *
 * @param choosers the members with readers that check more than theirs do, where those check too little to choose by
 */
function firstReader(
  { members: types }: UnionSchema,
  by: Reading,
  members: readonly Member[],
  choosers: readonly Member[]
): Reader {
  const message = `must be one of: ${types.map(by.describe).join(', ')}`
  const onlyOf = onlyMembers(types, by)
  const candidates = by.candidates(types)
  const chosen = choosers === members ? candidates : by.choosing.candidates(types)
  return (raw, faults) => {
    const only = onlyOf.get(jsonKindOf(raw, by.source))
    const possible = candidates(raw)
    // Its faults are those of the value: nothing needs to be tried.
    if (only !== undefined && possible.length === 1 && possible[0]?.index === only) {
      return (members[only] as Member).read(raw, faults)
    }
    let failed: FaultList | undefined
    for (const { index, mayAccept } of chosen(raw)) {
      if (!mayAccept(raw)) continue
      const { value, faults: own } = attempt(choosers[index] as Member, raw, faults)
      if (own.isEmpty) return choosers === members ? value : (members[index] as Member).read(raw, faults)
      if (index === only && choosers === members) failed = own
    }
    if (choosers !== members) {
      for (const { index, mayAccept } of possible) {
        if (!mayAccept(raw)) continue
        const { value, faults: own } = attempt(members[index] as Member, raw, faults)
        if (own.isEmpty) return value
        if (index === only) failed = own
      }
    }
    if (raw === null) faults.add('type', 'must not be null')
    else if (only === undefined) faults.add('anyOf', message)
    else faults.append(failed ?? attempt(members[only] as Member, raw, faults).faults)
    return undefined
  }
}

/** The index of the only member of a kind of JSON value, for the kinds that have one. */
function onlyMembers(types: readonly TypeSchema[], by: Reading): ReadonlyMap<JSONKind, number> {
  const all = new Map<JSONKind, number[]>()
  for (const [index, type] of types.entries()) {
    for (const kind of by.jsonKinds(type)) all.set(kind, [...(all.get(kind) ?? []), index])
  }
  return new Map([...all].flatMap(([kind, [only, ...more]]) => (more.length === 0 ? [[kind, only as number]] : [])))
}

/**
 * What a member makes of a value. Within an attempt it reads an object once: unions within unions would otherwise take
 * exponential time.
 */
function attempt(member: Member, raw: unknown, faults: FaultList): Attempt {
  const notes =
    faults.isAttempt && typeof raw === 'object' && raw !== null ? faults.notesOf<Attempt>(member) : undefined
  const known = notes?.get(raw as object)
  if (known !== undefined) return known
  const own = faults.branch()
  const made = { value: member.read(raw, own), faults: own }
  notes?.set(raw as object, made)
  return made
}

function discriminatedReader({ name, mapping }: Discriminator, by: Reading): Reader {
  const byValue = new Map<unknown, Reader>(mapping.map((entry) => [entry.value, by.record(entry.class).reader]))
  const step = fieldStep(name)
  const message = `must be one of ${mapping.map(({ value }) => JSON.stringify(value)).join(', ')}`
  return (raw, faults) => {
    if (!isObject(raw, faults)) return undefined
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    const read = byValue.get(value)
    if (read !== undefined) return read(raw, faults)
    const start = faults.length
    if (value === undefined) faults.add('required', 'is required')
    else faults.add('enum', value === null ? 'must not be null' : message)
    faults.enterStep(step, start)
    return undefined
  }
}
