import { compileBinder } from '../record/binder.js'
import type { TypeSchema, UnknownFields } from '../record/type/schema.js'

/** How a JSON text breaks its type; undefined where it does not. `whole` names the value itself: `the body`. */
export type JsonCheck = (text: string, whole: string) => string | undefined

/**
 * Compiles the check of what is sent as JSON. A response does not wait for asynchronous rules, which are not checked.
 *
 * @param unknownFields what the document says of unknown keys in records that do not say it themselves
 */
export function compileJsonCheck(type: TypeSchema, unknownFields: UnknownFields): JsonCheck {
  const binder = compileBinder(type, 'json', 'body', { direction: 'response', unknownFields })
  return (text, whole) => {
    const bound = binder.validate(JSON.parse(text))
    if (bound instanceof Promise) {
      // One that fails must not end the process.
      bound.catch(() => undefined)
      return undefined
    }
    return bound.faults?.map(({ path, message }) => `${path === '' ? whole : `'${path}'`} ${message}`).join('; ')
  }
}
