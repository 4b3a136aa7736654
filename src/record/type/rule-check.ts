import type { FaultList } from './fault-list.js'
import type { Rule, TypeMessages } from './schema.js'

/** Whether the binder itself checks the rule, in every record. */
export function isInline(rule: Rule): boolean {
  return rule.stage === undefined
}

/**
 * Checks the rules of a value that is present.
 *
 * @param raw the raw value that it was bound from
 * @param checksNull whether null is checked like any other value: where a field has no type that accepts or rejects it
 */
export function checkRules(
  rules: readonly Rule[],
  value: unknown,
  raw: unknown,
  owner: object,
  faults: FaultList,
  checksNull = false
): void {
  for (const rule of rules) {
    const checked = rule.readsRawValue === true ? raw : value
    if (rule.each && Array.isArray(checked)) checkItems(rule, checked, owner, faults, checksNull)
    else if ((checksNull || checked !== null) && !rule.test(checked, owner)) {
      addFault(rule, checked, owner, faults)
    }
  }
}

function addFault({ name, message, limit }: Rule, value: unknown, owner: object, faults: FaultList): void {
  faults.add(name, message(value, owner), limit?.(value))
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
    addFault(rule, item, owner, faults)
    faults.enterItem(index, start)
  }
}

/**
 * What rules about the raw value check where text was sent, which has no JSON of its own: the bound value, in which a
 * moment is the text that was sent. Two texts of one moment are different items. Of an object the keys that were sent count.
 */
export function inputOfText(raw: unknown, value: unknown): unknown {
  if (!Array.isArray(value)) return typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : value
  if (!value.some((item) => item instanceof Date)) return value
  const texts: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  return value.map((item, index) => (item instanceof Date ? texts[index] : item))
}

/** The path of an item itself, and not of a value within it. */
const ITEM = /^\[\d+\]$/

/** The path of the value, or of an item of lists within it. */
const OWN = /^(?:\[\d+\])*$/

function at(value: unknown, path: string): unknown {
  let found = value
  for (const [step] of path.matchAll(/\d+/g)) found = (found as readonly unknown[] | undefined)?.[Number(step)]
  return found
}

/** Replaces the messages of the faults from `start` on that are about the type of the value, or of its items. */
export function replaceTypeMessages(
  messages: TypeMessages | undefined,
  value: unknown,
  record: object,
  faults: FaultList,
  start: number
): void {
  if (messages === undefined) return
  faults.replaceMessages(start, (path, rule) => {
    const own = OWN.test(path) ? messages.byRule.get(rule) : undefined
    if (own !== undefined) return own(at(value, path), record)
    if (rule !== 'type' && rule !== 'enum') return undefined
    const message = path === '' ? messages.type : ITEM.test(path) ? messages.item : undefined
    return message?.(path === '' ? value : (value as unknown[])[Number(path.slice(1, -1))], record)
  })
}
