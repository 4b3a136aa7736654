import { clientCommand } from './client/client-command.js'
import type { CommandDefinition } from './definition/command-definition.js'
import { devCommand } from './dev/dev-command.js'
import { diffCommand } from './diff/diff-command.js'
import { documentCommand } from './document/document-command.js'
import { generateCommand } from './generate/generate-command.js'
import { mcpCommand } from './mcp/mcp-command.js'
import { newCommand } from './new/new-command.js'
import { routesCommand } from './routes/routes-command.js'
import { verifyCommand } from './verify-command.js'

/** The commands in the order of the help. */
export const COMMANDS = [
  newCommand,
  devCommand,
  generateCommand,
  verifyCommand,
  documentCommand,
  diffCommand,
  routesCommand,
  mcpCommand,
  clientCommand
] as unknown as readonly CommandDefinition[]

/** What to do instead of the commands that were removed, by their names. */
export const REMOVED_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['migrate', 'docs/migrating.md says how to move a project by hand']
])
