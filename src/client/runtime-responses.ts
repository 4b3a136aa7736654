import { code } from './runtime-text.js'

const SETTLE = code`
const JSON_TYPE = /^application\/json$|[+/]json$/
const LINES_TYPE = /^application\/(jsonl|x-ndjson|ndjson|json-lines|x-jsonlines)$/

/** The result of a response: what the document says of its status and its media type, or that it says nothing. */
async function settle(description: Description, response: Response): Promise<AnyResult> {
  const code = String(response.status)
  const keys = [code, \`\${code.charAt(0)}XX\`, 'default']
  const key = keys.find((each) => statusesOf(description).split(' ').includes(each))
  const header = response.headers.get('content-type') ?? ''
  const contentType = essence(header)
  const found = description.responses.filter(([statuses]) => key !== undefined && statuses.split(' ').includes(key))
  if (key === undefined || found.length === 0) {
    return unexpected(response, contentType, \`the document has no response with the status \${code}\`)
  }
  const status = key === code ? response.status : key
  const isSuccess = key.startsWith(description.success ?? '2') && (key !== 'default' || response.ok)
  const result = (data: unknown, type: string | undefined): AnyResult =>
    ({ status, ok: isSuccess, data, contentType: type, response }) as AnyResult
  const types = found.flatMap(([, contentTypes = []]) => contentTypes)
  if (types.length === 0) {
    // Not read: a connection waits for who reads it.
    await response.body?.cancel().catch(() => undefined)
    return result(undefined, undefined)
  }
  const type = typeAmong(types, header)
  if (type === undefined) {
    const sent = contentType === '' ? 'no media type' : \`the media type \${contentType}\`
    return unexpected(response, contentType, \`the response \${code} has \${sent}, and the document \${types.join(' or ')}\`)
  }
  /*streams*/
  if (!JSON_TYPE.test(contentType)) return result(await textOrBlob(response, contentType), type)
  const text = await response.text()
  try {
    return result(JSON.parse(text), type)
  } catch {
    return { status: 'unexpected', ok: false, data: text, contentType, reason: \`the response \${code} is not JSON\`, response }
  }
}

async function unexpected(response: Response, contentType: string, reason: string): Promise<CallUnexpected> {
  const isJson = JSON_TYPE.test(contentType)
  // A stream may never end.
  const isStream = contentType === 'text/event-stream' || LINES_TYPE.test(contentType)
  const readAs = isJson || contentType === '' ? 'text/plain' : contentType
  let data: unknown = isStream ? undefined : await textOrBlob(response, readAs)
  if (isJson) {
    try {
      data = JSON.parse(String(data))
    } catch {
      // Then it is a text.
    }
  }
  return { status: 'unexpected', ok: false, data, contentType: contentType === '' ? undefined : contentType, reason, response }
}

function textOrBlob(response: Response, contentType: string): Promise<string | Blob> {
  return /^text\/|[+/]xml$/.test(contentType) || LINES_TYPE.test(contentType) ? response.text() : response.blob()
}

function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

/** The media type of the document that a response has: the same one, one with other parameters, or a range. */
function typeAmong(types: readonly string[], header: string): string | undefined {
  const own = essence(header)
  if (own === '') return undefined
  const plain = (text: string) => text.replace(/\s/g, '').toLowerCase()
  return (
    types.find((type) => plain(type) === plain(header)) ??
    types.find((type) => essence(type) === own) ??
    types.find((type) => essence(type) === \`\${own.split('/')[0]}/*\`) ??
    types.find((type) => essence(type) === '*/*')
  )
}
`

const LINES_OF_TEXT = code`
const LINE_END = /\r\n|\n|\r/

/** The lines of a text that is still coming; who leaves the loop ends the response. */
async function* textLines(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  const decoder = new TextDecoder()
  let pieces: string[] = []
  let isAfterReturn = false
  let isOver = false
  try {
    while (!isOver) {
      const { done, value } = await reader.read()
      isOver = done
      const text = value === undefined ? decoder.decode() : decoder.decode(value, { stream: true })
      const [first = '', ...others] = (isAfterReturn && text.startsWith('\n') ? text.slice(1) : text).split(LINE_END)
      if (text !== '') isAfterReturn = text.endsWith('\r')
      pieces.push(first)
      for (const next of others) {
        yield pieces.join('')
        pieces = [next]
      }
    }
    const last = pieces.join('')
    if (last !== '') yield last
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
`

const EVENTS = code`
/** The events of a stream (WHATWG HTML, section 9.2.6); as there, those of other names are skipped. */
async function* streamEvents(description: Description, response: Response): AsyncGenerator<StreamEvent<string, unknown>> {
  let event = ''
  let id = ''
  let data: string[] = []
  for await (const line of textLines(response)) {
    if (line === '') {
      const name = event === '' ? 'message' : event
      const known = description.events?.find(([each]) => each === name)
      const text = data.join('\n')
      if (data.length > 0 && (known !== undefined || description.events === undefined)) {
        yield { event: name, data: known?.[1] ? JSON.parse(text) : text, id }
      }
      event = ''
      data = []
    } else {
      const colon = line.indexOf(':')
      const field = colon === -1 ? line : line.slice(0, colon)
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'event') event = value
      else if (field === 'data') data.push(value)
      else if (field === 'id' && !value.includes('\0')) id = value
    }
  }
}
`

const LINES = code`
/** The values of JSON Lines. */
async function* streamLines(response: Response): AsyncGenerator<unknown> {
  for await (const line of textLines(response)) {
    if (line.trim() !== '') yield JSON.parse(line)
  }
}
`

/** What reads responses of these kinds. */
export function responseCode(kinds: ReadonlySet<string>): string {
  const parts: string[] = []
  const cases: string[] = []
  if (kinds.has('events') || kinds.has('lines')) parts.push(LINES_OF_TEXT)
  if (kinds.has('events')) {
    parts.push(EVENTS)
    cases.push("  if (contentType === 'text/event-stream') return result(streamEvents(description, response), type)\n")
  }
  if (kinds.has('lines')) {
    parts.push(LINES)
    cases.push('  if (LINES_TYPE.test(contentType)) return result(streamLines(response), type)\n')
  }
  return [SETTLE.replace('  /*streams*/\n', cases.join('')), ...parts].join('\n')
}
