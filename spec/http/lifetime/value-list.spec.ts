import { types } from 'node:util'
import { BadRequest, HttpError, NotFound, ValidationError } from 'fieldstone'
import { RequestAborted, RequestCut } from '../../../src/http/lifetime/abort-signal.js'
import { BlockedTime } from '../../../src/http/lifetime/blocked-time.js'
import { clock as monotonic } from '../../../src/http/lifetime/clock.js'
import { DIRECT } from '../../../src/http/lifetime/direct-exchange.js'
import {
  declaresContent,
  directOf,
  headerOf,
  headerTexts,
  http2StreamOf,
  isMessageOf,
  isNodesOwn,
  isResponseOf,
  mayHaveContent,
  nodeRequestOf,
  nodeResponseOf,
  PLAIN
} from '../../../src/http/lifetime/node-messages.js'
import { Pending, promiseOf } from '../../../src/http/lifetime/pending.js'
import { SharedTimer, Waiting } from '../../../src/http/lifetime/shared-timer.js'
import { logText, readableError, sendableError, statusErrorOf } from '../../../src/http/lifetime/thrown-value.js'
import { expectListed } from '../../support/listed.js'
import { calls, outcome, settled, shown } from '../../support/whole-list.js'

const with_ = (error: Error, members: object) => Object.assign(error, members)

/** An error with so many causes. */
function caused(depth: number, last: unknown): Error {
  let error: unknown = last
  for (let at = 0; at < depth; at++) error = new Error(`cause ${at}`, { cause: error })
  return error as Error
}

const unreadable = () =>
  Object.defineProperty(new Error('hidden'), 'message', {
    get: () => {
      throw new Error('trap')
    }
  })

const circle = new Error('circle')
circle.cause = circle

const THROWN: readonly unknown[] = [
  undefined,
  null,
  0,
  '',
  'a text',
  Symbol('s'),
  5n,
  [1, { a: { b: { c: 1 } } }],
  { message: 'no Error', status: 404, detail: 'x' },
  new Error('plain'),
  new TypeError(''),
  circle,
  unreadable(),
  new Proxy(new Error('behind'), {}),
  caused(3, 'a text'),
  caused(3, new Proxy(new Error('behind'), {})),
  caused(2, unreadable()),
  caused(14, unreadable()),
  caused(15, unreadable()),
  caused(16, unreadable()),
  new RequestAborted(),
  new RequestCut(),
  new Proxy(new RequestAborted(), {}),
  new NotFound(),
  new HttpError(400, 'least'),
  new HttpError(599, 'most'),
  with_(new HttpError(400, 'x'), { status: 399 }),
  with_(new HttpError(400, 'x'), { status: 600 }),
  with_(new HttpError(400, 'x'), { status: 400.5 }),
  with_(new HttpError(400, 'x'), { status: '400' }),
  with_(new HttpError(400, 'x'), { detail: 5 }),
  with_(new HttpError(400, 'x'), { faults: 'none' }),
  new BadRequest('x', { headers: { 'x-a': '1' }, faults: [{ in: 'query', path: 'a', rule: 'r', message: 'm' }] }),
  new BadRequest('x', { cause: 'of it' }),
  new ValidationError([])
]

/** What is made of it, or whether it is the same. */
const made = (make: (thrown: unknown) => Error) => (thrown: unknown) => {
  const error = make(thrown)
  return error === thrown ? 'the same' : error
}

const PROMISED: readonly (readonly [string, unknown])[] = [
  // biome-ignore lint/suspicious/noThenProperty: what only looks like a promise is tried here
  ...[undefined, null, 5, '', {}, { then: 1 }, () => 1].map((value) => [shown(value), value] as const),
  ['a promise', Promise.resolve(1)],
  // biome-ignore lint/suspicious/noThenProperty: foreign promises are tried here
  ['a thenable', { then: (resolve: (value: number) => void) => resolve(2) }],
  // biome-ignore lint/suspicious/noThenProperty: foreign promises are tried here
  ['a function with then', Object.assign(() => 1, { then: (resolve: (value: number) => void) => resolve(3) })]
]

