import type { CommandDefinition } from '../definition/command-definition.js'
import type { MigrateOptions } from './run-migrate.js'

/** `fieldstone migrate nestjs src` */
export const migrateCommand: CommandDefinition<readonly [from: string, folder: string], MigrateOptions> = {
  name: 'migrate',
  summary: 'Rewrite a NestJS project, and list what is left to do',
  declare: (command) =>
    command
      .argument('<from>', 'the framework of the project: nestjs')
      .argument('<folder>', 'the folder of its sources')
      .option('--dry-run', 'write nothing, and print the changes as a diff')
      .option('--force', 'write although the folder has changes that are not committed, or is in no git repository')
      .addHelpText(
        'after',
        `
What protected a route protects it still: a guard becomes a requirement of the route, and the application
does not start until a security scheme of that name is declared.

Exit codes: 0 the project is rewritten, and the rest is listed; 2 the command was called wrongly, and
nothing was written.`
      ),
  run: async (call) => (await import('./run-migrate.js')).runMigrate(call)
}
