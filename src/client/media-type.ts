import type { BodyKind, ResponseKind } from './client-model.js'
import { isObject, type LooseObject } from './document-values.js'
import { isBinary } from './schema-graph.js'

/** A media type without its parameters, in lower case (RFC 9110, section 8.3.1). */
function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*$/s, '').trim().toLowerCase()
}

const JSON_TYPE = /^application\/json$|[+/]json$/
const LINES_TYPE = /^application\/(jsonl|x-ndjson|ndjson|json-lines|x-jsonlines)$/

/** How a body of a request is written. */
export function bodyKindOf(mediaType: string, schema: LooseObject): BodyKind {
  const essence = essenceOf(mediaType)
  if (JSON_TYPE.test(essence)) return 'json'
  if (essence === 'application/x-www-form-urlencoded') return 'form'
  if (essence.startsWith('multipart/')) return 'multipart'
  if (/^text\/|[+/]xml$/.test(essence) || LINES_TYPE.test(essence)) return 'text'
  // A document with a schema of objects for any media type is one of JSON.
  return essence.startsWith('*/') && isStructured(schema) ? 'json' : 'bytes'
}

/** How the body of a response is read: a client that gets a media type of the same pattern reads it so, too. */
export function responseKindOf(mediaType: string): ResponseKind {
  const essence = essenceOf(mediaType)
  if (JSON_TYPE.test(essence)) return 'json'
  if (essence === 'text/event-stream') return 'events'
  if (LINES_TYPE.test(essence)) return 'lines'
  if (essence.startsWith('text/') || /[+/]xml$/.test(essence)) return 'text'
  return 'bytes'
}

/** Whether a media type is a range, which has the content of several. */
export function isRange(mediaType: string): boolean {
  return essenceOf(mediaType).includes('*')
}

/** Whether a schema is of more than a text or bytes, or of anything. */
export function isStructured(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).length > 0 && schema.type !== 'string' && !isBinary(schema)
}
