import { setImmediate as turn } from 'node:timers/promises'
import { EventStream, eventText } from '../../../src/http/reply/event-stream.js'
import { ContentSource } from '../../../src/http/reply/stream-source.js'
import { expectWholeList, outcome, settled, shown } from '../../support/whole-list.js'

/** Longer than any spec. */
const NEVER = 60_000_000

/** A source that gives an item when it is told to. */
class Source {
  readonly said: string[]
  #settle: { resolve(result: IteratorResult<unknown>): void; reject(error: Error): void } | undefined

  constructor(said: string[]) {
    this.said = said
  }

  [Symbol.asyncIterator]() {
    return this
  }

  next(): Promise<IteratorResult<unknown>> {
    this.said.push('next')
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  return(): Promise<IteratorResult<unknown>> {
    this.said.push('return')
    return Promise.reject(new Error('nobody waits for it'))
  }

  give(value: unknown): void {
    this.#settle?.resolve({ done: false, value })
  }

  fail(error: Error): void {
    this.#settle?.reject(error)
  }

  end(): void {
    this.#settle?.resolve({ done: true, value: undefined })
  }
}

/** A sink that notes what it is told, takes as much as it is told, and fails where it is told to. */
class Sink {
  readonly said: string[]
  takes = true
  failsAt = ''

  constructor(said: string[]) {
    this.said = said
  }

  begin = () => this.#say('begin')
  flush = () => this.#say('flush')
  end = () => this.#say('end')
  failed = (error: Error) => this.#say(`failed: ${error.message}`)

  write(text: string): boolean {
    this.#say(`write ${shown(text)}`)
    return this.takes
  }

  #say(what: string): void {
    this.said.push(what)
    if (this.failsAt !== '' && what.startsWith(this.failsAt)) throw new Error(`no ${this.failsAt}`)
  }
}

interface Stream {
  readonly source: Source
  readonly sink: Sink
  readonly stream: EventStream<string, string>
}

/** What happens to a stream of events, one after the other: each is followed by what it comes to in this turn and the next. */
type Moment = (stream: Stream) => unknown

const tick: Moment = ({ stream }) => stream.timeIsUp()
const give =
  (value: unknown): Moment =>
  ({ source }) =>
    source.give(value)
const goOn: Moment = ({ stream, sink }) => {
  sink.takes = true
  stream.goOn()
}
const full: Moment = ({ sink }) => {
  sink.takes = false
}
const failAt =
  (what: string): Moment =>
  ({ sink }) => {
    sink.failsAt = what
  }
const release: Moment = ({ stream }) => stream.release()
const end: Moment = ({ source }) => source.end()
const fail: Moment = ({ source }) => source.fail(new Error('of the source'))
/** Without a turn between them. */
const both =
  (...moments: readonly Moment[]): Moment =>
  (stream) => {
    for (const each of moments) each(stream)
  }
let late: { resolve(value: unknown): void; reject(error: Error): void } = { resolve: () => {}, reject: () => {} }
const promised: Moment = ({ source }) => {
  source.give(
    new Promise((resolve, reject) => {
      late = { resolve, reject }
    })
  )
}
const arrive: Moment = () => late.resolve('late')
const refuse: Moment = () => late.reject(new Error('of the item'))

