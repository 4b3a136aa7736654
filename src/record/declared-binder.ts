import { type Binder, compileBinder } from './binder.js'
import type { BinderSource } from './reading.js'
import { TypeCache } from './type-cache.js'
import type { TypeExpression } from './type-expression.js'

const binders: Readonly<Record<BinderSource, TypeCache<Binder>>> = {
  json: new TypeCache((type) => compileBinder(type, 'json', 'body')),
  text: new TypeCache((type) => compileBinder(type, 'text', 'body'))
}

/**
 * The binder of a request body's declared type; compiled at the first use of a class and kept.
 *
 * @throws SetupError or BootstrapError when the type is not properly declared.
 */
export function binderOf<T>(type: TypeExpression, source: BinderSource): Binder<T> {
  return binders[source].of(type, 'bind') as Binder<T>
}
