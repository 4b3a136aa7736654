import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { COMMANDS, REMOVED_COMMANDS } from './commands.js'
import type { Terminal } from './definition/command-definition.js'
import { UsageError } from './definition/usage-error.js'
import { verifyCommand } from './verify-command.js'

const ABOUT_MODULES = `
<module> exports an Application, or what bootstrap returned: as default, application, app or service.
Importing it must not start to listen.

Exit codes: 0 all is well, 2 the command was called wrongly or the module cannot be loaded; the help of a
command lists its others.
`

/**
 * Runs a command and returns the exit code.
 *
 * @throws UsageError for a wrong command line or a removed command, and for a module that cannot be loaded
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined) throw new UsageError('No command is given; see fieldstone --help')
  const replacement = REMOVED_COMMANDS.get(name)
  if (replacement !== undefined) throw new UsageError(`The command ${name} was removed; ${replacement}`)
  // Its options belong to another package, and must not be read here.
  if (name === 'verify') return verifyCommand.run({ arguments: [rest], options: {}, terminal })
  if (name === 'help' && rest[0] === 'verify') return runCommand(['verify', '--help'], terminal)
  // The parser knows no help about it.
  if (name === 'help' && rest[0] === 'help') return runCommand(['--help'], terminal)
  // The parser prints all of its help for a command that does not exist.
  if (
    name === 'help' &&
    rest[0] !== undefined &&
    /^[^-]/.test(rest[0]) &&
    !COMMANDS.some((each) => each.name === rest[0])
  )
    return runCommand([rest[0]], terminal)
  let code = 0
  const program = new Command('fieldstone')
    .description('Fieldstone: HTTP APIs whose published OpenAPI document is true.')
    .usage('<command> [options]')
    .version(packageVersion(), '-v, --version', 'Print the version')
    .helpOption('-h, --help', 'Print this text; after a command, the text about that command')
    // What is behind a command belongs to it: one has a --version of its own.
    .enablePositionalOptions()
    .helpCommand('help [command]', 'Print this text, or the text about a command')
    .addHelpText('after', ABOUT_MODULES)
    .configureHelp({
      subcommandTerm: (each) => `${each.name()} ${each.usage().replace(/ ?\[options\] ?/, '')}`.trimEnd()
    })
  for (const definition of COMMANDS) {
    const command = program.command(definition.name).summary(definition.summary).description(`${definition.summary}.`)
    command.helpOption('-h, --help', 'Print this text')
    definition.declare(command)
    command.allowExcessArguments().action(async () => {
      checkCount(command)
      code = await definition.run({ arguments: command.processedArgs, options: command.opts(), terminal })
    })
  }
  for (const each of [program, ...program.commands]) writeTo(terminal, each)
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    throw error
  }
}

/** What the parser writes goes to the terminal; a wrong call is a UsageError, which names the help to read. */
function writeTo(terminal: Terminal, command: Command): void {
  const name = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`
  command.configureOutput({
    writeOut: terminal.out,
    writeErr: terminal.err,
    outputError: () => undefined,
    getOutHelpWidth: () => terminal.columns ?? 100,
    getOutHasColors: () => false
  })
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : new UsageError(inOwnWords(error.message, `${name} --help`))
  })
}

/** What is too much is in the message, which the parser's own only counts. */
function checkCount(command: Command): void {
  const { args, registeredArguments: declared } = command
  const more = args.slice(declared.length)
  if (more.length === 0 || declared.at(-1)?.variadic) return
  const names = declared.map((each) => `<${each.name()}>`).join(' ')
  command.error(`The command ${command.name()} takes ${names || 'no argument'}, not also ${more.join(' ')}`)
}

/** The parser's messages that have the words of ours, which the commands of other packages use as well. */
const WORDS: readonly (readonly [theirs: RegExp, ours: string])[] = [
  [/^unknown (option|command) '(.*)'$/, 'There is no $1 $2'],
  [/^missing required argument '(.*)'$/, 'The argument <$1> is missing'],
  [/^option '(.*)' argument missing$/, 'The option $1 lacks its value'],
  [/^required option '(.*)' not specified$/, 'The option $1 is missing'],
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\. /, "The argument <$2> cannot be '$1'. "],
  [/^option '(.*)' argument '(.*)' is invalid\. /, "The option $1 cannot be '$2'. "]
]

function inOwnWords(message: string, help: string): string {
  const [what = '', similar] = message.replace(/^error: /, '').split('\n')
  const hint = /^\(Did you mean (.*)\?\)$/.exec(similar ?? '')?.[1]
  const found = WORDS.find(([theirs]) => theirs.test(what))
  const own = found === undefined ? what : what.replace(...found)
  return `${own.charAt(0).toUpperCase()}${own.slice(1).replace(/\.$/, '')}; ${hint === undefined ? '' : `did you mean ${hint}? Or `}see ${help}`
}

/** The version of the command line, which is that of the framework. */
function packageVersion(): string {
  return createRequire(import.meta.url)('fieldstone-cli/package.json').version
}
