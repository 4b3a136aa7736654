import type { ReportedFinding, VerifyReport } from './report.js'

/** What the outcome of a run depends on. */
type Found = Pick<
  VerifyReport,
  'disagreements' | 'suspicions' | 'unproved' | 'operations' | 'coverage' | 'isStrict' | 'minCoverage' | 'isAborted'
>

/** Whether service and document agree: nothing that the baseline does not accept, and everything met that is to be met. */
export function outcomeOf(found: Found): VerifyReport['outcome'] {
  const { disagreements, suspicions, unproved, operations, coverage, isStrict, minCoverage, isAborted } = found
  const isOpen = ({ isAccepted }: ReportedFinding) => !isAccepted
  if (disagreements.some(isOpen) || (isStrict && suspicions.some(isOpen))) return 'disagreement'
  const isEmpty = operations.every(({ requests }) => requests === 0)
  const isUnproved =
    isEmpty || isAborted || unproved.some(({ isAllowed }) => !isAllowed) || coverage.percentage < minCoverage
  return isUnproved ? 'unproved' : 'proved'
}

/** The report as it would be if a baseline had all of its findings. */
export function acceptAll(report: VerifyReport): VerifyReport {
  const accept = (finding: ReportedFinding): ReportedFinding => ({ ...finding, isAccepted: true })
  const accepted = {
    ...report,
    disagreements: report.disagreements.map(accept),
    suspicions: report.suspicions.map(accept)
  }
  const outcome = outcomeOf(accepted)
  return { ...accepted, outcome, ok: outcome === 'proved' }
}
