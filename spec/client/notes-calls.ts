import type { LooseClient } from './compiled-client.js'

/** The calls of a client, and what it said of each: in any runtime that has `fetch`. */
export async function callNotes(createClient: (options: object) => LooseClient, baseUrl: string): Promise<string[]> {
  const lines: string[] = []
  const api = createClient({ baseUrl, credentials: { key: 's3cr3t' } }) as unknown as Record<string, Operation>
  const operation = (name: string): Operation => {
    const found = api[name]
    if (found === undefined) throw new Error(`The client has no ${name}`)
    return found
  }
  const note = async (name: string, input?: object, options?: object) => {
    const { status, ok, data, response } = await operation(name)(input, options)
    lines.push(`${name}: ${status} ${ok} ${response.headers.get('x-count') ?? '-'} ${JSON.stringify(data)}`)
  }
  await note('addNote', { body: { title: 'Ünïcode 🚢' } })
  await note('addNote', { body: { title: '' } })
  await note('getNote', { id: 1 })
  await note('getNote', { id: 2 })
  const photo = new Blob([new Uint8Array(70_000)], { type: 'image/png' })
  await note('addPhoto', { id: 1, body: { photo, caption: 'At "night"\r\n🌙' } })
  const keyless = createClient({ baseUrl }) as unknown as Record<string, Operation>
  lines.push(`addNote without a key: ${(await keyless.addNote?.({ body: { title: 'a' } }))?.status}`)
  try {
    await operation('getNote').orThrow({ id: 3 })
  } catch (error) {
    lines.push(
      `${operation('getNote').isError(error)} ${operation('addNote').isError(error)} ${(error as Error).message}`
    )
  }
  const numbers: number[] = []
  for await (const { event, data } of (await operation('follow').orThrow()) as AsyncIterable<TickEvent>) {
    if (event === 'tick') numbers.push(data.number)
    if (numbers.length === 3) break
  }
  lines.push(`follow: ${numbers}`)
  const until = async (state: string) => {
    let seen: unknown
    for (let tries = 0; tries < 2_000 && seen !== state; tries += 1) seen = await operation('seen').orThrow()
    return seen
  }
  const abort = new AbortController()
  const waited = operation('wait')({}, { signal: abort.signal }).then(() => 'ended', nameOf)
  lines.push(`seen: ${await until('1 left, 1 waiting, 0 aborted')}`)
  abort.abort()
  lines.push(`wait: ${await waited}`)
  const late = (await operation('follow').orThrow({}, { timeout: 20_000 })) as AsyncIterable<TickEvent>
  const stop = new AbortController()
  const stream = (await operation('follow').orThrow({}, { signal: stop.signal })) as AsyncIterable<TickEvent>
  const read = async () => {
    for await (const { data } of stream) if (data.number === 2) stop.abort()
  }
  lines.push(`follow, aborted: ${await read().then(() => 'ended', nameOf)}`)
  for await (const { data } of late) if (data.number === 5) break
  // Each stream that was left, and the request that was aborted, ends in the service, too.
  lines.push(`seen: ${await until('3 left, 0 waiting, 1 aborted')}`)
  return lines
}

/** What {@link callNotes} gives in every runtime. */
export const NOTES_RESULT: readonly string[] = [
  'addNote: 201 true 1 {"title":"Ünïcode 🚢","id":1}',
  `addNote: 400 false - {"type":"about:blank","title":"Bad Request","status":400,"detail":"validation failed: Field 'title' must be at least 1 character long","errors":[{"in":"body","path":"title","rule":"minLength","message":"must be at least 1 character long","limit":1}]}`,
  'getNote: 200 true - {"title":"Ünïcode 🚢","id":1}',
  'getNote: 404 false - {"type":"about:blank","title":"Not Found","status":404,"detail":"There is no such note"}',
  'addPhoto: 200 true - {"size":70000,"caption":"At \\"night\\"\\r\\n🌙"}',
  'addNote without a key: 401',
  'true false getNote: 404 There is no such note',
  'follow: 1,2,3',
  'seen: 1 left, 1 waiting, 0 aborted',
  'wait: AbortError',
  'follow, aborted: AbortError',
  'seen: 3 left, 0 waiting, 1 aborted'
]

type Operation = LooseClient[string] & ((input?: object, options?: object) => ReturnType<LooseClient[string]>)

interface TickEvent {
  readonly event: string
  readonly data: { readonly number: number }
}

const nameOf = (error: unknown) => (error as Error).name
