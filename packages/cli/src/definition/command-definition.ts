import type { Command } from 'commander'
import type { Terminal } from 'fieldstone-verify/command'

export type { Terminal } from 'fieldstone-verify/command'

/** How a command was called: what the parser read of the command line. */
export interface CommandCall<Arguments extends readonly unknown[] = readonly unknown[], Options = object> {
  /** The arguments in the order of their declaration; undefined for an optional one that is missing, a list for the last one with `...`. */
  readonly arguments: Arguments
  /** The options by their names in camel case, as commander reads them: `{ out: 'openapi.yaml' }` for `--out openapi.yaml`. */
  readonly options: Options
  readonly terminal: Terminal
}

/** One command of `fieldstone`: it is listed in `src/cli/commands.ts`. */
export interface CommandDefinition<Arguments extends readonly unknown[] = readonly unknown[], Options = object> {
  readonly name: string
  /** What the list of commands says of it: one line without a full stop. */
  readonly summary: string
  /**
   * Declares the arguments, the options, and what else the help says (`addHelpText('after', …)`: its exit codes, an
   * example). The option `--help`, the messages of wrong calls and the name of similar options come from the parser.
   */
  readonly declare: (command: Command) => unknown
  /**
   * Does the work, and returns the exit code. It imports what only this command needs: other commands must not load it.
   *
   * @throws UsageError for a wrong call, and for what the user has to repair first: exit code 2, without a stack
   */
  readonly run: (call: CommandCall<Arguments, Options>) => Promise<number>
}
