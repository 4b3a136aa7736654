import type { JsonCheck } from '../../record/binder.js'
import type { TypeSchema } from '../../record/type/schema.js'
import { compileWriter } from '../../record/writer.js'
import { eventText, type ServerSentEvent } from '../reply/event-stream.js'
import { type DeclaredEvents, type DeclaredStream, isTextData } from './declared-streams.js'

/** Gets how an item breaks the document, before it is sent. */
export type ItemViolated = (violation: string) => void

/** Writes the items of a declared stream. It throws for what has no form there, and for events that are not declared. */
export type ItemWriter<T = unknown> = (item: T, violated: ItemViolated | undefined) => string

type CompileCheck = (type: TypeSchema) => JsonCheck

/** What is promised of a stream. */
export type PromisedStream = PromisedEvents | PromisedLines

export interface PromisedEvents {
  readonly kind: 'events'
  readonly write: ItemWriter<ServerSentEvent | string>
  /** The event of what a returned iterable gives: the item itself, or one whose data it is. */
  readonly eventOf: (item: unknown) => ServerSentEvent | string
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
  return { kind: 'lines', write: (item, violated) => `${write(item, 'the line', violated)}\n` }
}

/** The JSON text of an item, which is checked where there is a function for what is wrong with it. */
function compileItem(type: TypeSchema, checkOf: CompileCheck) {
  const write = compileWriter(type)
  const check = checkOf(type)
  return (item: unknown, what: string, violated: ItemViolated | undefined): string => {
    const text = write(item)
    const violation = violated && check(text, what)
    if (violation !== undefined) violated?.(violation)
    return text
  }
}

function promisedEvents({ types, isNamed }: DeclaredEvents, place: string, checkOf: CompileCheck): PromisedEvents {
  const items = new Map(
    [...types].map(([name, type]) => {
      return [name, { write: compileItem(type, checkOf), isText: isTextData(type, place) }] as const
    })
  )
  const names = [...types.keys()].map((name) => JSON.stringify(name)).join(', ')
  return {
    kind: 'events',
    eventOf: isNamed ? (item) => item as ServerSentEvent : (data) => ({ data }),
    write: (given, violated) => {
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
        violated?.(`event ${name}: it has no data, and a client ignores it`)
        return text
      }
      const text = item.write(data, 'the data', violated && ((violation) => violated(`event ${name}: ${violation}`)))
      return eventText({ ...event, data: item.isText && text.startsWith('"') ? JSON.parse(text) : text })
    }
  }
}
