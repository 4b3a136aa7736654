import type { PublishedHeader, PublishedResponse } from '../document/published-document.js'
import type { SchemaChecks, SchemaFault } from '../document/schema-checks.js'
import { BETWEEN_COOKIES, essenceOf, isJsonType, type WireResponse } from '../wire/wire-request.js'
import type { Finding } from './finding.js'
import { checkObjectTexts, checkText, checkTexts, shapeOf } from './text-values.js'

/** Compares the headers of a response with those that its status documents, and with the body that they describe. */
export function judgeHeaders(
  checks: SchemaChecks,
  documented: PublishedResponse | undefined,
  response: WireResponse
): Finding[] {
  return [...judgeDocumented(checks, documented, response), ...judgeDescriptions(response)]
}

function judgeDocumented(
  checks: SchemaChecks,
  documented: PublishedResponse | undefined,
  { status, headers }: WireResponse
): Finding[] {
  return [...(documented?.headers ?? [])].flatMap(([name, header]): Finding[] => {
    const text = headers[name]
    if (text === undefined) {
      if (!header.required) return []
      return [{ kind: 'broken-header', what: `${status} ${name} required`, judge: `the document promises ${name}` }]
    }
    // Several cookies are several headers, each of which has the schema.
    const texts = name === 'set-cookie' ? text.split(BETWEEN_COOKIES) : [text]
    const fault = texts.map((each) => headerFault(checks, header, each)).find((each) => each !== undefined)
    if (fault === undefined) return []
    const judge = `the header ${name} ${fault.message}`
    return [{ kind: 'broken-header', what: `${status} ${name} ${fault.keyword}`, judge }]
  })
}

/** Headers have the style `simple` (OpenAPI 3.0.3, section 4.7.21). */
function headerFault(
  checks: SchemaChecks,
  { schema, isJson, explode }: PublishedHeader,
  text: string
): SchemaFault | undefined {
  if (isJson) {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return { path: '', keyword: 'json', message: 'must be JSON' }
    }
    return checks.check(schema, value, 'response')
  }
  const shape = shapeOf(checks, schema)
  if (shape === 'scalar') return checkText(checks, schema, text)
  const items = text.split(',').map((item) => item.trim())
  if (shape === 'list') return checkTexts(checks, schema, items)
  const pairs = explode
    ? items.map((item) => [item.replace(/=.*$/s, ''), [item.slice(item.indexOf('=') + 1)]] as const)
    : items.flatMap((name, index) => (index % 2 === 0 ? [[name, [items[index + 1] ?? '']] as const] : []))
  return checkObjectTexts(checks, schema, new Map(pairs))
}

/** RFC 3986, section 4.1, with the characters that section 2 allows. */
const URI_REFERENCE = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})*$/

/** What headers say of the body and of another place. */
function judgeDescriptions(response: WireResponse): Finding[] {
  const { status, headers, body, cut } = response
  const { location, 'content-type': type } = headers
  const findings: Finding[] = []
  const add = (name: string, judge: string) =>
    findings.push({ kind: 'misleading-header', what: `${status} ${name}`, judge })
  const isUri = location === undefined || (URI_REFERENCE.test(location) && URL.canParse(location, 'http://localhost/'))
  if (!isUri)
    add('location', `Location is a URI reference, and not ${JSON.stringify(location)} (RFC 9110, section 10.2.2)`)
  if (type === undefined || body.length === 0 || cut !== undefined) return findings
  const charset =
    /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1] ?? (isJsonType(essenceOf(type)) ? 'utf-8' : undefined)
  if (charset !== undefined && headers['content-encoding'] === undefined && !isEncodedIn(charset, body))
    add('charset', `the body is not in the charset ${charset}`)
  return findings
}

/** Whether the bytes are text in the charset; false also for one that does not exist. */
function isEncodedIn(charset: string, body: Uint8Array): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(body)
    return true
  } catch {
    return false
  }
}