async function pendingLines(): Promise<string[]> {
  const lines = ['\npromiseOf']
  for (const [what, value] of PROMISED) {
    const promise = promiseOf(value)
    lines.push(`${what} → ${promise === undefined ? 'none' : shown(await promise)}`)
  }
  const broken = Object.defineProperty({}, 'then', {
    get: () => {
      throw new Error('trap')
    }
  })
  const acts: readonly (readonly [string, (pending: Pending<string>) => void])[] = [
    ['fulfilled', (pending) => pending.fulfill(5)],
    ['rejected', (pending) => pending.reject('why')],
    ['fulfilled with a promise', (pending) => pending.fulfill(Promise.resolve(6))],
    ['fulfilled with a promise that rejects', (pending) => pending.fulfill(Promise.reject('no'))],
    ['fulfilled with a value that cannot be read', (pending) => pending.fulfill(broken)]
  ]
  lines.push('\nPending')
  for (const [what, act] of acts) {
    for (const order of ['before', 'after']) {
      const pending = new Pending<string>()
      const told: unknown[] = []
      if (order === 'after') act(pending)
      pending.whenDone(
        'context',
        (...args) => told.push(['value', ...args]),
        (...args) => told.push(['error', ...args])
      )
      if (order === 'before') act(pending)
      told.push('turn')
      await new Promise((resolve) => setImmediate(resolve))
      lines.push(`${what} ${order} → ${shown(told)}`)
    }
    const pending = new Pending<string>()
    const twice = Promise.all([settled(() => pending), settled(() => pending.then(undefined, (error) => [error]))])
    act(pending)
    lines.push(`${what}, awaited twice → ${(await twice).join(' and ')}`)
  }
  return lines
}

const direct = (isNode: boolean, headers: Record<string, string> = {}) => ({
  isNode,
  header: (name: string) => headers[name],
  req: { made: 'request' },
  res: { made: 'response' }
})

const MESSAGES: readonly (readonly [string, { headers: object; [DIRECT]?: ReturnType<typeof direct> }])[] = [
  ['plain', { headers: {} }],
  ['chunked', { headers: { 'transfer-encoding': 'chunked' } }],
  ['of no length', { headers: { 'content-length': '0' } }],
  ['of a length', { headers: { 'content-length': '1' } }],
  ['of two lengths', { headers: { 'content-length': '1, 1', 'set-cookie': ['a', 'b'] } }],
  ['direct', { headers: { 'content-length': '9' }, [DIRECT]: direct(false) }],
  ['direct, chunked', { headers: {}, [DIRECT]: direct(false, { 'transfer-encoding': 'chunked' }) }],
  ['direct of no length', { headers: {}, [DIRECT]: direct(false, { 'content-length': '0' }) }],
  ['direct of a length', { headers: {}, [DIRECT]: direct(true, { 'content-length': '1', 'set-cookie': 'c' }) }],
  ['a stream', { headers: {}, stream: { endAfterHeaders: false } } as never],
  ['a stream without content', { headers: { 'content-length': '1' }, stream: { endAfterHeaders: true } } as never]
]

function messageLines(): string[] {
  const lines = ['\nmessages']
  for (const [what, message] of MESSAGES) {
    const own = message[DIRECT]
    const values = { itself: message, another: {}, nothing: undefined, req: own?.req, res: own?.res }
    const are = (check: (message: never, value: unknown) => boolean) =>
      Object.entries(values)
        .filter(([, value]) => check(message as never, value))
        .map(([name]) => name)
    const asked = {
      declaresContent: declaresContent(message as never),
      mayHaveContent: mayHaveContent(message as never),
      direct: directOf(message as never) === own,
      request: nodeRequestOf(message as never) === (message as unknown) ? 'itself' : nodeRequestOf(message as never),
      response: nodeResponseOf(message as never) === (message as unknown) ? 'itself' : nodeResponseOf(message as never),
      stream: http2StreamOf(message as never),
      cookies: headerOf(message as never, 'set-cookie'),
      isMessageOf: are(isMessageOf),
      isResponseOf: are(isResponseOf)
    }
    lines.push(`${what} → ${shown(asked)}`)
  }
  const own = [{}, { [PLAIN]: true }, { [PLAIN]: 1 }].map(isNodesOwn)
  return [...lines, `isNodesOwn → ${shown(own)}`]
}

