import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** How long making it takes at most; a process that has not made it by then was ended. */
const LONGEST_MS = 120_000

/** Known to each process of one run of the specs: what an earlier run has made may be out of date. */
const RUN = String(process.env.MOCHA_WORKER_ID === undefined ? process.pid : process.ppid)

/**
 * What `make` returns, made by the first process of a run of the specs that needs it; the others wait for it, and read
 * it from the file.
 */
export function madeOnce<T>(file: string, make: () => T): T {
  mkdirSync(dirname(file), { recursive: true })
  const lock = `${file}.lock`
  for (;;) {
    const made = madeBefore<T>(file)
    if (made !== undefined) return made.result
    if (take(lock)) {
      try {
        return madeBefore<T>(file)?.result ?? write(file, make())
      } finally {
        rmdirSync(lock)
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
}

/** What this run has made, if it has. */
function madeBefore<T>(file: string): { readonly result: T } | undefined {
  try {
    const { run, result } = JSON.parse(readFileSync(file, 'utf8')) as { readonly run: string; readonly result: T }
    return run === RUN ? { result } : undefined
  } catch {
    return undefined
  }
}

function write<T>(file: string, result: T): T {
  // Whoever reads it meanwhile finds all of it or nothing.
  const whole = `${file}.${process.pid}`
  writeFileSync(whole, JSON.stringify({ run: RUN, result }))
  renameSync(whole, file)
  return result
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > LONGEST_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}
