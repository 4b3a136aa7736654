import type { FaultList } from '../type/fault-list.js'
import type { TypeReasons } from '../type/schema.js'

/** An item of a list, and nothing within it. */
const ITEM = /^\[\d+\]$/

/** Tells that a value is of another type in the words that the user gave; `start` is where its faults begin. */
export function retellType(
  reasons: TypeReasons | undefined,
  value: unknown,
  record: object,
  faults: FaultList,
  start: number
): void {
  if (reasons === undefined) return
  faults.retell(start, (path, rule) => {
    if (rule !== 'type' && rule !== 'enum') return undefined
    const reason = path === '' ? reasons.type : ITEM.test(path) ? reasons.item : undefined
    return reason?.(path === '' ? value : (value as unknown[])[Number(path.slice(1, -1))], record)
  })
}
