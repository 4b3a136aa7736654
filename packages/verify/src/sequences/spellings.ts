import { isNode } from '../document/json-schema-2020.js'
import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import type { FindingKind } from '../judge/finding.js'
import { ABSENT_TEXTS, canBeSent, textsOf, withParameter } from '../requests/parameter-texts.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import { type BoundText, Missing, type Play } from '../resources/play.js'
import type { ResourceCalls } from '../resources/resource-calls.js'
import { pathParameters, type Resource, resourceAbove } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { isSafe, statusOf } from '../session/session.js'
import type { Draw } from '../values/draw.js'
import type { ValueMaker } from '../values/value-maker.js'
import { bytesOf, jsonOf } from '../wire/target.js'
import { percentEncode } from '../wire/wire-request.js'

/** A change of a request that means the same. */
export interface Spelling {
  readonly kind: FindingKind
  /** `the default of limit`, `a query in percent encoding`. */
  readonly what: string
  /** The request that is written in two ways; undefined where this one does not show it. */
  readonly prepare: (request: RequestParts) => RequestParts | undefined
  readonly rewrite: (request: RequestParts) => RequestParts
  readonly judge: string
}

/** How often a request that shows the spelling is made. */
const TRIES = 12
/** How many of them are sent, until one succeeds. */
const REQUESTS = 4

/** Sends requests of safe methods in two ways that mean the same, and expects the same response. */
export function spellingSequences(
  operations: readonly PublishedOperation[],
  requests: RequestMaker,
  values: ValueMaker,
  calls: ResourceCalls,
  resources: readonly Resource[]
): Sequence[] {
  return operations
    .filter(({ method }) => isSafe(method))
    .flatMap((operation) => {
      return spellingsOf(operation, values).map((spelling): Sequence => {
        const label = `${operation.id}: ${spelling.what}`
        const resource = resourceAbove(operation, resources)
        const play = async (play: Play): Promise<void> => {
          const path = resource?.create === undefined ? [] : (await calls.existing(play, resource)).path
          await playSpelling(play, operation, spelling, requests, textsOfPath(operation, path))
        }
        return { label, operation, cost: 5, play }
      })
    })
}

/** The texts of the operation's path parameters, by name, as far as they are known. */
function textsOfPath(operation: PublishedOperation, path: readonly BoundText[]): Readonly<Record<string, string>> {
  const names = pathParameters(operation)
  return Object.fromEntries(path.slice(0, names.length).map(({ text }, index) => [names[index] as string, text]))
}

async function playSpelling(
  play: Play,
  operation: PublishedOperation,
  spelling: Spelling,
  requests: RequestMaker,
  path: Readonly<Record<string, string>>
): Promise<void> {
  const { kind, what, prepare, rewrite, judge } = spelling
  const first = await firstRequest(play, (draw) => preparedRequest(operation, requests, prepare, path, draw))
  const { parts } = first
  const other = await play.send(rewrite(parts), [], what)
  if (isSame(first, other)) return
  // A response that changes on its own says nothing; twice, since one may change with every second request.
  const again = await play.send(parts, [], 'the first request again')
  const twice = await play.send(parts, [], 'the first request again')
  if (isSame(first, again) && isSame(first, twice)) play.found(kind, what, judge, operation, [first, other])
}

/** @throws Missing where no request shows the spelling, or none of them succeeds */
async function firstRequest(play: Play, make: (draw: Draw) => RequestParts | undefined): Promise<TrialStep> {
  let why = 'no request that shows it could be made'
  for (let attempt = 0; attempt < REQUESTS; attempt++) {
    const name = `request ${attempt}`
    // When it is played again, only what succeeded before is sent.
    if (play.isReplay && !play.isKnown(name)) continue
    const parts = play.decide(name, make)
    const step = parts && (await play.send(parts, [], 'the request'))
    const status = step === undefined ? 0 : statusOf(step.response)
    if (step !== undefined && status > 0 && status < 400) return step
    play.decisions.delete(name)
    if (step !== undefined) why = `no request succeeded (${status})`
  }
  throw new Missing(why)
}

function preparedRequest(
  operation: PublishedOperation,
  requests: RequestMaker,
  prepare: Spelling['prepare'],
  path: Readonly<Record<string, string>>,
  draw: Draw
): RequestParts | undefined {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const request = attempt % 2 === 0 ? requests.likely(operation, draw) : requests.valid(operation, draw)
    const prepared = request && prepare({ ...request, path: { ...request.path, ...path } })
    if (prepared !== undefined) return prepared
  }
  return undefined
}

function isSame(a: TrialStep, b: TrialStep): boolean {
  if (statusOf(a.response) !== statusOf(b.response)) return false
  const [json, other] = [jsonOf(a.response), jsonOf(b.response)]
  if (json !== undefined || other !== undefined) return JSON.stringify(json) === JSON.stringify(other)
  return bytesOf(a.response).equals(bytesOf(b.response))
}

