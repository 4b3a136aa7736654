import { type Binder, compileBinder } from '../../record/binder.js'
import type { Bound } from '../../record/type/fault-list.js'
import type { UnknownFields } from '../../record/type/schema.js'
import type { BodyDeclaration } from './declaration.js'
import { formatOf } from './media-types.js'
import { type FormPlan, formPlanOf } from './multipart-fields.js'
import { decodeUtf8, INVALID_TEXT, parseJson, type ReadMultipart, type RequestBody } from './request-body.js'

/** Makes the reader of the multipart forms of one request, for the plan of a record. */
export interface MultipartReader {
  multipart(plan: FormPlan): ReadMultipart
}

/** Called with a bound body in the turn in which it was read, which saves the cost of a promise. */
export type UseBody = (bound: Bound<unknown>) => unknown

/**
 * Reads and binds the body of a request; compiled once for each route. Resolves with what `use` returns, which gets
 * faults as well. Rejects with the error of a body that cannot be read.
 */
export type BodyReader = (body: RequestBody, forms: MultipartReader, use: UseBody) => PromiseLike<unknown>

/**
 * Compiles the reader of a declared body, which is decoded by its content type, and bound by the declared type.
 * JSON must have the types of JSON; the texts of forms and plain texts are read by their lexical form.
 *
 * @param unknownFields what is done with unknown keys in records that do not declare it
 * @throws BootstrapError with the setup errors of the records that the type reaches.
 */
export function compileBodyReader({ type, types }: BodyDeclaration, unknownFields: UnknownFields): BodyReader {
  const formats = new Set(types.names.map(formatOf))
  const json = formats.has('json') ? compileBinder(type, 'json', 'body', { unknownFields }) : undefined
  const isBytes = type.kind === 'file'
  const text =
    formats.has('json') && formats.size === 1 ? undefined : compileBinder(type, 'text', 'body', { unknownFields })
  const plan = formats.has('multipart') ? formPlanOf(type) : undefined
  const read = async (body: RequestBody, forms: MultipartReader): Promise<Bound<unknown>> => {
    const { format, value } = await body.decode(types, plan && forms.multipart(plan))
    if (format === 'json') return (json as Binder).validate(value)
    if (format === 'raw' && isBytes) return { value, faults: undefined }
    return (text as Binder).validate(Buffer.isBuffer(value) ? decodeUtf8(value, INVALID_TEXT) : value)
  }
  if (json === undefined || !types.names.includes('application/json')) {
    return (body, forms, use) => read(body, forms).then(use)
  }
  return (body, forms, use) => {
    if (!body.isPlainJson) return read(body, forms).then(use)
    return body.whenRead((bytes) => {
      const bound = json.validate(parseJson(bytes))
      return bound instanceof Promise ? bound.then(use) : use(bound)
    })
  }
}
