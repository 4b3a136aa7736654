/**
 * Handles a WHATWG request. `connection` says who sent it, for `ctx.ip`: `{ remoteAddress: '203.0.113.7' }`, or what Deno
 * (`info`) and Bun (`server`) pass with a request; nothing else of it is read.
 */
export type FetchHandler = (request: Request, connection?: object) => Promise<Response>
