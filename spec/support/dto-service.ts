import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** What the service of `bundles/` does, however it was bundled. */
export interface DtoService {
  /** The responses to bodies that are wrong: a nested object, a built-in rule, a rule of the user's own. */
  readonly refused: readonly { readonly status: number; readonly paths: readonly string[] }[]
  /** The response to a body that needs what class-transformer's other decorators say. */
  readonly accepted: { readonly status: number; readonly body: unknown }
  /** The status of the response to a body that all rules accept. */
  readonly introduced: number
  /** Whether the service got each byte of a file. */
  readonly isUploaded: boolean
  /** The statuses of the docs page and of its largest script, and whether that script is Swagger UI's. */
  readonly page: readonly [page: number, script: number, isSwaggerUI: boolean]
  /** The text of the OpenAPI document. */
  readonly document: string
  /** What the service wrote before it listened. */
  readonly written: string
}

/** What it does where nothing was lost. */
export const NOTHING_LOST: Omit<DtoService, 'document' | 'written'> = {
  refused: [
    { status: 400, paths: ['tags[0].label'] },
    { status: 400, paths: ['first.label'] },
    { status: 400, paths: ['email', 'id', 'slug'] },
    { status: 400, paths: ['colleague', 'lower'] }
  ],
  accepted: { status: 200, body: { tags: [{ label: 'blue' }], entry_title: 'a title', text: 'trimmed' } },
  introduced: 200,
  isUploaded: true,
  page: [200, 200, true]
}

const ENTRIES = [{ tags: [{ label: 7 }] }, { tags: [], first: { label: 7 } }]

const CONTACT = {
  email: 'ann@example.org',
  id: '0b5a2a1e-9b0c-4b57-8a52-0d2f8b7c6e11',
  slug: 'ann',
  code: 'abc',
  color: 'red',
  grade: 3,
  colleague: 'bob@example',
  lower: 'lower'
}

const WRONG_CONTACTS = [
  { ...CONTACT, email: 'ann@example', id: 'x', slug: 'ANN' },
  { ...CONTACT, colleague: 'bob@example.org', lower: 'UP' }
]

/**
 * Starts the service as a process of its own, sends it requests, and ends it.
 *
 * @throws Error with what it wrote, where it does not start
 */
export async function tryDtoService(
  program: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {}
): Promise<DtoService> {
  // Bundles, and the bundle that is published, are not what coverage is measured of.
  const env = { ...process.env, NODE_V8_COVERAGE: '', ...more }
  // It leads a group of processes: what it starts itself, as Miniflare does workerd, would outlive it.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000, detached: true })
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All of them have ended.
    }
  }
  process.once('exit', endGroup)
  const ended = once(child, 'close')
  let written = ''
  child.stderr.on('data', (chunk) => {
    written += chunk
  })
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, origin] = /^Listens at (http:\S+?)\/?$/.exec(line) ?? []
      if (origin !== undefined) return await askDtoService(origin, written)
      written += `${line}\n`
    }
    await ended
    throw new Error(`The service did not start:\n${written}`)
  } finally {
    process.off('exit', endGroup)
    endGroup()
    await ended
  }
}

async function askDtoService(origin: string, written: string): Promise<DtoService> {
  const sent = { tags: [{ label: 'blue' }], entry_title: 'a title', text: ' trimmed ', secret: 1 }
  const accepted = await post(`${origin}/entries`, sent)
  const introduced = await post(`${origin}/contacts`, CONTACT)
  const page = await get(`${origin}/docs/`)
  const script = await get(`${origin}/docs/swagger-ui-bundle.js`)
  const text = await script.text()
  return {
    refused: await Promise.all([
      ...ENTRIES.map((body) => refusal(`${origin}/entries`, body)),
      ...WRONG_CONTACTS.map((body) => refusal(`${origin}/contacts`, body))
    ]),
    accepted: { status: accepted.status, body: await accepted.json() },
    introduced: introduced.status,
    isUploaded: await uploads(origin),
    page: [page.status, script.status, text.length > 1_000_000 && text.includes('SwaggerUIBundle')],
    document: await (await get(`${origin}/openapi.json`)).text(),
    written
  }
}

async function uploads(origin: string): Promise<boolean> {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, index) => (index * 7) % 256)
  const body = new FormData()
  body.append('title', 'A picture')
  body.append('file', new Blob([bytes], { type: 'image/png' }), 'picture.png')
  const response = await fetch(`${origin}/pictures`, { method: 'POST', body, signal: AbortSignal.timeout(30_000) })
  const { sha256 } = (await response.json()) as { readonly sha256?: string }
  return response.status === 200 && sha256 === createHash('sha256').update(bytes).digest('hex')
}

async function refusal(url: string, body: unknown): Promise<DtoService['refused'][number]> {
  const response = await post(url, body)
  const { errors = [] } = (await response.json()) as { readonly errors?: readonly { readonly path: string }[] }
  return { status: response.status, paths: errors.map(({ path }) => path) }
}

function get(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(30_000) })
}

function post(url: string, value: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
    signal: AbortSignal.timeout(30_000)
  })
}
