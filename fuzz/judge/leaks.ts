import type { Usage } from '../target/messages.js'
import type { Verdict } from './verdict.js'

/** Memory beyond that of the start that a process may still hold when it is idle: caches, compiled code; in bytes. */
const HEAP_MARGIN = 96 * 1_048_576

/** Descriptors that may come and go: those of the thread pool's work and of the pipe to the parent. */
const DESCRIPTOR_MARGIN = 2

/** What an idle target holds that it did not hold at the start. */
export function judgeUsage(start: Usage, now: Usage): Verdict[] {
  const verdicts: Verdict[] = []
  if (now.files > 0) verdicts.push({ kind: 'uploaded files are left', detail: `${now.files} files` })
  if (now.descriptors > start.descriptors + DESCRIPTOR_MARGIN) {
    verdicts.push({ kind: 'descriptors are left', detail: `${now.descriptors}, at the start ${start.descriptors}` })
  }
  if (now.heapUsed > start.heapUsed + HEAP_MARGIN) {
    verdicts.push({ kind: 'memory grows', detail: `${now.heapUsed} bytes, at the start ${start.heapUsed}` })
  }
  return verdicts
}
