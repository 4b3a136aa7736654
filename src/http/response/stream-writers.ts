import type { JsonCheck } from '../../record/binder.js'
import type { TypeSchema } from '../../record/type/schema.js'
import { compileWriter, type Writer, type WriterNotes } from '../../record/writer.js'
import { eventText, eventTextWith, type ServerSentEvent, withSettledData } from '../reply/event-stream.js'
import type { WriteItem } from '../reply/item-stream.js'
import { type Violations, violationsOf } from '../violation-reports.js'
import { type DeclaredEvents, type DeclaredStream, isTextData } from './declared-streams.js'

/** How the items of a stream are checked. */
export interface ItemChecks {
  /** Whether rules are checked, or what the writer notes alone. */
  readonly isWhole: boolean
  /** Gets how an item breaks the document, before it is sent. */
  violated(violations: Violations): void
}

/** Writes the items of a declared stream. It throws for what has no form there, and for events that are not declared. */
export type ItemWriter<T = unknown> = (item: T, checks: ItemChecks | undefined) => string

type CompileCheck = (type: TypeSchema) => JsonCheck

/** What is promised of a stream. */
export type PromisedStream = PromisedEvents | PromisedLines

export interface PromisedEvents {
  readonly kind: 'events'
  readonly write: WriteItem<ServerSentEvent | string, ItemChecks | undefined>
  /** The same for what a returned iterable gives: the event itself, or its data. */
  readonly writeItem: WriteItem<unknown, ItemChecks | undefined>
}

export interface PromisedLines {
  readonly kind: 'lines'
  readonly write: ItemWriter
}

/**
 * Compiles the writing of a stream's items: each by its type's own writer, so that only declared fields are sent.
 *
 * @throws BootstrapError with the setup errors of the records that the types reach
 */
export function promisedStream(stream: DeclaredStream, place: string, checkOf: CompileCheck): PromisedStream {
  if (stream.kind === 'events') return promisedEvents(stream, place, checkOf)
  const write = compileItem(stream.type, checkOf)
  return { kind: 'lines', write: (item, checks) => `${write(item, 'the line', '', checks)}\n` }
}

/** The JSON text of an item, which is checked where there is a function for what is wrong with it. */
function compileItem(type: TypeSchema, checkOf: CompileCheck) {
  const write = compileWriter(type)
  const check = checkOf(type)
  return (item: unknown, what: string, place: string, checks: ItemChecks | undefined): string => {
    if (checks === undefined) return write(item)
    const notes: WriterNotes = { misfits: undefined }
    const text = checks.isWhole ? write(item) : write(item, notes)
    const faults = checks.isWhole ? check(text) : notes.misfits?.()
    if (faults !== undefined) checks.violated(() => violationsOf(faults, what, place))
    return text
  }
}

/** Of events, whose data may be promises. */
function eventWriters(isNamed: boolean, written: ItemWriter<ServerSentEvent | string>): PromisedEvents {
  const write = withSettledData(written)
  return {
    kind: 'events',
    write,
    writeItem: isNamed
      ? (event, checks) => write(event as ServerSentEvent, checks)
      : (data, checks) => write({ data }, checks)
  }
}

function promisedEvents({ types, isNamed }: DeclaredEvents, place: string, checkOf: CompileCheck): PromisedEvents {
  const items = new Map(
    [...types].map(([name, type]) => {
      return [name, { write: compileItem(type, checkOf), isText: isTextData(type, place) }] as const
    })
  )
  const names = [...types.keys()].map((name) => JSON.stringify(name)).join(', ')
  return eventWriters(isNamed, (given, checks) => {
    const event: ServerSentEvent = typeof given === 'object' && given !== null ? given : { data: given }
    const { event: name = 'message', data } = event
    // Only an id or a time to wait, which is no event for a client.
    if (data === undefined && event.event === undefined) return eventText(event)
    const item = items.get(name)
    // Nothing says what of it may be sent.
    if (item === undefined) {
      throw new TypeError(`The event ${JSON.stringify(name)} is not declared: the events are ${names}`)
    }
    if (data === undefined) {
      const text = eventText(event)
      const violation = { key: `event ${name} data`, text: `event ${name}: it has no data, and a client ignores it` }
      checks?.violated(() => [violation])
      return text
    }
    const text = item.write(data, 'the data', `event ${name}: `, checks)
    return eventTextWith(event, dataOf(text, item.isText))
  })
}

/** The text of an event's data: of a text without its quotes. */
function dataOf(json: string, isText: boolean): unknown {
  return isText ? JSON.parse(json) : json
}

/**
 * Events of a response that declares none: their data is written as a body of the response would be, so that they show no
 * more than that does.
 */
export function undeclaredEvents(write: Writer): PromisedEvents {
  return eventWriters(false, (given) => {
    if (typeof given !== 'object' || given === null) return eventText(given)
    const { data } = given
    return eventTextWith(given, typeof data === 'object' && data !== null ? write(data) : data)
  })
}

/** Events of any data, where nothing is documented. */
export const ANY_EVENTS: PromisedEvents = eventWriters(false, (event) => eventText(event))
