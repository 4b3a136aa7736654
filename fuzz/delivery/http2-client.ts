import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2'
import type { Http2ClientInput, Http2Request } from '../input.js'
import { HANG_AFTER } from '../target/limits.js'

/** What became of one request. */
export interface Http2Result {
  readonly status: number | undefined
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  readonly error: string | undefined
  readonly isHung: boolean
}

/** Sends all requests of the input in one session. Never rejects. */
export async function runHttp2Client(input: Http2ClientInput, port: number): Promise<readonly Http2Result[]> {
  const scheme = input.transport === 'h2' ? 'https' : 'http'
  const session = connect(`${scheme}://127.0.0.1:${port}`, { rejectUnauthorized: false })
  session.on('error', () => {})
  const results = await Promise.all(input.requests.map((request) => ask(session, request)))
  session.destroy()
  return results
}

function ask(session: ClientHttp2Session, { headers, body, isReset }: Http2Request): Promise<Http2Result> {
  return new Promise((resolve) => {
    const fields: OutgoingHttpHeaders = {}
    for (const [name, value] of headers) fields[name] = value
    const chunks: Buffer[] = []
    const answered = new Map<string, string>()
    let status: number | undefined
    let failure: string | undefined
    const finish = (error: string | undefined, isHung = false): void => {
      clearTimeout(late)
      resolve({ status, headers: answered, body: Buffer.concat(chunks), error, isHung })
    }
    const late = setTimeout(() => finish(undefined, true), HANG_AFTER)
    try {
      const stream = session.request(fields, { endStream: body === undefined })
      stream.on('response', (response) => {
        status = response[':status']
        for (const [name, value] of Object.entries(response)) answered.set(name, String(value))
      })
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', (error: NodeJS.ErrnoException) => {
        failure = `${error.code} ${error.message}`
      })
      stream.on('close', () => finish(failure ?? (stream.rstCode === 0 ? undefined : `reset ${stream.rstCode}`)))
      if (body !== undefined && isReset) {
        stream.write(Buffer.from(body.slice(0, body.length / 2), 'latin1'))
        stream.close(8)
      } else if (body !== undefined) stream.end(Buffer.from(body, 'latin1'))
      else if (isReset) stream.close(8)
    } catch (error) {
      // Skips what the client rejects.
      finish(String(error))
    }
  })
}
