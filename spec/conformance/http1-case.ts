/** An answer as a case expects it. */
export interface Expected {
  readonly status: number
  /** The request's, where it says how long the answer is. Default: `GET`. */
  readonly method?: 'HEAD'
  /** By lower-case name; undefined for a header that must not be there. */
  readonly headers?: Readonly<Record<string, string | RegExp | undefined>>
  readonly body?: string | RegExp
}

/** One requirement of RFC 9110 or RFC 9112 for an origin server, and how it is seen. */
export interface Http1Case {
  /** `9112 5.1`: the RFC and the section. */
  readonly section: string
  /** What must be, or must not be, in the words of this project. */
  readonly rule: string
  /** In turns: bytes that are sent as they are, and answers that must come before the next bytes are sent. */
  readonly wire: readonly (string | Expected)[]
  /**
   * Whether the connection takes a further request, which must be answered as itself, or is closed without a word, or
   * either of them.
   */
  readonly connection: 'kept' | 'closed' | 'either'
  /** What decides it: Node's own parser, which takes no option for it, or the framework. Default: the framework. */
  readonly by?: 'node'
}

/** A request with a Host: the line is a method and a target. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  return lines(`${line} HTTP/1.1`, 'Host: x', ...headers) + body
}

/** A head of these lines. */
export function lines(...head: readonly string[]): string {
  return `${head.join('\r\n')}\r\n\r\n`
}

/** A refusal by a problem, behind which nothing more is read. */
export const refused = (status: number): Expected => ({
  status,
  headers: { 'content-type': 'application/problem+json', connection: 'close' },
  body: new RegExp(`"status":${status},`)
})

/** A refusal by a problem, on a connection that goes on. */
export const problem = (status: number, headers: Expected['headers'] = {}): Expected => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: new RegExp(`"status":${status},`)
})

/** The echo of a body. */
export const echoed = (body: string): Expected => ({ status: 200, body })
