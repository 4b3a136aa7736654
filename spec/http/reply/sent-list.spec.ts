import { EventEmitter, once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type StreamContent } from 'fieldstone'
import { PLAIN } from '../../../src/http/lifetime/node-messages.js'
import { writeFile } from '../../../src/http/reply/file-body.js'
import { FileContent } from '../../../src/http/reply/file-content.js'
import { ItemStream } from '../../../src/http/reply/item-stream.js'
import { writeStream } from '../../../src/http/reply/stream.js'
import { ContentSource, type SourceOptions } from '../../../src/http/reply/stream-source.js'
import { HeaderFields } from '../../../src/http/syntax/header-fields.js'
import { openFiles, SpecFolder } from '../../support/files.js'
import { until } from '../../support/one-handler.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

const folder = new SpecFolder()
const CHUNK = 262_144

/** A response that notes what is done with it. */
class SentResponse extends EventEmitter {
  readonly notes: string[] = []
  readonly #fields = new HeaderFields()
  readonly socket = Object.assign(new EventEmitter(), { destroyed: false })
  headersSent = false
  destroyed = false
  writableFinished = false
  writableEnded = false
  statusMessage: string | undefined = undefined
  /** Whether the connection takes more at once. */
  takesMore = true
  /** What a chunk that is written comes to. */
  onChunk: (size: number) => Error | undefined = () => undefined
  /** Called when a chunk was written, and what is written next is asked for. */
  afterChunk: () => void = () => undefined

  setHeader(name: string, value: number | string): void {
    this.#fields.set(name, value as string)
  }

  getHeader = (name: string) => this.#fields.get(name)
  hasHeader = (name: string) => this.#fields.has(name)
  removeHeader = (name: string) => this.#fields.delete(name)
  getHeaderNames = () => this.#fields.names()

  writeHead(status: number, head: readonly (string | number)[] = []): this {
    this.headersSent = true
    this.notes.push(`head ${status} ${this.statusMessage} ${shown(head)} ${shown({ ...this.#fields.all() })}`)
    return this
  }

  write(chunk: Buffer | string, encoding?: unknown, callback?: unknown): boolean {
    const text = String(chunk)
    const short = text.length > 20 ? `${text.slice(0, 3)}… of ${text.length}` : text
    this.notes.push(`write ${JSON.stringify(short)}`)
    const done = typeof encoding === 'function' ? encoding : callback
    const failure = this.onChunk(text.length)
    setImmediate(() => {
      if (typeof done === 'function') done(failure)
      this.afterChunk()
      if (!this.takesMore) this.emit('drain')
    })
    return this.takesMore
  }

  flushHeaders(): void {
    this.notes.push('flush')
  }

  end(): this {
    this.notes.push('end')
    this.writableEnded = true
    this.writableFinished = true
    setImmediate(() => this.emit('finish') && this.emit('close'))
    return this
  }

  /** As by a client that goes away. */
  cut(): void {
    this.notes.push('cut')
    this.destroyed = true
    this.socket.destroyed = true
    this.emit('close')
    this.socket.emit('close')
  }

  get all(): string {
    return this.notes.join(', ')
  }
}

const requestOf = (res: SentResponse, method = 'GET') => ({ method, socket: res.socket, headers: {} }) as never

function fileOf(name: string, size: number): string {
  const path = join(folder.path, name)
  writeFileSync(path, 'abcdefgh'.repeat(Math.ceil(size / 8)).slice(0, size))
  return path
}

interface Sent {
  readonly before?: (res: SentResponse) => void
  readonly begins?: (res: SentResponse) => void
  readonly after?: (res: SentResponse) => void
}

/** What is done with a response to a part of a file. */
async function written(
  path: string,
  start: number,
  length: number,
  { before, begins, after }: Sent = {}
): Promise<string> {
  const res = new SentResponse()
  before?.(res)
  const isOver = new Promise<void>((resolve) => {
    res.on('finish', resolve)
    res.on('over', resolve)
  })
  writeFile(
    requestOf(res) as IncomingMessage,
    res as unknown as ServerResponse,
    new FileContent(path, start, length),
    () => {
      res.notes.push('begins')
      begins?.(res)
    },
    (error) => {
      res.notes.push(`fails with ${error.name} ${error.message.replace(folder.path, '')}`)
      res.emit('over')
    }
  )
  after?.(res)
  await isOver
  await until(() => openFiles(folder.path).length === 0)
  return res.all
}

const failing = (at: number) => (res: SentResponse) => {
  let count = 0
  res.onChunk = () => {
    count += 1
    if (count !== at) return undefined
    // A connection that fails is cut.
    setImmediate(() => res.cut())
    return new Error('broken')
  }
}

