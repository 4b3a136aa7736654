import type { ServerResponse } from 'node:http'
import { blockedTime } from '../lifetime/blocked-time.js'
import { reasonPhrase } from './reason-phrase.js'

/**
 * The members of Node's response that `writeHead` and `end` go by. Node does not document them: so {@link testHead} compares,
 * before the second response, what this version of Node does with them and what is done here.
 */
interface NodesResponse {
  statusCode: number
  statusMessage: string | undefined
  _header: string | null
  readonly _headerSent: boolean
  readonly finished: boolean
  _contentLength: number | null
  readonly sendDate: boolean
  readonly shouldKeepAlive: boolean
  readonly strictContentLength: boolean
  readonly chunkedEncoding: boolean
  readonly maxRequestsOnConnectionReached?: boolean
  readonly _hasBody: boolean
  readonly _expect_continue: boolean
  readonly _removedConnection: boolean
  readonly _removedContLen: boolean
  readonly _defaultKeepAlive: boolean
  /** In milliseconds. */
  _keepAliveTimeout: number
  readonly _maxRequestsPerSocket?: number | null
  /** What waits to be sent while the response has no socket. */
  readonly outputData: readonly { readonly data: unknown; readonly encoding: unknown }[]
  readonly writeHead: (status: number, fields: readonly (string | number)[]) => unknown
  readonly end: () => unknown
  readonly listenerCount: (event: string) => number
  readonly _storeHeader: unknown
  readonly _send: unknown
  readonly [HEAD_TEST]?: HeadTest | undefined
}

/** A class of responses like Node's. */
export type ResponseClass = (new (req: object) => NodesResponse) & { readonly prototype: NodesResponse }

/** What {@link writeKnown} goes by. */
interface KnownHead extends Pick<NodesResponse, 'writeHead' | 'end' | '_storeHeader' | '_send'> {
  /** The member in which a response keeps its headers; null where none was ever set. */
  readonly headers: keyof NodesResponse
}

/** Where the prototype of a class of responses has its {@link HeadTest}: to change a prototype later would cost every response. */
export const HEAD_TEST: unique symbol = Symbol('fieldstone.headTest')

/** How many media types have a prepared text at a time: an application may make as many as it has requests. */
const MOST_TYPES = 100

/** What a header can carry (RFC 9110 section 5.5): for anything else, Node throws. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** What is the same of all responses of a status with the same headers but for the length. */
export interface HeadStart {
  readonly status: number
  readonly phrase: string
  /** The head up to the length of the body. */
  readonly text: string
}

/** By media type and status. */
const starts = new Map<string, HeadStart[]>()

/**
 * Gives a response its head as one text, which is the one that `writeHead` makes of the same headers, and returns true. With a
 * text of ASCII the head and the whole body are one write, and the response is ended; any other body is still to be written.
 * A response costs about 1 µs less so, a twentieth of a small one: every header is checked when its text is first made.
 *
 * Returns false, and has done nothing, where Node has to write the head: the response is not Node's own, one of its methods
 * was wrapped (compression, a log of heads), it has or had a header, or the head has another form than most (no `Date`, the
 * last of its connection).
 *
 * @param status of a response that has a body
 * @param length the length of the whole body in bytes, above 0
 * @param text the whole body, if it is ASCII, which is the same in Node's encoding of heads
 * @param prepared the head of a response that has other headers, too: of this status and this content type
 */
export function writeKnown(
  response: ServerResponse,
  status: number,
  contentType: string,
  length: number,
  text: string | undefined,
  prepared?: HeadStart
): boolean {
  const res = response as unknown as NodesResponse
  const test = res[HEAD_TEST]
  if (test === undefined) return false
  const known = test.known ?? test.next()
  if (known === undefined || !isOrdinary(res, known)) return false
  // It would see the body in the head.
  if (text !== undefined && res.listenerCount('prefinish') > 0) return false
  const start = prepared ?? startOf(status, contentType)
  if (start === undefined) return false
  const head = giveHead(res, length, start)
  if (text === undefined) return true
  res._header = head + text
  res.end()
  // Logs print it, and a client that reads slowly would keep the body a second time.
  res._header = head
  return true
}

