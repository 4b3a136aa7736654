import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { FetchInput } from '../input.js'
import {
  DEATH,
  type FetchResult,
  type FuzzerMessage,
  type ReferenceRecord,
  type TargetMessage,
  type Usage
} from './messages.js'

/** How long a record of the reference is kept, and how long a caller waits for it, in milliseconds. */
const RECORD_WAIT = 5_000

/** Something that went wrong in a process as a whole. */
export interface ProcessFault {
  readonly what: string
  readonly text: string
}

/** A program of this folder in a process of its own. */
export class Child {
  readonly #process: ChildProcess
  readonly #fetched = new Map<number, (result: FetchResult) => void>()
  readonly #records = new Map<number, (record: ReferenceRecord) => void>()
  readonly #early = new Map<number, ReferenceRecord>()
  readonly #usages: ((usage: Usage | undefined) => void)[] = []
  readonly #faults: ProcessFault[] = []
  readonly #gone: Promise<void>
  #ports: Readonly<Record<string, number>> = {}
  #stderr = ''
  #nextFetch = 0
  #isDead = false

  private constructor(program: 'main' | 'reference') {
    const file = new URL(`./${program}.js`, import.meta.url)
    this.#process = fork(file, {
      execArgv: ['--expose-gc', '--max-old-space-size=512', '--enable-source-maps'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc']
    })
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-20_000)
    })
    this.#process.on('message', (message: TargetMessage) => this.#hear(message))
    this.#process.on('exit', () => this.#die())
    // Behind the exit comes the end of stderr, which says why.
    this.#gone = once(this.#process, 'close').then(([code, signal]) => this.#explain(code, signal))
  }

  /** Starts a program, and waits until it listens. */
  static async start(program: 'main' | 'reference'): Promise<Child> {
    const child = new Child(program)
    while (Object.keys(child.#ports).length === 0) {
      if (child.#isDead) throw new Error(`The process ${program} does not start:\n${child.#stderr}`)
      await Promise.race([once(child.#process, 'message'), once(child.#process, 'exit')])
    }
    return child
  }

  get isDead(): boolean {
    return this.#isDead
  }

  /** Resolves when the process has died and said why. */
  get gone(): Promise<void> {
    return this.#gone
  }

  port(transport: string): number {
    return this.#ports[transport] as number
  }

  /** The faults since the last call; of a dead process, why it died. */
  async takeFaults(): Promise<readonly ProcessFault[]> {
    if (this.#isDead) await this.#gone
    return this.#faults.splice(0)
  }

  /** Undefined where the process has died. */
  async usage(): Promise<Usage | undefined> {
    if (this.#isDead) return undefined
    const answer = new Promise<Usage | undefined>((resolve) => this.#usages.push(resolve))
    this.#send({ type: 'usage' })
    return await answer
  }

  async fetch(input: FetchInput): Promise<FetchResult> {
    if (this.#isDead) return { kind: 'rejected', error: 'dead' }
    const id = this.#nextFetch++
    const answer = new Promise<FetchResult>((resolve) => this.#fetched.set(id, resolve))
    this.#send({ type: 'fetch', id, input })
    return await answer
  }

  /** What the reference saw of the connection from that port; undefined where it says nothing in time. */
  record(port: number): Promise<ReferenceRecord | undefined> {
    const early = this.#early.get(port)
    this.#early.delete(port)
    if (early !== undefined) return Promise.resolve(early)
    return new Promise((resolve) => {
      const take = (record: ReferenceRecord | undefined): void => {
        clearTimeout(timer)
        if (this.#records.get(port) === take) this.#records.delete(port)
        resolve(record)
      }
      const timer = setTimeout(take, RECORD_WAIT, undefined)
      this.#records.set(port, take)
    })
  }

  async stop(): Promise<void> {
    if (this.#isDead) return
    const exit = once(this.#process, 'exit')
    this.#process.disconnect()
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 3_000)
    await exit
    clearTimeout(timer)
    this.#faults.length = 0
  }

  #send(message: FuzzerMessage): void {
    this.#process.send(message, () => {})
  }

  #hear(message: TargetMessage): void {
    if (message.type === 'ready') this.#ports = message.ports
    if (message.type === 'fault') this.#faults.push(message)
    if (message.type === 'usage') this.#usages.shift()?.(message.usage)
    if (message.type === 'fetched') {
      this.#fetched.get(message.id)?.(message.result)
      this.#fetched.delete(message.id)
    }
    if (message.type === 'seen') this.#note(message.record)
  }

  #note(record: ReferenceRecord): void {
    const waiting = this.#records.get(record.port)
    this.#records.delete(record.port)
    if (waiting === undefined) this.#keep(record)
    else waiting(record)
  }

  /** Keeps a record for a limited time: later the port may belong to another connection. */
  #keep(record: ReferenceRecord): void {
    const { port } = record
    this.#early.set(port, record)
    const forget = (): void => {
      if (this.#early.get(port) === record) this.#early.delete(port)
    }
    setTimeout(forget, RECORD_WAIT).unref()
  }

  #die(): void {
    this.#isDead = true
    for (const resolve of this.#fetched.values()) resolve({ kind: 'rejected', error: 'dead' })
    this.#fetched.clear()
    for (const resolve of this.#usages.splice(0)) resolve(undefined)
  }

  #explain(code: number | null, signal: NodeJS.Signals | null): void {
    const line = this.#stderr.split('\n').find((each) => each.startsWith(DEATH))
    if (line === undefined) this.#faults.push({ what: `exit ${signal ?? code}`, text: this.#stderr })
    else this.#faults.push(JSON.parse(line.slice(DEATH.length)) as ProcessFault)
  }
}
