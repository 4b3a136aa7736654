import type { JsonSchema } from '../document/json-schema-2020.js'
import { isNode } from '../document/json-schema-2020.js'
import type { PublishedMedia } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { jsonFault } from '../wire/json-text.js'

/** More items of one response are not judged. */
const MOST_ITEMS = 1000

/**
 * One item of a stream, an event or a line, by the name that it has in findings (`event price`, `line`): its value with
 * the schema that it must match, or what is wrong with it before any schema.
 */
export type StreamItem =
  | { readonly name: string; readonly value: unknown; readonly schema: JsonSchema }
  | { readonly name: string; readonly fault: string }

/** Whether the document says what the items of a stream are. */
export function hasItems({ events, lines }: PublishedMedia): boolean {
  return events !== undefined || lines !== undefined
}

/**
 * The items of a stream that are complete, at most 1,000.
 *
 * @param isOpen whether the text is only the beginning of the stream
 */
export function streamItems(checks: SchemaChecks, media: PublishedMedia, text: string, isOpen: boolean): StreamItem[] {
  const { events, lines } = media
  if (events !== undefined) return eventItems(checks, events, text, isOpen)
  return lines === undefined ? [] : lineItems(lines, text, isOpen)
}

/** WHATWG HTML, section 9.2.6. */
function eventItems(
  checks: SchemaChecks,
  schemas: ReadonlyMap<string, JsonSchema>,
  text: string,
  isOpen: boolean
): StreamItem[] {
  const items: StreamItem[] = []
  let name = ''
  let data: string[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // After the last end of a line there is none; what is there was cut off, and a comment needs no end.
  const rest = lines.pop() as string
  for (const line of lines) {
    if (items.length === MOST_ITEMS) return items
    if (line === '') {
      if (data.length > 0) items.push(eventItem(checks, schemas, name || 'message', data.join('\n')))
      // Without a name, a blank line is none.
      else if (name !== '') items.push({ name: `event ${name}`, fault: 'it has no data, so that clients ignore it' })
      name = ''
      data = []
      continue
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
  }
  if (!isOpen && (data.length > 0 || name !== '' || /^[^:]/.test(rest))) {
    items.push({ name: `event ${name || 'message'}`, fault: 'the stream ends before the blank line of its last event' })
  }
  return items
}

function eventItem(
  checks: SchemaChecks,
  schemas: ReadonlyMap<string, JsonSchema>,
  event: string,
  data: string
): StreamItem {
  const name = `event ${event}`
  const schema = schemas.get(event)
  if (schema === undefined) return { name, fault: `the document lists the events ${[...schemas.keys()].join(', ')}` }
  const resolved = checks.resolve(schema)
  return isNode(resolved) && resolved.type === 'string' ? { name, schema, value: data } : jsonItem(name, schema, data)
}

function lineItems(schema: JsonSchema, text: string, isOpen: boolean): StreamItem[] {
  const lines = text.split('\n')
  const last = lines.pop() as string
  // The last line need not have an end, unless there is more of it.
  if (last !== '' && !isOpen) lines.push(last)
  return lines.slice(0, MOST_ITEMS).map((line) => jsonItem('line', schema, line))
}

function jsonItem(name: string, schema: JsonSchema, text: string): StreamItem {
  try {
    return { name, schema, value: JSON.parse(text) }
  } catch (error) {
    return { name, fault: `it is not JSON: ${jsonFault(error)}` }
  }
}
