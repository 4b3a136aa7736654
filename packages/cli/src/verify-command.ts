import type { CommandDefinition } from './definition/command-definition.js'
import { UsageError } from './definition/usage-error.js'

/**
 * `fieldstone verify`: its options and its help are in the package `fieldstone-verify`; the parser passes them on as they
 * are.
 */
export const verifyCommand: CommandDefinition<readonly [args: readonly string[]]> = {
  name: 'verify',
  summary: 'Check a service against its published document',
  declare: (command) => command.usage('<module> [options]').argument('[arguments...]').helpOption(false),
  async run({ arguments: [args], terminal }) {
    const { runVerifyCommand } = await import('fieldstone-verify/command').catch((error) => {
      if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/'fieldstone-verify'/.test(error.message)) throw error
      throw new UsageError('verify is a package of its own; run: npm install --save-dev fieldstone-verify')
    })
    const load = async (path: string) => (await import('./module/load-service.js')).loadService(path)
    return runVerifyCommand(args, terminal, { name: 'fieldstone verify', load })
  }
}
