import { parseArgs } from 'node:util'
import { MissingLibraryError } from '../verify/document/missing-library.js'
import type { VerifyOptions, VerifyProgress } from '../verify/options.js'
import { formatReport } from '../verify/report/format-report.js'
import { verify } from '../verify/verify.js'
import { loadService } from './load-service.js'
import { UsageError } from './usage.js'

/** Where a command writes. */
export interface Terminal {
  readonly out: (text: string) => void
  /** Rewrites the line that shows the progress; undefined where no terminal is attached. */
  readonly progress: ((line: string) => void) | undefined
}

const OPTIONS = {
  runs: { type: 'string' },
  seed: { type: 'string' },
  skip: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  query: { type: 'string', multiple: true },
  max: { type: 'string' },
  'shrink-runs': { type: 'string' },
  'reset-every': { type: 'string' },
  timeout: { type: 'string' },
  'document-path': { type: 'string' },
  'base-url': { type: 'string' },
  json: { type: 'boolean' }
} as const

const EXIT_CODES = { proved: 0, disagreement: 1, unproved: 3 } as const

/** `fieldstone verify`; returns the exit code. */
export async function verifyCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const [path, ...more] = positionals
  if (path === undefined) throw new UsageError('verify needs a module: fieldstone verify ./app.js')
  if (more.length > 0) throw new UsageError(`verify takes one module, not also ${more.join(' ')}`)
  const options: VerifyOptions = {
    runs: integer('runs', values.runs, 1),
    seed: integer('seed', values.seed, Number.MIN_SAFE_INTEGER),
    maxDisagreements: integer('max', values.max, 1),
    skip: values.skip
      ?.flatMap((ids) => ids.split(','))
      .map((id) => id.trim())
      .filter((id) => id !== ''),
    headers: Object.fromEntries((values.header ?? []).map(parseHeader)),
    query: Object.fromEntries((values.query ?? []).map(parsePair)),
    shrinkRuns: integer('shrink-runs', values['shrink-runs'], 0),
    resetEvery: integer('reset-every', values['reset-every'], 1),
    timeout: integer('timeout', values.timeout, 1),
    documentPath: pathOf(values['document-path']),
    baseUrl: values['base-url'],
    onProgress: (progress) => terminal.progress?.(progressLine(progress))
  }
  const { service, reset } = await loadService(path)
  try {
    const report = await verify(service, { ...options, reset })
    terminal.progress?.('')
    if (report.unknownIds.length > 0) throw new UsageError(`No operation is named ${report.unknownIds.join(', ')}`)
    terminal.out(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : `${formatReport(report)}\n`)
    return EXIT_CODES[report.outcome]
  } catch (error) {
    throw error instanceof MissingLibraryError ? new UsageError(error.message) : error
  } finally {
    await service.close?.()
  }
}

function integer(name: string, text: string | undefined, minimum: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value) && value >= minimum) return value
  throw new UsageError(
    `--${name} takes an integer${minimum >= 0 ? ` of at least ${minimum}` : ''}, not ${JSON.stringify(text)}`
  )
}

function pathOf(path: string | undefined): string | undefined {
  if (path === undefined || path.startsWith('/')) return path
  throw new UsageError(`--document-path takes a path that begins with a slash, not ${JSON.stringify(path)}`)
}

function parseHeader(text: string): [string, string] {
  const match = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text)
  if (match === null) throw new UsageError(`--header takes name:value, not ${JSON.stringify(text)}`)
  return [match[1] as string, match[2] as string]
}

function parsePair(text: string): [string, string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw new UsageError(`--query takes name=value, not ${JSON.stringify(text)}`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}

function progressLine({ done, total, disagreements }: VerifyProgress): string {
  return `${done} of ${total} requests, ${disagreements} ${disagreements === 1 ? 'disagreement' : 'disagreements'}`
}
