import { readFile } from 'node:fs/promises'
import { type AcceptedFinding, readBaseline, writeBaseline } from '../report/baseline.js'
import type { VerifyReport } from '../report/report.js'
import { UsageError } from './usage-error.js'

/**
 * The findings that the file accepts; none without a file.
 *
 * @param isWritten whether the run writes the file: then it may be missing
 * @throws UsageError for a file that cannot be read, and for one that is not a baseline
 */
export async function readBaselineFile(path: string | undefined, isWritten: boolean): Promise<AcceptedFinding[]> {
  if (path === undefined) {
    if (isWritten) throw new UsageError('--update-baseline needs --baseline <file>')
    return []
  }
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new UsageError(`The baseline ${path} cannot be read: ${message}`)
    if (isWritten) return []
    throw new UsageError(`There is no baseline ${path}; --update-baseline writes it`)
  }
  try {
    return readBaseline(text)
  } catch (error) {
    throw new UsageError(`The baseline ${path} is broken: ${(error as Error).message.replace(/\s+/g, ' ')}`)
  }
}

/**
 * The text of the baseline that accepts what a run found. What was accepted before remains where the run says nothing of
 * it: of operations that it left out, and of all where it was stopped.
 */
export function updatedBaseline(report: VerifyReport, before: readonly AcceptedFinding[]): string {
  const { disagreements, suspicions, staleBaseline, operations, isAborted, isGone, isStoppedEarly } = report
  const isWhole = !isAborted && !isGone && !isStoppedEarly
  const checked = new Set(operations.filter(({ requests }) => isWhole && requests > 0).map(({ id }) => id))
  const kept = staleBaseline.filter(({ operation }) => !checked.has(operation))
  return writeBaseline([...disagreements, ...suspicions, ...kept], before)
}
