import { parseArgs } from 'node:util'
import type { VerifyOptions, VerifyProgress } from '../options.js'
import { formatReport } from '../report/format-report.js'
import { acceptAll } from '../report/outcome.js'
import type { VerifyReport } from '../report/report.js'
import { verify } from '../verify.js'
import type { VerifiableService } from '../wire/target.js'
import { readBaselineFile, updatedBaseline } from './baseline-file.js'
import { COMMAND_OPTIONS, type CommandSettings, optionLines } from './command-options.js'
import { tryToWrite, writeReports } from './report-files.js'
import { UsageError } from './usage-error.js'

/** Where a command writes. */
export interface Terminal {
  /** Writes a text, the report among them. */
  readonly out: (text: string) => void
  /** Rewrites the line that shows the progress; undefined where no terminal is attached. */
  readonly progress: ((line: string) => void) | undefined
}

/** A service in this process, and what restores its state. */
export interface LoadedService {
  /** What `bootstrap` returned. */
  readonly service: VerifiableService
  /** The option `reset`. */
  readonly reset: (() => unknown) | undefined
}

/** The command that verification is a part of. */
export interface VerifyCommand {
  /** `fieldstone verify` */
  readonly name: string
  /** Loads the service that a module has; undefined where the command knows only services that listen. */
  readonly load?: (path: string) => Promise<LoadedService>
}

const EXIT_CODES = { proved: 0, disagreement: 1, unproved: 3 } as const

/**
 * Verifies as the command line says, prints the report, and returns the exit code.
 *
 * @throws UsageError for a wrong command line, a service that cannot be reached and a document that cannot be read
 */
export async function runVerifyCommand(
  args: readonly string[],
  terminal: Terminal,
  command: VerifyCommand
): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    terminal.out(helpOf(command))
    return 0
  }
  const { settings, modules } = parseArguments(args)
  const isUpdate = settings.updateBaseline === true
  const accepted = await readBaselineFile(settings.baseline, isUpdate)
  const options: VerifyOptions = {
    ...verifyOptions(settings),
    baseline: accepted,
    // A baseline lists everything, however much that is.
    ...(isUpdate && { maxDisagreements: settings.maxDisagreements ?? Number.MAX_SAFE_INTEGER }),
    onProgress: (progress: VerifyProgress) => terminal.progress?.(progressLine(progress))
  }
  const found = await (settings.url === undefined
    ? verifyModule(modules, settings, options, command)
    : verifyRemote(settings.url, settings, options, modules))
  terminal.progress?.('')
  if (found.unknownIds.length > 0) throw new UsageError(`No operation is named ${found.unknownIds.join(', ')}`)
  const report = isUpdate ? acceptAll(found) : found
  terminal.out(settings.json === true ? `${JSON.stringify(report, null, 2)}\n` : `${formatReport(report)}\n`)
  const faults = await writeReports(report, settings)
  if (isUpdate) {
    const fault = await tryToWrite(settings.baseline, () => updatedBaseline(found, accepted))
    if (fault !== undefined) faults.push(fault)
  }
  if (faults.length > 0) throw new UsageError(faults.join('\n'))
  return EXIT_CODES[report.outcome]
}

/** What `verify` knows of the settings. */
function verifyOptions(settings: CommandSettings): VerifyOptions {
  const { url, document, baseline, updateBaseline, json, jsonFile, junit, markdown, ...options } = settings
  return options
}

function parseArguments(args: readonly string[]): { settings: CommandSettings; modules: readonly string[] } {
  const types = COMMAND_OPTIONS.map(({ name, value, isMany }) => {
    return [name, { type: value === undefined ? 'boolean' : 'string', multiple: isMany === true }] as const
  })
  const { values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    allowPositionals: true
  })
  const given = COMMAND_OPTIONS.map(({ name, read }) => {
    const texts = values[name]
    return texts === undefined ? {} : read([texts].flat().filter((text) => typeof text === 'string'))
  })
  return { settings: Object.assign({}, ...given), modules: positionals }
}

async function verifyModule(
  [path, ...more]: readonly string[],
  { document }: CommandSettings,
  options: VerifyOptions,
  { name, load }: VerifyCommand
): Promise<VerifyReport> {
  if (load === undefined) throw new UsageError(`The service is missing: ${name} --url http://127.0.0.1:3000`)
  if (path === undefined)
    throw new UsageError(`${name} needs a module, or the address of a service: ${name} ./app.js, ${name} --url …`)
  if (more.length > 0) throw new UsageError(`${name} takes one module, not also ${more.join(' ')}`)
  if (document !== undefined && !document.startsWith('/'))
    throw new UsageError(
      `--document is a path of the module's service, as /openapi.json, not ${JSON.stringify(document)}`
    )
  const { service, reset } = await load(path)
  try {
    return await verify(service, { ...options, reset, documentPath: document })
  } finally {
    await service.close?.()
  }
}

async function verifyRemote(
  url: string,
  { document }: CommandSettings,
  options: VerifyOptions,
  modules: readonly string[]
): Promise<VerifyReport> {
  if (modules.length > 0) throw new UsageError(`Either --url or a module is verified, not also ${modules.join(' ')}`)
  if (document === undefined)
    throw new UsageError('--url needs --document: a file, an address, or a path of the service')
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new UsageError(`--url takes an address, as http://127.0.0.1:3000, not ${JSON.stringify(url)}`)
  return verify({ url, document }, options)
}

function helpOf({ name, load }: VerifyCommand): string {
  const modules = `
<module> is compiled JavaScript. Its default export, or its export named application, app or service,
is an Application or what bootstrap returned. Importing it must not start to listen. If it exports a
function named reset, that is awaited before requests that may change state.
`
  return `Usage: ${load === undefined ? '' : `${name} <module> [options]\n       `}${name} --url <url> --document <where> [options]

Check a service against its OpenAPI document.
${load === undefined ? '' : modules}
Options:
${optionLines(COMMAND_OPTIONS)}

Exit codes: 0 everything is proved; 1 service and document disagree; 2 the command was called wrongly, the
module or the document cannot be loaded, or a file cannot be written; 3 something is not proved.
`
}

function progressLine({ done, total, disagreements }: VerifyProgress): string {
  return `${done} of ${total} requests, ${disagreements} ${disagreements === 1 ? 'disagreement' : 'disagreements'}`
}
