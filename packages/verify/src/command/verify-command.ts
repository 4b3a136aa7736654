import { checkCredentials } from '../credentials/principals.js'
import type { VerifyOptions } from '../options.js'
import type { AcceptedFinding } from '../report/baseline.js'
import { formatReport } from '../report/format-report.js'
import { acceptAll } from '../report/outcome.js'
import type { VerifyReport } from '../report/report.js'
import { verify } from '../verify.js'
import { readBaselineFile, updatedBaseline } from './baseline-file.js'
import { helpText, parseArguments } from './command-line.js'
import type { CommandSettings } from './command-options.js'
import { readConfig } from './config-file.js'
import { Interrupted, ProcessGuard } from './process-guard.js'
import { ProgressLine, type ProgressTerminal } from './progress-line.js'
import { tryToWrite, unwritable, writeReports } from './report-files.js'
import { UsageError } from './usage-error.js'
import { type LoadedService, type VerifiedModule, verifyModule } from './verify-module.js'

export type { LoadedService } from './verify-module.js'

/** Where a command writes. What a service writes to the process's own streams must not get there. */
export interface Terminal extends ProgressTerminal {
  /** Writes a text to stdout, the report among them. */
  readonly out: (text: string) => void
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
    terminal.out(helpText(command.name, command.load !== undefined))
    return 0
  }
  const { settings: given, modules } = parseArguments(args)
  const settings = withConfig(given, modules, await readConfig(given.config))
  const isUpdate = settings.updateBaseline === true
  const accepted = await readBaselineFile(settings.baseline, isUpdate)
  checkCredentials(settings)
  const { jsonFile, junit, markdown, baseline } = settings
  const faults = await unwritable([jsonFile, junit, markdown, ...(isUpdate ? [baseline] : [])])
  if (faults.length > 0) throw new UsageError(faults.join('\n'))
  const progress = new ProgressLine(terminal)
  const guard = new ProcessGuard()
  guard.watchSignals()
  try {
    const options = {
      ...verifyOptions(settings, accepted),
      onProgress: progress.show.bind(progress),
      signal: guard.signal
    }
    const { report, failures } = await (settings.url === undefined
      ? verifyLoaded(modules, settings, options, command, guard, (text) => {
          progress.clear()
          terminal.err(text)
        })
      : verifyRemote(settings.url, modules, settings, options, guard))
    progress.clear()
    if (report.unknownIds.length > 0) throw new UsageError(`No operation is named ${report.unknownIds.join(', ')}`)
    const isFailed = failures.length > 0
    const code = await writeReport(report, settings, accepted, terminal)
    for (const failure of failures) terminal.err(`${command.name}: ${failure}\n`)
    const { interruption } = guard
    if (interruption !== undefined) terminal.err(`${command.name}: ${interruption.why}\n`)
    return interruption?.exitCode ?? (isFailed ? EXIT_CODES.disagreement : code)
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    progress.clear()
    terminal.err(`${command.name}: ${error.message}\n`)
    return error.exitCode
  } finally {
    progress.clear()
    guard.stop()
  }
}

/** The command line goes before the file, also where one names a module and the other an address. */
function withConfig(given: CommandSettings, [path]: readonly string[], config: CommandSettings): CommandSettings {
  const { module, url, ...others } = config
  const ofLine = path === undefined && given.url === undefined ? {} : { module: path, url: given.url }
  return { module, url, ...others, ...given, ...ofLine }
}

/** What `verify` knows of the settings. */
function verifyOptions(settings: CommandSettings, accepted: readonly AcceptedFinding[]): VerifyOptions {
  const { config, module, url, document, baseline, updateBaseline, json, ...others } = settings
  const { jsonFile, junit, markdown, logs, ...options } = others
  // A new baseline lists everything, however much that is.
  const maxDisagreements = settings.maxDisagreements ?? (updateBaseline ? Number.MAX_SAFE_INTEGER : undefined)
  return { ...options, ...(maxDisagreements && { maxDisagreements }), baseline: accepted }
}

async function verifyLoaded(
  [, ...more]: readonly string[],
  { module: path, document, logs }: CommandSettings,
  options: VerifyOptions,
  { name, load }: VerifyCommand,
  guard: ProcessGuard,
  print: (text: string) => void
): Promise<VerifiedModule> {
  if (load === undefined) throw new UsageError(`The service is missing: ${name} --url http://127.0.0.1:3000`)
  if (path === undefined)
    throw new UsageError(`${name} needs a module, or the address of a service: ${name} ./app.js, ${name} --url …`)
  if (more.length > 0) throw new UsageError(`${name} takes one module, not also ${more.join(' ')}`)
  if (document !== undefined && options.documentName !== undefined)
    throw new UsageError('--name and --document both say which document is verified; give one of them')
  if (document !== undefined && !document.startsWith('/'))
    throw new UsageError(
      `--document is a path of the module's service, as /openapi.json, not ${JSON.stringify(document)}`
    )
  const given = { ...options, ...(document !== undefined && { documentPath: document }) }
  return verifyModule(() => load(path), given, guard, logs === true ? print : undefined)
}

async function verifyRemote(
  url: string,
  modules: readonly string[],
  { document, documentName }: CommandSettings,
  options: VerifyOptions,
  guard: ProcessGuard
): Promise<VerifiedModule> {
  if (documentName !== undefined)
    throw new UsageError('--name is of the documents of a module; --document says which one of a service is verified')
  if (modules.length > 0) throw new UsageError(`Either --url or a module is verified, not also ${modules.join(' ')}`)
  if (document === undefined)
    throw new UsageError('--url needs --document: a file, an address, or a path of the service')
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new UsageError(`--url takes an address, as http://127.0.0.1:3000, not ${JSON.stringify(url)}`)
  return { report: await guard.orInterrupted(verify({ url, document }, options)), failures: [] }
}

/**
 * Prints the report, and writes it to the files that are asked for.
 *
 * @returns the exit code
 * @throws UsageError where a file cannot be written, after everything else has been
 */
async function writeReport(
  found: VerifyReport,
  settings: CommandSettings,
  accepted: readonly AcceptedFinding[],
  terminal: Terminal
): Promise<number> {
  const isUpdate = settings.updateBaseline === true
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
