import { setupErrorOf } from '../../errors.js'
import type { OutgoingRoute } from '../../http/outgoing/outgoing-route.js'
import type { SentResponse } from '../../http/outgoing/response.js'
import { assertSendable, type SendOptions, send } from '../../http/outgoing/send.js'
import { OutgoingOperations } from '../../http/outgoing-operations.js'
import type { Class } from '../../metadata.js'
import { readOutgoingClass } from '../scan/outgoing-class.js'

/** The names of the methods of a class. */
export type MethodName<T> = {
  [Name in keyof T]: T[Name] extends (...args: never[]) => unknown ? Name : never
}[keyof T] &
  string

/** What a method of a callback class sends: the type of its first parameter is the body's, which is required unless it may be undefined. */
export type SentBy<M> = M extends (...args: infer A) => unknown
  ? undefined extends A[0]
    ? SendOptions<A[0]>
    : SendOptions<A[0]> & { readonly body: A[0] }
  : never

/** What the other side responds to a method of a callback class: the bodies that the method returns. */
export type ResponseTo<M> = M extends (...args: never[]) => infer R
  ? SentResponse<[Awaited<R>] extends [never] ? unknown : Awaited<R> extends void ? undefined : Awaited<R>>
  : never

/** The requests of a callback, made by {@link defineCallback}. `T` is the class that declares them. */
export class Callback<T = unknown> extends OutgoingOperations<OutgoingRoute> {
  /**
   * Sends one of the requests, and returns the response, if it is one that the document promises.
   *
   * @param method the name of the method that declares it
   * @throws SendError for a request or a response that the document does not promise, and where there is no response
   *
   * @example await dataCallback.send('onData', { values: { '$request.query.callbackUrl': url }, body: reading })
   */
  async send<K extends MethodName<T>>(method: K, options: SentBy<T[K]>): Promise<ResponseTo<T[K]>> {
    const route = this.routes.find(({ declaredBy }) => declaredBy?.property === method)
    if (route === undefined) throw new TypeError(`The callback has no operation ${String(method)}`)
    return (await send(route, options)) as ResponseTo<T[K]>
  }
}

/**
 * Requests that the application sends because of an operation, declared like a controller: the path of the class has runtime
 * expressions in braces, of the request or the response of the operation whose option `callbacks` has it. The class is never
 * constructed; `send` sends what its methods declare.
 *
 * @example
 * \@Controller('{$request.query.callbackUrl}/data')
 * class DataCallback {
 *   \@Post({ responses: { 202: 'Received', 204: 'Not interested any more' } })
 *   onData(@Body() reading: Reading): void {}
 * }
 * const dataCallback = defineCallback(DataCallback)
 */
export function defineCallback<T extends object>(target: Class<T>): Callback<T> {
  return new Callback<T>(() => {
    const routes = readOutgoingClass(target, callbackUrl)
    assertSendable(routes)
    return routes
  })
}

function callbackUrl(prefix: string, path: string, _property: string, source: string) {
  const url = prefix + (path === '/' ? '' : path)
  if (url !== '') return { url }
  const remedy = "write it in @Controller: '{$request.query.callbackUrl}', or '{$request.body#/url}'"
  throw setupErrorOf('CONTROLLER_INVALID')('the callback has no URL', source, remedy)
}
