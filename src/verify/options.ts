import { checkGivenOptions, type OptionTable } from '../options.js'
import type { AcceptedFinding } from './report/baseline.js'
import type { GivenCredentials } from './wire/credentials.js'

/** The properties by which an operation can be skipped. */
export interface OperationName {
  /** The `operationId`; `GET /items` where there is none. */
  readonly id: string
  /** The method of the request, in upper case. */
  readonly method: string
  /** The path of the document: `/items/{id}`. */
  readonly path: string
}

/** The progress of verification. */
export interface VerifyProgress {
  /** The requests that were sent. */
  readonly done: number
  /** The requests that will be sent, as far as it is known now. */
  readonly total: number
  /** The disagreements that were found. */
  readonly disagreements: number
  /** The suspicions that were found. */
  readonly suspicions: number
}

/** The options of `verify`. */
export interface VerifyOptions {
  /**
   * How many requests are made at most, not counting those that simplify a finding. Default: what the document needs:
   * every edge case once, the sequences, and random requests of each operation.
   */
  readonly runs?: number
  /** How long verification takes, in milliseconds, in place of `runs`: random requests fill the time that is left. */
  readonly time?: number
  /** An integer; the same seed makes the same requests, given the same responses. Default: random, and reported. */
  readonly seed?: number
  /** Operations that get no requests: by id, or those for which the function returns true. */
  readonly skip?: readonly string[] | ((operation: OperationName) => boolean)
  /** Suspicions make verification fail, as disagreements do. Default: false. */
  readonly strict?: boolean
  /** Findings that are known and accepted for now: they are reported, and do not fail the run. */
  readonly baseline?: readonly AcceptedFinding[]
  /** What part of the contract is to be met, in percent; less is not a proof. Default: 0. */
  readonly minCoverage?: number
  /** Ids of operations that may remain unproved: `ok` is true all the same. */
  readonly allowUnproved?: readonly string[]
  /** Restores the service's state; awaited before requests that may change it (not GET, HEAD and OPTIONS). */
  readonly reset?: () => unknown
  /** `reset` is called before every n-th of those requests. Default: 1, before each. */
  readonly resetEvery?: number
  /** Sent with every request: `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Added to the query of every request that has no parameter of this name: `{ key: '…' }`, for credentials in the query. */
  readonly query?: Readonly<Record<string, string>>
  /** The number of different disagreements (with `strict` also suspicions) at which verification stops. Default: 20. */
  readonly maxDisagreements?: number
  /** How many requests may be made to simplify one finding. Default: 200. */
  readonly shrinkRuns?: number
  /**
   * How long a response may take, in milliseconds. An operation that takes longer, as a stream without an end does, is
   * reported and gets no more requests. Default: 10,000.
   */
  readonly timeout?: number
  /** The path at which the service publishes its document; read from there instead of from `service.document`. */
  readonly documentPath?: string
  /** The service's address in curl lines. Default: `http://localhost:8080`. */
  readonly baseUrl?: string
  /** Called after every 100 requests, and at the end. */
  readonly onProgress?: (progress: VerifyProgress) => void
}

const VERIFY_OPTIONS: OptionTable<VerifyOptions> = {
  runs: true,
  time: true,
  strict: true,
  baseline: true,
  minCoverage: true,
  allowUnproved: true,
  seed: true,
  skip: true,
  reset: true,
  resetEvery: true,
  headers: true,
  query: true,
  maxDisagreements: true,
  shrinkRuns: true,
  timeout: true,
  documentPath: true,
  baseUrl: true,
  onProgress: true
}

/** The options with all defaults filled in. */
export interface VerifySettings {
  readonly runs: number | undefined
  readonly time: number | undefined
  readonly strict: boolean
  readonly baseline: readonly AcceptedFinding[]
  readonly minCoverage: number
  readonly allowUnproved: readonly string[]
  readonly seed: number
  readonly skips: (operation: OperationName) => boolean
  /** The ids in `skip`, to report those that no operation has. */
  readonly skippedIds: readonly string[]
  readonly reset: () => unknown
  readonly resetEvery: number
  /** Added to every request. */
  readonly credentials: GivenCredentials
  readonly maxDisagreements: number
  readonly shrinkRuns: number
  readonly timeout: number
  readonly documentPath: string | undefined
  readonly baseUrl: string
  readonly onProgress: (progress: VerifyProgress) => void
}

/** @throws RangeError or TypeError for an invalid option */
export function verifySettings(options: VerifyOptions): VerifySettings {
  checkGivenOptions(options, VERIFY_OPTIONS, 'verify')
  const { skip } = options
  const skippedIds = typeof skip === 'function' ? [] : (skip ?? [])
  if (!Array.isArray(skippedIds)) throw new TypeError('`skip` is a list of operation ids or a function')
  return {
    runs: options.runs === undefined ? undefined : count('runs', options.runs, 1),
    time: options.time === undefined ? undefined : count('time', options.time, 1),
    strict: options.strict ?? false,
    baseline: options.baseline ?? [],
    minCoverage: percentage('minCoverage', options.minCoverage ?? 0),
    allowUnproved: options.allowUnproved ?? [],
    seed: count('seed', options.seed ?? Math.floor(Math.random() * 0x7fffffff), Number.MIN_SAFE_INTEGER),
    skips: typeof skip === 'function' ? skip : ({ id }) => skippedIds.includes(id),
    skippedIds,
    reset: options.reset ?? (() => {}),
    resetEvery: count('resetEvery', options.resetEvery ?? 1, 1),
    credentials: {
      headers: Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
      query: Object.entries(options.query ?? {})
    },
    maxDisagreements: count('maxDisagreements', options.maxDisagreements ?? 20, 1),
    shrinkRuns: count('shrinkRuns', options.shrinkRuns ?? 200, 0),
    timeout: count('timeout', options.timeout ?? 10_000, 1),
    documentPath: options.documentPath,
    baseUrl: options.baseUrl ?? 'http://localhost:8080',
    onProgress: options.onProgress ?? (() => {})
  }
}

function percentage(name: string, value: number): number {
  if (value >= 0 && value <= 100) return value
  throw new RangeError(`\`${name}\` is a number from 0 to 100, not ${value}`)
}

function count(name: string, value: number, minimum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value
  throw new RangeError(`\`${name}\` is an integer${minimum >= 0 ? ` of at least ${minimum}` : ''}, not ${value}`)
}
