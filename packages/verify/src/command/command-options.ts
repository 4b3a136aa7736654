import type { VerifyOptions } from '../options.js'
import { readCredentials, readScopes } from './credential-arguments.js'
import { duration, integer, listed, parseHeader, parsePair, percentage, rate } from './option-values.js'

/** What the command line says: the options of `verify`, and those of the command itself. */
export interface CommandSettings extends Omit<VerifyOptions, 'baseline' | 'documentPath' | 'onProgress' | 'signal'> {
  /** The file that has further settings. */
  readonly config?: string
  /** The module that has the service. */
  readonly module?: string
  /** The address of the service, in place of a module. */
  readonly url?: string
  /** Where the document is: a file, an address, or a path of the service. */
  readonly document?: string
  /** The file that lists the accepted findings. */
  readonly baseline?: string
  /** Whether the findings of this run are written to that file. */
  readonly updateBaseline?: boolean
  /** Whether the report is printed as JSON. */
  readonly json?: boolean
  /** Where the report is written as JSON. */
  readonly jsonFile?: string
  /** Where the report is written as JUnit XML. */
  readonly junit?: string
  /** Where the report is written as Markdown. */
  readonly markdown?: string
  /** Whether the logs of the service are printed as they come, in place of one entry for each cause in the report. */
  readonly logs?: boolean
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
  /** What it means. `texts` are its values, in order; those of a flag say nothing. */
  readonly read: (texts: readonly [string, ...string[]]) => CommandSettings
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
    name: 'name',
    value: '<name>',
    help: "Which of several documents of the module's application (default: the first)",
    read: ([documentName]) => ({ documentName })
  },
  {
    name: 'config',
    value: '<file>',
    help: 'Read further options from this file (default: fieldstone-verify.json, if it exists)',
    read: ([config]) => ({ config })
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
    read: ([text]) => ({ runs: integer('--runs', text, 1) })
  },
  {
    name: 'time',
    value: '<time>',
    help: 'How long it takes, in place of --runs: 60s, 2m',
    read: ([text]) => ({ time: duration('--time', text) })
  },
  {
    name: 'seed',
    value: '<n>',
    help: 'Make the same requests again (default: random)',
    read: ([text]) => ({ seed: integer('--seed', text) })
  },
  {
    name: 'rate',
    value: '<n>/s',
    help: 'How many requests a second are sent at most (default: no limit)',
    read: ([text]) => ({ rate: rate('--rate', text) })
  },
  {
    name: 'credential',
    value: '<scheme=env:NAME>',
    isMany: true,
    help: 'The credential of a security scheme, also file:path or value:text; scheme@name=… of another principal',
    read: readCredentials
  },
  {
    name: 'scopes',
    value: '<name=scope,…>',
    isMany: true,
    help: 'The scopes of another principal',
    read: (texts) => ({ scopes: readScopes(texts) })
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
    name: 'min-coverage',
    value: '<percent>',
    help: 'What part of the contract must be met, from 0 to 100',
    read: ([text]) => ({ minCoverage: percentage('--min-coverage', text) })
  },
  {
    name: 'baseline',
    value: '<file>',
    help: 'Accept the findings that this file lists',
    read: ([baseline]) => ({ baseline })
  },
  {
    name: 'update-baseline',
    help: 'Write the findings of this run to the file of --baseline',
    read: () => ({ updateBaseline: true })
  },
  {
    name: 'max',
    value: '<n>',
    help: 'Stop after so many different disagreements (default: 20)',
    read: ([text]) => ({ maxDisagreements: integer('--max', text, 1) })
  },
  {
    name: 'shrink-runs',
    value: '<n>',
    help: 'Requests to simplify one finding (default: 200)',
    read: ([text]) => ({ shrinkRuns: integer('--shrink-runs', text, 0) })
  },
  {
    name: 'reset-every',
    value: '<n>',
    help: 'Call reset before every n-th request that may change state (default: 1)',
    read: ([text]) => ({ resetEvery: integer('--reset-every', text, 1) })
  },
  {
    name: 'timeout',
    value: '<time>',
    help: 'How long a response may take (default: 10s)',
    read: ([text]) => ({ timeout: duration('--timeout', text) })
  },
  {
    name: 'max-response-time',
    value: '<time>',
    help: 'Report responses that take longer as suspicions',
    read: ([text]) => ({ maxResponseTime: duration('--max-response-time', text) })
  },
  {
    name: 'base-url',
    value: '<url>',
    help: "The service's address in curl lines (default: --url, or http://localhost:8080)",
    read: ([baseUrl]) => ({ baseUrl })
  },
  { name: 'json', help: 'Print the report as JSON', read: () => ({ json: true }) },
  {
    name: 'json-file',
    value: '<file>',
    help: 'Write the report as JSON, too',
    read: ([jsonFile]) => ({ jsonFile })
  },
  {
    name: 'junit',
    value: '<file>',
    help: 'Write the report as JUnit XML, too',
    read: ([junit]) => ({ junit })
  },
  {
    name: 'markdown',
    value: '<file>',
    help: 'Write the report as Markdown, too; it is added to $GITHUB_STEP_SUMMARY',
    read: ([markdown]) => ({ markdown })
  },
  {
    name: 'logs',
    help: "Print the module's logs as they come (default: one entry for each cause, in the report)",
    read: () => ({ logs: true })
  }
]
