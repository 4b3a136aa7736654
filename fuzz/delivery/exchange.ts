/** What one connection brought back. */
export interface Exchange {
  readonly received: Buffer
  /** The client's port; undefined where there was no connection. */
  readonly port: number | undefined
  /** `fin` where the server closed its side, else why there is nothing more. */
  readonly ending: 'fin' | 'error' | 'hung' | 'reset by client'
  readonly error: string | undefined
  /** Whether the client closed its side before the server did: Node then cuts the answers that are not out yet. */
  readonly isLeft: boolean
  /** How many bytes were written before the end. */
  readonly sent: number
}
