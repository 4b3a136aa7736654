import { isUtf8 } from 'node:buffer'
import { JsonText, setOwn } from '../wire/json-text.js'
import { contentTypeOf, type FormPart, type MultipartForm } from '../wire/multipart.js'
import { type BodyPart, type RequestParts, writeRequest } from './request-parts.js'

/** Requests that are simpler than this one, the simplest first. The caller checks whether they show the same finding. */
export function* simplerRequests(request: RequestParts): Generator<RequestParts> {
  const limit = costOf(request)
  for (const candidate of candidates(request)) if (costOf(candidate) < limit) yield candidate
}

/** What is not simpler than the request is left out by its cost. */
function* candidates(request: RequestParts): Generator<RequestParts> {
  for (const list of ['query', 'headers', 'cookies'] as const) {
    for (const index of request[list].keys())
      yield { ...request, [list]: request[list].filter((_, at) => at !== index) }
  }
  if (request.body !== undefined) {
    yield { ...request, body: undefined, contentType: undefined }
    for (const body of simplerBodies(request.body)) yield { ...request, body }
  }
  const { contentType, body } = request
  // A form without its boundary would be another mistake.
  const plainType = body?.kind === 'multipart' ? contentTypeOf(body.form) : contentType?.split(';')[0]
  yield { ...request, contentType: plainType }
  for (const [name, text] of Object.entries(request.path)) {
    for (const simpler of simplerTexts(text)) {
      if (simpler !== '' && !/^\.{1,2}$/.test(simpler)) yield { ...request, path: { ...request.path, [name]: simpler } }
    }
  }
  for (const [index, pair] of request.query.entries()) {
    if (!('text' in pair)) continue
    for (const text of simplerTexts(pair.text))
      yield { ...request, query: request.query.with(index, { ...pair, text }) }
  }
  for (const list of ['headers', 'cookies'] as const) {
    for (const [index, [name, value]] of request[list].entries()) {
      for (const text of simplerTexts(value)) {
        if (text === text.trim()) yield { ...request, [list]: request[list].with(index, [name, text] as const) }
      }
    }
  }
}

function* simplerBodies(body: BodyPart): Generator<BodyPart> {
  if (body.kind === 'json') for (const value of simplerValues(body.value)) yield { kind: 'json', value }
  if (body.kind === 'multipart') for (const form of simplerForms(body.form)) yield { kind: 'multipart', form }
  if (body.kind === 'text') for (const text of simplerTexts(body.text)) yield { kind: 'text', text }
}

/** Forms with the same boundary that are simpler. */
function* simplerForms(form: MultipartForm): Generator<MultipartForm> {
  const { around, cut, parts, ...plain } = form
  yield { ...plain, parts }
  if (parts.length > 3) {
    yield { ...form, parts: parts.slice(0, parts.length >> 1) }
    yield { ...form, parts: parts.slice(parts.length >> 1) }
  }
  for (const index of parts.slice(0, 40).keys()) yield { ...form, parts: parts.filter((_, at) => at !== index) }
  for (const [index, part] of parts.slice(0, 40).entries()) {
    for (const simpler of simplerParts(part)) yield { ...form, parts: parts.with(index, simpler) }
  }
}

function* simplerParts(part: FormPart): Generator<FormPart> {
  const { head, ...plain } = part
  const { filename, contentType, content } = plain
  yield plain
  if (filename !== undefined && contentType !== undefined) {
    yield { ...part, filename: undefined, contentType: undefined }
  }
  if (filename !== undefined)
    for (const simpler of ['a', ...simplerTexts(filename)]) yield { ...part, filename: simpler }
  if (contentType !== undefined) yield { ...part, contentType: contentType.split(';')[0] }
  for (const simpler of simplerBytes(content)) yield { ...part, content: simpler }
}

/** A text is simpler as a text is; other bytes are cut at their end. */
function* simplerBytes(content: Uint8Array): Generator<Uint8Array> {
  if (content.length < 2000 && isUtf8(content)) {
    for (const text of simplerTexts(Buffer.from(content).toString())) yield Buffer.from(text)
    return
  }
  yield new Uint8Array()
  for (let size = content.length >> 1; size >= 1; size >>= 1) yield content.subarray(0, content.length - size)
}

/** Values of the same type that are simpler. */
function* simplerValues(value: unknown): Generator<unknown> {
  if (value instanceof JsonText) return
  if (typeof value === 'string') yield* simplerTexts(value)
  else if (typeof value === 'number') yield* simplerNumbers(value)
  else if (Array.isArray(value)) yield* simplerLists(value)
  else if (typeof value === 'object' && value !== null) yield* simplerObjects(value)
}

function* simplerLists(list: readonly unknown[]): Generator<unknown[]> {
  if (list.length > 1) yield []
  if (list.length > 3) yield list.slice(0, list.length >> 1)
  for (const index of list.slice(0, 40).keys()) yield list.filter((_, at) => at !== index)
  for (const [index, item] of list.slice(0, 40).entries()) {
    for (const simpler of simplerValues(item)) yield list.with(index, simpler)
  }
}

function* simplerObjects(object: object): Generator<object> {
  const entries = Object.entries(object)
  if (entries.length > 1) yield {}
  const from = (members: readonly (readonly [string, unknown])[]) => {
    const out = {}
    for (const [name, member] of members) setOwn(out, name, member)
    return out
  }
  for (const index of entries.keys()) yield from(entries.filter((_, at) => at !== index))
  for (const [index, [name, member]] of entries.entries()) {
    for (const simpler of simplerValues(member)) yield from(entries.with(index, [name, simpler]))
  }
}

function* simplerNumbers(value: number): Generator<number> {
  const simpler = new Set([0, 1, -1, Math.trunc(value), Math.trunc(value / 2), Math.trunc(value / 10)])
  simpler.delete(value)
  yield* simpler
}

function* simplerTexts(text: string): Generator<string> {
  const characters = [...text]
  if (characters.length === 0) return
  yield ''
  for (let size = characters.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at + size <= characters.length && at < size * 24; at += size) {
      yield [...characters.slice(0, at), ...characters.slice(at + size)].join('')
    }
  }
  for (const [at, character] of characters.slice(0, 40).entries()) {
    const plain = /\d/.test(character) ? '1' : 'a'
    if (character !== plain) yield characters.with(at, plain).join('')
  }
}

/** In bytes. */
const LARGE = 2_000_000

/** The more is sent, and the more of it is not plain, the higher. */
function costOf(request: RequestParts): number {
  const { url, headers, body } = writeRequest(request)
  // Of a large body the length says enough.
  const isLarge = body !== undefined && body.length > LARGE
  const content = body === undefined || isLarge ? '' : Buffer.from(body).toString()
  const text = `${url}${headers.flat().join('')}${content}`
  const size = text.length + (isLarge ? body.length : 0)
  return size * 8 + headers.length * 8 + (body === undefined ? 0 : 8) + text.replace(/[a1]/g, '').length
}
