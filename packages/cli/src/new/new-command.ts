import { Option } from 'commander'
import type { ProjectOptions } from 'create-fieldstone'
import type { CommandDefinition } from '../definition/command-definition.js'

/** `fieldstone new my-api` */
export const newCommand: CommandDefinition<readonly [folder: string], ProjectOptions> = {
  name: 'new',
  summary: 'Make a project, with specs, CI and a Dockerfile',
  declare: (command) =>
    command
      .argument('<folder>', 'where it is made; the last part of its path is the name of the package')
      .addOption(
        new Option('--decorators <form>', 'The form of decorators: legacy ones have the types of members')
          .choices(['legacy', 'standard'])
          .default('legacy')
      )
      .addHelpText(
        'after',
        `
Nothing is installed: npm install does so in the new folder. A folder that has files already is left as it is.

Example:
  fieldstone new my-api && cd my-api && npm install && npm run dev`
      ),
  async run({ arguments: [folder], options, terminal }) {
    const { createProject } = await import('create-fieldstone')
    await createProject(folder, options, terminal.out)
    return 0
  }
}
