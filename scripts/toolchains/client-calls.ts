// Right and wrong calls of the client of spec/client/documents/forms.json: the first compile, and the others do not.
import { CallError, type Cat, createClient, type Point, type Thing, type ThingInput } from './forms.js'

declare function same<T>(value: T): { is<U extends T>(other: [T] extends [U] ? U : never): void }
declare const point: Point
declare const thing: Thing

const api = createClient({
  credentials: { token: async () => 'abc', basic: { username: 'a', password: 'b' }, key: 'k', login: () => undefined },
  servers: { 'https://admin.example.com': 'http://localhost' },
  fetch: (url, init) => fetch(url, init),
  headers: { 'x-own': '1' },
  timeout: 1000
})
createClient()
// @ts-expect-error: there is no such scheme
createClient({ credentials: { tokn: 'abc' } })
// @ts-expect-error: a name and a password
createClient({ credentials: { basic: 'abc' } })
// @ts-expect-error: an address is a text
createClient({ baseUrl: 1 })

const path = { simple: [1, 2], exploded: point, label: ['a'], matrix: ['b'] } as const

export async function parameters(): Promise<void> {
  await api.readValues(path)
  await api.readValues({ ...path, list: ['a', 'b'], limit: undefined, 'X-List': ['c'], filter: { tags: ['d'] } })
  // @ts-expect-error: the parameters of the path are required
  await api.readValues({})
  // @ts-expect-error: as are the arguments with them
  await api.readValues()
  // @ts-expect-error: numbers
  await api.readValues({ ...path, simple: ['a'] })
  // @ts-expect-error: one of two texts
  await api.readValues({ ...path, list: ['c'] })
  // @ts-expect-error: there is no such parameter
  await api.readValues({ ...path, lists: ['a'] })
  // @ts-expect-error: an object
  await api.readValues({ ...path, json: 'point' })
  // @ts-expect-error: there is no such operation
  await api.readValue(path)
  // @ts-expect-error: an operation without arguments
  await api.door({ id: 'a' })
}

export async function constants(): Promise<void> {
  await api.constants()
  await api.constants({ kind: 'a b', exact: false, 'X-Version': 2, all: true })
  await api.constantOf({ path: { id: 'a' } })
  await api.constantOf({ path: { id: 'a', kind: 'c' }, header: { id: 1.5 } })
  // @ts-expect-error: the constant is another one
  await api.constants({ 'X-Version': 3 })
  // @ts-expect-error: the other parameter of the path is required
  await api.constantOf({ path: { kind: 'c' } })
}

export async function places(body: ThingInput): Promise<void> {
  await api.thingsReplace({ path: { id: 'a' }, query: { id: 'b' }, body })
  await api.thingsReplace({ path: { id: 'a' }, body: { name: 'n', secret: 's', parent: null } })
  // @ts-expect-error: two parameters have the name id
  await api.thingsReplace({ id: 'a', body })
  // @ts-expect-error: a body is required
  await api.thingsReplace({ path: { id: 'a' } })
  // @ts-expect-error: only responses have an id
  await api.thingsReplace({ path: { id: 'a' }, body: { name: 'n', secret: 's', id: 'i' } })
  // @ts-expect-error: only requests have a secret
  thing.secret.length
  thing.id.length
}

export async function bodies(photo: Blob): Promise<void> {
  await api.upload({ body: { title: 't', photo, pages: [photo] } })
  await api.upload({ contentType: 'multipart/form-data', body: new FormData() })
  await api.upload({ contentType: 'application/x-www-form-urlencoded', body: { title: 't', tags: ['a'] } })
  await api.upload({ contentType: 'text/csv', body: 'a;b' })
  await api.upload({ contentType: 'image/webp', body: photo })
  await api.upload({ contentType: 'application/octet-stream', body: new Uint8Array(1) })
  // @ts-expect-error: a file is no text
  await api.upload({ body: { title: 't', photo: 'a.png' } })
  // @ts-expect-error: the document has no such media type
  await api.upload({ contentType: 'video/mp4', body: photo })
  // @ts-expect-error: a body of that media type is a text
  await api.upload({ contentType: 'text/csv', body: photo })
  await api.followNext()
  await api.followNext({ contentType: 'application/merge-patch+json', body: point })
}

export async function results(): Promise<string> {
  const result = await api.readValues(path)
  // @ts-expect-error: it may be a failure
  result.data.tuple
  if (result.ok) {
    same<200>(result.status).is<200>(200)
    return result.data.tuple?.[0] ?? ''
  }
  switch (result.status) {
    case 404:
      return result.data.title
    case '5XX':
      return result.data.detail ?? String(result.response.status)
    case 'unexpected':
      // @ts-expect-error: nothing is known of it
      result.data.title
      return result.reason
    // @ts-expect-error: the document has no such status
    case 418:
      return ''
  }
  const never: never = result
  return never
}

export async function errors(): Promise<string | undefined> {
  try {
    const { pair = [point, point], list, mixed } = await api.readValues.orThrow(path)
    same<'a' | "it's" | '"b"' | 3 | true | null | undefined>(list)
    const [{ x }]: [Point, Point] = pair
    return `${x} ${mixed?.total.toFixed()}`
  } catch (error) {
    if (error instanceof CallError) return error.operationId
    // @ts-expect-error: an error of anything
    error.result
    if (!api.readValues.isError(error)) throw error
    // @ts-expect-error: the data of several failures
    error.result.data.title
    return error.result.status === 404 ? error.result.data.title : undefined
  }
}

export async function unions(): Promise<number | string[] | undefined> {
  const { pet, tree } = await api.readValues.orThrow(path)
  if (pet === undefined) return undefined
  // @ts-expect-error: it may be a dog
  const cat: Cat = pet
  if (typeof tree === 'object' && Array.isArray(tree)) return tree.length
  return pet.kind === 'cat' ? pet.lives : pet.kind === 'puppy' ? pet.tricks : [cat.kind]
}

export async function streams(signal: AbortSignal): Promise<void> {
  for await (const event of await api.follow.orThrow({}, { accept: 'text/event-stream', signal })) {
    if (event.event === 'added') event.data.x.toFixed()
    else event.data.length
    // @ts-expect-error: the document has no such event
    if (event.event === 'removed') return
  }
  for await (const { x } of await api.follow.orThrow({}, { accept: 'application/jsonl' })) x.toFixed()
  const [first] = await api.follow.orThrow({}, { accept: 'application/json' })
  first?.y.toFixed()
  const any = await api.follow()
  if (any.ok && any.contentType === 'application/json') any.data.map(({ x }) => x)
  // @ts-expect-error: the document has no such media type
  await api.follow({}, { accept: 'text/html' })
  const pdf: Blob = await api.upload.orThrow({ body: new FormData() }, { accept: 'application/pdf' })
  const text: 'kept' = await api.upload.orThrow({ body: new FormData() }, { accept: 'text/plain' })
  const response: Response = await api.door.raw()
  same<unknown>([pdf, text, response])
}

/** An argument of which nothing is known is not accepted. */
export async function unknowns(given: unknown, maybe: string | undefined): Promise<number> {
  // @ts-expect-error: it may be anything
  await api.then_(given)
  // @ts-expect-error: it may be undefined
  await api.then_({ id: maybe })
  await api.readValues({ ...path, session: maybe })
  const { ok } = await api.anything()
  return ok ? await api.anything.orThrow() : 0
}
