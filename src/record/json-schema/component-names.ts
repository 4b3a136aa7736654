import { SetupError } from '../../errors.js'
import type { SchemaObject } from '../type/schema-object.js'
import type { DocumentDirection } from './directions.js'
import { KEEP_NAMES, shortenedNames } from './shortened-names.js'

/** What a component was made from, and where it was first met. */
interface Origin {
  readonly identity: unknown
  readonly place: string
  readonly direction: DocumentDirection
  /** The record that it is the input of; undefined where the component has the name that was declared. */
  readonly inputOf: string | undefined
}

/** The names of one document's components, each of which is the name of one thing. */
export class ComponentNames {
  readonly #origins = new Map<string, Origin>()

  /**
   * Whether the component is new.
   *
   * @throws SetupError RECORD_NAME_DUPLICATE when something else has the name
   */
  claim(key: string, origin: Origin): boolean {
    const known = this.#origins.get(key)
    if (known === undefined) {
      this.#origins.set(key, origin)
      return true
    }
    if (known.identity === origin.identity) return false
    const input = origin.inputOf ?? known.inputOf
    throw new SetupError(
      'RECORD_NAME_DUPLICATE',
      input === undefined
        ? `two different records or enums are named ${key}`
        : `a record or enum is named ${key}, as what requests contain of ${input} is in the document`,
      `used by ${known.place} and by ${origin.place}`,
      shortenedNames([key], isMinified()).length > 0
        ? KEEP_NAMES
        : "rename one of them, or give one another name in the document: @Record({ name: '…' })"
    )
  }

  /** The direction in which the component was first met. */
  directionOf(key: string): DocumentDirection | undefined {
    return this.#origins.get(key)?.direction
  }

  /** The names that a minifier probably gave to their classes. */
  get shortened(): readonly string[] {
    const ofClasses = [...this.#origins].filter(([name, { identity }]) => (identity as { name?: string }).name === name)
    const names = ofClasses.filter(([, { identity }]) => typeof identity === 'function').map(([name]) => name)
    return shortenedNames(names, isMinified())
  }
}

/** Whether the bundle that this module is in has been through a minifier that took the names of classes. */
function isMinified(): boolean {
  return ComponentNames.name !== 'ComponentNames'
}

/** A schema that is the component. */
export function reference(key: string): SchemaObject {
  return { $ref: `#/components/schemas/${key}` }
}

/** OpenAPI 3.0.3, section 4.7.7: component names consist of these characters. */
export function componentKey(name: string, place: string): string {
  if (name === '') {
    throw new SetupError('RECORD_INVALID', 'a record without a name', place, 'name its class')
  }
  return name.replace(/[^A-Za-z0-9._-]/g, '_')
}
