import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Input, showInput } from './input.js'
import type { Answer } from './judge/answer.js'
import { isReached } from './judge/answer.js'
import type { Verdict } from './judge/verdict.js'

/** Where the reproductions are written; Git ignores it. */
const FOLDER = '.build/fuzz'

/** A kind of finding with its smallest input. */
export interface Finding {
  readonly seed: number
  readonly iteration: number
  readonly verdict: Verdict
  /** Undefined where no single input was found that causes it. */
  readonly input: Input | undefined
}

/** The content of a reproduction file. */
interface Reproduction {
  readonly seed: number
  readonly iteration: number
  readonly kind: string
  readonly input: Input
}

/** The figures of a run, and its findings, each kind once with a count. */
export class Report {
  readonly #seed: number
  readonly #start = performance.now()
  readonly #counts = new Map<string, number>()
  readonly #classes = new Map<string, number>()
  readonly #statuses = new Map<number, number>()
  readonly #doubtful = new Map<string, number>()
  readonly #excused = new Map<string, number>()
  #printed = 0
  #connections = 0
  #requests = 0
  #reached = 0

  constructor(seed: number) {
    this.#seed = seed
  }

  /** Takes note of a connection. */
  count(requests: number, answers: readonly Answer[]): void {
    this.#connections++
    this.#requests += requests
    for (const answer of answers) {
      if (isReached(answer)) this.#reached++
      add(this.#classes, `${Math.floor(answer.status / 100)}xx`)
      add(this.#statuses, answer.status)
    }
  }

  /** How many kinds of findings there are. */
  get findings(): number {
    return this.#counts.size
  }

  /** Counts a finding; false for a kind that is new. */
  isKnown(kind: string): boolean {
    if (!this.#counts.has(kind)) return false
    add(this.#counts, kind)
    return true
  }

  /** Counts what an input caused among others but not alone; returns how often that happened. */
  doubt(kind: string): number {
    add(this.#doubtful, kind)
    return this.#doubtful.get(kind) ?? 0
  }

  doubts(kind: string): number {
    return this.#doubtful.get(kind) ?? 0
  }

  /** Notes what Node's own server does as well: it is printed, and is not a finding. */
  excuse(kind: string): void {
    add(this.#excused, kind)
  }

  isExcused(kind: string): boolean {
    return this.#excused.has(kind)
  }

  /** Notes a new kind of finding; its details follow when its input is as small as possible. */
  found(kind: string, iteration: number): void {
    add(this.#counts, kind)
    print(`Found after ${this.#seconds().toFixed(1)} s, iteration ${iteration}: ${kind}`)
  }

  /** Prints a finding, and writes its reproduction. */
  add({ seed, iteration, verdict, input }: Finding): void {
    const transport = input?.transport ?? 'any transport'
    const number = ++this.#printed
    print(`\nFINDING ${number}: ${verdict.kind}`)
    print(`  seed ${seed}, iteration ${iteration}, ${transport}`)
    for (const line of verdict.detail.split('\n').slice(0, 12)) print(`  | ${line.slice(0, 600)}`)
    if (input === undefined) return
    for (const line of showInput(input)) print(`  > ${line}`)
    print(`  npm run fuzz -- --replay ${writeReproduction(number, { seed, iteration, kind: verdict.kind, input })}`)
  }

  #seconds(): number {
    return (performance.now() - this.#start) / 1_000
  }

  /** The closing lines. */
  close(): void {
    const seconds = this.#seconds()
    if (this.#counts.size > 0) print('\nFindings by kind:')
    for (const [kind, count] of this.#counts) print(`  ${count} × ${kind}`)
    if (this.#doubtful.size > 0) print('\nSeen among others and not alone (timing; these are not findings):')
    for (const [kind, count] of this.#doubtful) print(`  ${count} × ${kind}`)
    if (this.#excused.size > 0)
      print("\nDeaths within Node's own HTTP/2, of which its plain server dies as well (these are not findings):")
    for (const [kind, count] of this.#excused) print(`  ${count} × ${kind}`)
    const total = [...this.#statuses.values()].reduce((sum, count) => sum + count, 0)
    const shares = [...this.#statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status} ${((count / total) * 100).toFixed(1)} %`)
    print(`\nShares of statuses: ${shares.join(', ')}`)
    const classes = [...this.#classes].sort().map(([name, count]) => `${count} ${name}`)
    print(
      `${this.#connections} connections (${Math.round(this.#connections / seconds)} a second), ${this.#requests} requests, ` +
        `${this.#reached} reached handlers, answers: ${classes.join(', ')}; ` +
        `${this.#counts.size} kinds of findings, ${seconds.toFixed(0)} s, seed ${this.#seed}`
    )
  }
}

/** Reads the reproduction of a finding. */
export function readReproduction(file: string): Reproduction {
  return JSON.parse(readFileSync(file, 'utf8')) as Reproduction
}

function writeReproduction(number: number, reproduction: Reproduction): string {
  mkdirSync(FOLDER, { recursive: true })
  const slug = reproduction.kind.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60)
  const file = join(FOLDER, `${reproduction.seed}-${number}-${slug}.json`)
  writeFileSync(file, `${JSON.stringify(reproduction, null, 2)}\n`)
  return file
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
