import { CREDENTIALS } from './security.js'
import { SEEDED_ORDER } from './store.js'

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** A request, several at the same time, or one that is made from the responses before it. */
export type Step = Sent | readonly Sent[] | ((seen: readonly Seen[]) => Sent)

type Role = keyof typeof CREDENTIALS | 'stranger'

export function send(role: Role, line: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Sent {
  const [method = '', url = ''] = line.split(' ')
  const credentials = role === 'stranger' ? {} : CREDENTIALS[role]
  if (body === undefined) return { method, url, headers: { ...credentials, ...headers } }
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return { method, url, headers: { ...credentials, 'content-type': 'application/json', ...headers }, body: text }
}

export const get = (url: string, headers?: Readonly<Record<string, string>>) =>
  send('stranger', `GET ${url}`, undefined, headers)
export const getAs = (token: string, url: string) => get(url, { authorization: token })

const NEW_BOOK = {
  ...{ isbn: '9780140434965', title: 'Middlemarch', subtitle: 'A study', authorId: 3, genre: 'fiction', price: 14.25 },
  ...{ pages: 880, publishedOn: '1871-12-01', tags: ['long', 'classic'], translations: { fr: 'Middlemarch' } }
}
export const create = (changes: object = {}) => send('writer', 'POST /books', { ...NEW_BOOK, ...changes })
export const replace = (changes: object = {}, headers = {}) =>
  send('writer', 'PUT /books/1', { ...NEW_BOOK, ...changes }, headers)
export const patch = (changes: object = { pages: 7 }) => send('writer', 'PATCH /books/1', changes)
export const remove = (id = 1) => send('admin', `DELETE /books/${id}`)
export const review = (text: string, rating: unknown = 5) => send('reader', 'POST /books/2/reviews', { rating, text })
export const author = (changes: object = {}) =>
  send('writer', 'POST /authors', { name: 'George Eliot', bornOn: null, ...changes })

export const LINE = { bookId: 1, quantity: 2 }
export const COURIER = { kind: 'courier', address: { street: 'High Street 1', addition: 'Flat 2', town: 'Leeds' } }
export const order = (changes: object = {}, headers = {}) =>
  send('reader', 'POST /orders', { lines: [LINE], delivery: COURIER, ...changes }, headers)
export const cancel = send('admin', `POST /orders/${SEEDED_ORDER}/cancellation`)
export const readOrder = send('admin', `GET /orders/${SEEDED_ORDER}`)
const MISSING_ORDER = '00000000-0000-4000-8000-000000000000'
export const readMissing = send('admin', `GET /orders/${MISSING_ORDER}`)

const USER = { username: 'Grace', email: 'grace@example.com', displayName: 'Grace', password: 'correct horse' }
export const signUp = (changes: object = {}) => send('stranger', 'POST /users', { ...USER, ...changes })
export const feedback = (fields: string) =>
  send('stranger', 'POST /feedback', fields, { 'content-type': 'application/x-www-form-urlencoded' })

interface Part {
  readonly name: string
  readonly filename?: string
  readonly type?: string
  readonly bytes: Buffer | string
}

export function upload(role: Role, line: string, ...parts: readonly Part[]): Sent {
  const chunks = parts.flatMap(({ name, filename, type, bytes }) => [
    Buffer.from(`--limit\r\ncontent-disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? '' : `; filename="${filename}"`),
    Buffer.from(type === undefined ? '\r\n\r\n' : `\r\ncontent-type: ${type}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n')
  ])
  const body = Buffer.concat([...chunks, Buffer.from('--limit--\r\n')])
  return send(role, line, body, { 'content-type': 'multipart/form-data; boundary=limit' })
}

export const cover = (bytes: Buffer, type = 'image/jpeg') =>
  upload('writer', 'PUT /books/2/cover', { name: 'image', filename: 'a.jpg', type, bytes })
export const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex')
export const chapter = (filename: string): Part => ({ name: 'chapters', filename, type: 'text/plain', bytes: 'Once' })
export const LETTER: Part = { name: 'letter', filename: 'letter.txt', type: 'text/plain', bytes: 'Dear' }
export const manuscript = (...parts: readonly Part[]) =>
  upload('stranger', 'POST /manuscripts', { name: 'title', bytes: 'A book' }, ...parts)

export function tagOf(seen: readonly Seen[]): string {
  return String(seen.at(-1)?.headers.etag)
}
