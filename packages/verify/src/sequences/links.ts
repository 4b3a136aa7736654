import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import type { PublishedLink } from '../document/published-links.js'
import { canBeSent, textsOf, withParameter } from '../requests/parameter-texts.js'
import { memberOf } from '../resources/list-items.js'
import { type BoundText, Missing, type Play } from '../resources/play.js'
import { isSuccess, type Parents, type ResourceCalls } from '../resources/resource-calls.js'
import { an, operationOfOne, pathParameters, type Resource, resourceAbove } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { headersOf, jsonOf } from '../wire/target.js'

/** Statuses by which an operation says nothing about a link: rights, conflicts, limits. */
const UNRELATED: ReadonlySet<number> = new Set([401, 403, 409, 412, 423, 428, 429, 503])

/** A sequence for each link that the document declares; one that leads nowhere contradicts the document. */
export function linkSequences(
  calls: ResourceCalls,
  resources: readonly Resource[],
  operations: readonly PublishedOperation[]
): Sequence[] {
  return operations.flatMap((operation) => {
    return [...operation.responses].flatMap(([status, { links }]) => {
      return links.flatMap((link): Sequence[] => {
        const target = linkedOperation(link, operations)
        if (target === undefined || !/^2/.test(status)) return []
        const label = `${operation.id}, then the link ${link.name}`
        const play = (at: Play) => follow(calls, at, resources, operation, status, link, target)
        return [{ label, operation, cost: 4, play }]
      })
    })
  })
}

/** The operation that a link leads to; undefined where it gets no requests. */
export function linkedOperation(
  { operation: name }: PublishedLink,
  operations: readonly PublishedOperation[]
): PublishedOperation | undefined {
  return operations.find(({ id, method, path }) => id === name || `${method} ${path}` === name)
}

async function follow(
  calls: ResourceCalls,
  play: Play,
  resources: readonly Resource[],
  operation: PublishedOperation,
  status: string,
  link: PublishedLink,
  target: PublishedOperation
): Promise<void> {
  const { trail, step } = await start(calls, play, resources, operation)
  const code = statusOf(step.response)
  if (status !== String(code) && status !== '2XX') throw new Missing(`${operation.id}: ${code} in place of ${status}`)
  const broken = (judge: string, steps: readonly TrialStep[]) => {
    play.found('broken-link', link.name, judge, operation, [...trail, ...steps])
  }
  const values = new Map<PublishedParameter, Resolved>()
  for (const [key, expression] of link.parameters) {
    const [, place, name = key] = /^(path|query|header|cookie)\.(.+)$/.exec(key) ?? []
    const parameter = target.parameters.find((one) => one.name === name && (place === undefined || one.in === place))
    if (parameter === undefined) return broken(`${target.id} has the parameter '${key}' of the link`, [step])
    const value = resolveExpression(expression, step)
    if (value === undefined) return broken(`the link '${link.name}' needs ${expression}, which is not there`, [step])
    values.set(parameter, value)
  }
  const names = pathParameters(target)
  const path = names.map((name): BoundText | undefined => {
    const found = [...values].find(([parameter]) => parameter.in === 'path' && parameter.name === name)?.[1]
    return found && { text: String(found.value), from: step, path: found.path }
  })
  if (path.includes(undefined)) throw new Missing(`the link ${link.name} does not say what is in ${target.path}`)
  let parts = play.decide('linked', (draw) => calls.telling(target, 'telling', draw))
  for (const [parameter, { value }] of values) {
    if (parts === undefined) break
    const texts = textsOf(parameter, value)
    if (texts !== undefined && canBeSent(parameter, texts)) parts = withParameter(parts, parameter, texts)
  }
  if (parts === undefined) throw new Missing(`no valid request of ${target.id} can be made`)
  const linked = await play.send(parts, path as BoundText[], `follow the link ${link.name}`)
  if (isSuccess(linked) || UNRELATED.has(statusOf(linked.response)) || statusOf(linked.response) === 304) return
  broken(`the link '${link.name}' leads to ${target.id}, which succeeds`, [step, linked])
}

/** A success of the operation that has the link. */
async function start(
  calls: ResourceCalls,
  play: Play,
  resources: readonly Resource[],
  operation: PublishedOperation
): Promise<Parents & { readonly step: TrialStep }> {
  const created = resources.find(({ create }) => create === operation)
  if (created !== undefined) {
    const made = await calls.create(play, created, an(created.name))
    return { ...made, step: made.created }
  }
  const listed = resources.find(({ list }) => list === operation)
  const nothing: Parents = { path: [], trail: [] }
  const own = resourceOf(operation, resources)
  const place = listed ? await calls.parents(play, listed) : own ? await calls.existing(play, own) : nothing
  for (const style of ['telling', 'varied'] as const) {
    const parts = play.decide(style, (draw) => calls.telling(operation, style, draw))
    if (parts === undefined) continue
    const step = await play.send(parts, place.path, operation.id)
    if (isSuccess(step)) return { ...place, step }
  }
  throw new Missing(`${operation.id} did not succeed`)
}

/**
 * The resource that an operation is for, such as `GET /tickets/{number}` and `POST /tickets/{number}/refund`: it has no
 * other id in its path.
 */
function resourceOf(operation: PublishedOperation, resources: readonly Resource[]): Resource | undefined {
  const above = resourceAbove(operation, resources)
  const item = above && operationOfOne(above)
  const isFor = item !== undefined && pathParameters(item).length === pathParameters(operation).length
  return isFor ? above : undefined
}

/** A value of an expression; `path` leads to it in the JSON of the response. */
interface Resolved {
  readonly value: unknown
  readonly path?: readonly string[] | undefined
}

/** What a runtime expression means for this request and response (OpenAPI 3.1, section 4.8.20.3); a constant itself. */
function resolveExpression(expression: unknown, step: TrialStep): Resolved | undefined {
  if (typeof expression !== 'string') return { value: expression }
  if (!expression.startsWith('$')) {
    let isWhole = true
    const text = expression.replace(/\{(\$[^}]+)\}/g, (_, inner: string) => {
      const value = resolveExpression(inner, step)?.value
      if (value === undefined) isWhole = false
      return String(value)
    })
    return isWhole ? { value: text } : undefined
  }
  const { request, response, parts } = step
  const found = (value: unknown, path?: readonly string[]): Resolved | undefined => {
    return value === undefined ? undefined : { value, path }
  }
  if (expression === '$url') return found(request.url)
  if (expression === '$method') return found(request.method)
  if (expression === '$statusCode') return found(statusOf(response))
  const [, side, place, name = ''] =
    /^\$(request|response)\.(body|header|query|path)(?:[.#](.*))?$/.exec(expression) ?? []
  if (place === 'body') {
    const path = name
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    const body = side === 'response' ? jsonOf(response) : parts.body?.kind === 'json' ? parts.body.value : undefined
    return found(path.reduce(memberOf, body), side === 'response' ? path : undefined)
  }
  if (place === 'path') return found(parts.path[name])
  if (place === 'query') {
    return found(parts.query.flatMap((pair) => ('text' in pair && pair.name === name ? [pair.text] : []))[0])
  }
  if (place !== 'header') return undefined
  if (side === 'request') return found(request.headers.find(([other]) => other === name.toLowerCase())?.[1])
  return found(headersOf(response)[name.toLowerCase()])
}
