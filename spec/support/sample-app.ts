import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The two shapes of the sample application: by decorators of the legacy form, and of the standard form. */
export const SAMPLE_FOLDERS = ['sample-app', 'sample-app/standard-decorators'] as const
export type SampleFolder = (typeof SAMPLE_FOLDERS)[number]

/** A module of the compiled sample application, beside the compiled specs. */
export function sampleModule(folder: SampleFolder, name: 'application' | 'main'): URL {
  return new URL(`../../${folder}/${name}.js`, import.meta.url)
}

/** The sample application as a module that listens nowhere, for programs of their own. */
export const SAMPLE_URL = sampleModule('sample-app', 'application').href

/** It runs on the bundle, as `npm start` has it; where coverage is measured, on the modules that are counted. */
const FLAGS = process.env.NODE_V8_COVERAGE === undefined ? [] : ['--conditions=fieldstone-modules']

/** How a process ended, and what it had written. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The sample application as a process of its own, run as it is. */
export class SampleApp {
  readonly #child: ChildProcess
  readonly #ended: Promise<Ending>
  #stdout = ''
  #stderr = ''

  constructor(env: Readonly<Record<string, string>> = {}, folder: SampleFolder = 'sample-app') {
    const main = fileURLToPath(sampleModule(folder, 'main'))
    this.#child = spawn(process.execPath, [...FLAGS, main], {
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000
    })
    this.#child.stdout?.on('data', (chunk) => {
      this.#stdout += chunk
    })
    this.#child.stderr?.on('data', (chunk) => {
      this.#stderr += chunk
    })
    this.#ended = once(this.#child, 'close').then(([code, signal]) => ({
      code,
      signal,
      stdout: this.#stdout,
      stderr: this.#stderr
    }))
  }

  /** Waits until it listens; answers the URL that it printed, without a slash at its end. */
  async url(): Promise<string> {
    for (;;) {
      const [, url] = /Document\s+(http:\S+)\/openapi\.json\s/.exec(this.#stdout) ?? []
      if (url !== undefined) return url
      const ending = await Promise.race([
        this.#ended,
        once(this.#child.stdout as NonNullable<ChildProcess['stdout']>, 'data')
      ])
      if (!Array.isArray(ending)) throw new Error(`The sample application ended:\n${ending.stderr}`)
    }
  }

  /** What it has written to its error output: where defects are reported. */
  get stderr(): string {
    return this.#stderr
  }

  /** Waits until it ends by itself. */
  ended(): Promise<Ending> {
    return this.#ended
  }

  /** Sends the signal, and waits until it has ended. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
    this.#child.kill(signal)
    return this.#ended
  }
}
