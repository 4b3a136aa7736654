import { ANYTHING } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { checkDecorator } from '../library/base-decorators.js'
import type { FileSchema } from '../type/schema.js'
import { UploadedFile } from '../type/uploaded-file.js'

type File = Kind<FileSchema>

export const facts: File['facts'] = {
  describe: () => 'a file',
  label: () => 'File',
  jsonKinds: () => ['file'],
  heldAs: UploadedFile,
  holds: (_type, value) => typeof value === 'object' && value !== null,
  decorators: (_type, options) => [
    checkDecorator('isFile', (value) => value instanceof UploadedFile, 'must be a file', options)
  ],
  implied: []
}

/** OpenAPI 3.1.1, section 4.8.14.5.1: of bytes that are not encoded, `maxLength` counts the octets. */
export const schema: File['schema'] = ({ maxSize }) => ({
  type: 'string',
  format: 'binary',
  ...(maxSize !== undefined && { maxLength: maxSize })
})

export const writing: File['writing'] = {
  project: () => ANYTHING
}

/** Reads a file of a decoded `multipart/form-data` body. */
export const reading: File['reading'] = {
  closure:
    ({ maxSize, contentTypes }) =>
    (raw, faults) => {
      if (!(raw instanceof UploadedFile)) {
        faults.add('type', Array.isArray(raw) ? 'must be given once' : 'must be a file')
        return undefined
      }
      if (maxSize !== undefined && raw.size > maxSize)
        faults.add('maxSize', `must be at most ${maxSize} bytes large`, maxSize)
      if (contentTypes !== undefined && !contentTypes.some((range) => isWithin(raw.contentType, range))) {
        faults.add('contentType', `must be of type ${contentTypes.join(' or ')}`)
      }
      return raw
    }
}

function isWithin(type: string, range: string): boolean {
  if (!range.endsWith('/*')) return type === range
  return type.startsWith(range.slice(0, -1)) && MEDIA_TYPE.test(type)
}

/** RFC 6838, section 4.2; in lower case. */
const MEDIA_TYPE = /^[!#$&^_.+0-9a-z-]+\/[!#$&^_.+0-9a-z-]+$/
