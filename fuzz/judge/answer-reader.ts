/** One answer as it was received. */
export interface WireAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: Buffer
  /** Whether it ended before its body was whole. */
  readonly isCut: boolean
}

/** Everything that came on a connection, read by RFC 9112; `fault` is what breaks it, and ends the reading. */
export interface WireAnswers {
  /** The final answers, without those of 1xx. */
  readonly answers: readonly WireAnswer[]
  readonly interim: number
  readonly fault: string | undefined
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5][0-9]{2}) [\t\x20-\x7e\x80-\xff]*$/
const FIELD =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*((?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)[ \t]*$/

class Malformed extends Error {}
class Ended extends Error {}

/**
 * Reads answers strictly. `methodOf` gives the method that the n-th final answer is for: an answer to HEAD has no body.
 * Unless `isEndCertain`, the connection may have ended early, and a body that ends with it counts as cut. It shares no code
 * with llhttp, which the server itself uses.
 */
export function readAnswers(
  bytes: Buffer,
  methodOf: (index: number) => string | undefined,
  isEndCertain: boolean
): WireAnswers {
  const answers: WireAnswer[] = []
  let interim = 0
  let at = 0
  try {
    while (at < bytes.length) {
      const head = readHead(bytes, at)
      if (head.status < 200) {
        if (head.headers.has('content-length') || head.headers.has('transfer-encoding')) {
          throw new Malformed(`a ${head.status} has a length`)
        }
        interim++
        at = head.end
        continue
      }
      const { body, end, isCut } = readBody(bytes, head, methodOf(answers.length), isEndCertain)
      answers.push({ status: head.status, headers: head.headers, body, isCut })
      at = end
    }
    return { answers, interim, fault: undefined }
  } catch (error) {
    // A head that ends in its middle: the caller judges whether that is allowed.
    if (error instanceof Ended) {
      answers.push({ status: 0, headers: new Map(), body: bytes.subarray(at), isCut: true })
      return { answers, interim, fault: undefined }
    }
    if (error instanceof Malformed) return { answers, interim, fault: error.message }
    throw error
  }
}

interface AnswerHead {
  readonly status: number
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly end: number
}

function readHead(bytes: Buffer, start: number): AnswerHead {
  const [line, afterLine] = readLine(bytes, start, 'status line')
  const match = STATUS_LINE.exec(line)
  if (match === null)
    throw new Malformed(`stray bytes or a malformed status line: ${JSON.stringify(line.slice(0, 60))}`)
  const headers = new Map<string, string[]>()
  let at = afterLine
  for (;;) {
    const [field, after] = readLine(bytes, at, 'header')
    at = after
    if (field === '') break
    const parts = FIELD.exec(field)
    if (parts === null) throw new Malformed(`a malformed header: ${JSON.stringify(field.slice(0, 60))}`)
    const name = (parts[1] as string).toLowerCase()
    const values = headers.get(name) ?? []
    values.push(parts[2] as string)
    headers.set(name, values)
  }
  return { status: Number(match[1]), headers, end: at }
}

function readLine(bytes: Buffer, start: number, what: string): [line: string, end: number] {
  const end = bytes.indexOf('\n', start)
  if (end === -1) {
    const rest = bytes.toString('latin1', start)
    if (what === 'status line' && !'HTTP/1.1 '.startsWith(rest.slice(0, 9))) {
      throw new Malformed(`stray bytes behind the last answer: ${JSON.stringify(rest.slice(0, 60))}`)
    }
    throw new Ended()
  }
  if (bytes[end - 1] !== 13) throw new Malformed(`a ${what} ends without CR`)
  return [bytes.toString('latin1', start, end - 1), end + 1]
}

interface ReadBody {
  readonly body: Buffer
  readonly end: number
  readonly isCut: boolean
}

function readBody(
  bytes: Buffer,
  { status, headers, end }: AnswerHead,
  method: string | undefined,
  isEndCertain: boolean
): ReadBody {
  const lengths = headers.get('content-length') ?? []
  const codings = headers.get('transfer-encoding') ?? []
  if (lengths.length > 1) throw new Malformed('an answer has several Content-Lengths')
  if (lengths.length > 0 && codings.length > 0)
    throw new Malformed('an answer has both a Content-Length and a Transfer-Encoding')
  // The cors package sends `Content-Length: 0` with its own 204 to OPTIONS, because of an old browser.
  const isPreflight = headers.has('access-control-allow-methods') && lengths[0] === '0'
  if (status === 204 && lengths.length + codings.length > 0 && !isPreflight) throw new Malformed('a 204 has a length')
  const none = { body: Buffer.alloc(0), end, isCut: false }
  if (method === 'HEAD' || status === 204 || status === 304) return none
  if (codings.length > 0) {
    if (codings.join() !== 'chunked') throw new Malformed(`an answer has the Transfer-Encoding ${codings.join()}`)
    return readChunks(bytes, end)
  }
  const [length] = lengths
  if (length !== undefined) {
    if (!/^\d{1,15}$/.test(length)) throw new Malformed(`an answer has the Content-Length ${length}`)
    const body = bytes.subarray(end, end + Number(length))
    return { body, end: end + body.length, isCut: body.length < Number(length) }
  }
  // The end of the connection is the end of the body.
  const isLast = headers.get('connection')?.some((value) => value.toLowerCase() === 'close') ?? false
  if (!isLast) throw new Malformed(`an answer (${status}) says neither how long it is nor that the connection closes`)
  return { body: bytes.subarray(end), end: bytes.length, isCut: !isEndCertain }
}

function readChunks(bytes: Buffer, start: number): ReadBody {
  const chunks: Buffer[] = []
  let at = start
  const cut = (): ReadBody => ({ body: Buffer.concat(chunks), end: bytes.length, isCut: true })
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return cut()
    const line = bytes.toString('latin1', at, lineEnd)
    if (!/^[0-9a-fA-F]{1,8}$/.test(line)) throw new Malformed(`a chunk size is ${JSON.stringify(line.slice(0, 40))}`)
    const size = Number.parseInt(line, 16)
    at = lineEnd + 2
    if (bytes.length < at + size + 2) return cut()
    chunks.push(bytes.subarray(at, at + size))
    at += size
    if (bytes.toString('latin1', at, at + 2) !== '\r\n') throw new Malformed('a chunk ends without CRLF')
    at += 2
    if (size === 0) return { body: Buffer.concat(chunks), end: at, isCut: false }
  }
}

/** The first value of a header. */
export function headerOf(answer: WireAnswer, name: string): string | undefined {
  return answer.headers.get(name)?.[0]
}
