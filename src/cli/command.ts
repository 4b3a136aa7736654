import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Terminal } from '../verify/command/verify-command.js'
import { loadService } from './load-service.js'
import { HELP, UsageError } from './usage.js'

/**
 * Runs a command and returns the exit code.
 *
 * @throws UsageError for a wrong command line, and for a module that cannot be loaded
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [command, ...rest] = args
  if (command === 'verify') return await verifyCommand(rest, terminal)
  if (args.some((arg) => arg === '--help' || arg === '-h') || command === 'help') {
    terminal.out(HELP)
    return 0
  }
  if (command === '--version' || command === '-v') {
    terminal.out(`${packageVersion()}\n`)
    return 0
  }
  switch (command) {
    case undefined:
      throw new UsageError('No command is given; see fieldstone --help')
    case 'document':
      return await documentCommand(rest, terminal)
    default:
      throw new UsageError(`There is no command ${command}; see fieldstone --help`)
  }
}

/** Verification is a package of its own once it is published: a service runs without it. */
async function verifyCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { runVerifyCommand } = await import('../verify/command/verify-command.js').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/'fieldstone-verify'/.test(error.message)) throw error
    throw new UsageError('verify is a package of its own; run: npm install --save-dev fieldstone-verify')
  })
  return runVerifyCommand(args, terminal, { name: 'fieldstone verify', load: loadService })
}

async function documentCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0)
    throw new UsageError('document takes one module: fieldstone document ./app.js')
  const { service } = await loadService(path)
  terminal.out(`${JSON.stringify(service.document, null, 2)}\n`)
  return 0
}

/** The version in the package.json of the package, in a folder above this file. */
function packageVersion(): string {
  for (let at = new URL('./package.json', import.meta.url); ; at = new URL('../package.json', at)) {
    try {
      const { name, version } = JSON.parse(readFileSync(at, 'utf8'))
      if (name === 'fieldstone' && version !== undefined) return version
    } catch {
      // It is not in this folder.
    }
    if (at.pathname === '/package.json' || new URL('../package.json', at).href === at.href) return 'unknown'
  }
}
