import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type Binder } from '../record/binder.js'
import type { Bound } from '../record/bound.js'
import { binderOf } from '../record/declared-binder.js'
import { parseType, type TypeExpression } from '../record/type-expression.js'
import { type ReadMultipart, RequestBody } from './body.js'
import { bodyOf } from './body-declaration.js'
import type { BodyReader, MultipartReader } from './body-reader.js'
import { type BodyFormat, BodyTypes, JSON_TYPES, MULTIPART_TYPE, RECORD_TYPES } from './body-types.js'
import { type FormPart, formParts } from './form-parts.js'
import { formPlanOf } from './form-plan.js'
import { readForm } from './multipart-form.js'
import type { RouteDefinition } from './route.js'
import type { HttpSettings } from './settings.js'
import { TemporaryFiles } from './temporary-files.js'
import type { UploadSettings } from './uploads.js'

const MULTIPART = new BodyTypes([MULTIPART_TYPE], false)

/** What the body of a request is read for. */
export interface BodyExchange {
  readonly request: IncomingMessage
  readonly route: RouteDefinition | undefined
  readonly settings: HttpSettings
  /** In bytes. */
  readonly bodyLimit: number
  /** Calls back once, when the request is answered or its connection closed. */
  readonly whenOver: (work: () => void) => void
  /** Reports what went wrong beside the request. */
  readonly report: (error: unknown, what: string) => void
}

/** The body of one request, read in the ways that its route declares. */
export class BodyInput {
  readonly #exchange: BodyExchange
  readonly #body: RequestBody
  #temporary: TemporaryFiles | undefined = undefined

  constructor(exchange: BodyExchange) {
    this.#exchange = exchange
    this.#body = new RequestBody(exchange.request, exchange.bodyLimit)
  }

  /** The binder of the type for this body's format, and the body as it was decoded. */
  async decode<T>(type: TypeExpression, formats: readonly BodyFormat[]): Promise<{ binder: Binder<T>; raw: unknown }> {
    // A form is no list of records.
    const wanted: readonly BodyFormat[] = Array.isArray(type) ? ['json'] : formats
    const types = this.#declared?.only(wanted) ?? (wanted.includes('form') ? RECORD_TYPES : JSON_TYPES)
    const multipart = (): ReadMultipart => this.#multipart(formPlanOf(parseType(type, 'bind')))
    const { format, value } = await this.#body.decode(types, (body, boundary) => multipart()(body, boundary))
    const { unknownFields } = this.#exchange.settings
    return { binder: binderOf<T>(type, format === 'json' ? 'json' : 'text', unknownFields), raw: value }
  }

  bound(read: BodyReader): Promise<Bound<unknown>> {
    return read(this.#body, this.#multipart)
  }

  async text(): Promise<string> {
    this.#check()
    return this.#body.text()
  }

  async bytes(): Promise<Buffer> {
    this.#check()
    return this.#body.bytes()
  }

  stream(): Readable {
    this.#check()
    return this.#body.stream()
  }

  /** The parts of a form as they arrive. */
  async *parts(): AsyncGenerator<FormPart, void> {
    const types = this.#declared?.only(['multipart']) ?? MULTIPART
    const { uploads } = this
    const { bodyLimit } = this.#exchange
    const { value } = await this.#body.decode(types, async (body, boundary) =>
      formParts(body.stream(uploads.requestSize), boundary, uploads, bodyLimit)
    )
    yield* value as AsyncGenerator<FormPart, void>
  }

  /** The limits of the route, else of the application. */
  get uploads(): UploadSettings {
    const { route, settings } = this.#exchange
    const own = route?.options.uploads
    return own === undefined ? settings.uploads : { ...settings.uploads, ...own }
  }

  get #declared(): BodyTypes | undefined {
    const { route } = this.#exchange
    return route === undefined ? undefined : bodyOf(route)?.types
  }

  #check(): void {
    const declared = this.#declared
    if (declared !== undefined) this.#body.check(declared)
  }

  readonly #multipart: MultipartReader = (plan) => (body, boundary) => {
    const { uploads } = this
    this.#temporary ??= this.#claimTemporary(uploads.folder)
    const textLimit = this.#exchange.bodyLimit
    return readForm(body.stream(uploads.requestSize), boundary, {
      plan,
      uploads,
      textLimit,
      temporary: this.#temporary
    })
  }

  #claimTemporary(folder: string): TemporaryFiles {
    const temporary = new TemporaryFiles(folder)
    this.#exchange.whenOver(() => {
      temporary.removeAll().catch((error: unknown) => this.#exchange.report(error, 'left a temporary file behind'))
    })
    return temporary
  }
}
