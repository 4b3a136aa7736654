import { expectListed } from '../../../spec/support/listed.js'
import type { VerifyOptions, VerifyProgress } from '../src/options.js'
import { formatReport } from '../src/report/format-report.js'
import type { VerifyReport } from '../src/report/report.js'
import { verify } from '../src/verify.js'
import type { VerifiableService } from '../src/wire/target.js'
import { RecordedService } from './recorded-service.js'

/** What a run says of an operation, and what is in no other part of the report. */
function countsOf({ operations, ok, outcome, isStoppedEarly, isGone, isAborted, coverage, ...rest }: VerifyReport) {
  const { disagreements: _, suspicions: __, milliseconds: ___, logs: ____, ...others } = rest
  return [
    JSON.stringify({ ok, outcome, isStoppedEarly, isGone, isAborted, percentage: coverage.percentage, ...others }),
    ...operations.map((operation) => JSON.stringify(operation))
  ]
}

/**
 * Verifies a service, and compares the whole run with a section of a list: the report, the counts of each operation, the
 * phases, and the requests, each of them or all by their digest.
 */
export async function listedRun(
  [list, title]: readonly [list: string, title: string],
  service: VerifiableService,
  options: VerifyOptions,
  withRequests: 'each request' | 'their digest' = 'their digest'
): Promise<VerifyReport> {
  const recorded = new RecordedService(service)
  // After each hundred of requests; what comes in between depends on the time.
  const hundreds = new Map<number, VerifyProgress>()
  let last: VerifyProgress | undefined
  const report = await verify(recorded.service, {
    // However long the processor is busy with something else, no response is late, and none is slow.
    timeout: 60_000,
    maxResponseTime: 60_000,
    ...options,
    onProgress: (progress) => {
      const hundred = Math.floor(progress.done / 100)
      if (hundred > 0 && !hundreds.has(hundred)) hundreds.set(hundred, progress)
      last = progress
      options.onProgress?.(progress)
    }
  })
  const requests = withRequests === 'each request' ? ['', ...recorded.lines] : []
  expectListed(list, title, [
    formatReport(report).replace(/\(\d+\.\d s\)/, '(… s)'),
    '',
    ...countsOf(report),
    '',
    ...[...hundreds.values(), ...(last === undefined ? [] : [last])].map(progressText),
    recorded.take(),
    ...requests
  ])
  return report
}

function progressText({ phase, done, total, disagreements, suspicions }: VerifyProgress): string {
  return `${phase}: ${done} of ${total}, ${disagreements} disagreements, ${suspicions} suspicions`
}
