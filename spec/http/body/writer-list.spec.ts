import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { PassThrough } from 'node:stream'
import { BodyFlow, bytesOf } from '../../../src/http/body/body-flow.js'
import { FileWriter } from '../../../src/http/body/file-writer.js'
import { MemoryBudget } from '../../../src/http/body/memory-budget.js'
import { calls, expectWholeList, shown } from '../../support/whole-list.js'

type Called = (error: Error | null, result?: number) => void

/** A file system that does what it is told, when it is told. */
class FileSystem {
  readonly #own = { open: fs.open, writev: fs.writev, close: fs.close }
  readonly #say: (what: string) => void
  #waiting: Called | undefined = undefined
  /** Node says of a write that failed that it has written nothing. */
  #isWriting = false

  constructor(say: (what: string) => void) {
    this.#say = say
  }

  start(): void {
    const wait = (what: string, called: Called): void => {
      if (this.#waiting !== undefined) this.#say('TWO AT ONCE')
      this.#say(what)
      this.#isWriting = what.startsWith('writes')
      this.#waiting = called
    }
    Object.assign(fs, {
      open: (path: string, flags: string, mode: number, called: Called) =>
        wait(`opens ${path} ${flags} ${mode.toString(8)}`, called),
      writev: (fd: number, batch: readonly Buffer[], called: Called) =>
        wait(
          `writes ${batch.map((bytes) => (bytes.length > 20 ? bytes.length : shown(`${bytes}`))).join(' ')} to ${fd}`,
          called
        ),
      close: (fd: number, called: Called) => wait(`closes ${fd}`, called)
    })
    syncBuiltinESMExports()
  }

  stop(): void {
    Object.assign(fs, this.#own)
    syncBuiltinESMExports()
  }

  /** What it was asked for last is done, or has failed. */
  done(result: number | Error | undefined): void {
    const called = this.#waiting
    this.#waiting = undefined
    if (called === undefined) this.#say('NOTHING TO DO')
    else if (result instanceof Error) called(result, this.#isWriting ? 0 : undefined)
    else called(null, result)
  }
}

/** `fails`, a number (of the file, or of bytes that were written), or what the writer gets: a text, `end`, `abort`. */
const COURSES: readonly (readonly (string | number)[])[] = [
  ['end', 7, 'done'],
  [7, 'end', 'done'],
  ['fails', 'end'],
  ['end', 'fails'],
  ['ab', 'fails', 'cd', 'end'],
  ['ab', 'cd', 'end', 7, 4, 'done'],
  [7, 'ab', 'end', 2, 'done'],
  [7, 'abcdefghijk', 'l', 11, 'end', 1, 'done'],
  [7, 'abcdefghijk', 4, 'lm', 9, 'end', 'done'],
  [7, 'abcdefghijk', 'lm', 4, 9, 'end', 'done'],
  [7, 'abcdefghij', 'k', 5, 'end', 6, 'done'],
  [7, 'abcde', 'fghijk', 'l', 'end', 3, 9, 'done'],
  [7, 'abcdefghijk', 'fails', 'x', 'end', 'done'],
  [7, 'abcdefghijk', 'l', 'fails', 'end', 'fails'],
  [7, 'abcdefghijk', 'l', 'abort', 3, 'done', 'end'],
  [7, 'ab', 'abort', 'cd', 'done'],
  ['ab', 'abort', 7, 'done'],
  ['ab', 'abort', 'fails'],
  [7, 'ab', 'end', 'fails', 'fails'],
  [7, 'ab', 'end', 2, 'fails', 'end'],
  [7, 'end', 'end', 'done', 'end'],
  [7, 'large', 'end', 131_072, 'done'],
  [7, 'nearly large', 'x', 131_072, 'end', 'done']
]

const LARGE: Readonly<Record<string, number>> = { large: 131_072, 'nearly large': 131_071 }

function written(steps: readonly (string | number)[], limit: number): string[] {
  const said: string[] = []
  const system = new FileSystem((what) => said.push(what))
  system.start()
  try {
    const memory = new MemoryBudget(limit)
    const writer = new FileWriter('/a', memory, {
      drained: () => said.push('drained'),
      failed: (error) => said.push(`failed: ${error.message}`),
      closed: (isWhole) => said.push(isWhole ? 'whole' : 'broken')
    })
    const lines = [said.splice(0).join(', ')]
    for (const step of steps) {
      if (step === 'end') writer.end()
      else if (step === 'abort') writer.abort()
      else if (step === 'fails') system.done(new Error('of the disk'))
      else if (step === 'done') system.done(undefined)
      else if (typeof step === 'number') system.done(step)
      else writer.write(Buffer.from(step in LARGE ? 'x'.repeat(LARGE[step] as number) : step))
      said.push(`${writer.isFull ? 'full' : 'not full'}, ${memory.taken} bytes taken`)
      lines.push(`  ${step}: ${said.splice(0).join(', ')}`)
    }
    return lines
  } finally {
    system.stop()
  }
}

const tooLarge = (limit: number) => new Error(`larger than ${limit}`)

/** What happens to a source before it is read, and meanwhile. */
const FLOWS: Readonly<
  Record<
    string,
    readonly [before: (source: PassThrough) => unknown, then: (source: PassThrough, flow: BodyFlow) => unknown]
  >
> = {
  'it comes and ends': [() => undefined, (source) => source.end('abc')],
  'it came before': [(source) => source.end('abc'), () => undefined],
  'it ends without a byte': [() => undefined, (source) => source.end()],
  'it is too large': [() => undefined, (source) => source.end('abcdef')],
  'it came too large': [(source) => source.end('abcdef'), () => undefined],
  'it is too large, piece by piece': [
    () => undefined,
    (source) => {
      source.write('abc')
      source.write('de')
      source.write('f')
      source.end('g')
    }
  ],
  'it is a text': [(source) => source.setEncoding('latin1'), (source) => source.end(Buffer.from([0xe4]))],
  'it fails': [() => undefined, (source) => source.destroy(new Error('of the source'))],
  'it failed before': [
    (source) => source.on('error', () => undefined).destroy(new Error('of the source')),
    () => undefined
  ],
  'it was destroyed before': [(source) => source.destroy(), () => undefined],
  'it is destroyed': [
    () => undefined,
    (source) => {
      source.write('ab')
      source.destroy()
    }
  ],
  'the reader throws': [() => undefined, (source) => source.end('throw')],
  'the reader throws at the end': [() => undefined, (source) => source.end('later')],
  'it is stopped': [
    () => undefined,
    (source, flow) => {
      source.write('ab')
      flow.stop()
      flow.stop()
      source.end('cd')
    }
  ],
  'it fails when it is over': [
    () => undefined,
    (source, flow) => {
      flow.stop()
      source.destroy(new Error('too late'))
    }
  ],
  'it is stopped at its end': [
    () => undefined,
    (source, flow) => {
      source.on('close', () => flow.stop())
      source.end('ab')
    }
  ],
  'it is paused': [
    () => undefined,
    (source, flow) => {
      flow.pause()
      source.end('ab')
    }
  ],
  'it is paused and resumed': [
    () => undefined,
    (source, flow) => {
      flow.pause()
      source.end('ab')
      flow.resume()
    }
  ],
  'it is paused when it is over': [
    () => undefined,
    (source, flow) => {
      source.write('ab')
      flow.stop()
      flow.pause()
      source.end('cd')
    }
  ],
  'it is resumed when it is over': [
    () => undefined,
    (source, flow) => {
      flow.stop()
      source.pause()
      flow.resume()
      source.end('cd')
    }
  ]
}

async function flowed(of: (source: PassThrough) => BodyFlow, [before, then]: (typeof FLOWS)[string]): Promise<string> {
  const said: string[] = []
  const source = new PassThrough()
  source.on('close', () => said.push('closed'))
  before(source)
  const turns = async () => {
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  await turns()
  const flow = of(source)
  let isLate = false
  flow.start({
    chunk: (bytes) => {
      said.push(`bytes ${bytes.toString('hex')}`)
      if (`${bytes}` === 'throw') throw new Error('of the reader')
      isLate = `${bytes}` === 'later'
    },
    end: () => {
      said.push('end')
      if (isLate) throw new Error('of the end')
    },
    fail: (error) => said.push(`${error.name}: ${error.message}`)
  })
  then(source, flow)
  await turns()
  const { destroyed, readableEnded } = source
  return `${said.join(', ')}; ${shown({ destroyed, readableEnded })}`
}

describe('Bytes of a body', () => {
  it('are written to files and passed on as writer-list.txt says', async () => {
    const lines: string[] = []
    for (const steps of COURSES) {
      for (const limit of [10, 1_000_000]) {
        const found = written(steps, limit)
        // With so much memory another step would be due.
        if (found.some((line) => line.includes('NOTHING TO DO'))) continue
        lines.push(`\n# a memory of ${limit}: ${found[0]}`, ...found.slice(1))
      }
    }
    lines.push('\n# flows')
    for (const [name, flow] of Object.entries(FLOWS)) {
      const limited = (source: PassThrough) =>
        BodyFlow.ofRequest(Object.assign(source, { headers: {} }) as never, { limit: 5, tooLarge })
      lines.push(name, `  a stream: ${await flowed(BodyFlow.ofStream, flow)}`)
      lines.push(`  a request: ${await flowed(limited, flow)}`)
    }
    const text = (encoding: BufferEncoding) => new PassThrough().setEncoding(encoding)
    lines.push(
      ...calls(
        'BodyFlow.ofRequest',
        ((length: string | undefined) => {
          BodyFlow.ofRequest({ headers: { 'content-length': length } } as never, { limit: 5, tooLarge })
          return 'a flow'
        }) as never,
        [['5'], ['6'], [undefined]]
      ),
      ...calls('bytesOf', bytesOf as never, [
        [Buffer.from('ä'), text('latin1')],
        ['ä', text('latin1')],
        ['ä', new PassThrough()]
      ]).map((line) => line.replace(/ PassThrough .*→/, ' →'))
    )
    expectWholeList('http/body/writer-list.txt', lines)
  })
})
