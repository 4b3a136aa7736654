import type { OpenAPIDocumentAt } from '../../diff/document/openapi-document.js'
import { callbacksOf, operationsOf, webhooksOf } from '../../diff/document/operations.js'
import type { Change } from '../../diff/operations/change.js'
import type { Both } from '../../diff/operations/comparison.js'
import { ruleNames } from '../../diff/operations/rules.js'
import { nearestName } from '../../options.js'
import { UsageError } from '../definition/usage-error.js'

/** What one `--ignore` leaves out. */
export interface IgnoredChanges {
  /** As it is on the command line. */
  readonly text: string
  /** As reports name it; undefined for all. */
  readonly operation: string | undefined
  matches(change: Change): boolean
}

/** More names are not shown. */
const SHOWN = 10

/** @throws UsageError for what is neither a rule nor an operation, and for a rule that does not exist */
export function parseIgnored(all: readonly string[]): IgnoredChanges[] {
  const rules = ruleNames()
  return all.map((text) => {
    const rule = /^[a-z][a-z0-9-]*(?=@|$)/.exec(text)?.[0]
    const named = rule === undefined ? text : text.slice(rule.length + 1)
    if (rule !== undefined && !rules.includes(rule)) {
      const similar = nearestName(rule, rules)
      const remedy = similar === undefined ? 'docs/diff.md lists the rules' : `did you mean ${similar}?`
      throw new UsageError(`There is no rule ${rule} to ignore; ${remedy}`)
    }
    if (rule === undefined && !/^\S+ \S/.test(named)) {
      throw new UsageError(`--ignore ${text} is neither a rule nor an operation, as in GET /items`)
    }
    const operation = named === '' ? undefined : named
    return {
      text,
      operation,
      matches: (change) =>
        (rule === undefined || rule === change.rule) && (operation === undefined || operation === change.operation)
    }
  })
}

/** @throws UsageError for an operation that neither document has */
export function checkOperations(ignored: readonly IgnoredChanges[], { old, new: next }: Both<OpenAPIDocumentAt>): void {
  const named = ignored.flatMap(({ operation }) => operation ?? [])
  if (named.length === 0) return
  const known = [...new Set([...namesIn(next), ...namesIn(old)])]
  for (const operation of named) {
    if (known.includes(operation)) continue
    const similar = nearestName(operation, known)
    const more = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : ''
    const all = known.length === 0 ? 'they have none' : `there are ${known.slice(0, SHOWN).join(', ')}${more}`
    const remedy = similar === undefined ? all : `did you mean ${similar}?`
    throw new UsageError(`Neither document has the operation ${operation} to ignore; ${remedy}`)
  }
}

/** What changes can be of: operations, webhooks and callbacks. */
function namesIn(document: OpenAPIDocumentAt): string[] {
  const operations = operationsOf(document)
  const all = [...operations, ...operations.flatMap(callbacksOf), ...webhooksOf(document)]
  return all.map(({ name }) => name)
}
