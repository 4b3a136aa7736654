import { createHash } from 'node:crypto'
import type { VerifiableService } from '../src/wire/target.js'

/** A request line of a list is cut after so many characters; the digest behind it is that of all. */
const LONGEST = 160

/** A service that keeps what requests it got, as lines: `POST /books {"content-type":"…"} {"title":"a"} → 201`. */
export class RecordedService {
  readonly lines: string[] = []
  readonly service: VerifiableService
  #whole = createHash('sha256')
  #count = 0

  constructor(service: VerifiableService) {
    this.service = {
      document: service.document,
      inject: async (request) => {
        const { method, url, headers, body, remoteAddress } = request
        const client = remoteAddress === '127.0.0.1' ? [] : [remoteAddress]
        const parts = [method, url, JSON.stringify(headers), ...client, ...(body === undefined ? [] : [textOf(body)])]
        const line = parts.join(' ')
        const at = this.lines.push(line) - 1
        this.#whole.update(`${line}\n`)
        this.#count++
        try {
          const response = await service.inject(request)
          this.lines[at] = `${shortened(line)} → ${response.statusCode}`
          return response
        } catch (error) {
          this.lines[at] = `${shortened(line)} → ${error}`
          throw error
        }
      }
    }
  }

  /** All requests in one line; what came before is forgotten. */
  take(): string {
    const digest = this.#whole.digest('base64url').slice(0, 8)
    const line = `${this.#count} requests (${digest})`
    this.#whole = createHash('sha256')
    this.#count = 0
    this.lines.length = 0
    return line
  }
}

function shortened(line: string): string {
  if (line.length <= LONGEST) return line
  return `${line.slice(0, LONGEST)}… (${createHash('sha256').update(line).digest('base64url').slice(0, 6)})`
}

function textOf(body: Uint8Array | string): string {
  const bytes = Buffer.from(body)
  const text = bytes.toString()
  if (Buffer.from(text).equals(bytes) && !/\p{Cc}/u.test(text.replace(/[\r\n\t]/g, ''))) {
    return text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')
  }
  return bytes.toString('latin1').replace(/[^ -~]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}
