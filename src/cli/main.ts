#!/usr/bin/env node
import type { Terminal } from '../verify/command/verify-command.js'
import { runCommand } from './command.js'
import { HELP } from './usage.js'

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  progress: process.stderr.isTTY ? (line) => process.stderr.write(`\r\u001b[2K${line}`) : undefined
}

let code: number
try {
  code = await runCommand(process.argv.slice(2), terminal)
} catch (error) {
  code = 2
  terminal.progress?.('')
  process.stderr.write(`fieldstone: ${describe(error)}\n`)
}
// What the application keeps open must not keep the command alive; what was written must be flushed first.
process.stdout.write('', () => process.exit(code))

function describe(error: unknown): string {
  if (error instanceof Error && (error.name === 'UsageError' || error.name === 'VerifyError')) return error.message
  const isArguments = String((error as { code?: unknown })?.code).startsWith('ERR_PARSE_ARGS')
  if (isArguments) return `${(error as Error).message}\n\n${HELP}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
