import { createHmac, randomUUID } from 'node:crypto'

/** How a webhook is signed. */
export interface SignatureOptions {
  /**
   * The secret that the subscriber has: `whsec_` and Base64, of 24 to 64 bytes. Several while a secret is replaced: then the
   * request has a signature by each. Default: it is not signed.
   */
  readonly secret?: string | readonly string[]
  /** Identifies the event: the same when it is sent again, so that subscribers count it once. Default: a new one. */
  readonly id?: string
}

/** The headers that a body is sent with. */
export type Signer = (body: string | Uint8Array | undefined) => Readonly<Record<string, string>>

/**
 * Signs by Standard Webhooks (https://www.standardwebhooks.com), whose libraries check it in most languages: `webhook-id`,
 * `webhook-timestamp` in seconds, and `webhook-signature`, an HMAC of both and the body by SHA-256.
 *
 * @throws TypeError for a secret or an id that is malformed; the message does not have it
 */
export function signer({ secret, id = `msg_${randomUUID()}` }: SignatureOptions, source: string): Signer {
  if (typeof id !== 'string' || !/^[\x21-\x2d\x2f-\x7e]+$/.test(id)) {
    throw new TypeError(`${source}: the id of a webhook is a text without spaces and dots; give one like 'msg_1'`)
  }
  const secrets: readonly unknown[] = secret === undefined ? [] : Array.isArray(secret) ? secret : [secret]
  const keys = secrets.map((text) => keyOf(text, source))
  return (body) => {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const identity = { 'webhook-id': id, 'webhook-timestamp': timestamp }
    if (keys.length === 0) return identity
    const signatures = keys.map((key) => {
      const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`)
      return `v1,${hmac.update(body ?? '').digest('base64')}`
    })
    return { ...identity, 'webhook-signature': signatures.join(' ') }
  }
}

function keyOf(secret: unknown, source: string): Buffer {
  const [, text = ''] = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(String(secret)) ?? []
  const key = Buffer.from(text, 'base64')
  if (key.length >= 24 && key.length <= 64) return key
  const remedy = "make one: 'whsec_' + randomBytes(32).toString('base64')"
  throw new TypeError(`${source}: the secret is not whsec_ and Base64 of 24 to 64 bytes; ${remedy}`)
}
