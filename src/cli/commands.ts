import { clientCommand } from './client/client-command.js'
import type { CommandDefinition } from './definition/command-definition.js'
import { devCommand } from './dev/dev-command.js'
import { diffCommand } from './diff/diff-command.js'
import { documentCommand } from './document/document-command.js'
import { generateCommand } from './generate/generate-command.js'
import { mcpCommand } from './mcp/mcp-command.js'
import { migrateCommand } from './migrate/migrate-command.js'
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
  clientCommand,
  migrateCommand
] as unknown as readonly CommandDefinition[]
