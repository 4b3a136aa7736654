import type { OutgoingRoute } from '../../http/outgoing/outgoing-route.js'
import { assertSendable, type SendOptions, send } from '../../http/outgoing/send.js'
import { type SignatureOptions, signer } from '../../http/outgoing/signature.js'
import { OutgoingOperations } from '../../http/outgoing-operations.js'
import type { Class } from '../../metadata.js'
import type { MethodName, ResponseTo, SentBy } from './callback.js'
import { readWebhooks } from './webhook-class.js'

/** How a webhook is sent: where to, what, and how it is signed. `M` is the method that declares it. */
export type WebhookOptions<M> = Omit<SentBy<M>, 'values' | 'url'> &
  SignatureOptions & {
    /** Where the subscriber takes it; absolute. */
    readonly url: string | URL
  }

/** The webhooks of a class, made by {@link defineWebhook}. `T` is the class that declares them. */
export class Webhook<T = unknown> extends OutgoingOperations<OutgoingRoute> {
  /**
   * Sends one of the webhooks to one subscriber, and returns the response, if it is one that the document promises. With a
   * `secret` it is signed as Standard Webhooks says. Nothing is sent again by itself: give the same `id` when you do.
   *
   * @param method the name of the method that declares it
   * @throws SendError for a request or a response that the document does not promise, and where there is no response;
   * TypeError for options that there are not
   *
   * @example await stockWebhook.send('changed', { url: subscriber.url, secret: subscriber.secret, body: change })
   */
  async send<K extends MethodName<T>>(method: K, options: WebhookOptions<T[K]>): Promise<ResponseTo<T[K]>> {
    const route = this.routes.find(({ declaredBy }) => declaredBy?.property === method)
    if (route === undefined) throw new TypeError(`The webhooks have no operation ${String(method)}`)
    const { secret, id, ...sent } = options as SendOptions & SignatureOptions
    const sign = signer({ ...(secret !== undefined && { secret }), ...(id !== undefined && { id }) }, route.source)
    return (await send(route, sent, sign)) as ResponseTo<T[K]>
  }
}

/**
 * Requests that the application sends to its subscribers, declared like a controller and described as `webhooks` of the
 * document (OpenAPI 3.1.1, section 4.8.1; `x-webhooks` in 3.0) where the application has them in its option `webhooks`. A
 * webhook has the name of its method, behind the paths of the class and of the method where these are given, joined by dots.
 * The class is never constructed.
 *
 * @example
 * \@Controller('stock')
 * class StockWebhooks {
 *   \@Post({ summary: 'The stock of an item has changed' })
 *   \@Returns('2XX')
 *   changed(@Body() change: StockChange): void {}
 * }
 * const stockWebhook = defineWebhook(StockWebhooks) // its webhook is stock.changed
 */
export function defineWebhook<T extends object>(target: Class<T>): Webhook<T> {
  return new Webhook<T>(() => {
    const routes = readWebhooks(target)
    assertSendable(routes)
    return routes
  })
}
