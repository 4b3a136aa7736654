import type { CommandDefinition } from '../definition/command-definition.js'
import type { ClientOptions } from './run-client.js'

/** `fieldstone client ./app.js --out client` */
export const clientCommand: CommandDefinition<readonly [source: string], ClientOptions> = {
  name: 'client',
  summary: 'Write a typed client of an application with @hey-api/openapi-ts',
  declare: (command) =>
    command
      .argument('<source>', 'a module that exports the application, or an OpenAPI document: a file or a URL')
      .requiredOption('--out <folder>', 'the folder of the client; what an earlier run wrote there is replaced')
      .option('--name <name>', 'which of several documents of the application; default: the first')
      .addHelpText(
        'after',
        `
No controller and no service is constructed, and nothing listens. Settings in openapi-ts.config.ts, such as
other plugins, apply.

Exit codes: 0 the client is written; 2 the command was called wrongly, @hey-api/openapi-ts is not installed,
the application has setup errors, or no client can be made of the document.

Examples:
  fieldstone client src/app.ts --out web/client
  fieldstone client https://api.example.com/openapi.json --out client`
      ),
  run: async (call) => (await import('./run-client.js')).runClient(call)
}