/** Has the client go at the first chunk. */
function cutting(res: SentResponse): void {
  res.onChunk = () => {
    res.cut()
    return undefined
  }
}

async function files(): Promise<string[]> {
  const lines: string[] = []
  const add = async (name: string, work: Promise<string>) => lines.push(`${name} → ${await work}`)
  const small = fileOf('small', 10)
  const large = fileOf('large', 2 * CHUNK + 1)
  for (const [start, length] of [
    [0, 10],
    [0, 1],
    [3, 4],
    [9, 1],
    [10, 0],
    [0, 0],
    [0, 11],
    [5, 6],
    [10, 1],
    [20, 1]
  ] as const)
    await add(`${length} of 10 bytes from ${start}`, written(small, start, length))
  for (const length of [CHUNK / 4 - 1, CHUNK / 4, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1, 2 * CHUNK + 2])
    await add(`${length} bytes of a large file`, written(large, 0, length))
  await add('the last bytes of a large file', written(large, 2 * CHUNK - 3, 4))
  await add('no file', written(join(folder.path, 'none'), 0, 5))
  await add('a folder', written(folder.path, 0, 5))
  const fails = () => {
    throw new Error('no head')
  }
  await add('a head that fails', written(small, 0, 10, { begins: fails }))
  await add('a head that fails, of nothing', written(small, 0, 0, { begins: fails }))
  await add('cut before', written(small, 0, 10, { before: (res) => res.cut() }))
  await add('cut at once', written(small, 0, 10, { after: (res) => res.cut() }))
  await add('cut at once, no file', written(join(folder.path, 'none'), 0, 5, { after: (res) => res.cut() }))
  await add('cut by the head', written(small, 0, 10, { begins: (res) => res.cut() }))
  await add('cut by the first chunk', written(large, 0, CHUNK * 2, { before: cutting }))
  const cuttingLater = (res: SentResponse) => {
    res.afterChunk = () => res.cut()
  }
  await add('cut while more is read', written(large, 0, CHUNK * 2, { before: cuttingLater }))
  await add('a first chunk that fails', written(large, 0, CHUNK * 2, { before: failing(1) }))
  await add('a second chunk that fails', written(large, 0, CHUNK * 2, { before: failing(2) }))
  await add(
    'several at once',
    Promise.all(Array.from({ length: 3 }, () => written(large, 0, CHUNK + 1))).then((all) => String(new Set(all).size))
  )
  const stream = async (start: number, length: number) =>
    Buffer.concat(await new FileContent(small, start, length).stream().toArray()).toString()
  for (const [start, length] of [
    [0, 10],
    [3, 4],
    [9, 1],
    [9, 5]
  ] as const)
    await add(`a stream of ${length} bytes from ${start}`, stream(start, length))
  return lines
}

interface Streamed {
  readonly content: () => StreamContent
  readonly facts?: SourceOptions
  readonly status?: number
  readonly method?: string
  readonly type?: string | null
  readonly headers?: Readonly<Record<string, string | number>>
  readonly begins?: boolean | (() => void)
  readonly isPlain?: boolean
  readonly takesMore?: boolean
  readonly cut?: 'before' | 'after'
  readonly write?: () => never
}

/** What is done with a response that is streamed. */
async function streamed({
  content,
  facts,
  status = 200,
  method,
  type = 'a/b',
  headers = {},
  ...more
}: Streamed): Promise<string> {
  const res = new SentResponse()
  if (more.isPlain === true) Object.assign(res, { [PLAIN]: true })
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.takesMore = more.takesMore ?? true
  if (more.write !== undefined) res.onChunk = more.write
  if (more.cut === 'before') res.cut()
  const source = new ContentSource(content(), facts)
  const isOver = Promise.race([once(res, 'finish'), once(res, 'over')])
  const begins = more.begins === true ? () => void res.notes.push('begins') : more.begins || undefined
  const failed = (error: Error) => {
    res.notes.push(`fails with ${error.name} ${error.message}`)
    res.emit('over')
  }
  const head = { status, contentType: type ?? undefined }
  writeStream(requestOf(res, method), res as unknown as ServerResponse, head, source, failed, begins)
  if (more.cut === 'after') res.cut()
  await isOver
  return res.all
}

const texts = () => ['a', Buffer.from('bc')]
const fails = function* () {
  yield 'a'
  throw new TypeError('half')
}

