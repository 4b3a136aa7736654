import type { FetchInput } from '../input.js'
import type { Random } from '../random.js'
import { coded } from './bodies.js'
import { ACCEPTS, COOKIES, CREDENTIALS } from './catalogue.js'
import { drawSample } from './connection.js'

const METHODS = ['HEAD', 'DELETE', 'OPTIONS', 'get', 'PURGE', 'QUERY']
const ORIGINS = [
  'http://localhost',
  'https://api.example:8443',
  'http://[::1]:80',
  'http://user:pass@a.example',
  'http://ä.example'
]

/** A request of the same catalogue in the form of the WHATWG standard. */
export function drawFetch(random: Random, name: string): FetchInput {
  const { method, target, headers = [], body } = drawSample(random)
  const isOdd = random.chance(0.3)
  const fields: [string, string][] = [
    ['x-fuzz-id', name],
    ...headers.map(([key, value]): [string, string] => [key, value])
  ]
  let text = body?.text
  if (body !== undefined && body.contentType !== '') fields.push(['content-type', body.contentType])
  if (isOdd && text !== undefined && random.chance(0.3)) {
    const { coding, text: encoded } = coded(random, text)
    fields.push(['content-encoding', coding])
    text = encoded
  }
  if (isOdd) fields.push(random.pick(ODD_HEADERS)(random))
  const suffix = isOdd ? random.pick(['', '#key=k1', '?%', '%', '/%2e%2e/x', '\\x', '%00', '?a=1#b']) : ''
  return {
    kind: 'fetch',
    transport: 'fetch',
    method: isOdd && random.chance(0.3) ? random.pick(METHODS) : method,
    url: `${isOdd ? random.pick(ORIGINS) : 'http://localhost'}${target === '*' ? '/' : target}${suffix}`,
    headers: fields,
    chunks: text === undefined ? undefined : split(random, text),
    fails: text !== undefined && random.chance(0.1),
    abortAfter: random.chance(0.1) ? random.int(20) : undefined,
    cancels: random.chance(0.06),
    isBare: random.chance(0.6),
    pause: text !== undefined && random.chance(0.15) ? random.between(1, 6) : 0
  }
}

const ODD_HEADERS: readonly ((random: Random) => [string, string])[] = [
  (random) => ['content-length', random.pick(['0', '5', '-1', 'a', '99999999'])],
  (random) => ['content-length', random.pick(['1', '12', '4096', '1e2', '0x10', ' 7', '5, 5'])],
  () => ['transfer-encoding', 'gzip'],
  (random) => ['host', random.pick(['evil', 'a b', '', '[::1'])],
  () => ['expect', '100-continue'],
  () => ['connection', 'close'],
  () => ['upgrade', 'websocket'],
  (random) => ['accept', random.pick(ACCEPTS)],
  (random) => ['authorization', random.pick(CREDENTIALS)],
  (random) => ['cookie', random.pick(COOKIES)],
  (random) => ['x-forwarded-for', random.pick(['1.2.3.4', '::1', ',', 'a'])],
  (random) => ['range', random.pick(['bytes=0-9', 'bytes=-5', 'bytes=9-2'])],
  (random) => ['x-request-id', random.pick(['a', 'a b'])],
  (random) => ['accept-encoding', random.pick(['gzip', 'br', '*;q=0'])]
]

function split(random: Random, text: string): string[] {
  const chunks: string[] = []
  let at = 0
  while (at < text.length && chunks.length < 20) {
    const size = random.between(0, Math.max(1, random.chance(0.5) ? text.length : 10))
    chunks.push(text.slice(at, at + size))
    at += size
  }
  return at < text.length ? [...chunks, text.slice(at)] : chunks
}
