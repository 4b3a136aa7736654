import { pointerBelow } from '../document/json-pointer.js'
import { isMembers, type Members, membersOf } from '../document/members.js'
import { type Located, located, type OpenAPIDocumentAt } from '../document/openapi-document.js'
import type { OperationAt } from '../document/operations.js'
import type { Change } from './change.js'
import { type Both, changeBy, schemaIn } from './comparison.js'
import { encodingOf } from './parameters.js'
import { schemaChanges } from './schema-changes.js'

/** A media type of a body. */
interface MediaAt extends Located {
  /** Without parameters, in lower case: `application/json`. */
  readonly essence: string
}

/** By what the body of a request differs. */
export function requestBodyChanges(both: Both<OperationAt>): Change[] {
  const [old, next] = [requestBodyOf(both.old), requestBodyOf(both.new)]
  if (old === undefined) {
    if (next === undefined) return []
    const isRequired = next.node.required === true
    const rule = isRequired ? 'request-body-added-required' : 'request-body-added'
    return [changeBy(rule, `The request has a body now${isRequired ? ', and requires it' : ''}`, both.old.at, next.at)]
  }
  if (next === undefined)
    return [changeBy('request-body-removed', 'The request has no body any longer', old.at, both.new.at)]
  const found: Change[] = []
  const isRequired = next.node.required === true
  if (isRequired !== (old.node.required === true)) {
    const [rule, what] = isRequired
      ? (['request-body-required', 'is required now'] as const)
      : (['request-body-optional', 'is no longer required'] as const)
    found.push(changeBy(rule, `The body ${what}`, old.at, next.at))
  }
  return [...found, ...requestContentChanges(documents(both), { old, new: next })]
}

function requestBodyOf({ document, node, at }: OperationAt): Located | undefined {
  if (!isMembers(node.requestBody)) return undefined
  return located(document, node.requestBody, pointerBelow(at, 'requestBody'))
}

function documents(both: Both<OperationAt>): Both<OpenAPIDocumentAt> {
  return { old: both.old.document, new: both.new.document }
}

function requestContentChanges(document: Both<OpenAPIDocumentAt>, both: Both<Located>): Change[] {
  const [old, next] = [mediaOf(both.old), mediaOf(both.new)]
  const removedOrSame = old.flatMap((own) => {
    const its = mediaFor(next, own.essence)
    if (its === undefined) {
      const message = `The body is no longer read as ${own.essence}`
      return [changeBy('request-media-type-removed', message, own.at, both.new.at)]
    }
    const subject = `The body (${own.essence})`
    const isForm = own.essence === 'application/x-www-form-urlencoded'
    const encoding =
      encodingOf(own.node) === encodingOf(its.node)
        ? []
        : [changeBy('request-encoding-changed', `${subject} has another encoding of its parts`, own.at, its.at)]
    return [...encoding, ...contentChanges(document, { old: own, new: its }, subject, 'request', isForm)]
  })
  const added = next
    .filter(({ essence }) => mediaFor(old, essence) === undefined)
    .map(({ essence, at }) => {
      return changeBy('request-media-type-added', `The body is read as ${essence}, too`, both.old.at, at)
    })
  return [...removedOrSame, ...added]
}

/** By what the body of a response differs. */
export function responseContentChanges(
  document: Both<OpenAPIDocumentAt>,
  both: Both<Located>,
  subject: string
): Change[] {
  const [old, next] = [mediaOf(both.old), mediaOf(both.new)]
  if (old.length === 0 && next.length > 0) {
    return [changeBy('response-body-added', `${subject} has a body now`, both.old.at, both.new.at)]
  }
  if (old.length > 0 && next.length === 0) {
    return [changeBy('response-body-removed', `${subject} has no body any longer`, both.old.at, both.new.at)]
  }
  const found = old.flatMap((own) => {
    const its = mediaFor(next, own.essence)
    if (its !== undefined) {
      return contentChanges(document, { old: own, new: its }, `${subject} (${own.essence})`, 'response', false)
    }
    const message = `${subject} is no longer sent as ${own.essence}`
    return [changeBy('response-media-type-removed', message, own.at, both.new.at)]
  })
  const added = next.filter(({ essence }) => mediaFor(old, essence) === undefined)
  return [
    ...found,
    ...added.map(({ essence, at }) => {
      return changeBy('response-media-type-added', `${subject} is sent as ${essence}, too`, both.old.at, at)
    })
  ]
}

function mediaOf({ node, at }: Located): MediaAt[] {
  const content = membersOf(node.content)
  return Object.keys(content).map((media) => ({
    node: membersOf(content[media]),
    at: pointerBelow(at, 'content', media),
    essence: media.replace(/;.*/s, '').trim().toLowerCase()
  }))
}

/** The media type itself, or the narrowest range that has it. */
function mediaFor(all: readonly MediaAt[], essence: string): MediaAt | undefined {
  const find = (name: string) => all.find((each) => each.essence === name)
  return find(essence) ?? find(`${essence.split('/')[0]}/*`) ?? find('*/*')
}

/** By what a body of one media type differs: its schema, and those of the items of a stream. */
function contentChanges(
  document: Both<OpenAPIDocumentAt>,
  both: Both<Located>,
  subject: string,
  side: 'request' | 'response',
  asText: boolean
): Change[] {
  const compare = (what: string, name: string, from: (node: Members) => readonly [unknown, string]) => {
    const [[own, keyword], [its]] = [from(both.old.node), from(both.new.node)]
    return schemaChanges({
      ...{ subject: what, side, asText },
      old: schemaIn(document.old, own, `${both.old.at}${name}`, keyword),
      new: schemaIn(document.new, its, `${both.new.at}${name}`, keyword)
    })
  }
  const found = compare(subject, '', (node) => [node.schema, 'schema'])
  // The items of streams: Fieldstone's own members, and that of OpenAPI 3.2.
  for (const keyword of ['x-lines', 'itemSchema']) {
    if (both.old.node[keyword] === undefined && both.new.node[keyword] === undefined) continue
    found.push(...compare(`${subject}, each item`, '', (node) => [node[keyword], keyword]))
  }
  const eventsOf = ({ node }: Located) => membersOf(node['x-events'])
  const [oldEvents, newEvents] = [eventsOf(both.old), eventsOf(both.new)]
  for (const event of Object.keys(oldEvents)) {
    if (newEvents[event] === undefined) {
      const message = `${subject} no longer has the event \`${event}\``
      found.push(changeBy('response-event-removed', message, pointerBelow(both.old.at, 'x-events', event), both.new.at))
    } else {
      const from = (node: Members) => [membersOf(node['x-events'])[event], event] as const
      found.push(...compare(`${subject}, event \`${event}\``, '/x-events', from))
    }
  }
  for (const event of Object.keys(newEvents)) {
    if (oldEvents[event] !== undefined) continue
    const message = `${subject} has the new event \`${event}\``
    found.push(changeBy('response-event-added', message, both.old.at, pointerBelow(both.new.at, 'x-events', event)))
  }
  return found
}

/** By what a request differs that the service sends: receivers read what clients otherwise write. */
export function sentBodyChanges(both: Both<OperationAt>): Change[] {
  const [old, next] = [requestBodyOf(both.old), requestBodyOf(both.new)]
  const nothing = (at: string): Located => ({ node: {}, at })
  const bodies = { old: old ?? nothing(both.old.at), new: next ?? nothing(both.new.at) }
  return responseContentChanges(documents(both), bodies, 'The request that is sent')
}
