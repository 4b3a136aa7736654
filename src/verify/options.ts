import { checkGivenOptions, type OptionTable } from '../options.js'
import type { GivenCredentials } from './requests/missing-credentials.js'

/** An operation, as far as it can be chosen by. */
export interface OperationName {
  /** The `operationId`; `GET /items` where the document names none. */
  readonly id: string
  readonly method: string
  /** As the document writes it: `/items/{id}`. */
  readonly path: string
}

/** How far verification has come. */
export interface VerifyProgress {
  readonly done: number
  readonly total: number
  readonly disagreements: number
}

export interface VerifyOptions {
  /** How many requests are made; what it takes to make a disagreement smaller comes on top. Default: 1000. */
  readonly runs?: number
  /** An integer; the same seed makes the same requests, given the same answers. Default: by chance, and reported. */
  readonly seed?: number
  /** Operations that are left alone: by id, or by what the function answers. */
  readonly skip?: readonly string[] | ((operation: OperationName) => boolean)
  /** Puts the service's state back; awaited before requests that may change state (not GET, HEAD and OPTIONS). */
  readonly reset?: () => unknown
  /** `reset` is called before every n-th of those requests. Default: 1, before each. */
  readonly resetEvery?: number
  /** Sent with every request: `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent in the query of every request that has none of this name: `{ key: '…' }`, where credentials belong there. */
  readonly query?: Readonly<Record<string, string>>
  /** Different disagreements after which verification stops. Default: 20. */
  readonly maxDisagreements?: number
  /** Requests that making one disagreement smaller may take. Default: 200. */
  readonly shrinkRuns?: number
  /**
   * How long an answer may take, in milliseconds; an operation that takes longer is reported and then left alone, as a
   * stream that does not end would be. Default: 10,000.
   */
  readonly timeout?: number
  /** Where the service publishes its document; it is read from there in place of `service.document`. */
  readonly documentPath?: string
  /** The service's address in curl lines. Default: `http://localhost:8080`. */
  readonly baseUrl?: string
  /** Called from time to time. */
  readonly onProgress?: (progress: VerifyProgress) => void
}

const VERIFY_OPTIONS: OptionTable<VerifyOptions> = {
  runs: true,
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

/** The options with every default filled in. */
export interface VerifySettings {
  readonly runs: number
  readonly seed: number
  readonly skips: (operation: OperationName) => boolean
  /** The ids that `skip` names; to be told when there is no such operation. */
  readonly skippedIds: readonly string[]
  readonly reset: () => unknown
  readonly resetEvery: number
  /** What every request shows. */
  readonly credentials: GivenCredentials
  readonly maxDisagreements: number
  readonly shrinkRuns: number
  readonly timeout: number
  readonly documentPath: string | undefined
  readonly baseUrl: string
  readonly onProgress: (progress: VerifyProgress) => void
}

/** @throws RangeError or TypeError for an option that makes no sense */
export function verifySettings(options: VerifyOptions): VerifySettings {
  checkGivenOptions(options, VERIFY_OPTIONS, 'verify')
  const { skip } = options
  const skippedIds = typeof skip === 'function' ? [] : (skip ?? [])
  if (!Array.isArray(skippedIds)) throw new TypeError('`skip` is a list of operation ids or a function')
  return {
    runs: count('runs', options.runs ?? 1000, 1),
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

function count(name: string, value: number, minimum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value
  throw new RangeError(`\`${name}\` is an integer${minimum >= 0 ? ` of at least ${minimum}` : ''}, not ${value}`)
}
