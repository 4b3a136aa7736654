import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { quickPlays, sequencesOf } from './play-sequences.js'
import { type Asked, type Responded, responding } from './responding.js'

const BINARY = { type: 'string', format: 'binary' }
const STRING = { type: 'string' }
const JSON_ITEM = {
  description: 'It',
  content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } }
}
const FILE = { 200: { description: 'It', content: { '*/*': { schema: BINARY } } } }
const DONE = { 204: { description: 'Kept' } }

const sent = (...types: string[]) => ({
  requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: BINARY }])) },
  responses: DONE
})
const form = (properties: object) => ({
  requestBody: {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', required: Object.keys(properties), properties } } }
  },
  responses: DONE
})
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }]
const HEADERS = [
  { name: 'X-Part', in: 'header', required: true, schema: { type: 'string', enum: ['a'] } },
  { name: 'If-None-Match', in: 'header', required: false, schema: STRING, example: '"x"' },
  { name: 'X-Part', in: 'query', required: true, schema: { type: 'string', enum: ['q'] } }
]

const DOCUMENT = openApi(
  {
    '/image': { put: sent('image/png'), get: { responses: FILE } },
    '/audio': { post: sent('audio/mpeg'), get: { parameters: HEADERS, responses: FILE } },
    '/video': { put: sent('video/mp4', 'text/plain'), get: { responses: FILE } },
    '/bytes': { put: sent('application/octet-stream'), get: { responses: FILE } },
    '/pdf': { patch: sent('application/pdf'), get: { responses: FILE } },
    '/zip': { put: sent('application/zip'), get: { responses: FILE } },
    '/text': { put: sent('text/plain'), get: { responses: FILE } },
    '/unread': { put: sent('image/png') },
    '/gotten': { get: { ...sent('image/png'), responses: FILE } },
    '/one': { put: form({ file: BINARY, name: STRING }), get: { responses: FILE } },
    '/two': { put: form({ file: BINARY, other: BINARY }), get: { responses: FILE } },
    '/none': { put: form({ name: STRING }), get: { responses: FILE } },
    '/photos': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 201: JSON_ITEM }
      }
    },
    '/photos/{id}': { get: { parameters: id, responses: { 200: JSON_ITEM } } },
    '/photos/{id}/scan': {
      put: { parameters: id, ...sent('image/*') },
      get: { parameters: id, responses: FILE }
    },
    '/boxes/{id}/scan': {
      put: { parameters: id, ...sent('image/gif') },
      get: { parameters: id, responses: FILE }
    }
  },
  {},
  '3.1.0'
)

interface Stored {
  readonly type: string
  readonly bytes: Buffer
}

/** The file of an upload: the body, or the part of a form that has a name of a file. */
function fileOf({ headers, body }: Asked): Stored {
  const type = headers['content-type'] ?? ''
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
  if (boundary === undefined) return { type, bytes: body }
  const part = body
    .toString('latin1')
    .split(`--${boundary}`)
    .find((one) => /filename=/i.test(one))
  const [, head = '', content = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part ?? '') ?? []
  return { type: /content-type: *([^\r]*)/i.exec(head)?.[1] ?? '', bytes: Buffer.from(content, 'latin1') }
}

/** A store of files that does something wrongly. `of` counts the requests of the same method. */
interface Odd {
  readonly upload?: (reply: Responded, of: number) => Responded
  readonly read?: (reply: Responded, of: number) => Responded
}

function store({ upload = (reply) => reply, read = (reply) => reply }: Odd) {
  const files = new Map<string, Stored>()
  let [uploads, reads, photos] = [0, 0, 0]
  return responding(DOCUMENT, (asked) => {
    const { method, path } = asked
    if (path === '/photos') return { status: 201, body: { id: ++photos + 40 } }
    if (method !== 'GET') {
      const reply = upload({ status: 204 }, uploads++)
      if (reply.status < 300) files.set(path, fileOf(asked))
      return reply
    }
    const file = files.get(path)
    if (file === undefined) return { status: 404 }
    return read({ status: 200, body: file.bytes, headers: { 'content-type': file.type } }, reads++)
  })
}

const typed =
  (type: string | undefined): NonNullable<Odd['read']> =>
  ({ headers, ...reply }) => ({ ...reply, ...(type !== undefined && { headers: { 'content-type': type } }) })

const ODD: Readonly<Record<string, Odd>> = {
  'keeps each file': {},
  'adds a byte': { read: (reply) => ({ ...reply, body: Buffer.concat([reply.body as Buffer, Buffer.from([0])]) }) },
  'changes a byte': {
    read: (reply) => ({
      ...reply,
      body: Buffer.from((reply.body as Buffer).map((byte, at) => (at === 0 ? byte ^ 1 : byte)))
    })
  },
  'changes a byte of the second file': {
    read: (reply, of) => (of % 2 === 0 ? reply : { ...reply, body: Buffer.from('other') })
  },
  'says another type': { read: typed('application/x-other') },
  'says the type with a parameter': {
    read: (reply) => ({
      ...reply,
      headers: { 'content-type': `${reply.headers?.['content-type']?.toUpperCase()}; x=y` }
    })
  },
  'says no type': { read: typed(undefined) },
  'says an empty type': { read: typed('') },
  'says another type and changes a byte': {
    read: () => ({ status: 200, body: Buffer.from('x'), headers: { 'content-type': 'a/b' } })
  },
  'does not find it': { read: () => ({ status: 404 }) },
  'returns a part': { read: (reply) => ({ ...reply, status: 206 }) },
  'returns 201': { read: (reply) => ({ ...reply, status: 201 }) },
  'returns JSON': { read: () => ({ status: 200, body: { id: 1 } }) },
  'returns JSON later': { read: (reply, of) => (of % 3 === 2 ? { status: 200, body: { id: 1 } } : reply) },
  'does not find the first': { read: (reply, of) => (of % 6 === 0 ? { status: 404 } : reply) },
  'rejects it': { upload: () => ({ status: 400 }) },
  'rejects the first': { upload: (reply, of) => (of % 6 === 0 ? { status: 400 } : reply) },
  'answers with 299': { upload: () => ({ status: 299 }) },
  'answers with 300': { upload: () => ({ status: 300 }) }
}

describe('Files that are uploaded', () => {
  it('are read again as file-list.txt says, and others are found', async () => {
    const play = await quickPlays(DOCUMENT, /^(?:PUT|PATCH|POST|GET) .*, then (?!read everything)GET|^set/)
    const lines: string[] = ['# sequences', ...(await sequencesOf(DOCUMENT))]
    const honest = await play(store({}))
    for (const [what, odd] of Object.entries(ODD)) {
      const only = odd.read === undefined ? /./ : /image|one|scan/
      const found = [...(await play(store(odd), only))].filter(
        ([label, line]) => odd.read === undefined || line !== honest.get(label)
      )
      lines.push(`\n# ${what}`, ...found.map(([label, line]) => `${label}: ${line}`))
    }
    expectWholeList('verify/sequences/file-list.txt', lines)
  })
})
