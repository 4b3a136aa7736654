import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** What the service of `bundles/` does, however it was bundled. */
export interface DtoService {
  /** The responses to bodies whose nested object is wrong. */
  readonly refused: readonly { readonly status: number; readonly paths: readonly string[] }[]
  /** The response to a body that needs what class-transformer's other decorators say. */
  readonly accepted: { readonly status: number; readonly body: unknown }
  /** The OpenAPI document. */
  readonly document: unknown
}

/** What it does where nothing was lost. */
export const NOTHING_LOST: Omit<DtoService, 'document'> = {
  refused: [
    { status: 400, paths: ['tags[0].label'] },
    { status: 400, paths: ['first.label'] }
  ],
  accepted: { status: 200, body: { tags: [{ label: 'blue' }], entry_title: 'a title', text: 'trimmed' } }
}

/**
 * Starts the service as a process of its own, sends it requests, and ends it.
 *
 * @throws Error with what it wrote, where it does not start
 */
export async function tryDtoService(program: string, args: readonly string[], cwd: string): Promise<DtoService> {
  // Bundles, and the bundle that is published, are not what coverage is measured of.
  const env = { ...process.env, NODE_V8_COVERAGE: '' }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 })
  const ended = once(child, 'close')
  let written = ''
  child.stderr.on('data', (chunk) => {
    written += chunk
  })
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, origin] = /^Listens at (http:\S+?)\/?$/.exec(line) ?? []
      if (origin !== undefined) return await askDtoService(origin)
      written += `${line}\n`
    }
    throw new Error(`The service did not start:\n${written}`)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

async function askDtoService(origin: string): Promise<DtoService> {
  const bodies = [{ tags: [{ label: 7 }] }, { tags: [], first: { label: 7 } }]
  const sent = { tags: [{ label: 'blue' }], entry_title: 'a title', text: ' trimmed ', secret: 1 }
  const accepted = await post(`${origin}/entries`, sent)
  const document = await fetch(`${origin}/openapi.json`, { signal: AbortSignal.timeout(10_000) })
  return {
    refused: await Promise.all(bodies.map((body) => refusal(`${origin}/entries`, body))),
    accepted: { status: accepted.status, body: await accepted.json() },
    document: await document.json()
  }
}

async function refusal(url: string, body: unknown): Promise<DtoService['refused'][number]> {
  const response = await post(url, body)
  const { errors = [] } = (await response.json()) as { readonly errors?: readonly { readonly path: string }[] }
  return { status: response.status, paths: errors.map(({ path }) => path) }
}

function post(url: string, value: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
    signal: AbortSignal.timeout(10_000)
  })
}