const STREAMS: Readonly<Record<string, Streamed>> = {
  'texts and bytes': { content: texts },
  'texts and bytes, slowly': { content: texts, takesMore: false },
  'what is called before': { content: texts, begins: true },
  'what is called before, and fails': { content: texts, begins: () => BadHead() },
  'what is called before nothing, and fails': { content: () => [], begins: () => BadHead() },
  nothing: { content: () => [] },
  'nothing, with its length': { content: () => [], facts: { length: 0 } },
  'no type': { content: texts, type: null },
  'a type that is set': { content: texts, headers: { 'content-type': 'c/d' } },
  'a length that is set': { content: texts, headers: { 'content-length': 1 } },
  'a coding that is set': { content: texts, headers: { 'transfer-encoding': 'chunked' } },
  'a coding that is set, and a length': {
    content: texts,
    headers: { 'transfer-encoding': 'chunked' },
    facts: { length: 3 }
  },
  'another status': { content: texts, status: 201 },
  'its length': { content: texts, facts: { length: 3 } },
  'a length that is too short': { content: texts, facts: { length: 2 } },
  'a length that is too long': { content: texts, facts: { length: 4 } },
  'a length of nothing': { content: texts, facts: { length: 0 } },
  '204': { content: texts, status: 204, facts: { length: 3 }, headers: { 'content-length': 1 } },
  '205': { content: texts, status: 205, facts: { length: 3 } },
  '304': { content: texts, status: 304, facts: { length: 3 } },
  HEAD: { content: texts, method: 'HEAD', facts: { length: 3 } },
  'HEAD without a length': { content: texts, method: 'HEAD', headers: { 'content-length': 3 } },
  'HEAD of another status': { content: texts, method: 'HEAD', status: 404 },
  'a source that fails': { content: fails },
  'a source that fails, as a stream': { content: () => Readable.from(fails()) },
  'what is neither': { content: () => ['a', 5] as never },
  'a write that fails': { content: texts, write: () => BadHead() },
  'a client that has gone': { content: texts, cut: 'before' },
  'a client that goes': { content: () => Readable.from(texts()), cut: 'after' },
  'a response of Node': { content: texts, isPlain: true }
}

function BadHead(): never {
  throw new RangeError('no head')
}

interface Items {
  readonly fields?: readonly string[]
  readonly status?: number
  readonly method?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly items?: () => Iterable<unknown> | AsyncIterable<unknown>
  readonly begins?: () => void
  readonly cut?: true
}

async function items({
  fields,
  status = 200,
  method,
  type = 'text/x',
  headers = {},
  items: list = texts,
  begins,
  cut
}: Items): Promise<string> {
  const res = new SentResponse()
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  const source = new ItemStream(list() as Iterable<string>, (item) => `<${String(item)}>`, undefined, 'texts', 1_000)
  const isOver = Promise.race([once(res, 'finish'), once(res, 'over')])
  const failed = (error: Error) => {
    res.notes.push(`fails with ${error.name} ${error.message}`)
    res.emit('over')
  }
  const head = { status, contentType: type, ...(fields !== undefined && { fields }) }
  writeStream(requestOf(res, method), res as unknown as ServerResponse, head, source, failed, begins)
  if (cut) res.cut()
  await isOver
  return res.all
}

const FIELDS = ['cache-control', 'no-cache', 'x-a', '1']
const ITEMS: Readonly<Record<string, Items>> = {
  plain: {},
  fields: { fields: FIELDS },
  'fields of another status': { fields: FIELDS, status: 201 },
  'fields beside others': { fields: FIELDS, headers: { 'x-b': '2', 'X-A': 'mine' } },
  'fields of 204': { fields: FIELDS, status: 204 },
  'fields of 304': { fields: FIELDS, status: 304 },
  'fields of HEAD': { fields: FIELDS, method: 'HEAD' },
  'fields of 205': { fields: FIELDS, status: 205 },
  'a head that fails': { fields: FIELDS, begins: () => BadHead() },
  'items that fail': { items: fails },
  'no items': { items: () => [] },
  'a client that goes': { cut: true }
}

describe('What is sent of a source', () => {
  after(() => folder.remove())

  it('is as sent-list.txt says, of files, streams and items', async () => {
    const lines = ['# files', ...(await files()), '', '# streams']
    for (const [name, one] of Object.entries(STREAMS)) lines.push(`${name} → ${await streamed(one)}`)
    lines.push('', '# items')
    for (const [name, one] of Object.entries(ITEMS)) lines.push(`${name} → ${await items(one)}`)
    lines.push('', '# what is no source')
    for (const content of [undefined, null, 5, {}, 'text', Buffer.from('a'), () => 1])
      lines.push(`${shown(content)} → ${outcome(() => new ContentSource(content as never).length)}`)
    for (const length of [undefined, 0, 5, -1, 1.5, '5', null, Number.NaN])
      lines.push(`length ${shown(length)} → ${outcome(() => new ContentSource(['a'], { length } as never).length)}`)
    expectWholeList('http/reply/sent-list.txt', lines)
  })
})
