import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { programFile } from './build.js'

/** What a run of a command did to its process. */
export interface CommandRun {
  /** The exit code. */
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** What it was called wrongly by, without the name of the program: `fieldstone: <message>` on stderr. */
  readonly error?: { readonly message: string }
}

interface RunOptions {
  /** The width of the terminal that stderr is; without it, it is none. */
  readonly columns?: number
  readonly program?: 'cli' | 'create-fieldstone'
}

let runs = 0

/** `fieldstone` without a process of its own: the program is imported anew. */
export function runHere(...args: string[]): Promise<CommandRun> {
  return runProgramHere(args)
}

/** A program of the packages without a process of its own; one runs after the other, since the process is theirs. */
export function runProgramHere(args: readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  const run = last.then(() => runNow(args, options))
  last = run.catch(() => undefined)
  return run
}

let last: Promise<unknown> = Promise.resolve()

async function runNow(args: readonly string[], { columns, program = 'cli' }: RunOptions): Promise<CommandRun> {
  const { argv, exit, exitCode, stdout, stderr } = process
  const writes = [stdout.write, stderr.write] as const
  const terminal = ['isTTY', 'columns'].map((name) => [name, Object.getOwnPropertyDescriptor(stderr, name)] as const)
  const cache = module as { enableCompileCache?: unknown }
  const { enableCompileCache } = cache
  const written = { stdout: '', stderr: '' }
  try {
    const status = await new Promise<number>((resolve, reject) => {
      process.argv = ['node', 'main.js', ...args]
      process.exitCode = undefined
      process.exit = resolve as typeof process.exit
      // It would be that of the specs.
      cache.enableCompileCache = undefined
      for (const [name, stream] of [
        ['stdout', stdout],
        ['stderr', stderr]
      ] as const)
        stream.write = ((text: string | Uint8Array, ...more: unknown[]) => {
          written[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
          const done = more.at(-1)
          if (typeof done === 'function') done()
          return true
        }) as typeof stream.write
      for (const [name, value] of Object.entries({ isTTY: columns !== undefined, columns }))
        Object.defineProperty(stderr, name, { value, configurable: true, writable: true })
      import(`${pathToFileURL(programFile(program)).href}?${++runs}`).then(() => {
        if (process.exitCode !== undefined) resolve(Number(process.exitCode))
      }, reject)
    })
    const [, message] = /^(?:fieldstone|create-fieldstone): ([\s\S]*?)\n$/.exec(written.stderr) ?? []
    return { status, ...written, ...(status === 2 && message !== undefined ? { error: { message } } : {}) }
  } finally {
    Object.assign(process, { argv, exit, exitCode })
    cache.enableCompileCache = enableCompileCache
    stdout.write = writes[0]
    stderr.write = writes[1]
    for (const [name, before] of terminal) {
      if (before === undefined) delete (stderr as unknown as Record<string, unknown>)[name]
      else Object.defineProperty(stderr, name, before)
    }
  }
}
