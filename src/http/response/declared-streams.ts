import { setupErrorOf } from '../../errors.js'
import { standardModelOf } from '../../record/standard/standard-model.js'
import type { TypeSchema } from '../../record/type/schema.js'
import { mayBeOptions } from '../../record/type/standard-schema.js'
import { parseType } from '../../record/type/type-expression.js'
import type { ResponseOption } from '../operation-options.js'
import { parseMediaType } from '../syntax/media-type.js'

const invalid = setupErrorOf('RESPONSE_INVALID')

export const EVENTS_TYPE = 'text/event-stream'
const LINES_TYPE = 'application/jsonl'

/** The options that declare a stream, by its media type. The last is the older name of JSON Lines. */
export const STREAM_OPTIONS: Readonly<Record<string, 'events' | 'lines'>> = {
  [EVENTS_TYPE]: 'events',
  [LINES_TYPE]: 'lines',
  'application/x-ndjson': 'lines'
}

/** Whether a content type is that of a stream of events or lines, which may never end. */
export function isItemStream(contentType: unknown): boolean {
  const essence = typeof contentType === 'string' ? parseMediaType(contentType)?.essence : undefined
  return essence !== undefined && Object.hasOwn(STREAM_OPTIONS, essence)
}

/** What the items of a stream are. */
export type DeclaredStream = DeclaredEvents | DeclaredLines

export interface DeclaredEvents {
  readonly kind: 'events'
  /** The type of the data, by the event's name: `message` is that of an event without one (WHATWG HTML, section 9.2.6). */
  readonly types: ReadonlyMap<string, TypeSchema>
  /** Whether the declaration has names: then what a handler returns gives events, and else their data. */
  readonly isNamed: boolean
}

export interface DeclaredLines {
  readonly kind: 'lines'
  readonly type: TypeSchema
}

/**
 * The streams of a declared response, by media type.
 *
 * @throws SetupError RESPONSE_INVALID, and FIELD_TYPE_UNKNOWN for an unknown type
 */
export function declaredStreams(option: ResponseOption, place: string): ReadonlyMap<string, DeclaredStream> {
  // A type that is undefined because of a circular import would be lost silently.
  if (!('events' in option || 'lines' in option)) return NO_STREAMS
  const streams = new Map<string, DeclaredStream>()
  if ('events' in option) streams.set(EVENTS_TYPE, declaredEvents(option.events, `${place}, events`))
  if ('lines' in option) {
    streams.set(LINES_TYPE, { kind: 'lines', type: jsonType(option.lines, `${place}, lines`, 'write lines: Item') })
  }
  return streams
}

const NO_STREAMS: ReadonlyMap<string, DeclaredStream> = new Map()

function declaredEvents(events: unknown, place: string): DeclaredEvents {
  if (!mayBeOptions(events)) {
    const types = new Map([['message', jsonType(events, place, 'write events: Item')]])
    return { kind: 'events', types, isNamed: false }
  }
  const entries = Object.entries(events)
  if (entries.length === 0) throw invalid('it names no event', place, 'write events: { added: Item, removed: ItemId }')
  const types = entries.map(([name, type]): [string, TypeSchema] => {
    const isName = name !== '' && !/[\r\n]/.test(name)
    if (!isName) throw invalid(`${JSON.stringify(name)} is no name of an event`, place, 'give it a name of one line')
    return [name, jsonType(type, `${place}, ${name}`, `write ${name}: Item`)]
  })
  return { kind: 'events', types: new Map(types), isNamed: true }
}

function jsonType(declared: unknown, place: string, remedy: string): TypeSchema {
  if (declared === undefined) {
    throw invalid('its type is undefined (perhaps because of a circular import)', place, remedy)
  }
  const type = parseType(declared, place)
  if (type.kind === 'file') throw invalid('bytes have no JSON form', place, 'name the type of a value, or String')
  return type
}

/**
 * Whether the data of an event is a text as it is, without quotes: where its schema says `type: string`. Everything else
 * is sent as JSON.
 */
export function isTextData(type: TypeSchema, place: string): boolean {
  switch (type.kind) {
    case 'string':
    case 'timestamp':
    case 'date':
      return true
    case 'enum':
      return type.values.every((value) => typeof value === 'string')
    case 'standard':
      return standardModelOf(type).form('output', place).root.type === 'string'
    default:
      return false
  }
}
