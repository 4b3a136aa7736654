import type { OpenAPIDocument } from 'fieldstone'
/** A mistake that a maker of frameworks could make. */
export interface Mistake {
  readonly what: string
  /** The exported function that it is made in, wherever that is; a method of an exported class as `Class.method`. */
  readonly name: string
  /** Makes the mistaken function from the sound one. */
  readonly plant: (original: never) => unknown
  /** The operations of the wide application where it shows: those whose path begins like this. */
  readonly at: string
}

type Parse = (text: string, ...rest: unknown[]) => unknown

/** The function is given another text. */
function misread(what: string, name: string, at: string, change: (text: string) => string): Mistake {
  return {
    what,
    name,
    at,
    plant:
      (original: Parse) =>
      (text: string, ...rest: unknown[]) =>
        original(change(text), ...rest)
  }
}

interface Refused {
  readonly faults?: readonly { readonly path: string; readonly rule: string }[]
}

interface Binder {
  decode(raw: unknown): unknown
  validate(raw: unknown): Refused
}

type CompileBinder = (type: unknown, source: string, ...rest: unknown[]) => Binder

/** A request's JSON is bound in another way; what comes as text and responses are bound as they should be. */
function misbound(what: string, at: string, change: (raw: unknown, sound: Binder) => unknown): Mistake {
  const plant = (original: CompileBinder): CompileBinder => {
    return (type, source, place, options) => {
      const sound = original(type, source, place, options)
      const isResponse = (options as { direction?: string } | undefined)?.direction === 'response'
      if (source !== 'json' || isResponse) return sound
      return { ...sound, validate: (raw) => change(raw, sound) as Refused }
    }
  }
  return { what, name: 'compileBinder', at, plant }
}

/** The members of this name, anywhere in a request's JSON, are read as another value. */
function misreadMember(what: string, at: string, name: string, change: (value: unknown) => unknown): Mistake {
  return misbound(what, at, (raw, sound) => sound.validate(withMembers(raw, name, change)))
}

function withMembers(raw: unknown, name: string, change: (value: unknown) => unknown): unknown {
  if (!isObject(raw)) return raw
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, key === name ? change(value) : value]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Faults like this one alone refuse nothing. */
function unchecked(what: string, at: string, isIgnored: (fault: { path: string; rule: string }) => boolean): Mistake {
  return misbound(what, at, (raw, sound) => {
    const bound = sound.validate(raw)
    return bound.faults?.every(isIgnored) ? sound.decode(raw) : bound
  })
}

type Schema = Record<string, unknown>

/** The document says something else: `change` gets each of its schemas, to be changed in place. */
function misdescribed(what: string, at: string, change: (schema: Schema) => void): Mistake {
  return miswritten(what, at, (document) => {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if (isObject(value)) change(value)
      for (const member of Object.values(value)) visit(member)
    }
    visit(document)
  })
}

function miswritten(what: string, at: string, change: (document: OpenAPIDocument) => void): Mistake {
  const plant = (original: (...args: unknown[]) => OpenAPIDocument) => {
    return (...args: unknown[]) => {
      const document = structuredClone(original(...args))
      change(document)
      return document
    }
  }
  return { what, name: 'generateOpenAPISpec', at, plant }
}

const HUNDRED = /^(\d\d)00-02-29$/

