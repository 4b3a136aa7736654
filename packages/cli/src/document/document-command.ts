import { Option } from 'commander'
import type { CommandDefinition } from '../definition/command-definition.js'
import type { DocumentOptions } from './run-document.js'

/** `fieldstone document ./app.js --out openapi.yaml` */
export const documentCommand: CommandDefinition<readonly [module: string], DocumentOptions> = {
  name: 'document',
  summary: 'Print or write the OpenAPI document, or check that a file has it',
  declare: (command) =>
    command
      .argument('<module>', 'the module that exports the application')
      .option('--out <file>', 'Write the document to this file, as YAML where its name ends in .yaml or .yml')
      .option('--check', 'Write nothing: exit with 1 where the file of --out has another document')
      .addOption(new Option('--format <format>', 'How it is printed, or written').choices(['json', 'yaml']))
      .option('--name <name>', 'Which of several documents; default: the first')
      .addHelpText(
        'after',
        `
No controller and no service is constructed, and nothing listens.

Exit codes: 0 the document is printed, written, or the one in the file; 1 the file of --check is stale or
missing; 2 the command was called wrongly, or the application has setup errors.

Examples:
  fieldstone document dist/app.js
  fieldstone document src/app.ts --out openapi.yaml
  fieldstone document src/app.ts --out openapi.yaml --check`
      ),
  run: async (call) => (await import('./run-document.js')).runDocument(call)
}
