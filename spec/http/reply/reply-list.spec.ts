import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { EventStream, eventText, withSettledData } from '../../../src/http/reply/event-stream.js'
import { fileRequest } from '../../../src/http/reply/file-conditions.js'
import { FileContent } from '../../../src/http/reply/file-content.js'
import { findBelow, realFolder } from '../../../src/http/reply/folder.js'
import { setTypedHeader } from '../../../src/http/reply/header-text.js'
import { ItemStream, isPromise } from '../../../src/http/reply/item-stream.js'
import { reasonPhrase } from '../../../src/http/reply/reason-phrase.js'
import {
  checkedStatus,
  clearRepresentation,
  hasHeaders,
  isErrorReply,
  removeTransferCoding,
  setFields,
  setHeader
} from '../../../src/http/reply/reply.js'
import { ContentSource, isIterableContent, iteratorOf } from '../../../src/http/reply/stream-source.js'
import { SpecFolder } from '../../support/files.js'
import { ResponseHead } from '../../support/response-head.js'
import { calls, expectWholeList, outcome, settled, shown } from '../../support/whole-list.js'

/** Each argument alone. */
const each = (...values: unknown[]) => values.map((value) => [value])

/** What a response's headers are after a change, or what the change throws. */
function headAfter(headers: Readonly<Record<string, string | string[]>>, change: (head: never) => unknown): string {
  const head = new ResponseHead(headers)
  const text = outcome(() => change(head as never))
  return `${text === 'undefined' ? '' : `${text} `}${shown(head.all)}`
}

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT'
const MODIFIED = { mtime: new Date(DATE), size: 100 }

const DATES = [
  ...[
    DATE,
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Sun Nov 06 08:49:37 1994',
    '1994',
    'x 5',
    ''
  ],
  ...['Sun, 06 Nov 1994 24:49:37 GMT', 'Sun, 06 Nov 1994 08:49:60 GMT', 'sun, 06 Nov 1994 08:49:37 GMT', `${DATE} `],
  ...[
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    '1994-11-06T08:49:37Z',
    'Mon, 06 Nov 1994 08:49:37 GMT'
  ]
]
const RANGES = [
  ...[
    'bytes=0-',
    'bytes=0-9',
    'bytes= 0-9 , 20-',
    'BYTES=0-1',
    'bytes=-5',
    'bytes=-100',
    'bytes=-101',
    'bytes=-0',
    'bytes=5-2'
  ],
  ...[
    'bytes=',
    'bytes=a-b',
    'bytes=-',
    'items=0-1',
    'bytes=0-1,',
    'bytes=0-1,,2-3',
    'bytes=,0-1',
    'bytes 0-1',
    'bytes= - 5'
  ],
  ...['bytes=0-1,-5', 'bytes=-5,0-1', '']
]
const REQUESTS: readonly (readonly [method: string, headers: Readonly<Record<string, string>>])[] = [
  ['GET', {}],
  ['GET', { accept: 'a/b' }],
  ['POST', { range: 'bytes=0-1', 'if-match': '*', accept: 'a/b', 'if-range': 'a' }],
  ['POST', { accept: 'a/b' }],
  ['HEAD', { range: 'bytes=0-1', 'if-none-match': '"a"' }],
  ['HEAD', { 'if-modified-since': DATE }],
  ['GET', { 'if-match': '*' }],
  ['GET', { 'if-match': ' * ', 'if-unmodified-since': DATE }],
  ['GET', { 'if-match': 'W/"a"', 'if-unmodified-since': DATE }],
  ['GET', { 'if-match': '', 'if-none-match': '*' }],
  ['GET', { 'if-range': DATE }],
  ...DATES.map((date) => ['GET', { 'if-modified-since': date }] as const),
  ['GET', { 'if-unmodified-since': 'Sunday, 06-Nov-94 08:49:37 GMT', 'if-modified-since': 'never' }],
  ...RANGES.map((range) => ['GET', { range }] as const),
  ['GET', { range: 'bytes=0-1', 'if-range': DATE }],
  ['GET', { range: 'bytes=0-1', 'if-range': 'Sun Nov  6 08:49:37 1994' }],
  ['GET', { range: 'bytes=0-1', 'if-range': 'Mon, 07 Nov 1994 08:49:37 GMT' }],
  ['GET', { range: 'bytes=0-1', 'if-range': '"a"' }],
  ['GET', { range: 'bytes=-101', 'if-range': DATE }]
]