export const MISTAKES: readonly Mistake[] = [
  misread('integers may have leading zeros', 'parseIntegerText', '/inputs/things', (text) =>
    text.replace(/^(-?)0+(?=\d)/, '$1')
  ),
  misread('integers may have a plus', 'parseIntegerText', '/inputs/query', (text) => text.replace(/^\+/, '')),
  misread('integers may be written as 1.0 and 1e3', 'parseIntegerText', '/inputs/things', (text) =>
    /^-?\d+(?:\.\d+)?(?:e\d+)?$/i.test(text) ? String(Number(text)) : text
  ),
  misread('integers may be between spaces', 'parseIntegerText', '/inputs/cookies', (text) => text.trim()),
  misread('integers may be hexadecimal', 'parseIntegerText', '/inputs/things', (text) => String(Number(text))),
  misread('numbers may begin with a dot, or be empty', 'parseNumberText', '/inputs/query', (text) =>
    text === '' ? '0' : text.replace(/^(-?)\./, '$10.')
  ),
  misread('TRUE is true', 'parseBooleanText', '/inputs/headers', (text) => text.replace(/^true$/i, 'true')),
  misread('0 is false', 'parseBooleanText', '/inputs/headers', (text) => (text === '0' ? 'false' : text)),
  {
    what: '32 bits are more',
    name: 'isIntegerOf',
    at: '/inputs/headers',
    plant: () => (value: unknown) => Number.isSafeInteger(value)
  },
  {
    what: 'integers go beyond the safe ones',
    name: 'isIntegerOf',
    at: '/records/choices',
    plant: (original: Parse) => (value: string, format: string) =>
      format === 'int32' ? original(value, format) : Number.isInteger(value)
  },
  {
    what: 'single precision is double',
    name: 'isNumberOf',
    at: '/records/numbers',
    plant: () => (value: unknown) => Number.isFinite(value)
  },
  misreadMember('JSON numbers become strings', '/records/derived', 'title', (value) =>
    typeof value === 'number' ? String(value) : value
  ),
  misreadMember('JSON strings become integers', '/records/numbers', 'integer', (value) => (value === '5' ? 5 : value)),
  misreadMember('1 becomes true', '/records/choices', 'flag', (value) => (value === 1 ? true : value)),
  misreadMember('enums are read in any case', '/records/choices', 'level', (value) =>
    typeof value === 'string' ? value.toLowerCase() : value
  ),
  {
    what: 'generated code takes null for a text',
    name: 'generateReader',
    at: '/records/derived',
    plant: (original: (...args: unknown[]) => (raw: unknown, faults: unknown) => unknown) => {
      return (...args: unknown[]) => {
        const read = original(...args)
        return (raw: unknown, faults: unknown) =>
          read(
            withMembers(raw, 'title', (value) => value ?? 'null'),
            faults
          )
      }
    }
  },
  misreadMember('one item passes for a list', '/bodies/shape', 'sizes', (value) =>
    typeof value === 'number' ? [value] : value
  ),
  misreadMember('the last item is not read', '/bodies/shape', 'sizes', (value) =>
    Array.isArray(value) && value.length > 0 ? [...value.slice(0, -1), 0] : value
  ),
  misreadMember('the values of maps are not read', '/records/lists', 'counts', (value) =>
    isObject(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, 0])) : value
  ),
  misreadMember('lists pass for objects', '/records/lists', 'counts', (value) => (Array.isArray(value) ? {} : value)),
  unchecked('required fields may be absent', '/records/numbers', ({ rule }) => rule === 'required'),
  misbound('unknown fields are let be', '/records/strict', (raw, sound) => {
    if (!isObject(raw)) return sound.validate(raw)
    const known = Object.entries(raw).filter(([key]) => ['the-name', 'maybe', 'id'].includes(key))
    return sound.validate(Object.fromEntries(known))
  }),
  misbound('read-only fields are required of requests', '/records/accounts', (raw, sound) =>
    sound.validate(isObject(raw) && !Object.hasOwn(raw, 'id') ? {} : raw)
  ),
  unchecked('the rules of values are not checked', '/records/derived', ({ rule }) =>
    /^(?:max|min|pattern|format)/.test(rule)
  ),
  unchecked('the rules of the first item are not checked', '/records/lists', ({ path }) => path === 'words[0]'),
  {
    what: 'lengths are counted in UTF-16',
    name: 'hasCodePoints',
    at: '/records/derived',
    plant:
      () =>
      (text: string, minimum: number, maximum = Number.POSITIVE_INFINITY) =>
        text.length >= minimum && text.length <= maximum
  },
  {
    what: 'maxLength is one less for long characters',
    name: 'hasCodePoints',
    at: '/records/derived',
    plant:
      (original: Parse) =>
      (text: string, minimum: number, maximum = Number.POSITIVE_INFINITY) =>
        original(text, minimum, /[\u{10000}-\u{10ffff}]/u.test(text) ? maximum - 1 : maximum)
  },
  {
    what: 'items may be equal',
    name: 'hasUniqueItems',
    at: '/records/lists',
    plant: (original: (items: unknown) => boolean) => (items: unknown[]) => items.length < 10 || original(items)
  },
  {
    what: 'multiples are those of binary fractions',
    name: 'isMultipleOf',
    at: '/records/numbers',
    plant: () => (value: number, divisor: number) => Number.isInteger(value / divisor)
  },
  misread('a space may stand for the T', 'parseDateTime', '/records/moments', (text) => text.replace(' ', 'T')),
  misread('every minute has a leap second', 'parseDateTime', '/records/moments', (text) =>
    text.replace(/:60(?=[.zZ+-])/, ':59')
  ),
  misread('1900 was a leap year', 'isFullDate', '/inputs/dates', (text) => text.replace(HUNDRED, '$100-02-28')),
  {
    what: 'offsets may be left out',
    name: 'parseDateTime',
    at: '/records/moments',
    plant: (original: Parse) => (text: string) => original(text) ?? original(`${text}Z`)
  },
  misdescribed('required fields are not described', '/records/point', (schema) => {
    if (!Array.isArray(schema.required)) return
    schema.required = schema.required.filter((name) => name !== 'count' && name !== 'x')
  }),
  misdescribed('closed records are not described', '/records/strict', (schema) => {
    if (schema.additionalProperties === false) delete schema.additionalProperties
  }),
  misdescribed('fields are described by their property', '/records/texts', (schema) => {
    if (!isObject(schema.properties)) return
    const { 'short-text': short, ...others } = schema.properties
    if (short !== undefined) schema.properties = { short, ...others }
  }),
  misdescribed('rules of items are not described', '/records/lists', (schema) => {
    if (schema.type === 'array' && isObject(schema.items)) delete schema.items.minLength
  }),
  misdescribed('null is not described', '/records/moments', (schema) => {
    if (schema.nullable === true) delete schema.nullable
  }),
  misdescribed('exclusive bounds are described as inclusive', '/records/numbers', (schema) => {
    delete schema.exclusiveMinimum
    delete schema.exclusiveMaximum
  }),
  misdescribed('the first value of an enum is not described', '/records/choices', (schema) => {
    if (Array.isArray(schema.enum) && schema.enum.length > 1) schema.enum.shift()
  }),
  misdescribed('maxLength is described one too large', '/records/derived', (schema) => {
    if (typeof schema.maxLength === 'number') schema.maxLength++
  }),
  misdescribed('minimum is described one too small', '/records/numbers', (schema) => {
    if (typeof schema.minimum === 'number') schema.minimum--
  }),
  misdescribed('the pattern of a format is too wide', '/records/texts', (schema) => {
    if (schema.pattern === '^[A-Za-z0-9]+$') schema.pattern = '^[A-Za-z0-9_]+$'
  }),
  misdescribed('required parameters are not described', '/inputs/headers', (schema) => {
    if (schema.required === true && (schema.in === 'query' || schema.in === 'header')) schema.required = false
  }),
  misdescribed('the regular expressions of paths are described wrongly', '/inputs/regex', (schema) => {
    if (typeof schema.pattern === 'string') schema.pattern = schema.pattern.replace(/\$$/, 'x$')
  }),
  miswritten('refusals of bodies are not described', '/records/point', ({ paths }) => {
    for (const item of Object.values(paths))
      for (const operation of Object.values(item)) delete operation.responses['415']
  }),
  {
    what: 'broken percent sequences are let be',
    name: 'parseForm',
    at: '/bodies/form',
    plant: (original: Parse) => (text: string) => {
      try {
        return original(text)
      } catch {
        return original(text.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'))
      }
    }
  },
  {
    what: 'the last cookie counts',
    name: 'parseCookies',
    at: '/inputs/cookies',
    plant: (original: (header: string | undefined) => Record<string, string | string[]>) => (header: string) =>
      Object.fromEntries(Object.entries(original(header)).map(([name, value]) => [name, [value].flat().at(-1)]))
  },
  {
    what: 'bytes that are no UTF-8 are read',
    name: 'decodeUtf8',
    at: '/records/trees',
    plant: () => (bytes: Buffer) => bytes.toString()
  },
  {
    what: 'every media type is accepted',
    name: 'BodyTypes.accepts',
    at: '/records/point',
    plant: () => () => true
  },
  {
    what: 'Allow names no method',
    name: 'writeReply',
    at: '/records/pets',
    plant: (original: (req: unknown, res: unknown, reply: { head?: unknown[] }) => void) => {
      return (req: unknown, res: unknown, reply: { head?: unknown[] }) => {
        const at = reply.head?.indexOf('allow') ?? -1
        original(req, res, at < 0 ? reply : { ...reply, head: reply.head?.with(at + 1, 'OPTIONS') })
      }
    }
  },
  {
    what: 'problems have no title',
    name: 'problemOf',
    at: '/records/points',
    plant: (original: (refusal: unknown) => object) => (refusal: unknown) => ({ ...original(refusal), title: '' })
  }
]
