import type { CommandDefinition } from '../definition/command-definition.js'
import { loadDescription } from '../module/load-description.js'

/** `fieldstone document ./app.js` */
export const documentCommand: CommandDefinition<readonly [module: string]> = {
  name: 'document',
  summary: 'Print the OpenAPI document as JSON',
  declare: (command) => command.argument('<module>', 'the module that exports the application'),
  async run({ arguments: [path], terminal }) {
    const { document } = await loadDescription(path)
    terminal.out(`${JSON.stringify(document(), null, 2)}\n`)
    return 0
  }
}
