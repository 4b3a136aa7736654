import { isNode } from './json-schema-2020.js'

/** How large a body may be, as `x-body-limits` says; undefined where the document does not say. */
export interface BodyLimits {
  /** In bytes: a body that is no multipart form, and all texts of a form. */
  readonly bodyLimit: number | undefined
  /** In bytes: a multipart form as a whole. */
  readonly requestSize: number | undefined
  /** In bytes: one file whose schema has no `maxLength`. */
  readonly fileSize: number | undefined
  /** How many files, texts and parts a form has. */
  readonly files: number | undefined
  readonly fields: number | undefined
  readonly parts: number | undefined
}

/** @param extensions what the document says, then what a request body says: the later one counts */
export function readBodyLimits(...extensions: readonly unknown[]): BodyLimits {
  const nodes = extensions.filter(isNode)
  const uploads = nodes.map((node) => node.uploads).filter(isNode)
  const last = (values: readonly unknown[]) =>
    values.filter((value): value is number => Number.isSafeInteger(value) && Number(value) >= 0).at(-1)
  const ofUploads = (name: string) => last(uploads.map((node) => node[name]))
  return {
    bodyLimit: last(nodes.map((node) => node.bodyLimit)),
    requestSize: ofUploads('requestSize'),
    fileSize: ofUploads('fileSize'),
    files: ofUploads('files'),
    fields: ofUploads('fields'),
    parts: ofUploads('parts')
  }
}