const RAW = ['a', '1', 'A', '2', 'b', '3', 'Ab', '4', 'ab', '5', 'a', '', 'accept', 'A']

/** Runs work at times of its own: what it sets a timer for runs when the clock is moved. */
function atTimes(work: (clock: { now: number; readonly pass: (milliseconds: number) => void }) => void): string[] {
  const lines: string[] = []
  const timers = new Map<object, { readonly at: number; readonly call: () => void; readonly each?: number }>()
  const clock = {
    now: 1000,
    pass(milliseconds: number) {
      const until = clock.now + milliseconds
      for (;;) {
        const [first] = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)
        if (first === undefined) break
        const [timer, { at, call, each }] = first
        clock.now = Math.max(clock.now, at)
        if (each === undefined) timers.delete(timer)
        else timers.set(timer, { at: clock.now + each, call, each })
        call()
      }
      clock.now = until
    }
  }
  const set = (what: string, isRepeated: boolean) => (call: () => void, milliseconds: number) => {
    const timer = { unref: () => void lines.push('unref'), hasRef: () => true }
    lines.push(`${clock.now} ${what} ${milliseconds}`)
    timers.set(timer, { at: clock.now + milliseconds, call, ...(isRepeated && { each: milliseconds }) })
    return timer
  }
  const clear = (timer: object) => {
    if (timers.delete(timer)) lines.push(`${clock.now} cleared`)
  }
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis
  Object.assign(globalThis, {
    setTimeout: set('timeout', false),
    setInterval: set('interval', true),
    clearTimeout: clear,
    clearInterval: clear
  })
  const { now } = monotonic
  monotonic.now = () => clock.now
  try {
    work({
      ...clock,
      pass: clock.pass,
      get now() {
        return clock.now
      },
      set now(now) {
        clock.now = now
      }
    })
  } finally {
    Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval })
    monotonic.now = now
  }
  return lines
}

class Named extends Waiting {
  constructor(
    readonly name: string,
    readonly told: (name: string) => void
  ) {
    super()
  }
  timeIsUp(): void {
    this.told(this.name)
  }
}

/** Programs of a timer: `+a` starts, `-a` stops, a number passes. `a:+b` starts b when the time of a is up. */
const PROGRAMS = [
  '+a 50',
  '+a 99 -a 99',
  '+a 60 +a 60 60',
  '+a +b +c 100 +a 100',
  '+a 30 +b 30 +c 200',
  '+a 30 +b 30 +c -b 200',
  '+a 30 +b 30 +c -a 200',
  '+a 30 +b 30 +c -c 200',
  '+a 30 +b -a 20 +a -b 200',
  '+a -a -a +a 100',
  '-a 10 +a 100',
  '+a 50 -a 10 +b 60 60',
  'a:+a +a 250',
  'a:+b +a 250',
  'a:-b +a +b 150',
  'a:-b a:+b +a +b 300',
  'a:+c +a 99.5 +b 200',
  '+a 0.4 +b 100 1',
  '+a 1 +b 100 1',
  '+a 0.6 +b 99.7 1 1'
]

function timerLines(isHolding: boolean): string[] {
  return PROGRAMS.flatMap((program) => {
    const lines: string[] = []
    const log = atTimes((clock) => {
      const timer = SharedTimer.of(100, isHolding)
      const all = new Map<string, Named>()
      const acts = program.split(' ').filter((word) => /^\w:/.test(word))
      const act = (word: string): void => {
        const name = word.slice(1)
        const own = all.get(name) ?? new Named(name, up)
        all.set(name, own)
        if (word.startsWith('+')) timer.start(own)
        else timer.stop(own)
      }
      const up = (name: string): void => {
        lines.push(`${name} at ${clock.now}`)
        for (const word of acts.splice(0).filter((each) => each.startsWith(name) || !acts.push(each)))
          act(word.slice(2))
      }
      for (const word of program.split(' ')) {
        if (/^[\d.]+$/.test(word)) clock.pass(Number(word))
        else if (!/^\w:/.test(word)) act(word)
      }
      lines.push(SharedTimer.of(100, isHolding) === timer ? 'still known' : 'forgotten')
      lines.push(SharedTimer.of(100, !isHolding) === timer ? 'shared' : 'its own')
      lines.push(
        ...[...all.values()].map(({ name, since, previous, next }) =>
          shown([name, since, previous !== undefined, next !== undefined])
        )
      )
      for (const each of all.values()) timer.stop(each)
    })
    return [`${program} → ${lines.join('; ')}`, `  ${log.join(', ')}`]
  })
}

