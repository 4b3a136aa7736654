import type { VerifyOptions } from '../options.js'
import { UsageError } from './usage-error.js'

/** What the command line says: the options of `verify`, and those of the command itself. */
export interface CommandSettings extends VerifyOptions {
  /** The address of the service, in place of a module. */
  readonly url?: string
  /** Where the document is: a file, an address, or a path of the service. */
  readonly document?: string
  /** Whether the report is printed as JSON. */
  readonly isJson?: boolean
}

/** One option of the command line. */
export interface CommandOption {
  /** Without its dashes. */
  readonly name: string
  /** What follows the name, as `<n>`; undefined for a flag. */
  readonly value?: string
  /** Whether it may be given several times. */
  readonly isMany?: boolean
  /** One line of the help. */
  readonly help: string
  /** What it means. `texts` are its values, in order; a flag has none. */
  readonly read: (texts: readonly string[]) => CommandSettings
}

/** All options, in the order of the help. A new one is a row here. */
export const COMMAND_OPTIONS: readonly CommandOption[] = [
  {
    name: 'url',
    value: '<url>',
    help: 'Check the service that listens there, of whatever framework',
    read: ([url]) => ({ url })
  },
  {
    name: 'document',
    value: '<where>',
    help: 'The document, JSON or YAML: a file, an address, or a path of the service',
    read: ([document]) => ({ document })
  },
  {
    name: 'include',
    value: '<pattern,…>',
    isMany: true,
    help: "Check only these operations: ids, tags, methods, paths ('/items/*')",
    read: (texts) => ({ include: listed(texts) })
  },
  {
    name: 'exclude',
    value: '<pattern,…>',
    isMany: true,
    help: 'Leave out these operations',
    read: (texts) => ({ exclude: listed(texts) })
  },
  {
    name: 'allow-unproved',
    value: '<id,…>',
    isMany: true,
    help: 'Operations that may remain unproved',
    read: (texts) => ({ allowUnproved: listed(texts) })
  },
  {
    name: 'allow-writes',
    help: 'Send POST, PUT, PATCH and DELETE to a service on another machine, too',
    read: () => ({ allowWrites: true })
  },
  { name: 'read-only', help: 'Send only GET, HEAD and OPTIONS', read: () => ({ allowWrites: false }) },
  {
    name: 'runs',
    value: '<n>',
    help: 'How many requests are made at most (default: what the document needs)',
    read: ([text]) => ({ runs: integer('runs', text, 1) })
  },
  {
    name: 'time',
    value: '<ms>',
    help: 'How long it takes, in place of --runs',
    read: ([text]) => ({ time: integer('time', text, 1) })
  },
  {
    name: 'seed',
    value: '<n>',
    help: 'Make the same requests again (default: random)',
    read: ([text]) => ({ seed: integer('seed', text, Number.MIN_SAFE_INTEGER) })
  },
  {
    name: 'rate',
    value: '<n>/s',
    help: 'How many requests a second are sent at most (default: no limit)',
    read: ([text]) => ({ rate: rate(text) })
  },
  {
    name: 'header',
    value: '<name:value>',
    isMany: true,
    help: 'Send a header with every request',
    read: (texts) => ({ headers: Object.fromEntries(texts.map(parseHeader)) })
  },
  {
    name: 'query',
    value: '<name=value>',
    isMany: true,
    help: 'Send a query parameter with every request',
    read: (texts) => ({ query: Object.fromEntries(texts.map(parsePair)) })
  },
  { name: 'strict', help: 'Fail on suspicions, too', read: () => ({ strict: true }) },
  {
    name: 'max',
    value: '<n>',
    help: 'Stop after so many different disagreements (default: 20)',
    read: ([text]) => ({ maxDisagreements: integer('max', text, 1) })
  },
  {
    name: 'shrink-runs',
    value: '<n>',
    help: 'Requests to simplify one finding (default: 200)',
    read: ([text]) => ({ shrinkRuns: integer('shrink-runs', text, 0) })
  },
  {
    name: 'reset-every',
    value: '<n>',
    help: 'Call reset before every n-th request that may change state (default: 1)',
    read: ([text]) => ({ resetEvery: integer('reset-every', text, 1) })
  },
  {
    name: 'timeout',
    value: '<ms>',
    help: 'How long a response may take (default: 10000)',
    read: ([text]) => ({ timeout: integer('timeout', text, 1) })
  },
  {
    name: 'base-url',
    value: '<url>',
    help: "The service's address in curl lines (default: --url, or http://localhost:8080)",
    read: ([baseUrl]) => ({ baseUrl })
  },
  { name: 'json', help: 'Print the report as JSON', read: () => ({ isJson: true }) }
]

/** The options as the help prints them, one on each line. */
export function optionLines(options: readonly CommandOption[]): string {
  const names = options.map(({ name, value = '' }) => `--${name} ${value}`.trimEnd())
  const width = Math.max(...names.map((name) => name.length)) + 2
  return options
    .map(({ help, isMany }, index) => {
      const name = names[index] as string
      return `  ${name.padEnd(width)}${help}${isMany ? '; may be given several times' : ''}`
    })
    .join('\n')
}

function integer(name: string, text: string | undefined, minimum: number): number {
  const value = Number(text)
  if (text !== undefined && /^-?\d+$/.test(text) && Number.isSafeInteger(value) && value >= minimum) return value
  throw new UsageError(
    `--${name} takes an integer${minimum >= 0 ? ` of at least ${minimum}` : ''}, not ${JSON.stringify(text)}`
  )
}

function rate(text: string | undefined): number {
  const value = Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text ?? '')?.[1])
  if (value > 0) return value
  throw new UsageError(`--rate takes a number of requests a second, as 5/s, not ${JSON.stringify(text)}`)
}

function listed(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
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