function giveHead(res: NodesResponse, length: number, start: HeadStart): string {
  const head = `${start.text}${length}\r\nDate: ${now()}\r\nConnection: keep-alive\r\n${keepAlive(res._keepAliveTimeout)}`
  res.statusMessage = start.phrase
  res.statusCode = start.status
  res._contentLength = length
  res._header = head
  return head
}

/** Whether a head is as {@link giveHead} makes it. */
function isOrdinary(res: NodesResponse, known: KnownHead): boolean {
  return (
    res.writeHead === known.writeHead &&
    res.end === known.end &&
    res._storeHeader === known._storeHeader &&
    res._send === known._send &&
    res[known.headers] === null &&
    res._header === null &&
    !res._headerSent &&
    !res.finished &&
    res._hasBody &&
    res.sendDate &&
    res.shouldKeepAlive &&
    res._defaultKeepAlive &&
    res._keepAliveTimeout >= 1_000 &&
    !(Number(res._maxRequestsPerSocket) > 0) &&
    !res.maxRequestsOnConnectionReached &&
    !res._removedConnection &&
    !res._removedContLen &&
    !res._expect_continue &&
    !res.chunkedEncoding &&
    !res.strictContentLength &&
    // A reason phrase that the application has set is kept.
    !res.statusMessage
  )
}

/** Undefined for a media type that no header can carry. */
function startOf(status: number, contentType: string): HeadStart | undefined {
  let texts = starts.get(contentType)
  const found = texts?.[status]
  if (found !== undefined) return found
  if (texts === undefined) {
    if (typeof contentType !== 'string' || !FIELD_VALUE.test(contentType)) return undefined
    if (starts.size === MOST_TYPES) starts.clear()
    texts = []
    starts.set(contentType, texts)
  }
  const start = startWith(status, `content-type: ${contentType}\r\n`)
  texts[status] = start
  return start
}

function startWith(status: number, fields: string): HeadStart {
  const phrase = reasonPhrase(status)
  return { status, phrase, text: `HTTP/1.1 ${status} ${phrase}\r\n${fields}content-length: ` }
}

/**
 * The head of a response with these headers, which has its length for its last one.
 *
 * @param fields names and values in turn. Names that mean something to Node are not among them, nor what no header can carry
 */