function blockedLines(): string[] {
  const lines: string[] = []
  const blocked = new BlockedTime()
  const log = atTimes((clock) => {
    const tell = (what: string) => {
      const since = [0, 1000, clock.now - 500, clock.now - 50, clock.now].map((start) => blocked.since(start))
      const extended = [0, 1, 100, 400.5, 5000].map((limit) => blocked.extend(limit))
      lines.push(`${what}, at ${clock.now} → since ${shown(since)}, extended ${shown(extended)}`)
    }
    const block = (milliseconds: number) => {
      clock.now += milliseconds
    }
    tell('not watched')
    block(1000)
    tell('not watched, blocked')
    blocked.watch()
    tell('watched')
    clock.pass(450)
    tell('passed')
    block(200)
    tell('blocked 200')
    block(201)
    tell('blocked 201')
    clock.pass(100)
    block(300)
    clock.pass(100)
    tell('blocked 300')
    clock.pass(1000)
    tell('later')
    blocked.watch()
    blocked.unwatch()
    tell('watched by one')
    blocked.unwatch()
    tell('watched by none')
    block(500)
    blocked.watch()
    tell('watched again')
    for (let at = 0; at < 1000; at++) {
      block(201)
      blocked.since(0)
    }
    tell('1000 blocks')
    block(201)
    tell('1001 blocks')
    blocked.unwatch()
  })
  return [...lines, log.join(', ')]
}

describe('What ends, waits or is thrown', () => {
  const list = (title: string, lines: readonly string[]) => expectListed('http/lifetime/value-list.txt', title, lines)
  const each = (values: readonly unknown[]) => values.map((value) => [value])

  it('is read as value-list.txt says', () => {
    const named = (value: unknown) =>
      outcome(() => shown(value)) === 'throws Error: trap' ? 'unreadable' : shown(value)
    // Without the stack, which is where this machine has the files.
    const start = (text: string) => {
      // Node shows from 22 on what it could not before, and from 26 on that something is a proxy.
      return text
        .split('\n')[0]
        ?.replace('[object Error]', 'a value of type object that cannot be shown')
        .replace(/Proxy\((?:(\[.*\])\)|(?=Error))/, '$1')
    }
    const lines = THROWN.flatMap((thrown) => [
      `\n${types.isProxy(thrown) ? 'a proxy of ' : ''}${named(thrown)}`,
      `  status: ${shown(statusErrorOf(thrown))}`,
      `  readable: ${start(outcome(() => made(readableError)(thrown)))}`,
      `  sendable: ${start(outcome(() => made(sendableError)(thrown)))}`,
      `  logged: ${start(logText(thrown))}`
    ])
    const deep = { a: { b: { c: { d: 1 } } } }
    list('thrown', [...lines, ...calls('logText', (depth: number) => logText(deep, depth), each([0, 1, 2]))])
  })

  it('is awaited as value-list.txt says', async () => {
    list('awaited', await pendingLines())
  })

  it('is asked of messages as value-list.txt says', () => {
    const names = ['a', 'ab', 'b', 'accept', 'none', '']
    list('messages', [
      ...messageLines(),
      ...calls('headerTexts', (name: string) => headerTexts(RAW, name), each(names))
    ])
  })

  it('waits as value-list.txt says', () => {
    list('timers', [...timerLines(true), '\nwithout holding', ...timerLines(false), '\nblocked', ...blockedLines()])
  })
})
