import type { VerifiableService } from 'fieldstone-verify'
import { runVerifyCommand, type Terminal } from 'fieldstone-verify/command'

type Reply = { readonly statusCode: number; readonly body: string }

/** A service with one operation, `GET /hello`, whose 200 is a text. */
export function smallService(
  reply: () => Reply | Promise<Reply> = () => ({ statusCode: 200, body: '"hello"' }),
  more: Partial<VerifiableService> = {}
): VerifiableService {
  const schema = { type: 'string' }
  return {
    document: {
      openapi: '3.1.0',
      info: { title: 'Small', version: '1' },
      paths: {
        '/hello': {
          get: {
            operationId: 'hello',
            responses: { 200: { description: 'Hello', content: { 'application/json': { schema } } } }
          }
        }
      }
    },
    async inject({ method, url }) {
      if (url.split('?')[0] !== '/hello') return { statusCode: 404, headers: {}, rawBody: Buffer.from('') }
      if (method !== 'GET') return { statusCode: 405, headers: { allow: 'GET' }, rawBody: Buffer.from('') }
      const { statusCode, body } = await reply()
      return { statusCode, headers: { 'content-type': 'application/json' }, rawBody: Buffer.from(body) }
    },
    ...more
  }
}

/** Contradicts its document. */
export const lyingService = () => smallService(() => ({ statusCode: 201, body: '"hello"' }))

/** What the command did: its exit code or the error that it threw, and what it wrote. */
export interface Ran {
  readonly status: number | undefined
  readonly error: string | undefined
  readonly stdout: string
  readonly stderr: string
}

/** `fieldstone verify service.js`, for a service that needs no module. */
export function runOn(service: VerifiableService, ...args: string[]): Promise<Ran> {
  return runWith({ service }, 'service.js', '--seed', '1', ...args)
}

/** The same for a module with a `reset`, on a terminal of this width, and with no arguments but these. */
export async function runWith(
  {
    service,
    ...more
  }: { readonly service?: VerifiableService; readonly reset?: () => unknown; readonly columns?: number },
  ...args: string[]
): Promise<Ran> {
  const written = { stdout: '', stderr: '' }
  const terminal: Terminal = {
    out: (text) => {
      written.stdout += text
    },
    err: (text) => {
      written.stderr += text
    },
    columns: more.columns
  }
  const load = service && (async () => ({ service, reset: more.reset }))
  const command =
    service === undefined ? { name: 'fieldstone-verify' } : { name: 'fieldstone verify', ...(load && { load }) }
  try {
    const status = await runVerifyCommand(args, terminal, command)
    return { status, error: undefined, ...written }
  } catch (error) {
    return { status: undefined, error: (error as Error).message, ...written }
  }
}
