import type { Http2ClientInput, Http2Request } from '../input.js'
import type { Random } from '../random.js'
import { coded } from './bodies.js'
import { drawSample } from './connection.js'

/** Requests of the catalogue for Node's own client, which sends nothing that is not HTTP/2. */
export function drawHttp2Client(random: Random, name: string): Http2ClientInput {
  const transport = random.chance(0.3) ? 'h2' : 'h2c'
  const count = random.weighted([
    [4, 1],
    [3, 3],
    [2, random.between(4, 20)]
  ])
  const requests = Array.from({ length: count }, (_value, index) => drawHttp2Request(random, `${name}.${index}`))
  return { kind: 'http2-client', transport, requests }
}

/** The fields of one request, pseudo-header fields first. */
export function drawHttp2Request(random: Random, id: string): Http2Request {
  const { method, target, headers = [], body } = drawSample(random)
  const isPost = body !== undefined && method !== 'GET' && method !== 'HEAD'
  const fields: [string, string][] = [
    [':method', method],
    [':path', target],
    [':scheme', 'http'],
    [':authority', 'localhost'],
    ['x-fuzz-id', id],
    ...headers.map(([name, value]): [string, string] => [name.toLowerCase(), value])
  ]
  const isReset = random.chance(0.08)
  if (!isPost) return { headers: fields, body: undefined, isReset }
  if (body.contentType !== '') fields.push(['content-type', body.contentType])
  let { text } = body
  if (random.chance(0.15)) {
    const { coding, text: encoded } = coded(random, text)
    fields.push(['content-encoding', coding])
    text = encoded
  }
  if (random.chance(0.5)) fields.push(['content-length', String(text.length + random.weighted(LENGTH_FAULTS))])
  return { headers: fields, body: text, isReset }
}

/** By how much a length differs from that of the body. */
const LENGTH_FAULTS: readonly (readonly [weight: number, difference: number])[] = [
  [18, 0],
  [1, 1],
  [1, -1]
]
