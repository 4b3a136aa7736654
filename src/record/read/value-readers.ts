import { isFullDate, parseDateTime } from '../type/date-time.js'
import { DEPTH_LIMIT, type FaultList } from '../type/fault-list.js'
import { type BinderSource, isJsonObject, type Reader, setOwn } from '../type/reading-options.js'
import type { EnumSchema, IntegerSchema, NumberSchema } from '../type/schema.js'
import { isIntegerOf, isNumberOf, parseBooleanText, parseIntegerText, parseNumberText } from '../type/text-forms.js'

function scalarReader(reason: string, source: BinderSource, read: (raw: unknown) => unknown): Reader {
  return (raw, faults) => {
    if (source === 'text' && typeof raw !== 'string') {
      faults.add('type', 'must be given once')
      return undefined
    }
    const value = read(raw)
    if (value === undefined) faults.add('type', raw === null ? 'must not be null' : reason)
    return value
  }
}

export function stringReader(source: BinderSource): Reader {
  return scalarReader('must be a string', source, (raw) => (typeof raw === 'string' ? raw : undefined))
}

export function integerReader({ format }: IntegerSchema, source: BinderSource): Reader {
  const reason = format === 'int32' ? 'must be an integer of 32 bits' : 'must be an integer'
  return source === 'text'
    ? scalarReader(reason, source, (raw) => parseIntegerText(raw as string, format))
    : scalarReader(reason, source, (raw) => (isIntegerOf(raw, format) ? raw : undefined))
}

export function numberReader({ format }: NumberSchema, source: BinderSource): Reader {
  return source === 'text'
    ? scalarReader('must be a number', source, (raw) => parseNumberText(raw as string, format))
    : scalarReader('must be a number', source, (raw) => (isNumberOf(raw, format) ? raw : undefined))
}

export function booleanReader(source: BinderSource): Reader {
  return source === 'text'
    ? scalarReader('must be true or false', source, (raw) => parseBooleanText(raw as string))
    : scalarReader('must be true or false', source, (raw) => (typeof raw === 'boolean' ? raw : undefined))
}

export function timestampReader(source: BinderSource): Reader {
  return scalarReader('must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z', source, (raw) =>
    typeof raw === 'string' ? parseDateTime(raw) : undefined
  )
}

export function dateReader(source: BinderSource): Reader {
  return scalarReader('must be a date such as 2024-05-17', source, (raw) =>
    typeof raw === 'string' && isFullDate(raw) ? raw : undefined
  )
}

export function enumReader({ values }: EnumSchema, source: BinderSource): Reader {
  const reason = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  const byRaw = new Map<unknown, unknown>(values.map((value) => [source === 'text' ? String(value) : value, value]))
  const numbers = values.filter((value) => typeof value === 'number')
  // A number has more forms than one: `-0`, or `5e-1` where the document does not say `integer`.
  const areIntegers = values.every((value) => Number.isInteger(value))
  const byText = (text: string): unknown => {
    if (numbers.length === 0) return undefined
    const number = areIntegers ? parseIntegerText(text, 'int64') : parseNumberText(text, 'double')
    return numbers.find((value) => value === number)
  }
  return (raw, faults) => {
    if (source === 'text' && typeof raw !== 'string') {
      faults.add('type', 'must be given once')
      return undefined
    }
    const value = byRaw.get(raw) ?? (source === 'text' ? byText(raw as string) : undefined)
    if (value === undefined) faults.add('enum', raw === null ? 'must not be null' : reason)
    return value
  }
}

export function nullableReader(read: Reader): Reader {
  return (raw, faults) => (raw === null ? null : read(raw, faults))
}

/** Any value passes as it is, but none nests deeper than a handler may safely go down. */
export const readAny: Reader = (raw, faults) => {
  if (typeof raw === 'object' && !fits(raw, DEPTH_LIMIT - faults.depth)) faults.addDepth()
  return raw
}

/** The same of text: any one. A document that says nothing of a parameter does not promise that it may be repeated. */
export const readAnyText: Reader = (raw, faults) => {
  if (Array.isArray(raw)) faults.add('type', 'must be given once')
  return raw
}

/** Whether the value nests no deeper than so many levels. */
export function fits(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels <= 0) return false
  if (Array.isArray(value)) return value.every((item) => fits(item, levels - 1))
  for (const key of Object.keys(value)) {
    if (!fits((value as { [key: string]: unknown })[key], levels - 1)) return false
  }
  return true
}

export function arrayReader(readItem: Reader, source: BinderSource): Reader {
  return (raw, faults) => {
    const items: unknown = source === 'text' && typeof raw === 'string' ? [raw] : raw
    if (!Array.isArray(items)) {
      faults.add('type', raw === null ? 'must not be null' : 'must be an array')
      return undefined
    }
    if (!faults.enter()) return undefined
    const out = readItems(items, readItem, faults)
    faults.leave()
    return out
  }
}

export function tupleReader(readers: readonly Reader[], source: BinderSource): Reader {
  const { length } = readers
  const reason = `must have exactly ${length} item${length === 1 ? '' : 's'}`
  return (raw, faults) => {
    const items: unknown = source === 'text' && typeof raw === 'string' ? [raw] : raw
    if (!Array.isArray(items)) {
      faults.add('type', raw === null ? 'must not be null' : 'must be an array')
      return undefined
    }
    if (items.length !== length) {
      faults.add(items.length < length ? 'minItems' : 'maxItems', reason)
      return undefined
    }
    if (!faults.enter()) return undefined
    const out = readers.map((read, index) => {
      const start = faults.length
      const value = read(items[index], faults)
      if (faults.length > start) faults.enterItem(index, start)
      return value
    })
    faults.leave()
    return out
  }
}

function readItems(items: readonly unknown[], readItem: Reader, faults: FaultList): unknown[] {
  const out: unknown[] = []
  for (let index = 0; index < items.length && !faults.isFull; index++) {
    const start = faults.length
    out.push(readItem(items[index], faults))
    if (faults.length > start) faults.enterItem(index, start)
  }
  return out
}

export function mapReader(readValue: Reader): Reader {
  return (raw, faults) => {
    if (!isJsonObject(raw)) {
      faults.add('type', raw === null ? 'must not be null' : 'must be an object')
      return undefined
    }
    if (!faults.enter()) return undefined
    const out = {}
    for (const key of Object.keys(raw)) {
      if (faults.isFull) break
      const start = faults.length
      const value = readValue(raw[key], faults)
      if (faults.length > start) faults.enterField(key, start)
      setOwn(out, key, value)
    }
    faults.leave()
    return out
  }
}
