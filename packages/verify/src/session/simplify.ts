import type { Finding } from '../judge/finding.js'
import { simplerRequests } from '../requests/shrink.js'
import type { Attempt } from './attempt.js'
import type { Session } from './session.js'

/** The simplest request found that shows a finding. */
export interface Simplified {
  readonly attempt: Attempt
  readonly finding: Finding
  /** How many requests it took. */
  readonly requests: number
}

/** A body of this size, in bytes, counts as much as one more request: forms of 32 MB take a tenth of a second each. */
const BYTES_PER_REQUEST = 1_000_000

/**
 * Looks for simpler requests that show the same finding. Each step takes the first simpler request that does.
 *
 * @param budget how many requests may be made; large ones count several times
 */
export async function simplify(
  session: Session,
  attempt: Attempt,
  finding: Finding,
  budget: number
): Promise<Simplified> {
  let best = { attempt, finding }
  let [requests, spent] = [0, 0]
  for (let isSimpler = true; isSimpler; ) {
    isSimpler = false
    for (const candidate of simplerRequests(best.attempt.parts)) {
      if (spent >= budget || session.isOver) break
      requests++
      const next = await session.attempt(candidate)
      spent += 1 + Math.floor((next.request.body?.length ?? 0) / BYTES_PER_REQUEST)
      const same = next.comparison.findings.find((other) => isSameFinding(finding, other))
      if (same === undefined) continue
      best = { attempt: next, finding: same }
      isSimpler = true
      break
    }
  }
  return { ...best, requests }
}

/** Whether a simpler request shows the same finding: at least one of its faults, and no other. */
export function isSameFinding(finding: Finding, other: Finding): boolean {
  if (finding.kind !== other.kind) return false
  const parts = finding.what.split(', ')
  return other.what.split(', ').every((part) => parts.includes(part))
}
