import { type Binder, compileBinder } from './binder.js'
import type { BinderSource } from './type/reading-options.js'
import type { UnknownFields } from './type/schema.js'
import { TypeCache } from './type/type-cache.js'
import type { TypeExpression } from './type/type-expression.js'

function cacheOf(source: BinderSource): Readonly<Record<UnknownFields, TypeCache<Binder>>> {
  const cache = (unknownFields: UnknownFields) =>
    new TypeCache((type) => compileBinder(type, source, 'body', { unknownFields }))
  return { strip: cache('strip'), reject: cache('reject') }
}

const binders = { json: cacheOf('json'), text: cacheOf('text') }

/**
 * The binder of a request body's declared type; compiled at the first use of a class and kept.
 *
 * @param unknownFields what becomes of unknown keys in records that do not say it themselves
 * @throws SetupError or BootstrapError when the type is not properly declared.
 */
export function binderOf<T>(
  type: TypeExpression,
  source: BinderSource,
  unknownFields: UnknownFields = 'strip'
): Binder<T> {
  return binders[source][unknownFields].of(type, 'bind') as Binder<T>
}
