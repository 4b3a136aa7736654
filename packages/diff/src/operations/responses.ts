import { pointerBelow } from '../document/json-pointer.js'
import { isMembers, membersOf } from '../document/members.js'
import { type Located, located } from '../document/openapi-document.js'
import type { OperationAt } from '../document/operations.js'
import { responseContentChanges } from './bodies.js'
import type { Change } from './change.js'
import { type Both, changeBy, schemaIn } from './comparison.js'
import { schemaChanges } from './schema-changes.js'

/** A response of an operation. */
interface ResponseAt extends Located {
  /** `200`, `4XX` in capitals, or `default`. */
  readonly status: string
}

/** By what the responses of an operation differ. */
export function responseChanges(both: Both<OperationAt>): Change[] {
  const [old, next] = [responsesOf(both.old), responsesOf(both.new)]
  const found: Change[] = []
  for (const its of next) {
    // A status of its own in the new document may have been one of a range in the old one.
    const own = responseFor(old, its.status)
    if (own !== undefined) found.push(...oneResponse(both, { old: own, new: its }))
    else found.push(added(both, its))
  }
  const successes = old.filter(({ status }) => status.startsWith('2'))
  const isNoneLeft = !successes.some(({ status }) => isCovered(next, status))
  for (const own of old) {
    if (next.some(({ status }) => status === own.status)) continue
    const range = responseFor(next, own.status)
    if (range !== undefined) {
      found.push(...oneResponse(both, { old: own, new: range }))
      continue
    }
    const isSuccess = own.status.startsWith('2') && isNoneLeft
    const rule = isSuccess ? 'response-success-removed' : 'response-status-removed'
    found.push(changeBy(rule, `The ${own.status} response is gone`, own.at, both.new.at))
  }
  return found
}

function added({ old }: Both<OperationAt>, { status, at }: ResponseAt): Change {
  const isError = status === 'default' || /^[45]/.test(status)
  return changeBy(
    isError ? 'response-error-added' : 'response-status-added',
    `The ${status} response is new`,
    old.at,
    at
  )
}

function responsesOf({ document, node, at }: OperationAt): ResponseAt[] {
  const responses = membersOf(node.responses)
  return Object.keys(responses)
    .filter((status) => /^([1-5](\d\d|xx)|default)$/i.test(status))
    .map((status) => ({
      ...located(document, responses[status], pointerBelow(at, 'responses', status)),
      status: status === 'default' ? status : status.toUpperCase()
    }))
}

/** What describes a status: itself, its range, or the default. */
function responseFor(all: readonly ResponseAt[], status: string): ResponseAt | undefined {
  const find = (name: string) => all.find((each) => each.status === name)
  return find(status) ?? find(`${status[0]}XX`) ?? find('default')
}

/** Whether a status is among those of the new document, or one of a range is. */
function isCovered(all: readonly ResponseAt[], status: string): boolean {
  if (responseFor(all, status) !== undefined) return true
  return status.endsWith('XX') && all.some((each) => each.status[0] === status[0])
}

function oneResponse(operation: Both<OperationAt>, both: Both<ResponseAt>): Change[] {
  const subject = `The ${both.new.status} response`
  const document = { old: operation.old.document, new: operation.new.document }
  return [...headerChanges(operation, both, subject), ...responseContentChanges(document, both, subject)]
}

function headerChanges(operation: Both<OperationAt>, both: Both<ResponseAt>, subject: string): Change[] {
  const [old, next] = [headersOf(operation.old, both.old), headersOf(operation.new, both.new)]
  const found: Change[] = []
  for (const [name, own] of old) {
    const its = next.get(name)
    const header = `${subject}: the header \`${own.name}\``
    const wasRequired = own.node.required === true
    if (its === undefined) {
      const rule = wasRequired ? 'response-header-removed-required' : 'response-header-removed'
      found.push(changeBy(rule, `${header} is gone`, own.at, both.new.at))
      continue
    }
    const isRequired = its.node.required === true
    if (wasRequired && !isRequired)
      found.push(changeBy('response-header-optional', `${header} may be missing now`, own.at, its.at))
    if (!wasRequired && isRequired)
      found.push(changeBy('response-header-required', `${header} is always sent now`, own.at, its.at))
    const schemas = {
      old: schemaIn(operation.old.document, own.node.schema, own.at),
      new: schemaIn(operation.new.document, its.node.schema, its.at)
    }
    found.push(...schemaChanges({ subject: header, ...schemas, side: 'response', asText: true }))
  }
  for (const [name, its] of next) {
    if (!old.has(name)) {
      found.push(
        changeBy('response-header-added', `${subject}: the header \`${its.name}\` is new`, both.old.at, its.at)
      )
    }
  }
  return found
}

function headersOf({ document }: OperationAt, { node, at }: Located) {
  const headers = membersOf(node.headers)
  return new Map(
    Object.keys(headers)
      // It is said by the media type.
      .filter((name) => name.toLowerCase() !== 'content-type' && isMembers(headers[name]))
      .map((name) => {
        const header = located(document, headers[name], pointerBelow(at, 'headers', name))
        return [name.toLowerCase(), { ...header, name }] as const
      })
  )
}
