import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Random } from '../random.js'

/** A body and its media type. */
export interface Body {
  readonly contentType: string
  readonly text: string
}

export function orderBody(random: Random): Body {
  const order: Record<string, unknown> = { name: random.text(random.between(3, 20)) }
  if (random.chance(0.4)) order.email = random.pick(['ada@example.com', 'ada', '', 'a@b', 7])
  if (random.chance(0.3)) order.day = random.pick(['2024-02-29', '2023-02-29', '0000-00-00'])
  if (random.chance(0.3)) order.at = random.pick(['2024-05-17T08:30:15.250Z', 'yesterday', 1])
  if (random.chance(0.5)) {
    const lines = random.between(0, 4)
    order.lines = Array.from({ length: lines }, () => ({ sku: 'A-1', quantity: random.between(0, 99) }))
  }
  if (random.chance(0.3)) order.counts = random.pick<unknown>([{ a: 1 }, { b: 2 ** 53 }, [], { a: 1.5 }])
  if (random.chance(0.2)) order.limit = random.pick([null, 3, 2 ** 60, '3'])
  return { contentType: jsonType(random), text: brokenJson(random, latin1(JSON.stringify(order))) }
}

export function strictBody(random: Random): Body {
  const value = random.pick([{ name: 'a' }, { name: 'a', more: 1 }, {}, [], 'a', null])
  return { contentType: jsonType(random), text: brokenJson(random, JSON.stringify(value)) }
}

export function formBody(random: Random): Body {
  const pairs = [`user=${random.pick(['ada', 'a+b', '%41', '%', '%C3%28', ''])}`, 'password=p%C3%A4ss']
  if (random.chance(0.4)) pairs.push(`remember=${random.pick(['true', 'false', 'yes', ''])}`)
  while (random.chance(0.4)) pairs.push(`tags=${random.text(3)}`)
  if (random.chance(0.1)) pairs.push(...Array.from({ length: 300 }, (_value, index) => `f${index}=1`))
  return { contentType: 'application/x-www-form-urlencoded', text: pairs.join('&') }
}

/** A form of several parts (RFC 7578), mostly right. */
export function multipartBody(random: Random): Body {
  const boundary = random.pick(['b', 'AaB03x', '----WebKitFormBoundary7MA4YWxkTrZu0gW', random.text(70)])
  const parts = [part('title', undefined, 'text/plain', random.text(random.between(0, 100)))]
  const files = random.weighted([
    [8, 1],
    [3, 2],
    [1, 0],
    [1, 6]
  ])
  for (let index = 0; index < files; index++) {
    const name = index === 0 ? 'file' : random.pick(['more', 'more', 'file', 'other'])
    const size = random.weighted([
      [8, random.int(500)],
      [2, 3_100],
      [1, 6_000]
    ])
    const filename = random.pick(['a.txt', '../../etc/passwd', 'ä".txt', '', 'a\0b'])
    parts.push(part(name, filename, random.pick(['text/plain', 'image/png', '', 'x']), random.bytes(size)))
  }
  if (random.chance(0.1))
    parts.push(...Array.from({ length: 30 }, (_value, index) => part(`f${index}`, undefined, '', '1')))
  let text = `${parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')}--${boundary}--\r\n`
  const fault = random.weighted([
    [14, 'none'],
    [1, 'cut'],
    [1, 'preamble'],
    [1, 'epilogue'],
    [1, 'no-end'],
    [1, 'line-feeds'],
    [1, 'no-name'],
    [1, 'long-header'],
    [1, 'other-boundary']
  ] as const)
  if (fault === 'cut') text = text.slice(0, random.int(text.length))
  if (fault === 'preamble') text = `preamble ${random.bytes(20)}\r\n${text}`
  if (fault === 'epilogue') text += random.bytes(random.between(1, 3_000))
  if (fault === 'no-end') text = text.slice(0, -4)
  if (fault === 'line-feeds') text = text.replaceAll('\r\n', '\n')
  if (fault === 'no-name') text = text.replace('; name="title"', '')
  if (fault === 'long-header') text = text.replace('; name=', `; x="${'x'.repeat(20_000)}"; name=`)
  const declared = fault === 'other-boundary' ? random.pick(['c', '', 'x'.repeat(71), '"a b"']) : boundary
  return { contentType: `multipart/form-data; boundary=${declared}`, text }
}

/** The body under a content coding, whole, cut, or one that grows beyond every limit. */
export function coded(random: Random, body: string): { readonly coding: string; readonly text: string } {
  const [coding, encode] = random.pick([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync]
  ] as const)
  const source = Buffer.from(random.chance(0.1) ? ' '.repeat(300_000) : body, 'latin1')
  let text = encode(source).toString('latin1')
  const fault = random.weighted([
    [6, 'none'],
    [2, 'cut'],
    [1, 'flipped'],
    [1, 'tail'],
    [1, 'twice'],
    [1, 'unnamed']
  ] as const)
  if (fault === 'cut') text = text.slice(0, random.int(text.length))
  if (fault === 'flipped') text = flip(random, text)
  if (fault === 'tail') text += random.bytes(10)
  if (fault === 'twice') {
    const again = gzipSync(Buffer.from(text, 'latin1')).toString('latin1')
    return { coding: `${coding}, gzip`, text: again }
  }
  if (fault === 'unnamed') return { coding: random.pick(['identity', 'zstd', 'gzip, gzip, gzip', 'x', '']), text }
  return { coding: random.chance(0.1) ? coding.toUpperCase() : coding, text }
}

function flip(random: Random, text: string): string {
  const at = random.int(text.length)
  return text.slice(0, at) + String.fromCharCode(random.int(256)) + text.slice(at + 1)
}

function part(name: string, filename: string | undefined, type: string, content: string): string {
  const file = filename === undefined ? '' : `; filename="${latin1(filename)}"`
  const header = type === '' ? '' : `Content-Type: ${type}\r\n`
  return `Content-Disposition: form-data; name="${name}"${file}\r\n${header}\r\n${content}`
}

function jsonType(random: Random): string {
  return random.weighted([
    [20, 'application/json'],
    [2, 'application/json; charset=utf-8'],
    [1, 'application/merge-patch+json'],
    [1, 'application/json; charset=utf-16'],
    [1, 'text/json'],
    [1, 'APPLICATION/JSON'],
    [1, 'application/json;;;'],
    [1, '']
  ])
}

/** Mostly as it is. */
function brokenJson(random: Random, text: string): string {
  return random.weighted<() => string>([
    [16, () => text],
    [1, () => text.slice(0, random.int(text.length))],
    [1, () => flip(random, text)],
    [1, () => `\xef\xbb\xbf${text}`],
    [1, () => `${'['.repeat(1_500)}${text}`],
    [1, () => text.replace('{', '{"__proto__":{"a":1},')],
    [1, () => text.replace('{', '{"name":"twice",')],
    [1, () => `${text}${' '.repeat(5_000)}`],
    [1, () => `${text}\0`],
    [1, () => '']
  ])()
}

/** The UTF-8 bytes of a text, one character a byte. */
export function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}
