import type { CommandDefinition } from './definition/command-definition.js'
import { optionalPackage } from './module/optional-package.js'

/**
 * `fieldstone verify`: its options and its help are in the package `fieldstone-verify`; the parser passes them on as they
 * are.
 */
export const verifyCommand: CommandDefinition<readonly [args: readonly string[]]> = {
  name: 'verify',
  summary: 'Check a service against its published document',
  declare: (command) => command.usage('<module> [options]').argument('[arguments...]').helpOption(false),
  async run({ arguments: [args], terminal }) {
    const { runVerifyCommand } = await optionalPackage(
      'verify',
      'fieldstone-verify',
      () => import('fieldstone-verify/command')
    )
    const load = async (path: string) => (await import('./module/load-service.js')).loadService(path)
    return runVerifyCommand(args, terminal, { name: 'fieldstone verify', load })
  }
}