function spellingsOf(operation: PublishedOperation, values: ValueMaker): Spelling[] {
  const { parameters } = operation
  return [
    ...parameters.flatMap((parameter) => defaultSpelling(parameter, values)),
    ...(parameters.some((parameter) => parameter.in === 'query') ? [ENCODED_QUERY] : []),
    ...(parameters.some((parameter) => parameter.in === 'header') ? HEADER_NAMES : []),
    ...parameters.flatMap((parameter) => encodedCookie(parameter, values)),
    ...parameters.flatMap((parameter) => upperCaseId(parameter, values))
  ]
}

/** OpenAPI 3.0.3, section 4.7.24.2: the default is what the receiver assumes where there is no value. */
function defaultSpelling(parameter: PublishedParameter, values: ValueMaker): Spelling[] {
  const schema = values.checks.resolve(parameter.schema)
  if (parameter.required || !isNode(schema) || schema.default === undefined) return []
  const texts = textsOf(parameter, schema.default)
  if (texts === undefined || !canBeSent(parameter, texts)) return []
  return [
    {
      kind: 'default-differs',
      what: `the default of ${parameter.name}`,
      prepare: (request) => withParameter(request, parameter, ABSENT_TEXTS),
      rewrite: (request) => withParameter(request, parameter, texts),
      judge: `the default of ${parameter.in} '${parameter.name}' is ${JSON.stringify(schema.default)}: to send it is as to leave it out`
    }
  ]
}

/** RFC 3986, section 6.2.2.2: a character means the same when it is percent-encoded. */
const ENCODED_QUERY: Spelling = {
  kind: 'spelling-matters',
  what: 'a query in percent encoding',
  prepare: (request) =>
    request.query.length > 0 && request.query.every((pair) => 'text' in pair) ? request : undefined,
  rewrite: (request) => ({
    ...request,
    query: request.query.map((pair) => ('text' in pair ? { raw: `${encoded(pair.name)}=${encoded(pair.text)}` } : pair))
  }),
  judge: 'a character of a query means the same when it is percent-encoded (RFC 3986, section 6.2.2.2)'
}

function encoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** RFC 9110, section 5.1: names of header fields are the same in any case. */
export const HEADER_NAMES: readonly Spelling[] = (['upper', 'title'] as const).map((headerCase) => ({
  kind: 'spelling-matters',
  what: headerCase === 'upper' ? 'header names in upper case' : 'header names in mixed case',
  prepare: (request) => (request.headers.length > 0 ? request : undefined),
  rewrite: (request) => ({ ...request, headerCase }),
  judge: 'the name of a header means the same in any letter case (RFC 9110, section 5.1)'
}))

/** Characters that a cookie may have as they are (RFC 6265, section 4.1.1), and that most encoders encode. */
const COOKIES = ['a:b', 'a/b', 'Ab@c.d', '1:2/3']

/** OpenAPI 3.1.1, appendix C: a cookie of the style `form` is percent-encoded; what need not be means the same. */
function encodedCookie(parameter: PublishedParameter, values: ValueMaker): Spelling[] {
  if (parameter.in !== 'cookie') return []
  const text = COOKIES.find((one) => values.isValid(parameter.schema, one))
  if (text === undefined) return []
  const { name } = parameter
  return [
    {
      kind: 'spelling-matters',
      what: `cookie ${name} in percent encoding`,
      prepare: (request) => withParameter(request, parameter, { kind: 'texts', texts: [text] }),
      // All cookies are in one header (RFC 6265, section 5.4).
      rewrite: (request) => {
        const pairs = request.cookies.map(
          ([other, value]) => `${other}=${other === name ? text : percentEncode(value)}`
        )
        return { ...request, cookies: [], headers: [...request.headers, ['cookie', pairs.join('; ')]] }
      },
      judge: `${JSON.stringify(text)} means the same in a cookie when it is percent-encoded (RFC 6570, section 3.2.3)`
    }
  ]
}

/** RFC 9562, section 4: a UUID is read in either case. */
function upperCaseId(parameter: PublishedParameter, values: ValueMaker): Spelling[] {
  const { formats } = values.flattener.flatten(parameter.schema)
  if (parameter.in !== 'path' || !formats.includes('uuid')) return []
  const { name } = parameter
  return [
    {
      kind: 'spelling-matters',
      what: `${name} in upper case`,
      prepare: (request) => (/[a-f]/.test(request.path[name] ?? '') ? request : undefined),
      rewrite: (request) => ({
        ...request,
        path: { ...request.path, [name]: (request.path[name] ?? '').toUpperCase() }
      }),
      judge: `path '${name}' is a UUID, which means the same in upper case (RFC 9562, section 4)`
    }
  ]
}
