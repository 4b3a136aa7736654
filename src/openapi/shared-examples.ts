import { setupErrorOf } from '../errors.js'
import { type ReferredExample, referredExample } from '../http/content-options.js'
import type { CallbackOperation, Example, Operation } from './document.js'

/** What has examples by name. */
interface WithExamples {
  readonly examples?: Readonly<Record<string, object>>
}

/** The examples that the operations of a document refer to. */
export class SharedExamples {
  readonly #known = new Map<string, ReferredExample>()

  /**
   * Adds those of an operation.
   *
   * @param place the operation, for errors
   * @throws SetupError DOCUMENT_CONFLICT for two that have one name
   */
  add({ parameters = [], requestBody, responses }: Operation | CallbackOperation, place: string): void {
    this.#addAll(parameters, place)
    this.#addAll(Object.values(requestBody?.content ?? {}), place)
    for (const response of Object.values(responses)) {
      if ('$ref' in response) continue
      this.#addAll(Object.values(response.headers ?? {}), place)
      this.#addAll(Object.values(response.content ?? {}), place)
    }
  }

  /** By name, as the document has them. */
  get components(): Record<string, Example> {
    return Object.fromEntries([...this.#known].map(([name, { described }]) => [name, described as Example]))
  }

  #addAll(owners: readonly WithExamples[], place: string): void {
    for (const { examples } of owners) {
      for (const example of Object.values(examples ?? {})) {
        const found = referredExample(example)
        if (found !== undefined) this.#claim(found, place)
      }
    }
  }

  #claim(found: ReferredExample, place: string): void {
    const { name } = found.shared
    const known = this.#known.get(name)
    if (known !== undefined && known.shared !== found.shared) {
      const remedy = 'give one of them another name, or define it once and import it'
      throw setupErrorOf('DOCUMENT_CONFLICT')(`two examples are called ${name}`, place, remedy)
    }
    this.#known.set(name, found)
  }
}
