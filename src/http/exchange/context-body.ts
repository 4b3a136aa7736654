import { Readable } from 'node:stream'
import { type Binder, binderOf } from '../../record/binder.js'
import { parseType, type TypeExpression } from '../../record/type/type-expression.js'
import { type FormPart, formParts } from '../body/form-parts.js'
import { type BodyFormat, BodyTypes, JSON_TYPES, MULTIPART_TYPE, RECORD_TYPES } from '../body/media-types.js'
import { MemoryBudget } from '../body/memory-budget.js'
import { type FormPlan, formPlanOf } from '../body/multipart-fields.js'
import { readForm } from '../body/multipart-reader.js'
import type { MultipartReader, ReadMultipart, RequestBody } from '../body/request-body.js'
import { TemporaryFiles } from '../body/temporary-files.js'
import type { UploadSettings } from '../body/uploads.js'
import type { RouteDefinition } from '../route.js'
import { bodyOf } from '../routing/route-body.js'
import type { HttpSettings } from '../settings.js'

const JSON_FORMAT: readonly BodyFormat[] = ['json']
const MULTIPART_FORMAT: readonly BodyFormat[] = ['multipart']
const MULTIPART = new BodyTypes([MULTIPART_TYPE], false)

/** What holds the request: its context. */
export interface BodyOwner {
  readonly route: RouteDefinition | undefined
  /** Calls back once, when the response is sent or its connection closed. */
  whenOver(work: () => void): void
  /** Reports what went wrong apart from the request. */
  report(error: unknown, what: string): void
}

/**
 * The body of one request as a handler reads it itself, or middleware: as records, text, bytes, a stream or the parts of
 * a form; always in a media type that the route declares. What the framework reads for a handler needs this for forms alone.
 */
export class BodyInput implements MultipartReader {
  readonly #owner: BodyOwner
  readonly #settings: HttpSettings
  readonly #body: RequestBody
  #temporary: TemporaryFiles | undefined = undefined

  constructor(body: RequestBody, owner: BodyOwner, settings: HttpSettings) {
    this.#body = body
    this.#owner = owner
    this.#settings = settings
  }

  /** The binder of the type for this body's format, and the body as it was decoded. */
  async decode<T>(type: TypeExpression, formats: readonly BodyFormat[]): Promise<{ binder: Binder<T>; raw: unknown }> {
    // A form cannot contain a list of records.
    const wanted: readonly BodyFormat[] = Array.isArray(type) ? JSON_FORMAT : formats
    const types = this.#declared?.only(wanted) ?? (wanted.includes('form') ? RECORD_TYPES : JSON_TYPES)
    const { format, value } = await this.#body.decode(types, (body, boundary) =>
      this.multipart(formPlanOf(parseType(type, 'bind')))(body, boundary)
    )
    const { unknownFields, patterns } = this.#settings
    // What the route declares was checked at the start.
    patterns.checkBindable(type, () => parseType(type, 'bind'))
    return { binder: binderOf<T>(type, format === 'json' ? 'json' : 'text', unknownFields), raw: value }
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
    const types = this.#declared?.only(MULTIPART_FORMAT) ?? MULTIPART
    const { uploads } = this
    const { value } = await this.#body.decode(types, async (body, boundary) =>
      formParts(body.flow(uploads.requestSize), boundary, uploads, this.#body.limit)
    )
    yield* value as AsyncGenerator<FormPart, void>
  }

  /** The limits of the route, else of the application. */
  get uploads(): UploadSettings {
    const own = this.#owner.route?.options.uploads
    return own === undefined ? this.#settings.uploads : { ...this.#settings.uploads, ...own }
  }

  get #declared(): BodyTypes | undefined {
    const { route } = this.#owner
    return route === undefined ? undefined : bodyOf(route)?.types
  }

  #check(): void {
    const declared = this.#declared
    if (declared !== undefined) this.#body.check(declared)
  }

  /** Reads a form by the plan of a record; its files are there until the request is over. */
  multipart(plan: FormPlan): ReadMultipart {
    return (body, boundary) => {
      const { uploads } = this
      this.#temporary ??= this.#claimTemporary(uploads)
      const reading = { plan, uploads, textLimit: this.#body.limit, temporary: this.#temporary }
      return readForm(body.flow(uploads.requestSize), boundary, reading)
    }
  }

  #claimTemporary({ folder, requestMemory, memory }: UploadSettings): TemporaryFiles {
    const temporary = new TemporaryFiles(folder, new MemoryBudget(requestMemory, memory))
    this.#owner.whenOver(() => {
      temporary.removeAll().catch((error: unknown) => this.#owner.report(error, 'left a temporary file behind'))
    })
    return temporary
  }
}
