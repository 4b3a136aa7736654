import { Argument } from 'commander'
import type { CommandDefinition } from '../definition/command-definition.js'
import type { GenerateArguments, GenerateOptions } from './run-generate.js'

/** `fieldstone generate controller order` */
export const generateCommand: CommandDefinition<GenerateArguments, GenerateOptions> = {
  name: 'generate',
  summary: 'Write a controller or a record in the form of this project',
  declare: (command) =>
    command
      .addArgument(new Argument('<kind>', 'what is written').choices(['controller', 'record']))
      .argument('<name>', 'the name of the resource, in any spelling: order-line, OrderLine')
      .option('--dir <folder>', 'Where the sources are', 'src')
      .option('--application <file>', 'The file with the list of controllers (default: application.ts or app.ts there)')
      .addHelpText(
        'after',
        `
A controller has the operations list, add, show, replace and remove, with a record, a store in memory and a
spec; a record that exists already is used. No file is overwritten. The controller is added to the list of
the application, where that is found; otherwise what to add is printed.

Exit codes: 0 the files are written; 2 one of them exists, or the command was called wrongly.`
      ),
  run: async (call) => (await import('./run-generate.js')).runGenerate(call)
}
