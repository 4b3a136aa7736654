import type { BodyDeclaration } from '../http/body/declaration.js'
import { formatOfName } from '../http/body/media-types.js'
import { formPlanOf } from '../http/body/multipart-fields.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import type { TypeSchema } from '../record/type/schema.js'
import type { Encoding, MediaType } from './document.js'

/** The content of a request body, by media type: one schema for all of them. */
export function describeBody(
  { type, types }: BodyDeclaration,
  place: string,
  emitter: SchemaEmitter
): Record<string, MediaType> {
  const schema = emitter.schemaOf(type, place)
  return Object.fromEntries(
    types.names.map((name): [string, MediaType] => {
      const encoding = formatOfName(name) === 'multipart' ? describeParts(type) : {}
      return [name, Object.keys(encoding).length > 0 ? { schema, encoding } : { schema }]
    })
  )
}

/** What is said of files beyond the default, `application/octet-stream` (OpenAPI 3.0.3, section 4.7.15.1). */
function describeParts(type: TypeSchema): Record<string, Encoding> {
  const encodings: [string, Encoding][] = []
  for (const [name, file] of formPlanOf(type).files) {
    const { contentTypes } = file.type
    if (contentTypes !== undefined) encodings.push([name, { contentType: contentTypes.join(', ') }])
  }
  return Object.fromEntries(encodings)
}
