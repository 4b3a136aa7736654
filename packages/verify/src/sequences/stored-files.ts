import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import { type BoundText, Missing, type Play } from '../resources/play.js'
import type { ResourceCalls } from '../resources/resource-calls.js'
import { type Resource, resourceAbove } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { statusOf } from '../session/session.js'
import { bytesOf, headersOf, jsonOf } from '../wire/target.js'
import { essenceOf } from '../wire/wire-request.js'

const TRIES = 6

/** Uploads a file, reads the same path, and expects the same bytes of the same type. */
export function fileSequences(
  operations: readonly PublishedOperation[],
  requests: RequestMaker,
  calls: ResourceCalls,
  resources: readonly Resource[]
): Sequence[] {
  return operations
    .filter(({ method, body }) => method !== 'GET' && [...(body?.content ?? [])].some(([type]) => isUpload(type)))
    .flatMap((upload) => {
      const read = operations.find(({ method, path }) => method === 'GET' && path === upload.path)
      if (read === undefined) return []
      const label = `${upload.id}, then ${read.id}`
      const resource = resourceAbove(upload, resources)
      const play = async (play: Play): Promise<void> => {
        // What the file belongs to exists, where it can be created.
        const path = resource?.create === undefined ? [] : (await calls.existing(play, resource)).path
        await playUpload(play, upload, read, requests, path)
      }
      return [{ label, operation: read, cost: 5, play }]
    })
}

function isUpload(type: string): boolean {
  return type.startsWith('multipart/') || /^(?:image|audio|video)\/|^application\/(?:octet-stream|pdf)/.test(type)
}

interface SentFile {
  readonly type: string | undefined
  readonly bytes: Uint8Array
}

async function playUpload(
  play: Play,
  upload: PublishedOperation,
  read: PublishedOperation,
  requests: RequestMaker,
  path: readonly BoundText[]
): Promise<void> {
  // Each type of file is stored in its own way: two uploads are read.
  let isRead = false
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const parts = play.decide(`upload ${attempt}`, (draw) => {
      const made = requests.valid(upload, draw)
      return made && requests.withExamples(made, draw)
    })
    const [file, ...more] = parts === undefined ? [] : filesOf(parts)
    if (parts === undefined || file === undefined || more.length > 0) continue
    const stored = await play.send(parts, path, upload.id)
    if (statusOf(stored.response) >= 300 || statusOf(stored.response) === 0) continue
    const request = play.decide(`read ${attempt}`, (draw) => {
      const base = requests.valid(read, draw)
      return base && requests.withExamples({ ...base, path: parts.path, headers: requiredHeaders(base) }, draw)
    })
    const step = request && (await play.send(request, path, read.id))
    if (step === undefined || statusOf(step.response) !== 200) continue
    if (jsonOf(step.response) !== undefined) return
    isRead = true
    const type = essenceOf(headersOf(step.response)['content-type'] ?? '')
    if (!bytesOf(step.response).equals(file.bytes)) {
      const { length } = file.bytes
      const judge = `a file of ${length === 1 ? '1 byte' : `${length} bytes`} was uploaded, and another one is read`
      play.found('changed-value', 'bytes', judge, read, [stored, step])
    } else if (file.type !== undefined && type !== '' && type !== file.type) {
      play.found('changed-value', 'media type', `${file.type} was uploaded, and is read as ${type}`, read, [
        stored,
        step
      ])
    }
  }
  if (!isRead) throw new Missing('no file that was uploaded could be read')
}

/** No condition, and no range. */
function requiredHeaders({ operation, headers }: RequestParts): RequestParts['headers'] {
  const required = operation.parameters.filter((parameter) => parameter.in === 'header' && parameter.required)
  return headers.filter(([name]) => required.some((parameter) => parameter.name.toLowerCase() === name))
}

function filesOf({ body, contentType }: RequestParts): SentFile[] {
  if (body?.kind === 'bytes') return [{ type: contentType && essenceOf(contentType), bytes: body.bytes }]
  if (body?.kind !== 'multipart') return []
  return body.form.parts
    .filter(({ filename }) => filename !== undefined)
    .map(({ contentType: type, content }) => ({ type: type && essenceOf(type), bytes: content }))
}
