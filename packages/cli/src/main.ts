#!/usr/bin/env node
import module from 'node:module'
import type { Terminal } from './definition/command-definition.js'

// From Node 22.8 on: what this run compiles, the command, Fieldstone and the application, the next one reads.
;(module as { enableCompileCache?: () => unknown }).enableCompileCache?.()

// As they are now: while a service runs, what it writes is captured.
const [out, err] = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream))
const terminal: Terminal = {
  out: (text) => out?.(text),
  err: (text) => err?.(text),
  get columns() {
    return process.stderr.isTTY ? process.stderr.columns : undefined
  }
}

let code: number
try {
  // Only what is imported now is in the cache.
  const { runCommand } = await import('./command-line.js')
  code = await runCommand(process.argv.slice(2), terminal)
} catch (error) {
  code = 2
  terminal.err(`fieldstone: ${describe(error)}\n`)
}
// What the application keeps open must not keep the command alive; what was written must be flushed first.
process.stdout.write('', () => process.exit(code))

function describe(error: unknown): string {
  if (error instanceof Error && (error.name === 'UsageError' || error.name === 'VerifyError')) return error.message
  const isArguments = String((error as { code?: unknown })?.code).startsWith('ERR_PARSE_ARGS')
  if (isArguments) return `${(error as Error).message}; see fieldstone verify --help`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
