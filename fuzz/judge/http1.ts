import type { Exchange } from '../delivery/exchange.js'
import type { WireInput } from '../input.js'
import type { Head, ReferenceRecord } from '../target/messages.js'
import { type Answer, isReached, judgeAnswer, routeOf } from './answer.js'
import { headerOf, readAnswers, type WireAnswer } from './answer-reader.js'
import { CUTTING } from './expectations.js'
import { BROKEN_BODY, RULES, UNPARSED } from './rules.js'
import type { Verdict } from './verdict.js'

/** The verdicts on a connection, and its answers, to be counted. */
export interface Judgement {
  readonly verdicts: readonly Verdict[]
  readonly answers: readonly Answer[]
}

/**
 * Judges what came back on a connection of HTTP/1.1, by what a plain server of node:http read of the same bytes; undefined
 * where that is not known, and then by itself.
 */
export function judgeHttp1(input: WireInput, exchange: Exchange, record: ReferenceRecord | undefined): Judgement {
  const heads = record?.heads ?? []
  const isEndCertain = exchange.ending === 'fin' && !exchange.isLeft
  const { answers: read, fault } = readAnswers(exchange.received, (index) => heads[index]?.method, isEndCertain)
  const answers = read.filter(({ status }) => status !== 0).map((answer, index) => asAnswer(answer, heads[index]))
  const verdicts: Verdict[] = answers.flatMap(judgeAnswer)
  if (exchange.ending === 'hung')
    verdicts.push({
      kind: `a hang of HTTP/1.1 after ${told(answers.slice(-1))}`,
      detail: `the connection stayed open after ${told(answers)}`
    })
  // Without the methods an answer to HEAD looks like a cut one.
  const readable = mayHideHead(input, heads) ? heads.length : Number.POSITIVE_INFINITY
  if (fault !== undefined && read.length < readable) {
    verdicts.push({ kind: `malformed: ${fault.replace(/".*/, '…')}`, detail: `${fault}, after ${told(answers)}` })
  }
  verdicts.push(...judgeCuts(read.slice(0, readable), exchange, heads))
  if (record !== undefined && input.end !== 'reset' && exchange.ending !== 'error') {
    verdicts.push(...judgeAgainst(answers, record), ...judgeMissing(answers, read, exchange, record))
  }
  return { verdicts, answers }
}

function asAnswer(answer: WireAnswer, head: Head | undefined): Answer {
  const { status, body, isCut } = answer
  return { status, body, isCut, method: head?.method, header: (name) => headerOf(answer, name) }
}

function told(answers: readonly Answer[]): string {
  return answers.length === 0 ? 'no answer' : answers.map(({ status }) => status).join(', ')
}

/** Whether a request of HEAD may have come that the reference did not see, for instance because it was busy for too long. */
function mayHideHead({ pieces }: WireInput, heads: readonly Head[]): boolean {
  const sent = pieces.join('').split('HEAD').length - 1
  return sent > heads.filter(({ method }) => method === 'HEAD').length
}

/** An answer may end in its middle where its route cuts it, its client has gone, or a request on the connection is broken. */
function judgeCuts(read: readonly WireAnswer[], exchange: Exchange, heads: readonly Head[]): Verdict[] {
  const index = read.findIndex(({ isCut }) => isCut)
  const cut = read[index]
  if (exchange.isLeft || exchange.ending !== 'fin' || cut === undefined) return []
  if (heads.slice(index).some(({ isWhole }) => !isWhole)) return []
  const route = cut.status === 0 ? 'a head' : (headerOf(cut, 'x-fuzz-route') ?? 'edge')
  if (CUTTING.includes(route)) return []
  return [{ kind: `a cut answer of ${route}`, detail: `answer ${index}: ${cut.body.toString('latin1', 0, 200)}` }]
}

