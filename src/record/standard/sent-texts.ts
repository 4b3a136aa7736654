import { FaultList } from '../type/fault-list.js'
import { isJsonObject, setOwn } from '../type/reading-options.js'
import type { SchemaObject } from '../type/schema-object.js'
import { parseBooleanText, parseNumberText } from '../type/text-forms.js'
import type { ForeignDocument } from './foreign-document.js'
import { type Shape, shapeOf } from './shape.js'
import { compileValueCheck, type ValueCheck } from './value-check.js'

/** Turns what was sent as texts into the JSON value that a schema is given. */
export type TextReader = (raw: unknown) => unknown

/**
 * Compiles the reading of texts: of one text, of a list, or of an object whose members are texts or lists of texts. A
 * text is itself where the document allows that text; else the number or boolean whose exact JSON form it is, where the
 * document allows that. Any other text stays, and the schema rejects it.
 */
export function compileTextReader(document: ForeignDocument): TextReader {
  const shape = shapeOf(document)
  switch (shape.kind) {
    case 'list': {
      const first = shape.prefix.map((item) => compileText(document, item))
      const rest = compileText(document, shape.items)
      return (raw) => {
        const list: unknown = typeof raw === 'string' ? [raw] : raw
        return Array.isArray(list) ? list.map((item, index) => (first[index] ?? rest)(item)) : raw
      }
    }
    case 'object':
      return compileMembers(document, shape)
    case 'scalar':
      return compileText(document, document.root)
  }
}

function compileMembers(document: ForeignDocument, { properties }: Extract<Shape, { kind: 'object' }>): TextReader {
  const readers = new Map(
    [...properties].map(([name, root]) => [name, compileTextReader({ ...document, root })] as const)
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

/** In which of JSON's scalars a document may have a text, besides itself. */
function compileText(document: ForeignDocument, root: SchemaObject): TextReader {
  const part = { ...document, root }
  const check = compileValueCheck(part)
  // `1.0` and `1e3` are numbers and not integers: text has only the form to tell them apart.
  const checkFraction = compileValueCheck(part, { rejectsIntegers: true })
  return (raw) => {
    if (typeof raw !== 'string' || passes(check, raw)) return raw
    const boolean = parseBooleanText(raw)
    if (boolean !== undefined) return passes(check, boolean) ? boolean : raw
    const number = parseNumberText(raw, 'double')
    if (number === undefined) return raw
    return passes(/^-?\d+$/.test(raw) ? check : checkFraction, number) ? number : raw
  }
}

function passes(check: ValueCheck, value: unknown): boolean {
  const faults = new FaultList()
  check(value, faults)
  return faults.isEmpty
}