const MOMENTS: Readonly<Record<string, readonly Moment[]>> = {
  'items, one by one': [give('a'), give('b'), end],
  'two items in a turn': [both(give('a'), give('b')), end],
  'no item': [end],
  'the head alone': [tick, give('a'), end],
  'the head alone, and a comment': [tick, tick, tick, give('a'), tick, end],
  'a comment while an item waits': [tick, both(({ source }) => source.give('a')), tick],
  'a comment in the turn of an item': [
    give('a'),
    async ({ source, stream }) => {
      source.give('b')
      await Promise.resolve()
        .then(() => Promise.resolve())
        .then(() => Promise.resolve())
      stream.timeIsUp()
    }
  ],
  'a full connection': [full, give('a'), give('b'), tick, tick, goOn, give('c'), end],
  'a connection that stays full': [full, give('a'), full, both(({ stream }) => stream.goOn()), give('b'), end],
  'the end on a full connection': [full, promised, arrive, both(goOn, full), end],
  'a failure on a full connection': [full, promised, refuse],
  'a head that fails': [failAt('begin'), give('a'), give('b')],
  'a head alone that fails': [failAt('flush'), tick],
  'a text that fails': [failAt('write'), give('a'), give('b')],
  'a comment that fails': [tick, failAt('write'), tick],
  'a last text that fails': [give('a'), failAt('write "data: b'), both(give('b')), end],
  'an end that fails': [give('a'), failAt('end'), end],
  'a source that fails at once': [fail],
  'a source that fails later': [give('a'), fail],
  'a source that fails after the head': [tick, fail],
  'an item that is late': [promised, tick, arrive, end],
  'an item that is refused': [promised, refuse],
  'an item that is refused after the head': [tick, promised, refuse],
  'released at once': [release, release, give('a')],
  'released before an item': [give('a'), release, give('b')],
  'released in the turn of an item': [both(({ source }) => source.give('a')), release],
  'released while an item is late': [promised, release, arrive],
  'released while an item is late, and refused': [promised, release, refuse],
  'released before a promise': [release, promised, refuse],
  'released before the source fails': [release, fail],
  'released when it has ended': [end, release]
}

async function said(moments: readonly Moment[], headDelay: number): Promise<string> {
  const notes: string[] = []
  const [source, sink] = [new Source(notes), new Sink(notes)]
  const stream = new EventStream<string, string>(
    source as never,
    { headDelay, heartbeat: NEVER },
    (item) => eventText(item),
    ''
  )
  stream.send(sink)
  const steps = [notes.splice(0).join(', ')]
  for (const moment of moments) {
    const text = await settled(() => moment({ source, sink, stream }))
    await turn()
    await turn()
    steps.push([...(text.startsWith('throws') ? [text] : []), ...notes.splice(0)].join(', ') || '–')
  }
  stream.release()
  return steps.join(' | ')
}

/** What a source of bytes is told when it is not read to its end. */
const ITERATORS: Readonly<Record<string, (said: string[]) => object>> = {
  'next alone': () => ({ next: () => ({ done: false, value: 'a' }) }),
  return: (notes) => ({ next: () => ({ done: false, value: 'a' }), return: () => notes.push('return') }),
  throw: (notes) => ({
    next: () => ({ done: false, value: 'a' }),
    return: () => notes.push('return'),
    throw: (error: Error) => notes.push(`throw ${error.message}`)
  }),
  'throw that throws': (notes) => ({
    next: () => ({ done: false, value: 'a' }),
    throw: () => {
      notes.push('throw')
      throw new Error('another')
    }
  })
}

async function told(iterator: object, failure: Error | undefined): Promise<string> {
  const source = { [Symbol.asyncIterator]: () => iterator } as never
  const content = new ContentSource(source)
  const stream = content.stream()
  const closed = new Promise<string>((resolve) => {
    stream.on('close', () => resolve(`closed${stream.errored ? ` by ${stream.errored.message}` : ''}`))
  })
  stream.on('error', () => {}).once('data', () => stream.destroy(failure))
  return closed
}

describe('What happens to a stream', () => {
  it('has it do what moment-list.txt says', async () => {
    const lines: string[] = []
    for (const [name, moments] of Object.entries(MOMENTS)) {
      const waiting = await said(moments, NEVER)
      const early = await said(moments, 0)
      lines.push(`${name}\n  waiting → ${waiting}\n  at once → ${early}`)
    }
    lines.push('\nsources that are destroyed')
    for (const [name, iterator] of Object.entries(ITERATORS)) {
      for (const failure of [undefined, new Error('cut')]) {
        const notes: string[] = []
        const end = await told(iterator(notes), failure)
        await turn()
        lines.push(
          `${name}, ${failure === undefined ? 'without an error' : 'with an error'} → ${[...notes, end].join(', ')}`
        )
      }
    }
    lines.push('\noptions of streams of events')
    for (const options of [
      ...[null, {}, { heartbeet: 5 }],
      ...['heartbeat', 'headDelay'].flatMap((name) =>
        [0, 1, -1, 1.5, '5', null, undefined, 2_147_483_647, 2_147_483_648].map((value) => ({ [name]: value }))
      )
    ])
      lines.push(
        `${shown(options)} → ${outcome(() => new EventStream([], options as never, eventText as never, '').release())}`
      )
    expectWholeList('http/reply/moment-list.txt', lines)
  })
})
