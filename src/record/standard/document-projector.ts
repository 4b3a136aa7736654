import { Failure, stepTo } from '../json/failure.js'
import { anyForm } from '../json/json-form.js'
import { ANYTHING, checkDepth, isList, type Projector, projectStructure, projectValue } from '../json/projection.js'
import { isJsonObject, setOwn } from '../type/reading-options.js'
import type { SchemaObject } from '../type/schema-object.js'
import { type ForeignDocument, opened } from './foreign-document.js'
import { type Shape, shapeOf } from './shape.js'
import { compileValueCheck, passes } from './value-check.js'

/**
 * Compiles the projector of the values that a document describes: of an object whose properties it names, these alone,
 * as of a record; anything else as JSON has it. So a response shows nothing that the document does not declare.
 */
export function compileDocumentProjector({ root, definitions }: ForeignDocument): Projector {
  const known = new Map<string, Projector>()
  const reference = (key: string): Projector => {
    const found = known.get(key)
    if (found !== undefined) return found
    // A recursive schema meets itself here, before its projector is compiled.
    let projector: Projector | undefined
    const late: Projector = {
      takesPlain: true,
      project: (value, depth) => (projector as Projector).project(value, depth)
    }
    known.set(key, late)
    projector = compile(definitions.get(key) ?? {})
    return late
  }
  const compile = (schema: SchemaObject | boolean): Projector => {
    if (typeof schema === 'boolean') return ANYTHING
    if (schema.$ref !== undefined) return reference(schema.$ref)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) return choosing(choices, definitions, compile)
    if (schema.allOf !== undefined) return compile(mergedParts(schema, definitions))
    if (schema.items !== undefined || schema.prefixItems !== undefined) return ofList(schema, compile)
    return schema.properties === undefined && !isJsonObject(schema.additionalProperties)
      ? ANYTHING
      : ofObject(schema, compile)
  }
  return compile(root)
}

type Compile = (schema: SchemaObject | boolean) => Projector

function ofList({ items, prefixItems = [], type }: SchemaObject, compile: Compile): Projector {
  const first = prefixItems.map(compile)
  const rest = items === undefined ? ANYTHING : compile(items)
  return projectStructure('a list', isOpen(type), isList, (value, depth) => {
    checkDepth(depth)
    return value.map((item, index) => {
      try {
        return projectValue(item, first[index] ?? rest, depth + 1)
      } catch (error) {
        throw error instanceof Failure ? error.within(`[${index}]`) : error
      }
    })
  })
}

function ofObject(schema: SchemaObject, compile: Compile): Projector {
  const { additionalProperties, patternProperties, type } = schema
  const fields = new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, compile(property)] as const)
  )
  const hasOthers =
    additionalProperties === true || isJsonObject(additionalProperties) || patternProperties !== undefined
  const others = isJsonObject(additionalProperties) ? compile(additionalProperties) : ANYTHING
  return projectStructure('an object', isOpen(type), isJsonObject, (value, depth) => {
    checkDepth(depth)
    const out = {}
    let at = ''
    const take = (name: string, projector: Projector): void => {
      at = name
      const member = value[name]
      // What every object inherits is never the value's.
      if (member === undefined || (name in Object.prototype && !Object.hasOwn(value, name))) return
      const copied = projectValue(member, projector, depth + 1)
      if (copied !== undefined) setOwn(out, name, copied)
    }
    try {
      for (const [name, projector] of fields) take(name, projector)
      if (hasOthers) for (const name of Object.keys(value)) if (!fields.has(name)) take(name, others)
    } catch (error) {
      throw error instanceof Failure ? error.within(stepTo(at)) : error
    }
    return out
  })
}

/** Whether a value of another type may be written as well. */
function isOpen(type: SchemaObject['type']): boolean {
  return typeof type !== 'string'
}

/**
 * Of several schemas the only one for lists or for objects, or else the first that the value fits, as JSON; properties
 * that none of them names do not count.
 */
function choosing(
  choices: readonly SchemaObject[],
  definitions: ForeignDocument['definitions'],
  compile: Compile
): Projector {
  const open = new Map([...definitions].map(([key, schema]) => [key, opened(schema)] as const))
  const members = choices.map((choice) => ({
    kind: shapeOf({ root: choice, definitions }).kind,
    check: compileValueCheck({ root: opened(choice), definitions: open }),
    projector: compile(choice)
  }))
  const onlyOf = (kind: Shape['kind'], sample: object) => {
    // A member that names no type may take anything.
    const isPossible = (member: (typeof members)[number]) => member.kind === kind || passes(member.check, sample)
    const [first, ...more] = members.filter(isPossible)
    return more.length === 0 ? first?.projector : undefined
  }
  const [onlyList, onlyObject] = [onlyOf('list', []), onlyOf('object', {})]
  return {
    takesPlain: true,
    project: (value, depth) => {
      const form = anyForm(value)
      if (typeof form !== 'object' || form === null) return form
      const only = Array.isArray(form) ? onlyList : onlyObject
      if (only !== undefined) return projectValue(form, only, depth)
      checkDepth(depth)
      const json: unknown = JSON.parse(JSON.stringify(form))
      const chosen = members.find(({ check }) => passes(check, json))
      // Nothing says what of it may be shown.
      if (chosen === undefined) throw new Failure('it is of none of the types that its schema allows')
      return projectValue(json, chosen.projector, depth)
    }
  }
}

/** All properties that hold together. */
function mergedParts({ allOf = [], ...own }: SchemaObject, definitions: ForeignDocument['definitions']): SchemaObject {
  const parts = allOf.map((part) => (part.$ref === undefined ? part : (definitions.get(part.$ref) ?? {})))
  return Object.assign({}, ...parts, own, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties)
  })
}
