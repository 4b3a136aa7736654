import { tmpdir } from 'node:os'
import { SetupError } from '../../errors.js'
import { checkOptions, type OptionTable } from '../../options.js'

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

/** {@link UploadLimits}, and where files are kept during a request. */
export interface UploadOptions extends UploadLimits {
  /** The folder of temporary files; it must exist. Default: the one of the system. */
  readonly folder?: string
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
export type UploadSettings = Required<UploadOptions>

/** The limits of an application that sets none. */
export const DEFAULT_LIMITS: Required<UploadLimits> = {
  requestSize: 33_554_432,
  fileSize: 16_777_216,
  files: 10,
  fields: 1_000,
  parts: 1_010
}

/** Checks the options and fills in the defaults. Throws a {@link SetupError} APPLICATION_INVALID. */
export function uploadSettings(options: UploadOptions = {}): UploadSettings {
  checkOptions(options, { ...UPLOAD_LIMITS, folder: true }, 'the option uploads')
  checkUploadLimits(options, (what, name, remedy) => {
    return new SetupError('APPLICATION_INVALID', what, `the option uploads.${name}`, remedy)
  })
  const { folder = tmpdir() } = options
  if (typeof folder !== 'string' || folder === '') {
    const place = 'the option uploads.folder'
    throw new SetupError(
      'APPLICATION_INVALID',
      'the folder of uploads is not a path',
      place,
      'give the path of a folder'
    )
  }
  return { ...DEFAULT_LIMITS, ...options, folder }
}

/** Throws what `invalid` returns for the first limit that is not a whole number of 0 or more. */
export function checkUploadLimits(
  limits: UploadLimits,
  invalid: (what: string, name: string, remedy: string) => SetupError
): void {
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof UploadLimits)[]) {
    const value = limits[name]
    if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) continue
    throw invalid(`${name} is ${String(value)}`, name, 'give a whole number, 0 or more')
  }
}
