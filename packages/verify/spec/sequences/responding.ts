import type { VerifiableService } from '../../src/wire/target.js'

/** A request to a service of a spec. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** The query as it is sent. */
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** How many requests there were before. */
  readonly time: number
}

/** What it responds: JSON, where the body is no bytes. */
export interface Responded {
  /** 0 where the connection is cut before there is a response. */
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A service that responds what a function says. */
export function responding(document: object, respond: (asked: Asked) => Responded): VerifiableService {
  let time = 0
  return {
    document,
    inject: async ({ method, url, headers, body }) => {
      const { pathname, search, searchParams } = new URL(url, 'http://host')
      const reply = respond({
        ...{ method, path: decodeURIComponent(pathname), query: searchParams, search, headers },
        ...{ body: Buffer.from(body ?? ''), time: time++ }
      })
      if (reply.status === 0) throw new Error('cut')
      const isBytes = Buffer.isBuffer(reply.body)
      const rawBody = isBytes ? (reply.body as Buffer) : Buffer.from(JSON.stringify(reply.body) ?? '')
      const type = reply.body === undefined || isBytes ? {} : { 'content-type': 'application/json' }
      return { statusCode: reply.status, headers: { ...type, ...reply.headers }, rawBody }
    }
  }
}
