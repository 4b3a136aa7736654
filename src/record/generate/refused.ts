import { FaultList } from '../type/fault-list.js'
import type { Reader } from '../type/reading-options.js'

/** The answer of generated code where something is wrong with a value; the readers tell what. */
export const REFUSED: unique symbol = Symbol('refused')

/** What a reader makes of a value that stands `depth` levels deep. */
export function readOrRefuse(read: Reader, raw: unknown, depth: number): unknown {
  const faults = new FaultList(depth)
  const value = read(raw, faults)
  return faults.isEmpty ? value : REFUSED
}
