import type { CommandDefinition } from '../definition/command-definition.js'
import type { McpCommandOptions } from './run-mcp.js'

/** `fieldstone mcp ./app.js --tag public` */
export const mcpCommand: CommandDefinition<readonly [module: string], McpCommandOptions> = {
  name: 'mcp',
  summary: 'Serve operations as tools of the Model Context Protocol over stdin and stdout',
  declare: (command) =>
    command
      .argument('<module>', 'the module that exports the application')
      .option('--tag <tag...>', 'the operations with this tag')
      .option('--operation <id...>', 'the operation with this operationId')
      .option('--credential <scheme=env:NAME...>', 'what calls carry for a security scheme: the value of a variable')
      .addHelpText('after', HELP),
  async run({ arguments: [path], options, terminal }) {
    return (await import('./run-mcp.js')).runMcp(path, options, terminal)
  }
}

const HELP = `
The protocol needs stdout, so what the application writes there goes to stderr. The command ends when stdin does.
A credential is the token of a bearer scheme, user:password of a basic one, or the key of an API key.

Example, for the configuration of a client:
  { "command": "npx", "args": ["fieldstone", "mcp", "dist/app.js", "--tag", "public"] }
`
