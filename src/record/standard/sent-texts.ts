import { isJsonObject, setOwn } from '../type/reading-options.js'
import type { JSONType, SchemaObject } from '../type/schema-object.js'
import { parseBooleanText, parseNumberText } from '../type/text-forms.js'
import type { ForeignDocument } from './foreign-document.js'
import { isUnion, type Shape, shapeOf } from './shape.js'
import { compileValueCheck, passes } from './value-check.js'

/** Turns what was sent as texts into the JSON value that a schema is given. */
export type TextReader = (raw: unknown) => unknown

/**
 * Compiles the reading of texts: of one text, of a list, or of an object whose members are texts or lists of texts. A
 * text is itself where the document allows that text; else the number or boolean whose exact JSON form it is, where the
 * document allows that. A text that is neither is rejected: as the number or boolean if the document allows others of that
 * type and no texts, so that the library says what is wrong with the number; else as the text.
 */
export function compileTextReader(document: ForeignDocument): TextReader {
  return compileAt(document, true)
}

/** @param isCertain whether the document is of the value; false within one of several schemas that the value may fit */
function compileAt(document: ForeignDocument, isCertain: boolean): TextReader {
  const shape = shapeOf(document)
  if (shape.kind === 'scalar') return compileText(document, isCertain)
  const isCertainWithin = isCertain && !isUnion(document)
  if (shape.kind === 'object') return compileMembers(document, shape, isCertainWithin)
  const first = shape.prefix.map((root) => compileText({ ...document, root }, isCertainWithin))
  const rest = compileText({ ...document, root: shape.items }, isCertainWithin)
  return (raw) => {
    const list: unknown = typeof raw === 'string' ? [raw] : raw
    return Array.isArray(list) ? list.map((item, index) => (first[index] ?? rest)(item)) : raw
  }
}

function compileMembers(
  document: ForeignDocument,
  { properties }: Extract<Shape, { kind: 'object' }>,
  isCertain: boolean
): TextReader {
  const readers = new Map(
    [...properties].map(([name, root]) => [name, compileMember({ ...document, root }, isCertain)] as const)
  )
  return (raw) => {
    if (!isJsonObject(raw)) return raw
    const out = {}
    for (const key of Object.keys(raw)) {
      const sent = raw[key]
      setOwn(out, key, readers.get(key)?.(sent) ?? sent)
    }
    return out
  }
}

/** An object within the object is compiled at its first use: a recursive schema meets itself there. */
function compileMember(document: ForeignDocument, isCertain: boolean): TextReader {
  if (shapeOf(document).kind !== 'object') return compileAt(document, isCertain)
  let read: TextReader | undefined
  return (raw) => {
    read ??= compileAt(document, isCertain)
    return read(raw)
  }
}

/** In which of JSON's scalars a document may have a text, besides itself. */
function compileText(document: ForeignDocument, isCertain: boolean): TextReader {
  const check = compileValueCheck(document)
  // `1.0` and `1e3` are numbers and not integers: text has only the form to tell them apart.
  const checkFraction = compileValueCheck(document, { rejectsIntegers: true })
  const isPromised = isCertain ? compilePromise(document) : () => false
  return (raw) => {
    if (typeof raw !== 'string' || passes(check, raw)) return raw
    const value = parseBooleanText(raw) ?? parseNumberText(raw, 'double')
    if (value === undefined) return raw
    const isFraction = !(typeof value === 'boolean' || /^-?\d+$/.test(raw))
    return passes(isFraction ? checkFraction : check, value) || isPromised(raw, value, isFraction) ? value : raw
  }
}

/** Whether a document allows values of the type that was parsed from a text, and no texts. */
function compilePromise(document: ForeignDocument): (raw: string, value: unknown, isFraction: boolean) => boolean {
  const types = onlyTypes(document)
  const check = compileValueCheck(types)
  const checkFraction = compileValueCheck(types, { rejectsIntegers: true })
  // 1.5 is a number that is not an integer, which the library says better than that it is no text.
  const checkNumber = compileValueCheck(onlyTypes(document, 'number'))
  return (raw, value, isFraction) => {
    if (passes(check, raw)) return false
    return passes(!isFraction ? check : Number.isInteger(value) ? checkFraction : checkNumber, value)
  }
}

/** What a document says of the types of scalars, without their limits. */
function onlyTypes({ root, definitions }: ForeignDocument, integer: JSONType = 'integer'): ForeignDocument {
  const each = (schema: SchemaObject): SchemaObject => {
    const { $ref, type, enum: values, const: constant, allOf = [], anyOf, oneOf } = schema
    const parts = allOf.map(each)
    for (const choices of [anyOf, oneOf]) if (choices !== undefined) parts.push({ anyOf: choices.map(each) })
    const literals = values ?? (constant === undefined ? undefined : [constant])
    if (literals !== undefined) parts.push({ anyOf: literals.map((literal) => ({ type: typeOf(literal) })) })
    const types = [type ?? []].flat().map((name) => (name === 'integer' ? integer : name))
    return {
      ...($ref !== undefined && { $ref }),
      ...(types.length > 0 && { type: types }),
      ...(parts.length > 0 && { allOf: parts })
    }
  }
  return { root: each(root), definitions: new Map([...definitions].map(([key, schema]) => [key, each(schema)])) }
}

/** What a literal is in JSON. */
export function typeOf(literal: unknown): JSONType {
  if (literal === null) return 'null'
  if (Array.isArray(literal)) return 'array'
  return typeof literal as 'string' | 'number' | 'boolean' | 'object'
}
