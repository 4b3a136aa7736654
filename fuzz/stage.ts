import { setTimeout as sleep } from 'node:timers/promises'
import { deliver } from './delivery/deliver.js'
import { runHttp2Client } from './delivery/http2-client.js'
import { type Input, isHttp1, type WireInput } from './input.js'
import type { Answer } from './judge/answer.js'
import { judgeFetch } from './judge/fetch.js'
import { judgeFrames } from './judge/frames.js'
import { type Judgement, judgeHttp1 } from './judge/http1.js'
import { judgeHttp2Client } from './judge/http2-client.js'
import { judgeUsage } from './judge/leaks.js'
import type { Verdict } from './judge/verdict.js'
import { Child, type ProcessFault } from './target/child.js'
import type { ReferenceRecord, Usage } from './target/messages.js'

/** What one input led to. */
export interface Outcome {
  readonly verdicts: readonly Verdict[]
  readonly answers: readonly Answer[]
  /** Requests as the peer's parser counted them. */
  readonly requests: number
}

/** The target and the reference, each in its process, and the runs of inputs on them. */
export class Stage {
  #target: Child
  #reference: Child
  #start: Usage

  private constructor(target: Child, reference: Child, start: Usage) {
    this.#target = target
    this.#reference = reference
    this.#start = start
  }

  static async open(): Promise<Stage> {
    const [target, reference] = await Promise.all([Child.start('main'), Child.start('reference')])
    return new Stage(target, reference, await warmUp(target))
  }

  get isTargetDead(): boolean {
    return this.#target.isDead
  }

  /** Runs an input. Where the target dies, of this input or of another, its answers are not judged. */
  async run(input: Input): Promise<Outcome> {
    const target = this.#target
    const { verdicts, answers, requests } = await this.#judge(input, target)
    // That the process has died is known a little later than that its connections are cut.
    if (verdicts.length > 0) await target.usage()
    return { verdicts: target.isDead ? [] : verdicts, answers, requests }
  }

  /** Runs an input while nothing else runs, so that faults of the process are caused by it. */
  async runAlone(input: Input): Promise<readonly Verdict[]> {
    if (this.#target.isDead) await this.revive()
    await this.#target.takeFaults()
    const { verdicts } = await this.run(input)
    return [...verdicts, ...(await this.#settledFaults())]
  }

  /** Runs inputs at once while nothing else runs; returns the faults of the process. */
  async runTogether(inputs: readonly Input[]): Promise<readonly Verdict[]> {
    if (this.#target.isDead) await this.revive()
    await this.#target.takeFaults()
    await Promise.race([Promise.all(inputs.map((input) => this.run(input))), this.#target.gone])
    return await this.#settledFaults()
  }

  /** What went wrong in the target's process since the last call. */
  async takeFaults(): Promise<Verdict[]> {
    return (await this.#target.takeFaults()).map(faultVerdict)
  }

  /** Whether Node's own server of HTTP/2 dies of the input in the same way: then there is nothing to be mended here. */
  async isNodesOwn(input: Input, kind: string): Promise<boolean> {
    if (input.kind !== 'wire' || isHttp1(input)) return false
    await deliver(input, input.transport, this.#reference.port(input.transport))
    if ((await this.#reference.usage()) !== undefined) return false
    const faults = (await this.#reference.takeFaults()).map(faultVerdict)
    this.#reference = await Child.start('reference')
    return faults.some((fault) => fault.kind === kind)
  }

  /** Starts the target again after its death. */
  async revive(): Promise<void> {
    if (!this.#target.isDead) await this.#target.stop()
    this.#target = await Child.start('main')
    this.#start = await warmUp(this.#target)
  }

  /** What an idle target still holds after it had time to release it. */
  async leaks(): Promise<Verdict[]> {
    let verdicts: Verdict[] = []
    for (let round = 0; round < 30; round++) {
      const usage = await this.#target.usage()
      if (usage === undefined) return []
      verdicts = judgeUsage(this.#start, usage)
      if (verdicts.length === 0) return []
      await sleep(250)
    }
    return verdicts
  }

  async usage(): Promise<Usage | undefined> {
    return await this.#target.usage()
  }

  async close(): Promise<void> {
    await Promise.all([this.#target.stop(), this.#reference.stop()])
  }

  async #settledFaults(): Promise<Verdict[]> {
    // A process that fails does so in one of the next turns of its loop.
    await sleep(10)
    await this.#target.usage()
    return await this.takeFaults()
  }

  async #judge(input: Input, target: Child): Promise<Judgement & { readonly requests: number }> {
    if (input.kind === 'fetch') {
      const result = await target.fetch(input)
      return { ...judgeFetch(input, result), requests: result.kind === 'unmade' ? 0 : 1 }
    }
    const port = target.port(input.transport)
    if (input.kind === 'http2-client') {
      return { ...judgeHttp2Client(input, await runHttp2Client(input, port)), requests: input.requests.length }
    }
    if (!isHttp1(input)) {
      const judgement = judgeFrames(input, await deliver(input, input.transport, port))
      return { ...judgement, requests: judgement.answers.length }
    }
    const [exchange, record] = await Promise.all([deliver(input, input.transport, port), this.#refer(input)])
    return { ...judgeHttp1(input, exchange, record), requests: record?.heads.length ?? 0 }
  }

  /** What the reference saw: read at once, since the next connection may have the same port. */
  async #refer(input: WireInput): Promise<ReferenceRecord | undefined> {
    const reference = this.#reference
    const { port } = await deliver(input, 'plain', reference.port('reference'))
    return port === undefined ? undefined : await reference.record(port)
  }
}

/** The first request of each transport loads what is loaded late; what stays open after it belongs to the process. */
async function warmUp(target: Child): Promise<Usage> {
  const request = 'GET /files/long.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  for (const transport of ['plain', 'bare', 'tls', 'alpn'] as const) {
    await deliver(
      { kind: 'wire', transport, pieces: [request], cuts: [], end: 'answered' },
      transport,
      target.port(transport)
    )
  }
  await target.fetch({
    kind: 'fetch',
    transport: 'fetch',
    method: 'GET',
    url: 'http://localhost/files/long.txt',
    headers: [],
    chunks: undefined,
    fails: false,
    abortAfter: undefined,
    cancels: false,
    isBare: false,
    pause: 0
  })
  const usage = await target.usage()
  if (usage === undefined) throw new Error('The target died of its first requests')
  return usage
}

/** The first line of what was thrown, and the place that threw it: the same for the same mistake. */
function faultVerdict({ what, text }: ProcessFault): Verdict {
  const lines = text.split('\n')
  const place = lines
    .find((line) => /^\s+at /.test(line))
    ?.trim()
    .replace(/\s*\(.*\/|\s+file:.*\//, ' (')
    .replace(/(:\d+){1,2}\)?$/, ')')
  const isWarning = what === 'warning'
  return {
    kind: `${isWarning ? 'a warning' : `the process ended by ${what}`}: ${lines[0]?.slice(0, 120)} ${place ?? ''}`.trim(),
    detail: text
  }
}
