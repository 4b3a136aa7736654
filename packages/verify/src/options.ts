import type { GivenExtras } from './credentials/presented.js'
import type { GivenCredentials } from './credentials/principals.js'
import { isNamedBy, type OperationName } from './document/operation-pattern.js'
import { checkOptionNames } from './option-names.js'
import type { AcceptedFinding } from './report/baseline.js'

/** What verification does: valid requests first, then every edge case, the sequences, and random requests. */
export type VerifyPhase = 'warm-up' | 'edge cases' | 'sequences' | 'random requests'

/** The progress of verification. */
export interface VerifyProgress {
  /** What it does now. */
  readonly phase: VerifyPhase
  /** The requests that were sent. */
  readonly done: number
  /** The requests that will be sent, as far as it is known now. */
  readonly total: number
  /** The disagreements that were found. */
  readonly disagreements: number
  /** The suspicions that were found. */
  readonly suspicions: number
  /** How many milliseconds are left, about: by the rate so far. Undefined as long as no rate is known. */
  readonly millisecondsLeft: number | undefined
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
  /**
   * The only operations that get requests: by `operationId`, tag, method (`GET`), path (`/items/*`) or both
   * (`GET /items/*`), where `*` is any text; or those for which the function returns true. Default: all.
   */
  readonly include?: readonly string[] | ((operation: OperationName) => boolean)
  /** Operations that get no requests, named as in `include`. */
  readonly exclude?: readonly string[] | ((operation: OperationName) => boolean)
  /**
   * Whether requests may have methods that change state: not only GET, HEAD and OPTIONS. Default: true in-process and for
   * a service on this machine, false for any other; its other operations are reported as not proved.
   */
  readonly allowWrites?: boolean
  /** How many requests a second are sent at most. Default: no limit. */
  readonly rate?: number
  /** Suspicions make verification fail, as disagreements do. Default: false. */
  readonly strict?: boolean
  /** Findings that are known and accepted: they are reported, and do not fail the run. */
  readonly baseline?: readonly AcceptedFinding[]
  /** What part of the contract is to be met, in percent; less is not a proof. Default: 0. */
  readonly minCoverage?: number
  /** Ids of operations that may remain unproved: `ok` is true all the same. */
  readonly allowUnproved?: readonly string[]
  /** Restores the service's state; awaited before requests that may change it (not GET, HEAD and OPTIONS). */
  readonly reset?: () => unknown
  /** `reset` is called before every n-th of those requests. Default: 1, before each. */
  readonly resetEvery?: number
  /**
   * Credentials by the name of their security scheme: `{ bearer: { env: 'TOKEN' }, basic: 'user:password' }`. Each
   * operation gets those of the first of its requirements that they meet. Reports do not show them.
   */
  readonly credentials?: GivenCredentials
  /** The credentials of others, by their name: `{ reader: { bearer: { env: 'READER' } } }`. */
  readonly principals?: Readonly<Record<string, GivenCredentials>>
  /** The scopes that each of `principals` has: `{ reader: ['read'] }`. Operations that require others must reject it. */
  readonly scopes?: Readonly<Record<string, readonly string[]>>
  /** Sent with every request: `{ 'accept-language': 'en' }`. A parameter of this name has no other value in valid requests. */
  readonly headers?: Readonly<Record<string, string>>
  /** Added to the query of every request that has no parameter of this name: `{ tenant: '1' }`. */
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
  /**
   * How long a response should take at most, in milliseconds: one that takes longer three times is a suspicion. Default:
   * a second, and ten times as long as half of the operation's responses take.
   */
  readonly maxResponseTime?: number
  /**
   * The name of one of several documents of the service, as `service.documents` has it. Default: the first. What only other
   * documents have is no finding.
   */
  readonly documentName?: string
  /** The path at which the service publishes its document; read from there instead of from `service.document`. */
  readonly documentPath?: string
  /** The service's address in curl lines. Default: the address that requests are sent to; in-process `http://localhost:8080`. */
  readonly baseUrl?: string
  /** Called when a phase begins, after every 100 requests, after one that ends 100 milliseconds later, and at the end. */
  readonly onProgress?: (progress: VerifyProgress) => void
  /** Stops verification: it waits for no response any more, and returns the report of what was found so far. */
  readonly signal?: AbortSignal
}

