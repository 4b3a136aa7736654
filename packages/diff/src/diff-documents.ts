import { canonical, isMembers, listOf, membersOf, textOf } from './document/members.js'
import type { OpenAPIDocumentAt } from './document/openapi-document.js'
import { callbacksOf, type OperationAt, operationsOf, webhooksOf } from './document/operations.js'
import { requestBodyChanges, sentBodyChanges } from './operations/bodies.js'
import { type Change, LEVELS } from './operations/change.js'
import { type Both, changeBy } from './operations/comparison.js'
import { parameterChanges } from './operations/parameters.js'
import { responseChanges } from './operations/responses.js'
import type { RuleName } from './operations/rules.js'
import { securityChanges } from './operations/security.js'

/** All by which two documents differ, operation by operation, in the order of the new document; the worst first of each. */
export function diffDocuments(documents: Both<OpenAPIDocumentAt>): Change[] {
  const [old, next] = [operationsOf(documents.old), operationsOf(documents.new)]
  const sent = { old: webhooksOf(documents.old), new: webhooksOf(documents.new) }
  return [
    ...infoChanges(documents),
    ...sharedServerChanges(documents, { old, new: next }),
    ...matched({ old, new: next }, oneOperation, { removed: removedOperation(next), added: 'operation-added' }),
    ...sentChanges(sent)
  ]
}

interface Unmatched {
  readonly removed: (operation: OperationAt) => Change
  readonly added: RuleName
}

/** The changes of operations by pairs, and those that only one document has. */
function matched(
  both: Both<readonly OperationAt[]>,
  compare: (pair: Both<OperationAt>) => readonly Change[],
  { removed, added }: Unmatched
): Change[] {
  const old = new Map(both.old.map((each) => [each.key, each]))
  const keys = new Set(both.new.map(({ key }) => key))
  const found = both.new.flatMap((its): Change[] => {
    const own = old.get(its.key)
    if (own === undefined) return [{ ...changeBy(added, 'It is new', undefined, its.at), operation: its.name }]
    return sorted(compare({ old: own, new: its })).map((change) => ({
      ...change,
      operation: change.operation ?? its.name
    }))
  })
  const gone = both.old.filter(({ key }) => !keys.has(key)).map((own) => ({ ...removed(own), operation: own.name }))
  return [...gone, ...found]
}

function sorted(changes: readonly Change[]): Change[] {
  return [...changes].sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level))
}

/** That an operation is gone, and where the new document has one of the same operationId. */
function removedOperation(next: readonly OperationAt[]): (own: OperationAt) => Change {
  return (own) => {
    const moved = next.find(({ node }) => node.operationId !== undefined && node.operationId === own.node.operationId)
    if (moved === undefined) return changeBy('operation-removed', 'It is gone', own.at)
    return changeBy('operation-moved', `It is ${moved.name} now`, own.at, moved.at)
  }
}

function oneOperation(both: Both<OperationAt>): Change[] {
  return [
    ...ownServerChanges(both),
    ...securityChanges(both),
    ...parameterChanges(both),
    ...requestBodyChanges(both),
    ...responseChanges(both),
    ...descriptionChanges(both),
    ...sentChanges({ old: callbacksOf(both.old), new: callbacksOf(both.new) })
  ]
}

/** Webhooks and callbacks: the service writes what receivers read. */
function sentChanges(both: Both<readonly OperationAt[]>): Change[] {
  const removed = (own: OperationAt) => changeBy('webhook-removed', 'It is no longer sent', own.at)
  return matched(both, (pair) => [...sentBodyChanges(pair), ...descriptionChanges(pair)], {
    removed,
    added: 'webhook-added'
  })
}

function descriptionChanges({ old, new: next }: Both<OperationAt>): Change[] {
  const found: Change[] = []
  const report = (rule: RuleName, message: string) => found.push(changeBy(rule, message, old.at, next.at))
  const [before, now] = [textOf(old.node.operationId), textOf(next.node.operationId)]
  if (before !== now) {
    report('operation-id-changed', `Its operationId is ${now ?? 'not given'}, before ${before ?? 'not given'}`)
  }
  if (old.node.deprecated !== true && next.node.deprecated === true)
    report('operation-deprecated', 'It is deprecated now')
  if (old.node.deprecated === true && next.node.deprecated !== true) {
    report('operation-no-longer-deprecated', 'It is no longer deprecated')
  }
  const tags = ({ node }: OperationAt) => canonical([...listOf(node.tags)].sort())
  if (tags(old) !== tags(next)) report('tags-changed', 'It has other tags')
  if (old.node.summary !== next.node.summary || old.node.description !== next.node.description) {
    report('operation-described-otherwise', 'It has another summary or description')
  }
  return found
}

function infoChanges({ old, new: next }: Both<OpenAPIDocumentAt>): Change[] {
  const [before, now] = [membersOf(old.root.info), membersOf(next.root.info)]
  if (canonical(before) === canonical(now)) return []
  const version =
    before.version === now.version ? '' : `: version ${String(now.version)}, before ${String(before.version)}`
  return [changeBy('info-changed', `The document has other information about the API${version}`, '#/info', '#/info')]
}

/** The servers of the whole document are compared once, if an operation of both uses them. */
function sharedServerChanges(documents: Both<OpenAPIDocumentAt>, operations: Both<readonly OperationAt[]>): Change[] {
  const isUsed = operations.old.some(({ servers }) => servers.at === '#')
  return isUsed ? serverChanges(documents.old.root, documents.new.root, '#', '#') : []
}

function ownServerChanges({ old, new: next }: Both<OperationAt>): Change[] {
  if (old.servers.at === '#' && next.servers.at === '#') return []
  return serverChanges(old.servers.node, next.servers.node, old.servers.at, next.servers.at)
}

function serverChanges(old: unknown, next: unknown, oldAt: string, newAt: string): Change[] {
  const [before, now] = [urlsOf(old), urlsOf(next)]
  const [gone, added] = [before.filter((url) => !now.includes(url)), now.filter((url) => !before.includes(url))]
  const [from, to] = [`${oldAt}/servers`, `${newAt}/servers`]
  const found = added.map((url) => changeBy('server-added', `The server ${url} is new`, from, to))
  if (gone.length === before.length) {
    const message = `The server is ${now.join(' or ')} now, before ${before.join(' or ')}`
    return [changeBy('servers-replaced', message, from, to)]
  }
  return [...gone.map((url) => changeBy('server-removed', `The server ${url} is gone`, from, to)), ...found]
}

function urlsOf(owner: unknown): string[] {
  const servers = listOf(membersOf(owner).servers).filter(isMembers)
  if (servers.length === 0) return ['/']
  const urls = servers.map(({ url, variables }) => {
    const text = (textOf(url) ?? '/').replace(/(?<=.)\/$/, '')
    return Object.entries(membersOf(variables)).reduce((all, [name, each]) => {
      const { enum: values, default: value } = membersOf(each)
      const shown = Array.isArray(values) ? `{${[...values].sort().join('|')}}` : `{${name}=${String(value)}}`
      return all.replace(`{${name}}`, shown)
    }, text)
  })
  return [...new Set(urls)]
}
