import { FetchConnection, type Platform } from '../../src/http/fetch/connection.js'

/** Bun, and Bun before its requests gave arrays of bytes. */
export const BUN: Platform = { isBun: true, makesArrays: true, deno: undefined }
export const OLD_BUN: Platform = { ...BUN, makesArrays: false }

/** Under which Deno keeps what is behind a request, and whether its headers can be changed. */
export const BEHIND: unique symbol = Symbol('request')
export const GUARD: unique symbol = Symbol('headers guard')

/** Deno, which keeps behind each request that its server made what the request says; and where only the guard is found. */
export const DENO: Platform = { isBun: false, makesArrays: false, deno: { request: BEHIND, guard: GUARD } }
export const OTHER_DENO: Platform = { ...DENO, deno: { request: undefined, guard: GUARD } }

/** A request that Deno's server made, when all of its body has come; or of whose body nothing is there. */
export function servedByDeno(request: Request, content: Uint8Array | undefined): Request {
  const held = { body: content, consumed: false }
  const consume = () => {
    held.consumed = true
    return held.body
  }
  const { headers } = request
  const served = { header: (name: string) => headers.get(name), body: { streamOrStatic: held, consume } }
  return Object.assign(request, { [BEHIND]: served, [GUARD]: 'immutable' })
}

/** What frames the body of a request by its length: Bun's server, of which all requests are. */
export function framing(platform: Platform = OLD_BUN): FetchConnection {
  return new FetchConnection({ requestIP: () => ({ address: '203.0.113.9' }) }, undefined, platform)
}

/** A request that gives its bytes as an array, as newer ones do. */
export function withArrays(request: Request): Request {
  return Object.assign(request, { bytes: async () => new Uint8Array(await request.arrayBuffer()) })
}

/** A body of these pieces; an error among them is its failure. */
export function pieces(...given: readonly (string | Error)[]): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        const piece = given[at++]
        if (piece === undefined) controller.close()
        else if (piece instanceof Error) controller.error(piece)
        else controller.enqueue(Buffer.from(piece))
      }
    },
    { highWaterMark: 0 }
  )
}
