import type { CommandDefinition } from '../definition/command-definition.js'
import type { DevArguments, DevOptions } from './run-dev.js'

const collect = (value: string, before: readonly string[] = []) => [...before, value]

/** `fieldstone dev src/main.ts` */
export const devCommand: CommandDefinition<DevArguments, DevOptions> = {
  name: 'dev',
  summary: 'Run a program, and start it again when one of its files changes',
  declare: (command) =>
    command
      .argument('<main>', 'the file that starts the service, TypeScript or JavaScript')
      .argument('[arguments...]', 'what process.argv has for it, after --')
      .option('--env-file <file>', 'Set the environment variables of this file, and watch it')
      .option(
        '--watch <path>',
        'Watch this file, or the files of this folder, too; may be given several times',
        collect
      )
      .option('--inspect [host:port]', 'Let a debugger connect')
      .addHelpText(
        'after',
        `
All files that the program imports are watched, as are its tsconfig.json, but not those of packages. What
prevents its start is printed, and the next change starts it again. In a terminal r starts it again at
once, and Ctrl-C or q ends it.

Exit codes: 0 it was ended; 2 the command was called wrongly.

Example:
  fieldstone dev src/main.ts --env-file .env`
      ),
  run: async (call) => (await import('./run-dev.js')).runDev(call)
}
