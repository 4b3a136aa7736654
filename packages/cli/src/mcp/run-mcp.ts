import { Application, bootstrap, Service } from 'fieldstone'
import type { Terminal } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { importApplication, notAnApplication, reportingSetupErrors } from '../module/import-module.js'
import { optionalPackage } from '../module/optional-package.js'

/** The options of `fieldstone mcp`, as the parser gives them. */
export interface McpCommandOptions {
  readonly tag?: readonly string[]
  readonly operation?: readonly string[]
  readonly credential?: readonly string[]
}

/**
 * Serves the tools of an application over stdin and stdout until stdin ends; returns the exit code.
 *
 * @throws UsageError where nothing is selected, for a wrong credential, and for an application that cannot be loaded
 */
export async function runMcp(
  path: string,
  { tag: tags, operation: operations, credential = [] }: McpCommandOptions,
  terminal: Terminal
): Promise<number> {
  const { serveStdio } = await optionalPackage('mcp', 'fieldstone-mcp', () => import('fieldstone-mcp'))
  if (tags === undefined && operations === undefined) {
    throw new UsageError('No operation is selected; add --tag <tag> or --operation <id>')
  }
  const credentials = Object.fromEntries(credential.map((text) => credentialOf(text, process.env)))
  // The protocol needs stdout, so what the application writes there goes to stderr.
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write
  const service = await loadedService(path)
  const selection = { ...(tags !== undefined && { tags }), ...(operations !== undefined && { operations }) }
  await reportingSetupErrors(() => serveStdio(service, { ...selection, credentials, write: terminal.out }))
  return 0
}

/**
 * Reads a credential of the command line: `bearer=env:TOKEN` is one for the scheme `bearer`, the value of the variable
 * `TOKEN`.
 *
 * @throws UsageError for another text, and for a variable that is not set
 */
export function credentialOf(
  text: string,
  environment: Readonly<Record<string, string | undefined>>
): readonly [scheme: string, value: string] {
  const [, name, variable] = /^([^=]+)=env:(.+)$/.exec(text) ?? []
  if (name === undefined || variable === undefined) {
    throw new UsageError(
      `--credential ${JSON.stringify(text.split('=')[0])} is not <scheme>=env:<NAME>; write bearer=env:TOKEN`
    )
  }
  const value = Object.hasOwn(environment, variable) ? environment[variable] : undefined
  if (value === undefined || value === '') throw new UsageError(`The environment variable ${variable} is not set`)
  return [name, value]
}

async function loadedService(path: string): Promise<Service> {
  const exported = await importApplication(path)
  const { value } = exported
  if (value instanceof Service) return value
  if (value instanceof Application) return reportingSetupErrors(() => bootstrap(value))
  throw notAnApplication(exported)
}
