import type { FaultList } from './fault-list.js'
import type { Rule } from './schema.js'

/** Whether the binder runs the rule itself, for every record. */
export function isInline(rule: Rule): boolean {
  return rule.stage === undefined
}

/**
 * Asks rules about a value that is there. `input` is the JSON that it was bound from.
 *
 * @param asksNull whether null is a value like any other: where a field has no type to allow or refuse it.
 */
export function checkRules(
  rules: readonly Rule[],
  value: unknown,
  input: unknown,
  owner: object,
  faults: FaultList,
  asksNull = false
): void {
  for (const rule of rules) {
    const asked = rule.readsInput === true ? input : value
    if (rule.each && Array.isArray(asked)) checkItems(rule, asked, owner, faults, asksNull)
    else if ((asksNull || asked !== null) && !rule.test(asked, owner)) {
      faults.add(rule.name, rule.reason(asked, owner))
    }
  }
}

function checkItems(rule: Rule, items: readonly unknown[], owner: object, faults: FaultList, asksNull: boolean): void {
  for (let index = 0; index < items.length && !faults.isFull; index++) {
    const item = items[index]
    if ((item === null && !asksNull) || rule.test(item, owner)) continue
    const start = faults.length
    faults.add(rule.name, rule.reason(item, owner))
    faults.enterItem(index, start)
  }
}
