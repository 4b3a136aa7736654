import { expect } from 'chai'
import {
  formatReport,
  type ReportedFinding,
  type VerifiableService,
  type VerifyOptions,
  type VerifyProgress,
  type VerifyReport,
  verify
} from 'fieldstone-verify'

export type Request = Parameters<VerifiableService['inject']>[0]
export type Response = Awaited<ReturnType<VerifiableService['inject']>>

/** Verifies a service with a seed that stays, and without findings that depend on how busy the machine is. */
export function verified(service: Parameters<typeof verify>[0], options: VerifyOptions = {}): Promise<VerifyReport> {
  const own = 'reset' in service ? { reset: service.reset as () => void } : {}
  return verify(service, {
    seed: 1,
    timeout: 60_000,
    maxResponseTime: 60_000,
    maxDisagreements: 200,
    ...own,
    ...options
  })
}

/**
 * The same without the random requests at the end, which find little that edge cases and sequences do not; an aborted run
 * proves nothing.
 */
export function planned(service: Parameters<typeof verify>[0], options: VerifyOptions = {}): Promise<VerifyReport> {
  const controller = new AbortController()
  const onProgress = ({ phase }: VerifyProgress) => {
    if (phase === 'random requests') controller.abort()
  }
  return verified(service, { onProgress, signal: controller.signal, ...options })
}

/** All findings of a report: disagreements, then suspicions. */
export function findingsOf({ disagreements, suspicions }: VerifyReport): readonly ReportedFinding[] {
  return [...disagreements, ...suspicions]
}

/** A finding in short: its kind, operation and what distinguishes it. */
export function inShort({ kind, operation, what }: ReportedFinding): string {
  return `${kind} ${operation} ${what}`.trim()
}

/** The notes in the script of a finding: what each request does, and which status came. */
export function stepsOf({ curl }: ReportedFinding): string[] {
  return curl.split('\n').flatMap((line) => (line.startsWith('# ') ? [line.slice(2)] : []))
}

/**
 * Fails unless these are all findings of a service, sorted, without random requests. One that several requests show is written with them, and with
 * their statuses: `lost-creation createBook: create a book 201, read the book 404`.
 */
export async function expectFindings(
  service: Parameters<typeof verify>[0],
  expected: readonly string[],
  options: VerifyOptions = {}
): Promise<void> {
  const report = await planned(service, options)
  const lines = findingsOf(report).map((finding) => {
    const steps = stepsOf(finding).map((step) => step.replace(/: (\d+)$/, ' $1'))
    const different = steps.filter((step, index) => step !== steps[index - 1])
    return [inShort(finding), ...(different.length > 0 ? [different.join(', ')] : [])].join(': ')
  })
  expect(lines.sort(), formatReport(report)).to.deep.equal(expected)
}

/** Every finding of a service in short, sorted; without random requests. */
export async function found(service: Parameters<typeof verify>[0], options: VerifyOptions = {}): Promise<string[]> {
  return findingsOf(await planned(service, options))
    .map(inShort)
    .sort()
}

/** A service that keeps its promise: there is no finding, and everything is proved. */
export async function expectSound(
  service: Parameters<typeof verify>[0],
  options: VerifyOptions = {}
): Promise<VerifyReport> {
  const report = await verified(service, options)
  expect(findingsOf(report).map(inShort), formatReport(report)).to.deep.equal([])
  expect(report.outcome, formatReport(report)).to.equal('proved')
  return report
}

/** The one finding of this kind; its requests can be looked at. */
export function theFinding(report: VerifyReport, kind: ReportedFinding['kind'], what?: string): ReportedFinding {
  const all = findingsOf(report).filter(
    (finding) => finding.kind === kind && (what === undefined || finding.what === what)
  )
  expect(all.map(inShort), formatReport(report)).to.have.length(1)
  return all[0] as ReportedFinding
}
