import { type Both, type Change, type OpenAPIDocumentAt, operationNames, ruleNames } from 'fieldstone-diff'
import { closestMatch } from 'leven'
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
      const similar = closestMatch(rule, rules, { maxDistance: 3 })
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
  const known = [...new Set([...operationNames(next), ...operationNames(old)])]
  for (const operation of named) {
    if (known.includes(operation)) continue
    const similar = closestMatch(operation, known, { maxDistance: 3 })
    const more = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : ''
    const all = known.length === 0 ? 'they have none' : `there are ${known.slice(0, SHOWN).join(', ')}${more}`
    const remedy = similar === undefined ? all : `did you mean ${similar}?`
    throw new UsageError(`Neither document has the operation ${operation} to ignore; ${remedy}`)
  }
}
