#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { runVerifyCommand, type Terminal } from './verify-command.js'

const NAME = 'fieldstone-verify'

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
  const [first] = process.argv.slice(2)
  const isVersion = first === '--version' || first === '-v'
  if (isVersion) terminal.out(`${packageVersion()}\n`)
  code = isVersion ? 0 : await runVerifyCommand(process.argv.slice(2), terminal, { name: NAME })
} catch (error) {
  code = 2
  terminal.err(`${NAME}: ${describe(error)}\n`)
}
// Connections that are kept must not keep the command alive; what was written must be flushed first.
process.stdout.write('', () => process.exit(code))

/** What a user did is said without a stack, of which only a mistake of our own needs one. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isArguments = String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
  if (isArguments) return `${error.message}; see ${NAME} --help`
  return error.name === 'UsageError' || error.name === 'VerifyError' ? error.message : (error.stack ?? error.message)
}

function packageVersion(): string {
  return String(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version)
}
