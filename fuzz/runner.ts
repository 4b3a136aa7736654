import { drawInput } from './grammar/draw.js'
import type { Input } from './input.js'
import type { Verdict } from './judge/verdict.js'
import type { FuzzOptions } from './options.js'
import type { Report } from './report.js'
import { shrink } from './shrink.js'
import type { Stage } from './stage.js'

/** How long a phase may take until the target is left idle and checked, in milliseconds. */
const PHASE = 10_000
/** How long a finding is made smaller, in milliseconds. */
const SHRINKING = 8_000
/** A kind of suspicion that did not happen again alone this many times is ignored. */
const MOST_DOUBTS = 3

/**
 * Whether a process died within Node's own native code of HTTP/2: a failed assertion of nghttp2 or of node_http2, or the
 * heap that it has broken. No JavaScript can do that, and often several inputs together do.
 */
function isNative({ kind, detail }: Verdict): boolean {
  const isAbort = /^the process ended by exit SIG(?:ABRT|SEGV)/.test(kind)
  return isAbort && /nghttp2|node_http2|node::http2|malloc|free\(\)|corrupted|double-linked/.test(detail)
}

interface Candidate {
  readonly iteration: number
  readonly input: Input
}

interface Suspicion extends Candidate {
  readonly verdicts: readonly Verdict[]
}

/**
 * Sends inputs, many at once, until the time is up or all are sent. What looks wrong is run again alone, made smaller, and reported. A
 * phase ends at the first suspicion, so that a dead or broken target gets no more inputs.
 */
export class Runner {
  readonly #stage: Stage
  readonly #report: Report
  readonly #options: FuzzOptions
  #next = 0
  #suspicions: Suspicion[] = []
  readonly #confirmed: (Candidate & { readonly verdict: Verdict })[] = []
  /** The last inputs, newest first: one of them caused what happened to the process. */
  #recent: Candidate[] = []

  constructor(stage: Stage, report: Report, options: FuzzOptions) {
    this.#stage = stage
    this.#report = report
    this.#options = options
  }

  async run(): Promise<void> {
    const deadline = Date.now() + this.#options.minutes * 60_000
    while (Date.now() < deadline && this.#next < this.#options.inputs) {
      await this.#phase(Math.min(deadline, Date.now() + PHASE))
      await this.#examineProcess()
      for (const suspicion of this.#suspicions.splice(0)) await this.#examine(suspicion)
      await this.#examineLeaks()
    }
    // Until here time was for finding more; a finding is worth as much as its reproduction is small.
    for (const { iteration, input, verdict } of this.#confirmed) await this.#shrink(iteration, input, verdict)
  }

  async #phase(until: number): Promise<void> {
    const work = async (): Promise<void> => {
      const isOver = () => Date.now() >= until || this.#next >= this.#options.inputs
      while (!isOver() && this.#suspicions.length === 0 && !this.#stage.isTargetDead) await this.#step()
    }
    await Promise.all(Array.from({ length: this.#options.connections }, work))
  }

  async #step(): Promise<void> {
    const iteration = this.#next++
    const input = drawInput(this.#options.seed, iteration, this.#options.transport)
    this.#recent.unshift({ iteration, input })
    this.#recent.length = Math.min(this.#recent.length, this.#options.connections * 2)
    const { verdicts, answers, requests } = await this.#stage.run(input)
    this.#report.count(requests, answers)
    const news = verdicts.filter(({ kind }) => !this.#report.isKnown(kind) && this.#report.doubts(kind) < MOST_DOUBTS)
    if (news.length > 0) this.#suspicions.push({ iteration, input, verdicts: news })
  }

  /** Runs a suspicious input alone, and reports what happens again. */
  async #examine({ iteration, input, verdicts }: Suspicion): Promise<void> {
    for (const verdict of verdicts) {
      if (this.#report.doubts(verdict.kind) >= MOST_DOUBTS) continue
      if (this.#report.isKnown(verdict.kind)) continue
      const again = await this.#again(input, verdict.kind)
      if (again === undefined) this.#report.doubt(verdict.kind)
      else this.#confirm(iteration, input, again)
    }
  }

  #confirm(iteration: number, input: Input, verdict: Verdict): void {
    this.#report.found(verdict.kind, iteration)
    this.#confirmed.push({ iteration, input, verdict })
  }

  async #shrink(iteration: number, input: Input, verdict: Verdict): Promise<void> {
    const { kind } = verdict
    const smallest = await shrink(input, async (each) => (await this.#find(each, kind)) !== undefined, SHRINKING)
    const told = (await this.#find(smallest, kind)) ?? verdict
    this.#report.add({ seed: this.#options.seed, iteration, verdict: told, input: smallest })
  }

  async #again(input: Input, kind: string): Promise<Verdict | undefined> {
    return (await this.#find(input, kind)) ?? (await this.#find(input, kind))
  }

  async #find(input: Input, kind: string): Promise<Verdict | undefined> {
    if (kind.startsWith('a warning')) await this.#stage.revive()
    return (await this.#stage.runAlone(input)).find((verdict) => verdict.kind === kind)
  }

  /** Finds out which of the last inputs the process died of, or was warned by. */
  async #examineProcess(): Promise<void> {
    const faults = await this.#stage.takeFaults()
    const recent = [...this.#recent]
    const wasDead = this.#stage.isTargetDead
    if (wasDead) await this.#stage.revive()
    for (const fault of faults) {
      if (this.#report.isKnown(fault.kind)) continue
      if (this.#report.isExcused(fault.kind) || isNative(fault)) {
        this.#report.excuse(fault.kind)
        continue
      }
      const cause = await this.#causeOf(fault.kind, recent)
      if (cause !== undefined && (await this.#stage.isNodesOwn(cause.input, fault.kind)))
        this.#report.excuse(fault.kind)
      else if (cause !== undefined) this.#confirm(cause.iteration, cause.input, fault)
      else {
        // A death is a finding, even where no single input is to blame.
        const iteration = recent.at(-1)?.iteration ?? 0
        const detail = `one or several of the ${recent.length} inputs from this iteration on\n${fault.detail}`
        this.#report.found(fault.kind, iteration)
        this.#report.add({ seed: this.#options.seed, iteration, verdict: { ...fault, detail }, input: undefined })
      }
    }
  }

  /** Halves the inputs until one is left; undefined where they do not do it again, or only together. */
  async #causeOf(kind: string, candidates: readonly Candidate[]): Promise<Candidate | undefined> {
    const shows = async (some: readonly Candidate[]): Promise<boolean> => {
      // Many a warning is given once a process.
      if (kind.startsWith('a warning')) await this.#stage.revive()
      return (await this.#stage.runTogether(some.map(({ input }) => input))).some((verdict) => verdict.kind === kind)
    }
    let left = candidates
    while (left.length > 1) {
      const half = left.slice(0, Math.ceil(left.length / 2))
      left = (await shows(half)) ? half : left.slice(half.length)
    }
    const [last] = left
    return last !== undefined && (await shows([last])) ? last : undefined
  }

  async #examineLeaks(): Promise<void> {
    if (this.#stage.isTargetDead) return
    for (const leak of await this.#stage.leaks()) {
      const { seed } = this.#options
      if (!this.#report.isKnown(leak.kind)) {
        this.#report.found(leak.kind, this.#next)
        this.#report.add({
          seed,
          iteration: this.#next,
          verdict: { ...leak, detail: `${leak.detail}, before this iteration` },
          input: undefined
        })
      }
      await this.#stage.revive()
    }
  }
}
