import { SetupError } from '../../errors.js'
import { checkOptions, type OptionTable } from '../../options.js'
import { MemoryBudget } from './memory-budget.js'

/** The limits of a `multipart/form-data` body; sizes in bytes. A body above a limit is a 413. */
export interface UploadLimits {
  /** The largest body, in place of `bodyLimit`. Default: 32 MiB (33,554,432). */
  readonly requestSize?: number
  /** The largest file. Default: 16 MiB (16,777,216). */
  readonly fileSize?: number
  /** The most files. Default: 10. */
  readonly files?: number
  /** The most texts; all of them together may be as large as `bodyLimit`. Default: 1,000. */
  readonly fields?: number
  /** The most parts, including those that are not declared. Default: 1,010. */
  readonly parts?: number
}

/**
 * {@link UploadLimits}, and where files are kept during a request: in memory as long as they are small and there is memory
 * for them, else on disk. Sizes in bytes.
 */
export interface UploadOptions extends UploadLimits, UploadMemory {
  /** The folder of temporary files; it must exist. Default: the one of the system. */
  readonly folder?: string
}

/** How much of uploads is in memory; sizes in bytes. Nothing is rejected above them. */
export interface UploadMemory {
  /** The largest file that is kept in memory; 0 to keep none there. Default: 64 KiB (65,536). */
  readonly fileMemory?: number
  /** What the files of one request may take, those that wait to be written among them. Default: 256 KiB (262,144). */
  readonly requestMemory?: number
  /** What the files of all requests at a time may take. Default: 64 MiB (67,108,864). */
  readonly totalMemory?: number
}

/** {@link UploadLimits}, by name. */
export const UPLOAD_LIMITS: OptionTable<UploadLimits> = {
  requestSize: true,
  fileSize: true,
  files: true,
  fields: true,
  parts: true
}

/** {@link UploadOptions} with every default filled in. */
export interface UploadSettings extends Required<Omit<UploadOptions, 'folder'>> {
  /** Undefined for the folder of the system. */
  readonly folder: string | undefined
  /** What is left of `totalMemory`. */
  readonly memory: MemoryBudget
}

/** The limits of an application that sets none. */
const DEFAULT_LIMITS: Required<UploadLimits> = {
  requestSize: 33_554_432,
  fileSize: 16_777_216,
  files: 10,
  fields: 1_000,
  parts: 1_010
}

/** How much is in memory where an application says nothing. */
const DEFAULT_MEMORY: Required<UploadMemory> = {
  fileMemory: 65_536,
  requestMemory: 262_144,
  totalMemory: 67_108_864
}

/** Checks the options and fills in the defaults. Throws a {@link SetupError} APPLICATION_INVALID. */
export function uploadSettings(options: UploadOptions = {}): UploadSettings {
  const known = { ...UPLOAD_LIMITS, fileMemory: true, requestMemory: true, totalMemory: true, folder: true } as const
  checkOptions(options, known, 'the option uploads')
  checkSizes(options, { ...DEFAULT_LIMITS, ...DEFAULT_MEMORY }, (what, name, remedy) => {
    return new SetupError('APPLICATION_INVALID', what, `the option uploads.${name}`, remedy)
  })
  const { folder } = options
  if (folder !== undefined && (typeof folder !== 'string' || folder === '')) {
    const place = 'the option uploads.folder'
    throw new SetupError(
      'APPLICATION_INVALID',
      'the folder of uploads is not a path',
      place,
      'give the path of a folder'
    )
  }
  const given: UploadOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const settings = { folder: undefined, ...DEFAULT_LIMITS, ...DEFAULT_MEMORY, ...given }
  return { ...settings, memory: new MemoryBudget(settings.totalMemory) }
}

/** The limits among the settings: what a client should know of them. */
export function limitsOf({ requestSize, fileSize, files, fields, parts }: UploadSettings): Required<UploadLimits> {
  return { requestSize, fileSize, files, fields, parts }
}

/** Throws what `invalid` returns for the first limit that is not a whole number of 0 or more. */
export function checkUploadLimits(
  limits: UploadLimits,
  invalid: (what: string, name: string, remedy: string) => SetupError
): void {
  checkSizes(limits, DEFAULT_LIMITS, invalid)
}

function checkSizes<T extends object>(
  options: Partial<T>,
  defaults: T,
  invalid: (what: string, name: string, remedy: string) => SetupError
): void {
  for (const name of Object.keys(defaults) as (keyof T & string)[]) {
    const value: unknown = options[name]
    if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) continue
    throw invalid(`${name} is ${String(value)}`, name, 'give a whole number, 0 or more')
  }
}
