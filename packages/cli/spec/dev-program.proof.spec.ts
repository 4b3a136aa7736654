import { EventEmitter, once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { DevOptions } from '../src/dev/run-dev.js'
import { runDev } from '../src/dev/run-dev.js'

/** Tells in a file what it does; its first argument says how it ends. */
const MAIN = `
import { appendFileSync } from 'node:fs'
const [log, how, ...more] = process.argv.slice(2)
const tell = (text) => appendFileSync(log, text + '\\n')
const options = process.execArgv.filter((each) => /inspect|env-file/.test(each))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    tell(signal)
    if (how !== 'stays') process.exit(0)
  })
setInterval(() => {}, 1000)
tell(['starts', ...more, process.env.NAME ?? 'nameless', ...options].join(' '))
if (how === 'exits') process.exit(3)
if (how === 'dies') process.kill(process.pid, 'SIGKILL')
`

/** A terminal that a user types in. */
class Keyboard extends EventEmitter {
  readonly isTTY = true
  readonly calls: string[] = []
  setRawMode(isRaw: boolean): void {
    this.calls.push(`raw ${isRaw}`)
  }
  pause(): void {
    this.calls.push('pause')
  }
  type(keys: string): void {
    this.emit('data', Buffer.from(keys))
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

describe('fieldstone dev, in this process', function () {
  this.timeout(60_000)
  let folder: string
  const home = process.cwd()
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fieldstone-dev-program-')))
    process.chdir(folder)
    mkdirSync('watched')
    writeFileSync('main.mjs', MAIN)
    writeFileSync('.env', 'NAME=Ada')
  })
  after(() => {
    process.chdir(home)
    rmSync(folder, { recursive: true, force: true })
  })

  let runs = 0

  /** Runs the program: what it and the command say, and the signals that the command listens to. */
  function start(how: string, options: DevOptions = {}, stdin: object = new Keyboard()) {
    const log = `log-${++runs}/log`
    mkdirSync(`log-${runs}`)
    writeFileSync(log, '')
    const said = new EventEmitter()
    const lines: string[] = []
    const say = (text: string) => {
      lines.push(text)
      said.emit('line')
    }
    let read = 0
    let seen = 0
    const watcher = watch(log, () => {
      const all = readFileSync(log, 'utf8').split('\n').slice(0, -1)
      for (const line of all.slice(read)) say(line)
      read = all.length
    })
    const before = SIGNALS.map((signal) => process.listeners(signal))
    const own = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
    const terminal = { out: say, err: (text: string) => say(text.trimEnd()), columns: undefined }
    const ended = runDev({ arguments: ['main.mjs', [log, how, 'word']], options, terminal }).finally(() => {
      watcher.close()
      Object.defineProperty(process, 'stdin', own)
    })
    const listeners = () =>
      SIGNALS.map((signal, at) => process.listeners(signal).filter((each) => !before[at]?.includes(each)))
    return {
      lines,
      ended,
      listeners,
      signal: (signal: (typeof SIGNALS)[number]) => {
        for (const each of listeners()[SIGNALS.indexOf(signal)] ?? []) (each as () => void)()
      },
      /** Waits for a line behind the last one that was waited for. */
      until: async (text: string) => {
        while (!lines.includes(text, seen)) await once(said, 'line')
        seen = lines.indexOf(text, seen) + 1
      }
    }
  }

  it('starts the program again at r, and ends it at q and Ctrl-C', async () => {
    for (const key of ['q', '\u0003']) {
      const keyboard = new Keyboard()
      const program = start('ends', {}, keyboard)
      await program.until('starts word nameless')
      keyboard.type('x')
      keyboard.type('r')
      keyboard.type('r')
      await program.until('starts word nameless')
      keyboard.type(key)
      expect(await program.ended).to.equal(0)
      expect(program.lines).to.deep.equal([
        'fieldstone dev: r starts the program again, Ctrl-C ends it',
        'starts word nameless',
        'fieldstone dev: r was pressed, starting again',
        'SIGTERM',
        'starts word nameless',
        'SIGINT'
      ])
      expect(keyboard.calls).to.deep.equal(['raw true', 'raw false', 'pause'])
      expect(keyboard.listenerCount('data')).to.equal(0)
      expect(program.listeners()).to.deep.equal([[], [], []])
    }
  })

  it('ends it as a signal says, and with SIGKILL at the second one', async () => {
    for (const [given, sent] of [
      ['SIGINT', 'SIGINT'],
      ['SIGTERM', 'SIGTERM'],
      ['SIGHUP', 'SIGTERM']
    ] as const) {
      const program = start('ends', {}, { isTTY: false })
      await program.until('starts word nameless')
      expect(program.listeners().map(({ length }) => length)).to.deep.equal([1, 1, 1])
      program.signal(given)
      expect(await program.ended).to.equal(0)
      expect(program.lines).to.deep.equal(['starts word nameless', sent])
    }
    const program = start('stays')
    await program.until('starts word nameless')
    program.signal('SIGTERM')
    await program.until('SIGTERM')
    program.signal('SIGTERM')
    expect(await program.ended).to.equal(0)
  })

  it('starts again what does not end at SIGTERM', async () => {
    const keyboard = new Keyboard()
    const program = start('stays', {}, keyboard)
    await program.until('starts word nameless')
    keyboard.type('r')
    await program.until('SIGTERM')
    await program.until('starts word nameless')
    keyboard.type('q')
    await program.until('SIGINT')
    keyboard.type('q')
    expect(await program.ended).to.equal(0)
  })

  it('says how the program ended, and starts it again when a file changes', async () => {
    for (const [how, end] of [
      ['exits', 'with the exit code 3'],
      ['dies', 'by SIGKILL']
    ] as const) {
      const keyboard = new Keyboard()
      const program = start(how, { envFile: '.env', watch: ['watched'], inspect: '127.0.0.1:0' }, keyboard)
      const last = `fieldstone dev: it ended ${end}; the next change of a file starts it again`
      await program.until(last)
      expect(program.lines).to.include('starts word Ada --env-file=.env --inspect=127.0.0.1:0')
      for (const file of ['watched/any.txt', '.env', 'main.mjs', 'another.json']) {
        const { length } = program.lines
        writeFileSync(file, file.endsWith('txt') ? how : `${readFileSync(file, { encoding: 'utf8', flag: 'a+' })}\n`)
        await program.until(last)
        expect(program.lines[length]).to.equal(`fieldstone dev: ${file} changed, starting again`)
      }
      keyboard.type('q')
      expect(await program.ended).to.equal(0)
    }
  })
})
