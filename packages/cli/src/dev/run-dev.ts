import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandCall, Terminal } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { findCompiler } from '../module/typescript.js'
import type { LoadedFile } from '../module/typescript-hooks.js'
import { WatchedFiles } from './watched-files.js'

export type DevArguments = readonly [main: string, args: readonly string[]]

/** The options of `fieldstone dev`. */
export interface DevOptions {
  readonly envFile?: string
  readonly watch?: readonly string[]
  /** True without a value. */
  readonly inspect?: string | true
}

/** How long a service may take for requests that are running before it is ended, in milliseconds. */
const GRACE = 500

/**
 * Runs the program until a signal or a key ends the command.
 *
 * @throws UsageError for files that do not exist, and for TypeScript without a compiler
 */
export async function runDev(call: CommandCall<DevArguments, DevOptions>): Promise<number> {
  const {
    arguments: [main],
    options,
    terminal
  } = call
  const paths = [main, ...(options.envFile === undefined ? [] : [options.envFile]), ...(options.watch ?? [])]
  for (const path of paths) if (!existsSync(path)) throw new UsageError(`There is no file ${path}`)
  if (/\.[cm]?tsx?$/.test(main) && findCompiler(resolve(main)) === undefined) {
    const { NO_COMPILER } = await import('../module/typescript-hooks.js')
    throw new UsageError(`${main} ${NO_COMPILER}`)
  }
  const program = new DevProgram(call)
  const release = listenToUser(program, terminal)
  try {
    return await program.ended
  } finally {
    release()
  }
}

/** The program, which runs in a process of its own, and runs again when one of its files changes. */
class DevProgram {
  /** Resolves with the exit code of the command. */
  readonly ended: Promise<number>
  readonly #call: CommandCall<DevArguments, DevOptions>
  readonly #files: WatchedFiles
  #child: ChildProcess | undefined = undefined
  #isEnding = false
  #isStartedAgain = false
  #end: (code: number) => void = () => undefined
  #timer: NodeJS.Timeout | undefined = undefined

  constructor(call: CommandCall<DevArguments, DevOptions>) {
    this.#call = call
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.#files = new WatchedFiles((path) => this.startAgain(`${relative('', path)} changed`))
    const { envFile, watch = [] } = call.options
    for (const path of [...watch, ...(envFile === undefined ? [] : [envFile])]) this.#files.addPath(path)
    this.#start()
  }

  /** Ends the program, if it runs, and starts it. */
  startAgain(why: string): void {
    if (this.#isEnding || this.#isStartedAgain) return
    this.#print(`${why}, starting again`)
    if (this.#child === undefined) this.#start()
    else this.#stop(this.#child)
  }

  /** Ends the program as the signal says; called again, at once. */
  end(signal: NodeJS.Signals): void {
    this.#files.close()
    if (this.#child === undefined) this.#end(0)
    else this.#child.kill(this.#isEnding ? 'SIGKILL' : signal)
    this.#isEnding = true
  }

  #start(): void {
    const {
      arguments: [main, args],
      options
    } = this.#call
    const { envFile, inspect } = options
    const node = [
      ...process.execArgv,
      ...(envFile === undefined ? [] : [`--env-file=${envFile}`]),
      ...(inspect === undefined ? [] : [inspect === true ? '--inspect' : `--inspect=${inspect}`])
    ]
    const program = fileURLToPath(new URL('./dev-child.js', import.meta.url))
    this.#files.acceptsNew = false
    const child = spawn(process.execPath, [...node, program, main, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C in a terminal is for the command, which passes it on: twice it would end the service at once.
      detached: process.platform !== 'win32'
    })
    this.#child = child
    child.on('message', ({ path, at }: LoadedFile) => this.#files.add(path, at))
    child.on('error', (error) => this.#print(`it cannot be started: ${error.message}`))
    // Its last messages may come after its end.
    const isSilent = new Promise((resolve) => child.once('disconnect', resolve))
    child.on('exit', (code, signal) => void isSilent.then(() => this.#exited(code, signal)))
  }

  /** What ends starts again. */
  #stop(child: ChildProcess): void {
    this.#isStartedAgain = true
    child.kill('SIGTERM')
    this.#timer = setTimeout(() => child.kill('SIGKILL'), GRACE)
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#timer)
    this.#child = undefined
    if (this.#isEnding) this.#end(0)
    else if (this.#isStartedAgain) {
      this.#isStartedAgain = false
      this.#start()
    } else {
      this.#files.acceptsNew = true
      const how = signal === null ? `with the exit code ${code}` : `by ${signal}`
      this.#print(`it ended ${how}; the next change of a file starts it again`)
    }
  }

  #print(text: string): void {
    this.#call.terminal.err(`fieldstone dev: ${text}\n`)
  }
}

/** Signals end the program, and in a terminal keys, too. */
function listenToUser(program: DevProgram, terminal: Terminal): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const listeners = signals.map(
    (signal) => [signal, () => program.end(signal === 'SIGHUP' ? 'SIGTERM' : signal)] as const
  )
  for (const [signal, listener] of listeners) process.on(signal, listener)
  const { stdin } = process
  const onKey = (keys: Buffer) => {
    const text = keys.toString()
    if (text === 'r') program.startAgain('r was pressed')
    if (text === 'q' || text === '\u0003') program.end('SIGINT')
  }
  if (stdin.isTTY) {
    stdin.setRawMode(true)
    stdin.on('data', onKey)
    terminal.err('fieldstone dev: r starts the program again, Ctrl-C ends it\n')
  }
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
    if (!stdin.isTTY) return
    stdin.off('data', onKey)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
