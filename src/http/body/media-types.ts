import { UnsupportedMediaType } from '../../errors.js'
import { FORM_TYPE } from '../syntax/form.js'
import { isJson, type MediaType } from '../syntax/media-type.js'

/** The media type of a form with files (RFC 7578). */
export const MULTIPART_TYPE = 'multipart/form-data'

/** How a body is written; `raw` is any other media type, whose bytes are used as they are. */
export type BodyFormat = 'json' | 'form' | 'multipart' | 'raw'

/** The format of bodies of a media type, by its name in lower case; a range such as `image/*` is raw. */
export function formatOf(essence: string): BodyFormat {
  if (isJson({ essence, charset: undefined })) return 'json'
  if (essence === FORM_TYPE) return 'form'
  return essence === MULTIPART_TYPE ? 'multipart' : 'raw'
}

/** The media types that a body may have. */
export class BodyTypes {
  /** As the document lists them, in lower case: `application/json`, `application/*+json`, `image/*`. */
  readonly names: readonly string[]
  /** Whether JSON is among them. */
  readonly acceptsJSON: boolean
  /** Whether a document lists them, and promises that a body is required. */
  readonly isDeclared: boolean
  /** By the list object itself: there are few lists, and each request needs one. */
  readonly #only = new WeakMap<readonly BodyFormat[], BodyTypes>()
  readonly #exact: ReadonlySet<string>
  /** The most specific first. */
  readonly #ranges: readonly { readonly name: string; readonly start: string; readonly end: string }[]

  constructor(names: readonly string[], isDeclared = true) {
    this.names = names
    this.isDeclared = isDeclared
    this.acceptsJSON = names.some((name) => name === 'application/json' || name.endsWith('+json'))
    this.#exact = new Set(names.filter((name) => !name.includes('*')))
    this.#ranges = names
      .filter((name) => name.includes('*'))
      .map((name) => {
        const [start = '', end = ''] = name === '*/*' ? [] : name.split('*')
        return { name, start, end }
      })
      .sort((a, b) => b.start.length + b.end.length - (a.start.length + a.end.length))
  }

  /** Whether a body of this media type is accepted. */
  accepts({ essence }: MediaType): boolean {
    return this.nameOf(essence) !== undefined
  }

  /**
   * The name that is for a media type: itself, or the most specific range that it is in (OpenAPI 3.0.3, section 4.7.13);
   * undefined where it is not accepted.
   */
  nameOf(essence: string): string | undefined {
    if (this.#exact.has(essence)) return essence
    // A media type has no asterisk in its name, and a name (RFC 6838, section 4.2): a range is none.
    if (essence.includes('*')) return undefined
    return this.#ranges.find(
      ({ start, end }) =>
        essence.length > start.length + end.length && essence.startsWith(start) && essence.endsWith(end)
    )?.name
  }

  /** The types that are written in one of the formats. */
  only(formats: readonly BodyFormat[]): BodyTypes {
    let types = this.#only.get(formats)
    if (types === undefined) {
      const names = this.names.filter((name) => formats.includes(formatOf(name)))
      types = new BodyTypes(names, this.isDeclared)
      this.#only.set(formats, types)
    }
    return types
  }

  /** The error for a body of another type; its header lists the types (RFC 9110 section 15.5.16). */
  unsupportedError(): UnsupportedMediaType {
    const names = this.#exact.size > 0 ? [...this.#exact] : this.names
    const detail = `The content type of the request body must be ${names.join(' or ')}`
    return new UnsupportedMediaType(detail, { headers: { accept: this.names.join(', ') } })
  }
}

/** By their names: most bodies of an application are of the same types. */
const declared = new Map<string, BodyTypes>()

/** The media types that a document lists for a body. */
export function declaredTypes(names: readonly string[]): BodyTypes {
  const key = names.join()
  const types = declared.get(key) ?? new BodyTypes(names)
  declared.set(key, types)
  return types
}

/** The types that are accepted if a route does not declare its body. */
export const JSON_TYPES: BodyTypes = new BodyTypes(['application/json', 'application/*+json'], false)
export const RECORD_TYPES: BodyTypes = new BodyTypes(['application/json', FORM_TYPE, 'application/*+json'], false)