const VERIFY_OPTIONS: { readonly [Name in keyof VerifyOptions]-?: true } = {
  runs: true,
  time: true,
  strict: true,
  baseline: true,
  minCoverage: true,
  allowUnproved: true,
  seed: true,
  include: true,
  exclude: true,
  allowWrites: true,
  rate: true,
  reset: true,
  resetEvery: true,
  credentials: true,
  principals: true,
  scopes: true,
  headers: true,
  query: true,
  maxDisagreements: true,
  shrinkRuns: true,
  timeout: true,
  maxResponseTime: true,
  documentName: true,
  documentPath: true,
  baseUrl: true,
  onProgress: true,
  signal: true
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
  /** The patterns in `include` and `exclude`, to report those that name no operation. */
  readonly patterns: readonly string[]
  readonly allowWrites: boolean | undefined
  readonly rate: number | undefined
  readonly reset: () => unknown
  readonly resetEvery: number
  /** Added to every request. */
  readonly extras: GivenExtras
  readonly credentials: GivenCredentials
  readonly principals: Readonly<Record<string, GivenCredentials>>
  readonly scopes: Readonly<Record<string, readonly string[]>>
  readonly maxDisagreements: number
  readonly shrinkRuns: number
  readonly timeout: number
  readonly maxResponseTime: number | undefined
  readonly documentName: string | undefined
  readonly documentPath: string | undefined
  readonly baseUrl: string | undefined
  readonly onProgress: (progress: VerifyProgress) => void
  readonly signal: AbortSignal | undefined
}

/** @throws RangeError or TypeError for an invalid option */
export function verifySettings(options: VerifyOptions): VerifySettings {
  checkOptionNames(options, Object.keys(VERIFY_OPTIONS), 'verify')
  const [included, excluded] = [chooser('include', options.include), chooser('exclude', options.exclude)]
  return {
    runs: options.runs === undefined ? undefined : count('runs', options.runs, 1),
    time: options.time === undefined ? undefined : count('time', options.time, 1),
    strict: options.strict ?? false,
    baseline: options.baseline ?? [],
    minCoverage: percentage('minCoverage', options.minCoverage ?? 0),
    allowUnproved: options.allowUnproved ?? [],
    seed: count('seed', options.seed ?? Math.floor(Math.random() * 0x7fffffff), Number.MIN_SAFE_INTEGER),
    skips: (operation) => included?.(operation) === false || excluded?.(operation) === true,
    patterns: [options.include, options.exclude].flatMap((patterns) =>
      typeof patterns === 'function' ? [] : (patterns ?? [])
    ),
    allowWrites: options.allowWrites,
    rate: options.rate === undefined ? undefined : positive('rate', options.rate),
    reset: options.reset ?? (() => {}),
    resetEvery: count('resetEvery', options.resetEvery ?? 1, 1),
    credentials: options.credentials ?? {},
    principals: options.principals ?? {},
    scopes: options.scopes ?? {},
    extras: {
      headers: Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
      query: Object.entries(options.query ?? {})
    },
    maxDisagreements: count('maxDisagreements', options.maxDisagreements ?? 20, 1),
    shrinkRuns: count('shrinkRuns', options.shrinkRuns ?? 200, 0),
    timeout: count('timeout', options.timeout ?? 10_000, 1),
    maxResponseTime:
      options.maxResponseTime === undefined ? undefined : count('maxResponseTime', options.maxResponseTime, 1),
    documentName: options.documentName,
    documentPath: options.documentPath,
    baseUrl: options.baseUrl,
    onProgress: options.onProgress ?? (() => {}),
    signal: options.signal
  }
}

function percentage(name: string, value: number): number {
  if (value >= 0 && value <= 100) return value
  throw new RangeError(`\`${name}\` is a number from 0 to 100, not ${value}`)
}

/** What chooses operations; undefined where the option is not given. */
function chooser(
  name: string,
  patterns: VerifyOptions['include']
): ((operation: OperationName) => boolean) | undefined {
  if (patterns === undefined || typeof patterns === 'function') return patterns
  if (!Array.isArray(patterns)) throw new TypeError(`\`${name}\` is a list of patterns or a function`)
  return (operation) => patterns.some((pattern) => isNamedBy(pattern, operation))
}

function positive(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value
  throw new RangeError(`\`${name}\` is a number above 0, not ${value}`)
}

function count(name: string, value: number, minimum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value
  throw new RangeError(`\`${name}\` is an integer${minimum >= 0 ? ` of at least ${minimum}` : ''}, not ${value}`)
}