/** Compares the answers, in their order, with the requests that Node saw in theirs. */
function judgeAgainst(answers: readonly Answer[], record: ReferenceRecord): Verdict[] {
  const { heads, error } = record
  const last = heads.at(-1)
  const most = heads.length + (error !== undefined && (last === undefined || last.isWhole) ? 1 : 0)
  if (answers.length > most) {
    const kind = `more answers than requests: the last is a ${answers.at(-1)?.status}`
    return [{ kind, detail: `${told(answers)} to ${heads.length} requests; Node: ${error ?? 'no error'}` }]
  }
  return answers.flatMap((answer, index) => judgeOne(answer, heads[index], index))
}

function judgeOne(answer: Answer, head: Head | undefined, index: number): Verdict[] {
  const { status } = answer
  const route = routeOf(answer)
  const detail = `answer ${index}: ${status} of ${route}: ${answer.body.toString('latin1', 0, 200)}`
  if (head === undefined || head.refused !== undefined) {
    if (status < 400) return [{ kind: `accepts what Node refuses (${head?.refused ?? 'unparsed'})`, detail }]
    return UNPARSED.includes(status) ? [] : [{ kind: `a ${status} to what cannot be parsed`, detail }]
  }
  const verdicts: Verdict[] = []
  const echo = answer.header('x-fuzz-id')
  if (echo !== undefined && echo !== head.id)
    verdicts.push({ kind: 'answers out of order', detail: `${echo} for ${head.id}; ${detail}` })
  const broken = RULES.filter(({ must }) => must?.(head) === true)
  const [rule] = broken
  if (rule !== undefined && (status < 400 || isReached(answer))) {
    verdicts.push({ kind: `accepts: ${rule.name} (${rule.section})`, detail: `${detail} ${JSON.stringify(head)}` })
  }
  // The content of a coding can be whole before the body is, and is answered then.
  if (!head.isWhole && !head.isCoded && answer.header('x-fuzz-body') === 'whole') {
    verdicts.push({ kind: 'accepts a body that Node refuses', detail })
  }
  if (status >= 400 && !mayRefuse(answer, head)) {
    verdicts.push({
      kind: `refuses what Node accepts: ${status} ${detailOf(answer)}`,
      detail: `${detail} ${JSON.stringify(head)}`
    })
  }
  return verdicts
}

/** Whether a request that was rejected before any route breaks one of the rules; routes may reject what they want. */
function mayRefuse(answer: Answer, head: Head): boolean {
  const { status } = answer
  const route = routeOf(answer)
  if (route !== 'edge' && route !== '-') return true
  if (route === '-' && (status === 404 || status === 405)) return true
  if (!head.isWhole && BROKEN_BODY.includes(status)) return true
  return RULES.some((rule) => rule.statuses.includes(status) && rule.may(head))
}

function detailOf(answer: Answer): string {
  try {
    return String((JSON.parse(answer.body.toString()) as { detail?: unknown }).detail)
  } catch {
    return ''
  }
}

/**
 * A request that came whole has its answer, unless an answer before it closes the connection, its route cuts it, or a
 * request behind it is broken, where Node cuts the connection as well.
 */
function judgeMissing(
  answers: readonly Answer[],
  read: readonly WireAnswer[],
  exchange: Exchange,
  record: ReferenceRecord
): Verdict[] {
  if (exchange.isLeft || exchange.ending !== 'fin' || read.some(({ isCut }) => isCut)) return []
  if (record.error !== undefined) return []
  const next = record.heads[answers.length]
  if (next === undefined || !next.isWhole) return []
  // Node destroys the connection of this method behind its listener, and over TLS what was written with it.
  if (next.method === 'PRI') return []
  const isClosed = answers.some((answer) => /close/i.test(answer.header('connection') ?? ''))
  if (isClosed || CUTTING.some((route) => next.target.includes(route))) return []
  return [{ kind: 'a request without an answer', detail: `${told(answers)}, then nothing for ${JSON.stringify(next)}` }]
}
