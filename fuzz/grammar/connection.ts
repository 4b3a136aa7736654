import type { Cut, End, WireInput } from '../input.js'
import type { Random } from '../random.js'
import { CATALOGUE, type Sample } from './catalogue.js'
import { type Draft, writeDraft } from './draft.js'
import { mutateBytes } from './mutation.js'
import { QUIRKS } from './quirks.js'

/** Bytes that are not a request of HTTP/1.1. */
const STRANGERS = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  'GET /\r\n',
  'GET /livez\r\n\r\n',
  'GET / HTTP/2.0\r\n\r\n',
  'GET / HTTP/2.0\r\nHost: localhost\r\n\r\n',
  '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  '\r\n\r\n\r\n',
  '\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  '\0',
  'SSH-2.0-OpenSSH_9.0\r\n',
  '{"json": true}\n',
  ''
]

/** A connection with HTTP/1.1 requests on it, mostly valid ones. */
export function drawConnection(random: Random, transport: WireInput['transport'], name: string): WireInput {
  const count = random.weighted([
    [60, 1],
    [20, 2],
    [10, 3],
    [5, random.between(4, 8)],
    [1, 30]
  ])
  const pieces = Array.from({ length: count }, (_value, index) => drawRequest(random, `${name}.${index}`))
  if (random.chance(0.02)) pieces.push(random.pick(STRANGERS))
  const { cuts, end } = drawDelivery(
    random,
    pieces.reduce((sum, { length }) => sum + length, 0)
  )
  return { kind: 'wire', transport, pieces, cuts, end }
}

/** One request as bytes. The answer contains its `id`. */
function drawRequest(random: Random, id: string): string {
  if (random.chance(0.015)) return random.pick(STRANGERS)
  const draft = draftOf(random, drawSample(random), id)
  const quirks = random.weighted([
    [55, 0],
    [30, 1],
    [10, 2],
    [5, 3]
  ])
  for (let index = 0; index < quirks; index++) random.weighted(QUIRKS)(draft, random)
  const bytes = writeDraft(draft, random.chance(0.5) ? [random.between(1, 20), random.between(1, 20)] : [])
  return random.chance(0.08) ? mutateBytes(random, bytes) : bytes
}

/** A valid request of the catalogue; sometimes with a body that its method should not have. */
export function drawSample(random: Random): Sample {
  const sample = random.weighted(CATALOGUE)(random)
  if (sample.body !== undefined || !random.chance(0.06)) return sample
  return { ...sample, body: { contentType: 'text/plain', text: random.text(random.between(1, 60)) } }
}

function draftOf(random: Random, { method, target, headers = [], body }: Sample, id: string): Draft {
  const draft: Draft = {
    method,
    target,
    version: random.chance(0.03) ? 'HTTP/1.0' : 'HTTP/1.1',
    headers: [
      { name: 'X-Fuzz-Id', value: id },
      { name: 'Host', value: random.pick(['localhost', '127.0.0.1:8080', 'api.example']) },
      ...headers.map(([name, value]) => ({ name, value }))
    ],
    body: body?.text ?? '',
    framing: body === undefined ? 'none' : random.chance(0.35) ? 'chunked' : 'length',
    lineEnd: '\r\n'
  }
  if (body !== undefined) draft.headers.push({ name: 'Content-Type', value: body.contentType })
  if (random.chance(0.1)) draft.headers.push({ name: 'Accept', value: '*/*' })
  if (random.chance(0.1)) draft.headers.push({ name: 'Accept-Encoding', value: 'gzip' })
  if (random.chance(0.05)) draft.headers.push({ name: 'Connection', value: random.pick(['close', 'keep-alive']) })
  return draft
}

/** Where the bytes are split, how long a tail waits, and what the client does at the end. */
export function drawDelivery(random: Random, length: number): { readonly cuts: readonly Cut[]; readonly end: End } {
  const number = random.weighted([
    [60, 0],
    [20, 1],
    [12, random.between(2, 5)],
    [3, random.between(6, 40)]
  ])
  const offsets = Array.from({ length: number }, () => random.int(length + 1)).sort((a, b) => a - b)
  // Pauses are few and short: many of them would come near the limits of time.
  const paused = random.chance(0.2) ? random.int(Math.max(1, number)) : -1
  const cuts = offsets.map((at, index) => ({ at, pause: index === paused ? random.between(1, 40) : 0 }))
  const end = random.weighted<End>([
    [70, 'answered'],
    [17, 'half-close'],
    [5, 'hold'],
    [8, 'reset']
  ])
  return { cuts, end }
}
