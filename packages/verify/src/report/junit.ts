import { FINDING_TITLES } from './finding-titles.js'
import type { OperationReport, ReportedFinding, VerifyReport } from './report.js'

/**
 * The report as JUnit XML, which CI services read: one test case for each operation. A disagreement is its failure, as is
 * a suspicion where those fail the run; an operation that is not proved is an error.
 */
export function formatJUnit(report: VerifyReport): string {
  const { operations, seed, milliseconds } = report
  const cases = operations.map((operation) => testCase(report, operation))
  const failures = cases.filter((text) => text.includes('<failure')).length
  const errors = cases.filter((text) => text.includes('<error')).length
  const skipped = cases.filter((text) => text.includes('<skipped')).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`
  const seconds = (milliseconds / 1000).toFixed(3)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts} time="${seconds}">`,
    `  <testsuite name="verify" ${counts} skipped="${skipped}" time="${seconds}">`,
    `    <properties><property name="seed" value="${seed}"/></properties>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    ''
  ].join('\n')
}

function testCase({ disagreements, suspicions, unproved, isStrict }: VerifyReport, operation: OperationReport): string {
  const { id, method, path, isSkipped } = operation
  const own = (findings: readonly ReportedFinding[]) => {
    return findings.filter((finding) => finding.operation === id && !finding.isAccepted)
  }
  const failures = [...own(disagreements), ...(isStrict ? own(suspicions) : [])]
  const notes = isStrict ? [] : own(suspicions)
  const missing = unproved.filter((entry) => entry.operation === id && !entry.isAllowed)
  const lines = [
    ...failures.map((finding) => element('failure', FINDING_TITLES[finding.kind], finding.kind, detailsOf(finding))),
    ...missing.map(({ why, needs }) => element('error', why, 'unproved', `needs ${needs}`)),
    ...(isSkipped ? ['      <skipped/>'] : []),
    ...(notes.length > 0 ? [`      <system-out>${xmlText(notes.map(detailsOf).join('\n\n'))}</system-out>`] : [])
  ]
  const open = `    <testcase classname="${xmlText(`${method} ${path}`)}" name="${xmlText(id)}"`
  return lines.length === 0 ? `${open}/>` : [`${open}>`, ...lines, '    </testcase>'].join('\n')
}

function element(name: string, message: string, type: string, text: string): string {
  return `      <${name} message="${xmlText(message)}" type="${xmlText(type)}">${xmlText(text)}</${name}>`
}

function detailsOf({ kind, curl, document, response, foundBy }: ReportedFinding): string {
  const { status, body, error } = response
  return [
    FINDING_TITLES[kind],
    curl,
    `Document: ${document}`,
    `Service: ${status} ${error ?? body}`,
    `Found by: ${foundBy}`
  ].join('\n')
}

/** XML 1.0, section 2.2: most control characters cannot be written in any way. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
