import type { FaultList } from './fault-list.js'
import type { Rule, TypeMessages } from './schema.js'

/** Whether the binder runs the rule itself, for every record. */
export function isInline(rule: Rule): boolean {
  return rule.stage === undefined
}

/**
 * Asks rules about a value that is there. `input` is the JSON that it was bound from.
 *
 * @param checksNull whether null is a value like any other: where a field has no type to allow or refuse it.
 */
export function checkRules(
  rules: readonly Rule[],
  value: unknown,
  input: unknown,
  owner: object,
  faults: FaultList,
  checksNull = false
): void {
  for (const rule of rules) {
    const asked = rule.readsRawValue === true ? input : value
    if (rule.each && Array.isArray(asked)) checkItems(rule, asked, owner, faults, checksNull)
    else if ((checksNull || asked !== null) && !rule.test(asked, owner)) {
      faults.add(rule.name, rule.message(asked, owner))
    }
  }
}

function checkItems(
  rule: Rule,
  items: readonly unknown[],
  owner: object,
  faults: FaultList,
  checksNull: boolean
): void {
  for (let index = 0; index < items.length && !faults.isFull; index++) {
    const item = items[index]
    if ((item === null && !checksNull) || rule.test(item, owner)) continue
    const start = faults.length
    faults.add(rule.name, rule.message(item, owner))
    faults.enterItem(index, start)
  }
}

/** An item of a list, and nothing within it. */
const ITEM = /^\[\d+\]$/

/** Replaces the messages of the faults from `start` on, which say that a value has another type, by the user's own. */
export function replaceTypeMessages(
  messages: TypeMessages | undefined,
  value: unknown,
  record: object,
  faults: FaultList,
  start: number
): void {
  if (messages === undefined) return
  faults.replaceMessages(start, (path, rule) => {
    if (rule !== 'type' && rule !== 'enum') return undefined
    const message = path === '' ? messages.type : ITEM.test(path) ? messages.item : undefined
    return message?.(path === '' ? value : (value as unknown[])[Number(path.slice(1, -1))], record)
  })
}
