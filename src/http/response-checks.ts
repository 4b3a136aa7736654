import { SetupError } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { WriterNotes } from '../record/writer.js'
import { ViolationReports } from './violation-reports.js'

/** What is done with responses that the document does not promise. */
export const RESPONSE_CHECKS = ['off', 'report', 'enforce'] as const

/** What is done with responses that the document does not promise: nothing, or they are reported, or they become a 500. */
export type ResponseCheckMode = (typeof RESPONSE_CHECKS)[number]

/** How strictly responses are held against the document, in full. */
export type ResponseCheckOptions = ReportOptions | UnsampledOptions

/** The mode `'report'`, which may have a sample. */
interface ReportOptions {
  /** What becomes of a response that breaks the document. */
  readonly mode: 'report'
  /**
   * Of how many responses all is checked, from 0 (none) to 1 (each): rules (lengths, patterns, bounds) and headers too. Of
   * the others it is the status, the media type, and what the writer of the body finds out without a measurable cost: values
   * of a wrong kind, required fields that are missing, values that an enum does not have. Default: 1.
   */
  readonly sample?: number
}

/** The other modes: all responses are checked in full, or none. */
interface UnsampledOptions {
  /** What becomes of a response that breaks the document. */
  readonly mode: Exclude<ResponseCheckMode, 'report'>
  /** Only the mode `'report'` has a sample. */
  readonly sample?: undefined
}

/** How strictly responses are held against the document: by the mode alone, each response is checked in all that it has. */
export type ResponseChecks = ResponseCheckMode | ResponseCheckOptions

const OPTIONS: OptionTable<ResponseCheckOptions> = { mode: RESPONSE_CHECKS, sample: true }

/** {@link ResponseCheckOptions}, with all that the checks of a router share. */
export interface ResponseCheckSettings {
  readonly mode: ResponseCheckMode
  readonly sample: number
  /** What writers note; undefined where each response is checked in full, or none. Writing is synchronous, so all share it. */
  readonly notes: WriterNotes | undefined
  readonly reports: ViolationReports
}

/** Rules cost several times what writing costs: so many responses are checked in full where nothing else is said. */
const PRODUCTION: ResponseCheckOptions = { mode: 'report', sample: 0.01 }

/** @throws SetupError or BootstrapError for checks that there are not */
export function responseCheckSettings(given: ResponseChecks | undefined, isProduction: boolean): ResponseCheckSettings {
  return responseChecksOf(optionsOf(given === undefined ? (isProduction ? PRODUCTION : 'report') : given))
}

/** The settings of checks that are known to be some. */
export function responseChecksOf({ mode, sample = 1 }: ResponseCheckOptions): ResponseCheckSettings {
  const notes = mode === 'report' && sample < 1 ? { misfits: undefined } : undefined
  return { mode, sample, notes, reports: new ViolationReports() }
}

function optionsOf(given: ResponseChecks): ResponseCheckOptions {
  const isObject = typeof given === 'object' && given !== null
  const { mode, sample } = isObject ? given : { mode: given, sample: undefined }
  if (!RESPONSE_CHECKS.includes(mode)) {
    const what = isObject ? `the mode of responseChecks is ${String(mode)}` : `responseChecks is ${String(given)}`
    throw invalid(what, `give one of ${RESPONSE_CHECKS.join(', ')}`)
  }
  if (isObject) checkOptions(given, OPTIONS, 'the option responseChecks')
  if (sample === undefined) return { mode }
  if (!(typeof sample === 'number' && sample >= 0 && sample <= 1)) {
    throw invalid(`the sample of responseChecks is ${String(sample)}`, 'give a number from 0 to 1')
  }
  if (mode !== 'report') {
    throw invalid(`responseChecks has a sample for the mode ${mode}`, "leave the sample out, or write mode: 'report'")
  }
  return { mode, sample }
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'the option responseChecks', remedy)
}