export function headStart(status: number, fields: readonly string[]): HeadStart {
  let text = ''
  for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`
  return startWith(status, text)
}

/** As it was when this was loaded, like Node's own: tests set another clock, by which no client should go. */
const clock = Date.now
const Time = Date

let measured = Number.NaN
let second = Number.NaN
let date = ''

/**
 * The time in the form of HTTP (RFC 9110 section 5.6.7), of which it has one text for each second. As Node's own, it stands still
 * while the event loop is blocked; it may be 100 ms behind.
 */
function now(): string {
  const { lastTime } = blockedTime
  if (lastTime === measured) return date
  measured = lastTime
  const current = Math.floor(clock() / 1_000)
  if (current !== second) {
    second = current
    date = new Time(current * 1_000).toUTCString()
  }
  return date
}

let timeout = Number.NaN
let keepAliveText = ''

/** The end of a head; servers mostly have one timeout. */
function keepAlive(milliseconds: number): string {
  if (milliseconds !== timeout) {
    timeout = milliseconds
    keepAliveText = `Keep-Alive: timeout=${Math.floor(milliseconds / 1_000)}\r\n\r\n`
  }
  return keepAliveText
}

/** How far the clock of {@link now} may be from the one that Node's own heads go by, in milliseconds: a test may set either. */
const CLOCKS_APART = 2_000

/**
 * What {@link testHead} says of a class of responses, asked before the second one: the test takes longer than many responses, and
 * Node's own `writeHead` lets the first one be there sooner after the start.
 */
export class HeadTest {
  /** Undefined until it is known, and where Node has to write the heads. */
  known: KnownHead | undefined = undefined
  readonly #Class: ResponseClass
  readonly #methods: readonly unknown[]
  #asked = 0

  /** @param Class Node's own class */
  constructor(Class: ResponseClass) {
    this.#Class = Class
    this.#methods = methodsOf(Class)
  }

  /** {@link known}, as it is before the next response. */
  next(): KnownHead | undefined {
    if (this.#asked < 2 && ++this.#asked === 2) {
      // What has wrapped one of them since then is to be called.
      const isWrapped = methodsOf(this.#Class).some((method, index) => method !== this.#methods[index])
      if (!isWrapped) this.known = testHead(this.#Class)
    }
    return this.known
  }
}

/**
 * Node's own methods, if a response of this class is the same after {@link giveHead} as after its `writeHead`, in every member,
 * and `end` then sends that text as one; else undefined: in a version of Node or another runtime that does it in another way,
 * and where a tool has wrapped a method of the class.
 */
function testHead(Class: ResponseClass): KnownHead | undefined {
  try {
    const { writeHead, end, _storeHeader, _send } = Class.prototype
    // What wraps one of them has another text.
    const texts = methodsOf(Class).map((method) => Function.prototype.toString.call(method))
    if (!CALLED.every((call, index) => texts[index]?.includes(call))) return undefined
    const byNode = probe(Class)
    const own = probe(Class)
    const headers = Reflect.ownKeys(own).find((name) => typeof name === 'symbol' && name.description === 'kOutHeaders')
    if (headers === undefined) return undefined
    const known = { writeHead, end, _storeHeader, _send, headers: headers as keyof NodesResponse }
    if (!isOrdinary(own, known)) return undefined
    const start = startOf(201, 'text/plain') as HeadStart
    const expected = changes(byNode, () => byNode.writeHead(201, ['content-type', 'text/plain', 'content-length', 4]))
    const found = changes(own, () => giveHead(own, 4, start))
    if (!isSame(expected, found)) return undefined
    const head = own._header
    if (!(Math.abs(timeOf(head) - timeOf(byNode._header)) <= CLOCKS_APART)) return undefined
    own._header = `${head}text`
    own.end()
    const [sent, ...more] = own.outputData
    const isOneText = sent?.data === `${head}text` && sent.encoding === 'latin1' && more.length === 0
    return isOneText ? known : undefined
  } catch {
    return undefined
  }
}

function methodsOf({ prototype }: ResponseClass): readonly unknown[] {
  return [prototype.writeHead, prototype.end, prototype._storeHeader, prototype._send]
}

/** What Node's own `writeHead`, `end`, `_storeHeader` and `_send` call, in turn. */
const CALLED = ['_storeHeader(', 'write_(', 'processHeader(', '_writeRaw(']

/**
 * A response as a server makes it, without a connection. Not by its own constructor, which tells everyone who listens to
 * the channel `http.server.response.created` of it: a listener may count responses, or read the address of the client.
 */
function probe(Class: ResponseClass): NodesResponse {
  const OutgoingMessage = outgoingMessage(Class)
  const req = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} }
  const own = { req, sendDate: true, _sent100: false, _expect_continue: false, _keepAliveTimeout: 5_000 }
  return Object.assign(Object.setPrototypeOf(new OutgoingMessage(), Class.prototype), own)
}

/**
 * Node's class of what is sent, of which its responses are. Not imported: the fetch form reads this module too, and runs where
 * nothing listens and `node:http` may be missing.
 */
function outgoingMessage(Class: ResponseClass): new () => object {
  let prototype: { readonly constructor: unknown } = Class.prototype
  while (!Object.hasOwn(prototype, '_storeHeader')) prototype = Object.getPrototypeOf(prototype)
  return prototype.constructor as new () => object
}

/** What work has changed of an object's own members. */
function changes(target: object, work: () => unknown): Map<PropertyKey, unknown> {
  const before = valuesOf(target)
  work()
  const after = valuesOf(target)
  return new Map([...after].filter(([name, value]) => !before.has(name) || !Object.is(before.get(name), value)))
}

function valuesOf(target: object): Map<PropertyKey, unknown> {
  return new Map(Reflect.ownKeys(target).map((name) => [name, Reflect.get(target, name)]))
}

function isSame(one: ReadonlyMap<PropertyKey, unknown>, other: ReadonlyMap<PropertyKey, unknown>): boolean {
  return (
    one.size === other.size && [...one].every(([name, value]) => Object.is(undated(value), undated(other.get(name))))
  )
}

/** The second may change between two texts; the form of the time must not. */
function undated(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(DATE, '\r\nDate:\r\n') : value
}

const DATE = /\r\nDate: (\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT)\r\n/

function timeOf(head: string | null): number {
  return Date.parse(DATE.exec(head ?? '')?.[1] ?? '')
}
