import type { CommandDefinition } from '../definition/command-definition.js'
import type { ClientOptions } from './run-client.js'

/** `fieldstone client ./app.js --out client.ts` */
export const clientCommand: CommandDefinition<readonly [module?: string], ClientOptions> = {
  name: 'client',
  summary: 'Write a typed client: one TypeScript file without dependencies',
  declare: (command) =>
    command
      .argument('[module]', 'the module that exports the application')
      .option('--document <file>', 'Take this OpenAPI document instead: a file in JSON or YAML, or an address')
      .option('--name <name>', 'Which of several documents of the application; default: the first')
      .option('--out <file>', 'Write the client to this file; without it, it is printed')
      .option('--check', 'Write nothing: exit with 1 where the file of --out is another client')
      .addHelpText(
        'after',
        `
The client has a method for each operation, by its operationId, with types for what is sent and received. It
runs on fetch: in browsers, Node, Bun and Deno. No controller and no service is constructed.

Exit codes: 0 the client is printed, written, or the one in the file; 1 the file of --check is stale or missing;
2 the command was called wrongly, the application has setup errors, or no client can be made of the document.

Examples:
  fieldstone client dist/app.js --out web/client.ts
  fieldstone client dist/app.js --out web/client.ts --check
  fieldstone client --document https://api.example.com/openapi.json --out client.ts`
      ),
  run: async (call) => (await import('./run-client.js')).runClient(call)
}
