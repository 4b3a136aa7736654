import { type EdgeCase, type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import type { Draw } from '../../src/values/draw.js'
import { RANK } from '../../src/values/rank.js'

const RANKS = Object.fromEntries(Object.entries(RANK).map(([name, rank]) => [rank, name]))

/** The text, of which a long one is shortened to its beginning, its length and its end. */
function short(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 60)} …${text.length}… ${text.slice(-40)}`
}

/** What the request has that the valid one has not, and whether something is missing. */
function difference(valid: RequestParts, request: RequestParts | undefined): string {
  if (request === undefined) return 'cannot be sent'
  const [before, after] = [writeRequest(valid), writeRequest(request)]
  const header = (name: string) => {
    const [old, now] = [before, after].map(({ headers }) => headers.find(([other]) => other === name)?.[1])
    return old === now ? [] : [`${name}: ${JSON.stringify(now ?? null)}`]
  }
  const { presented } = request
  const found = [
    ...(before.method === after.method ? [] : [after.method]),
    ...(before.url === after.url ? [] : [after.url]),
    ...['content-type', 'cookie', 'x-trace', 'accept', 'if-none-match'].flatMap(header),
    ...changed(textOf(before.body), textOf(after.body)),
    ...(presented?.parts ?? []).map((part) => `${part.in} ${part.key}: ${JSON.stringify(part.text)}`),
    ...(presented === undefined ? [] : [`${presented.expect}, as ${presented.why}`]),
    ...(request.hasOddPath === true ? ['odd path'] : []),
    ...(after.form === undefined && request.body?.kind === 'multipart' ? ['no plain form'] : [])
  ]
  return found.map(short).join(' | ')
}

/** What the body has in place of a part of the valid one. */
function changed(before: string, after: string): string[] {
  if (before === after) return []
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const old = before.length - start - end
  return [
    `body: ${after.slice(start, after.length - end)}${start + old === 0 ? '' : ` in place of ${old} at ${start}`}`
  ]
}

/** A body as a text in one line. */
export function textOf(body: Uint8Array | undefined): string {
  return body === undefined ? '' : JSON.stringify(Buffer.from(body).toString()).slice(1, -1).replaceAll('\\"', '"')
}

/** An edge case in one line: its rank, whether it is shared, and what it changes in a request. */
export function lineOf({ label, rank, share, method, apply }: EdgeCase, base: RequestParts, draw: Draw): string {
  const copy = structuredClone({ ...base, operation: undefined })
  const request = apply({ ...copy, operation: base.operation }, draw)
  const marks = [share === undefined ? '' : '*', method === undefined ? '' : ` by ${method}`].join('')
  const line = `${RANKS[rank]}${marks} ${short(label)} → ${difference(base, request)}`
  return line.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1))
}

/** Edge cases of one kind differ in the field, and are listed once; all are in the digest. */
export function kindOf(line: string): string {
  const [label = '', change] = line.split(' → ')
  const kind = label.split(': ').at(-1) ?? ''
  return `${kind.replace(/^".*"$/, 'a text').replace(/^\d+|(?<= )\d+/g, 'n')} ${change === 'cannot be sent'}`
}
