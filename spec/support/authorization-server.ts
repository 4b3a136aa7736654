import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** An authorization server for a public client that proves itself by PKCE. */
export class AuthorizationServer {
  /** What it redirects with in place of the state that it was sent. */
  forgedState: string | undefined
  /** What it redirects with in place of a code. */
  error: string | undefined
  readonly requests: URLSearchParams[] = []
  readonly tokens: { readonly form: URLSearchParams; readonly isRight: boolean }[] = []

  readonly listener: RequestListener = (req, res) => {
    const url = new URL(req.url ?? '', 'http://login')
    if (url.pathname === '/authorize') this.#authorize(url.searchParams, res)
    else if (url.pathname === '/token') void this.#token(req, res)
    else res.writeHead(404).end()
  }

  #authorize(asked: URLSearchParams, res: ServerResponse): void {
    this.requests.push(asked)
    const location = new URL(asked.get('redirect_uri') ?? '')
    if (this.error === undefined) location.searchParams.set('code', 'the code')
    else location.searchParams.set('error', this.error)
    location.searchParams.set('state', this.forgedState ?? asked.get('state') ?? '')
    // Its pages and those of the service are in different groups, and know no opener.
    res.writeHead(302, { location: location.href, 'cross-origin-opener-policy': 'same-origin' }).end()
  }

  async #token(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (req.method === 'OPTIONS') return void res.writeHead(204, cors).end()
    let text = ''
    for await (const chunk of req.setEncoding('utf8')) text += chunk
    const form = new URLSearchParams(text)
    const asked = this.requests.at(-1)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isMachine =
      form.get('grant_type') === 'client_credentials' &&
      req.headers.authorization === `Basic ${Buffer.from('robot:pw').toString('base64')}`
    const isRight =
      isMachine ||
      (form.get('grant_type') === 'authorization_code' &&
        form.get('code') === 'the code' &&
        form.get('redirect_uri') === asked?.get('redirect_uri') &&
        asked?.get('code_challenge_method') === 'S256' &&
        asked.get('code_challenge') === challenge)
    this.tokens.push({ form, isRight })
    res.writeHead(isRight ? 200 : 400, { ...cors, 'content-type': 'application/json' })
    res.end(JSON.stringify(isRight ? { access_token: 'the-token', token_type: 'bearer' } : { error: 'invalid_grant' }))
  }
}