const EVENTS: readonly unknown[] = [
  ...[
    '',
    'a',
    'a\nb',
    'a\r\nb\rc\n',
    5,
    null,
    true,
    undefined,
    {},
    { data: 'a' },
    { data: '' },
    { data: null },
    { data: { a: 1 } }
  ],
  ...[
    { data: undefined },
    { event: 'e' },
    { event: 'e', data: 'd', id: 'i', retry: 5 },
    { id: '' },
    { id: 'a\0b' },
    { id: 5 }
  ],
  ...[
    { event: 'a\nb' },
    { event: 5 },
    { event: '' },
    { id: 'a\rb' },
    { retry: 0 },
    { retry: -1 },
    { retry: 1.5 },
    { retry: '5' }
  ],
  ...[{ data: 5n }, { data: () => 1 }, { data: [1, 'a'] }, [1]]
]

const HEADER_VALUES: readonly unknown[] = [
  ...[
    'a',
    '',
    5,
    0.5,
    -0,
    5n,
    true,
    false,
    new Date(0),
    new Date(Number.NaN),
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY
  ],
  ...[{}, [], ['a'], ['a', 5], ['a,b', 'c'], [new Date(0), true], [undefined], [['a']], 'a\nb', 'ä', '€', Symbol('s')]
]

/** A sink that keeps what is called, and takes so much at once. */
class Sink {
  readonly said: string[] = []
  readonly #takes: number
  readonly #throws: string | undefined
  #resolve: () => void = () => {}
  readonly over = new Promise<void>((resolve) => {
    this.#resolve = resolve
  })

  constructor(takes = Number.POSITIVE_INFINITY, throws?: string) {
    this.#takes = takes
    this.#throws = throws
  }

  begin(): void {
    this.#say('begin')
  }

  flush(): void {
    this.#say('flush')
  }

  write(text: string, stream: { goOn(): void }): boolean {
    this.#say(text.length > 60 ? `text of ${text.length}` : shown(text))
    const isTaken = text.length <= this.#takes
    if (!isTaken) setImmediate(() => stream.goOn())
    return isTaken
  }

  end(): void {
    this.said.push('end')
    this.#resolve()
  }

  failed(error: Error): void {
    this.said.push(`failed ${shown(error)}`)
    this.#resolve()
  }

  #say(what: string): void {
    this.said.push(what)
    if (what === this.#throws) throw new Error(`${what} throws`)
  }
}

/** What a source does, when it is read and when it is over. */
function sources(said: string[]): Readonly<Record<string, () => unknown>> {
  const over = function* (...items: unknown[]) {
    try {
      yield* items
    } finally {
      said.push('the source is over')
    }
  }
  return {
    nothing: () => [],
    'one item': () => ['a'],
    'a set': () => new Set(['a', 'b']),
    promises: () => [Promise.resolve('a'), 'b', Promise.resolve('c')],
    'a promise that is rejected': () => ['a', Promise.reject(new Error('late')), 'b'],
    'a generator': () => over('a', 'b'),
    'a generator that throws': function* () {
      yield 'a'
      throw new Error('of the source')
    },
    'a generator that throws at once': function* () {
      yield* []
      throw new Error('at once')
    },
    'an asynchronous generator': async function* () {
      yield 'a'
      yield 'b'
    },
    'an asynchronous generator that throws no error': async function* () {
      yield 'a'
      throw 'a text'
    },
    'a stream of Node': () => Readable.from(['a', 'b']),
    'a stream of the web': () => new Blob(['ab']).stream(),
    'long items': () => over('x'.repeat(16_383), 'y', 'z', 'x'.repeat(16_384), 'w'),
    'an item that cannot be written': () => over('a', 5, 'b'),
    'an item whose text is late': () => over('a', 'late', 'b'),
    'an item whose text is rejected': () => over('a', 'rejected', 'b'),
    'an iterator that cannot begin': () => ({
      [Symbol.iterator]: () => {
        throw new Error('cannot begin')
      }
    }),
    'a text': () => 'ab',
    'no source': () => undefined
  }
}

function written(item: unknown, kept: string): string | Promise<string> {
  if (item === 'late') return Promise.resolve(`${kept}late `)
  if (item === 'rejected') return Promise.reject(new Error('no text'))
  if (item instanceof Uint8Array) return `${kept}${Buffer.from(item)} `
  if (typeof item !== 'string') throw new TypeError('no text of it')
  return `${kept}${item} `
}

async function sent(source: unknown, sink: Sink, headDelay: number, said: string[]): Promise<string> {
  try {
    const stream = new ItemStream(source as string[], written as never, '-', 'events', headDelay)
    stream.send(sink)
    await sink.over
    return [...sink.said, ...said, `released ${stream.release()}`].join(' | ')
  } catch (error) {
    return shown(error)
  }
}

