import {
  registerSchema,
  setShouldValidateFormat,
  setShouldValidateSchema,
  unregisterSchema,
  validate
} from '@hyperjump/json-schema/openapi-3-0'
import './hyperjump-faults.js'

/** OpenAPI's own schemas of documents, which also say in which dialect a document's schemas are. */
const DIALECTS = {
  '3.0': 'https://spec.openapis.org/oas/3.0/schema',
  '3.1': 'https://spec.openapis.org/oas/3.1/schema-base'
} as const

/** A value's verdict under one schema. */
export type Check = (value: unknown) => boolean

let documents = 0

/**
 * The second judge: hyperjump's validator, which reads a published document as it is, in OpenAPI's own dialect, with formats
 * asserted. It shares no code and no family of libraries with the first one, Ajv.
 */
export class SecondJudge {
  readonly #uri = `https://judged.example/${++documents}.openapi.json`
  readonly #checks = new Map<string, Promise<Check>>()

  /** @throws InvalidSchemaError at the first check, where the document is not valid under OpenAPI's schema */
  constructor(document: object) {
    // What a client gets: the text of the document.
    const read = JSON.parse(JSON.stringify(document))
    registerSchema(read, this.#uri, DIALECTS[read.openapi.slice(0, 3) as '3.0' | '3.1'])
  }

  /** The check of values by the schema at a place of the document: `paths`, `/items/{id}`, `get` … */
  at(...place: readonly string[]): Promise<Check> {
    const pointer = place.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    const known = this.#checks.get(pointer) ?? this.#compile(pointer)
    this.#checks.set(pointer, known)
    return known
  }

  async #compile(pointer: string): Promise<Check> {
    // With formats asserted, OpenAPI 3.0's schema would reject every `$ref`: it calls references of a document `uri`.
    setShouldValidateFormat(false)
    setShouldValidateSchema(true)
    const check = await validate(`${this.#uri}#${encodeURI(pointer)}`)
    return (value) => {
      setShouldValidateFormat(true)
      return check(value as never).valid
    }
  }

  /** Forgets the document. */
  close(): void {
    unregisterSchema(this.#uri)
  }
}
