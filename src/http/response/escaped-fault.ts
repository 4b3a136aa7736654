import type { Fault } from '../../errors.js'
import { escapedText } from '../../record/type/json-text.js'

/** A reason of a refusal as it stands in JSON. */
interface EscapedReason {
  readonly rule: string
  readonly message: string
  /** The end of the fault's own object, from the quote behind its path on. */
  readonly ending: string
}

/**
 * Reasons are few, for all but those that name a value; and to escape one costs more than all else of its fault. Those
 * that name values come without end, so what is kept is forgotten when it is a MiB of text.
 */
const known = new Map<string, EscapedReason>()
const MOST = 1_000
const LONGEST = 256

/** What a fault says, but not where. */
export function escapedReason({ rule, message }: Pick<Fault, 'rule' | 'message'>): EscapedReason {
  const found = known.get(message)
  if (found !== undefined && found.rule === rule) return found
  const escaped = escapedText(message)
  const told = { rule, message: escaped, ending: `","rule":"${escapedText(rule)}","message":"${escaped}"}` }
  if (message.length > LONGEST) return told
  if (known.size >= MOST) known.clear()
  known.set(message, told)
  return told
}
