import { type InjectRequest, type Router } from 'fieldstone'

/** A response in short, as `service.inject` returns it. */
export interface Injected {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly rawBody: Buffer
  readonly body: string
  json<T>(): T
}

/** Sends a request to a router without a service, by its `fetch`. */
export async function injectInto(router: Router, request: InjectRequest | string): Promise<Injected> {
  const { url, method = 'GET', headers = {}, body } = typeof request === 'string' ? { url: request } : request
  const isText = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const init = {
    method,
    headers: { ...(!isText && { 'content-type': 'application/json' }), ...(headers as Record<string, string>) },
    body: isText ? body : JSON.stringify(body)
  }
  const response = await router.fetch(new Request(`http://localhost${url}`, init as RequestInit))
  const rawBody = Buffer.from(await response.arrayBuffer())
  const text = String(rawBody)
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    rawBody,
    body: text,
    json: <T>() => JSON.parse(text) as T
  }
}
