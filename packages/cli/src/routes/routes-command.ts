import type { CommandDefinition } from '../definition/command-definition.js'
import type { RoutesOptions } from './run-routes.js'

const collect = (value: string, before: readonly string[] = []) => [...before, value]

/** `fieldstone routes ./app.js` */
export const routesCommand: CommandDefinition<readonly [module: string], RoutesOptions> = {
  name: 'routes',
  summary: 'List the routes in the order in which they are tried',
  declare: (command) =>
    command
      .argument('<module>', 'the module that exports the application')
      .option('--method <method>', 'Only the routes of this method')
      .option('--path <prefix>', 'Only the routes whose path begins with this')
      .option('--match <request>', "Say which route takes a request, and why: --match 'GET /items/5'")
      .option(
        '--version <version>',
        'Only the routes of this version; with --match, the version that the request names'
      )
      .option('--header <header>', "A header of the request of --match that names a version: 'api-version: 2'", collect)
      .option('--json', 'Print JSON instead of a table')
      .addHelpText(
        'after',
        `
Of two routes that both match a request, the upper one takes it, wherever they are declared. No controller
and no service is constructed, and nothing listens.

Exit codes: 0 the routes are listed, or a route takes the request of --match; 1 no route takes it; 2 the
command was called wrongly, or the application has setup errors.`
      ),
  run: async (call) => (await import('./run-routes.js')).runRoutes(call)
}
