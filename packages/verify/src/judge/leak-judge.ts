import type { WireRequest, WireResponse } from '../wire/wire-request.js'
import type { Finding } from './finding.js'

/** Lines of stack traces as Node, Python, Java, .NET, Go, Ruby and PHP write them, also in a text of JSON. */
const TRACES: readonly RegExp[] = [
  /(?:^|\n|\\n)\s*at (?:async )?(?:[\w$.<>[\] ]+ \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\n)]*:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /(?:^|\n|\\n)(?:\s|\\t)*at [\w$.]+\([\w$]+\.java:\d+\)/,
  /(?:^|\n|\\n)(?:\s|\\t)*at [\w.`<>[\], ]+\([^\n)]*\) in [^\n]+:line \d+/,
  /goroutine \d+ \[running\]/,
  /(?:^|\n|\\n|")\/?[\w./-]+\.rb:\d+:in [`']/,
  /(?:^|\n|\\n|")#\d+ \\?\/[^\n]+\.php\(\d+\): /
]

/** Shorter credentials may occur in a response by chance. */
const CREDENTIAL_LENGTH = 8

/** A cookie can be a parameter, which a response may repeat. */
const CARRIERS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'x-api-key'])

/** Finds what no response should contain, whatever its schema: stack traces, and the credentials of the request. */
export function judgeLeaks(request: WireRequest, response: WireResponse): Finding[] {
  if (response.body.length > 1_000_000) return []
  const text = Buffer.from(response.body).toString()
  const trace = TRACES.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined)
  const findings: Finding[] = []
  if (trace !== undefined) {
    const judge = `the response contains a stack trace: ${JSON.stringify(trace.trim().slice(0, 120))}`
    findings.push({ kind: 'leaked-internals', what: 'stack trace', judge })
  }
  if (shownCredentials(request, text).length > 0) {
    findings.push({ kind: 'leaked-credential', what: '', judge: 'the response contains the credential of the request' })
  }
  return findings
}

/** The credentials in the headers of a request that a text contains, without those that its body or path contains, too. */
function shownCredentials({ headers, url, body }: WireRequest, text: string): string[] {
  const parts = headers
    .filter(([name]) => CARRIERS.has(name))
    .flatMap(([, value]) => value.split(/[\s;=,]+/))
    .filter((part) => part.length >= CREDENTIAL_LENGTH && text.includes(part))
  // Most responses contain none, and a body may be large.
  if (parts.length === 0) return []
  const sent = `${url}\n${body === undefined ? '' : Buffer.from(body).toString()}`
  return parts.filter((part) => !sent.includes(part))
}