describe('Replies', () => {
  let folder: SpecFolder
  before(() => {
    folder = new SpecFolder()
  })
  after(() => folder.remove())

  it('have the texts, headers and conditions of reply-list.txt', async () => {
    const forms = [
      undefined,
      ...[true, false].flatMap((isList) => [true, false].map((isDateTime) => ({ isList, isDateTime })))
    ]
    const conditions: string[] = []
    for (const [method, headers] of REQUESTS) {
      let reads = 0
      const stat = async () => {
        reads += 1
        return MODIFIED as never
      }
      const text = await settled(async () => {
        const request = await fileRequest({ method, headers } as never, stat)
        return [request.method, { ...request.headers }]
      })
      conditions.push(`${method} ${shown(headers)} → ${text}${reads > 0 ? ', the file is asked' : ''}`)
    }
    const empty = await settled(() =>
      fileRequest(
        { method: 'GET', headers: { range: 'bytes=-5' } } as never,
        async () => ({ mtime: new Date(DATE), size: 0 }) as never
      )
    )
    expectWholeList('http/reply/reply-list.txt', [
      ...calls('eventText', eventText as never, each(...EVENTS)),
      '\nsetTypedHeader',
      ...HEADER_VALUES.map((value) => {
        const heads = forms.map((form) =>
          headAfter({ 'x-a': 'before' }, (head) => setTypedHeader(head, 'x-a', value as never, form))
        )
        return `${shown(value)} → ${[...new Set(heads)].join(' or ')}`
      }),
      '\nsetHeader',
      ...[
        ['a b', 'c'],
        ['', 'c'],
        ['X-A', 'b\r\nc'],
        ['X-A', undefined],
        ['X-A', 5],
        ['X-A', ['b', 'c']]
      ].map(
        ([name, value]) =>
          `${shown(name)} ${shown(value)} → ${headAfter({}, (head) => setHeader(head, name as string, value as string))}`
      ),
      '\nheaders of a reply',
      headAfter({}, (head) => [hasHeaders(head), clearRepresentation(head)]),
      headAfter({ 'x-a': '1' }, (head) => hasHeaders(head)),
      outcome(() => hasHeaders({ getHeaderNames: () => undefined } as never)),
      headAfter(
        { etag: '"a"', 'content-type': 'a/b', 'content-own': 'c', 'cache-control': 'max-age=5' },
        clearRepresentation
      ),
      headAfter({ expires: '0', 'cache-control': 'private, no-store' }, clearRepresentation),
      headAfter({ 'content-length': '5' }, clearRepresentation),
      headAfter(
        Object.fromEntries(
          [
            ...['disposition', 'encoding', 'language', 'length', 'location', 'range', 'security-policy', 'type'].map(
              (name) => `content-${name}`
            ),
            ...['etag', 'expires', 'last-modified', 'link', 'location', 'vary']
          ].map((name) => [name, '1'])
        ),
        clearRepresentation
      ),
      headAfter({ 'transfer-encoding': 'chunked', a: 'b' }, removeTransferCoding),
      headAfter({ a: 'b' }, removeTransferCoding),
      headAfter({ a: 'own' }, (head) => setFields(head, ['A', 'other', 'c', 'd'])),
      `errors ${isErrorReply({ status: 400, contentType: undefined, body: '' })} ${isErrorReply({ status: 400, contentType: undefined, body: '', headers: undefined } as never)}`,
      ...calls('checkedStatus', checkedStatus as never, [
        ...each(200, 199, 599, 600, 200.5, '200', undefined, Number.NaN),
        [399, 400],
        [400, 400],
        [600, 400],
        [499, 400, 499],
        [500, 400, 499]
      ]),
      `reasonPhrase ${Array.from({ length: 600 }, (_each, status) => reasonPhrase(status))
        .map((text, status) => (text === `Status ${status}` ? '' : `${status} ${text}`))
        .filter((text) => text !== '')
        .join(', ')}; ${reasonPhrase(299)}`,
      '\nfileRequest',
      ...conditions,
      `of a file without bytes → ${empty}`
    ])
  })

  it('are streamed as stream-list.txt says', async () => {
    const lines: string[] = ['\nitems']
    const sinks: readonly (readonly [title: string, sink: () => Sink, headDelay: number])[] = [
      ['the head with the first item', () => new Sink(), 60_000],
      ['the head at once', () => new Sink(), 0],
      ['a slow client', () => new Sink(0), 60_000],
      ['a head that throws', () => new Sink(0, 'begin'), 60_000],
      ['a head at once that throws', () => new Sink(0, 'flush'), 0],
      ['a text that throws', () => new Sink(0, '"-a "'), 0]
    ]
    for (const name of Object.keys(sources([]))) {
      const texts = await Promise.all(
        sinks.map(async ([title, sink, headDelay]) => {
          const said: string[] = []
          return [title, await sent(sources(said)[name]?.(), sink(), headDelay, said)] as const
        })
      )
      const groups = new Map<string, string[]>()
      for (const [title, text] of texts) groups.set(text, [...(groups.get(text) ?? []), title])
      lines.push(name, ...[...groups].map(([text, titles]) => `  ${titles.join(', ')} → ${text}`))
    }
    lines.push('\nsources of bytes')
    for (const [name, source] of Object.entries(sources([]))) {
      const text = await settled(async () => {
        const content = new ContentSource(source() as string[])
        return Buffer.concat((await content.stream().toArray()).map((chunk) => Buffer.from(chunk))).toString()
      })
      const released = outcome(() => {
        const content = new ContentSource(source() as string[], { length: 3 })
        content.release()
        return content.length
      })
      lines.push(`${name} → ${text}, released ${released}`)
    }
    for (const length of [0, 5, -1, 1.5, 2 ** 53, '5', Number.NaN, undefined]) {
      lines.push(
        `length ${shown(length)} → ${outcome(() => new ContentSource([], { length: length as number }).length)}`
      )
    }
    const path = join(folder.path, 'bytes')
    writeFileSync(path, '0123456789')
    for (const [start, length] of [
      [0, 10],
      [2, 3],
      [9, 1],
      [0, 1]
    ] as const) {
      const content = new ContentSource(new FileContent(path, start, length), { length })
      const text = await settled(async () => String(Buffer.concat(await content.stream().toArray())))
      lines.push(`${length} bytes of a file from ${start} → ${content.file?.start} ${text}`)
    }
    const types = [
      undefined,
      null,
      'a',
      [],
      new Set(),
      Buffer.from('a'),
      { next: 1 },
      new Blob([]).stream(),
      Readable.from([]),
      () => 1
    ]
    const first = async (value: unknown) =>
      settled(async () => {
        // Versions of Node have them in different orders.
        const { value: item, done } = await iteratorOf(value as string[]).next()
        return { value: item, done }
      })
    lines.push(
      '\nvalues',
      ...types.map((value) => `${isIterableContent(value)} ${isPromise(value)}`),
      ...(await Promise.all([['a'], new Blob(['ab']).stream(), Readable.from(['c'])].map(first))),
      ...[
        { heartbeat: 0 },
        { heartbeat: 1.5 },
        { heartbeat: 2 ** 31 },
        { heartbeat: 2 ** 31 - 1 },
        { headDelay: -1 },
        { headDelay: 0 },
        { beat: 1 },
        { headDelay: '5' }
      ].map(
        (options) =>
          `${shown(options)} → ${outcome(() => new EventStream([], options as never, eventText as never, undefined).release())}`
      )
    )
    const late = withSettledData((event, kept: string) => `${kept} ${shown(event)}`)
    const given = [
      'a',
      { data: 'b' },
      { data: Promise.resolve('c') },
      { data: Promise.resolve('d'), event: 'e', id: 'i', retry: 5 },
      { data: Promise.reject(new Error('no data')) },
      null
    ]
    lines.push(
      '\nevents whose data is late',
      ...(await Promise.all(given.map((event) => settled(async () => late(event as never, 'kept')))))
    )
    expectWholeList('http/reply/stream-list.txt', lines)
  })

  it('have files below a folder alone, as folder-list.txt says', async () => {
    const root = join(folder.path, 'root')
    for (const path of ['root', 'root/sub', 'root/.hidden', 'rooted']) mkdirSync(join(folder.path, path))
    for (const path of ['root/a', 'root/sub/b', 'root/.c', 'root/.hidden/d', 'rooted/e', 'f'])
      writeFileSync(join(folder.path, path), '')
    symlinkSync(join(folder.path, 'f'), join(root, 'out'))
    symlinkSync(join(folder.path, 'rooted/e'), join(root, 'beside'))
    symlinkSync(join(root, 'a'), join(root, 'in'))
    symlinkSync(join(root, '.c'), join(root, 'to-hidden'))
    symlinkSync(join(root, '.hidden'), join(root, 'to-folder'))
    const paths = [
      ...[
        'a',
        'sub/b',
        'sub',
        '',
        '/',
        '/a',
        'a/',
        './a',
        '../f',
        'sub/../a',
        'sub//b',
        '.c',
        '.hidden/d',
        'none',
        'a\0',
        'sub\\b'
      ],
      ...['out', 'beside', 'in', 'to-hidden', 'to-folder/d', 'a/b', '..', '...', 'sub/.', 'A'.repeat(5_000)]
    ]
    const short = (text: string | undefined) => text?.replaceAll(folder.path, '(folder)')
    const lines = await Promise.all(paths.map(async (path) => `${shown(path)} → ${short(await findBelow(root, path))}`))
    const ofAll = await findBelow('/', folder.path.slice(1))
    expectWholeList('http/reply/folder-list.txt', [
      ...lines,
      `below / → ${ofAll === folder.path}`,
      ...['root', 'root/a', 'none', 'root/to-folder'].map(
        (path) => `folder ${path} → ${short(realFolder(join(folder.path, path)))}`
      )
    ])
  })
})
