import type { Obstacle, OperationReport, UnprovedOperation } from './report.js'

/**
 * Why an operation is not proved, and what would help; undefined for one that is.
 *
 * @param schemes the names of the security schemes whose credentials it would accept together
 */
export function unprovedOperation(
  report: OperationReport,
  isAllowed: (id: string) => boolean,
  schemes: readonly string[]
): UnprovedOperation | undefined {
  if (report.isSkipped) return undefined
  const found = reasonOf(report, schemes)
  return found && { operation: report.id, ...found, isAllowed: isAllowed(report.id) }
}

/** The operation whose body nothing checks, as its document says: listed, and never counted. */
export function uncheckedBody({ id, isSkipped }: OperationReport, isUnchecked: boolean): UnprovedOperation | undefined {
  if (!isUnchecked || isSkipped) return undefined
  const why = 'the request body is left to the handler, so that an invalid one may be accepted (`x-unchecked`)'
  return { operation: id, why, needs: 'a handler of the context, for which it is checked', isAllowed: true }
}

function reasonOf(report: OperationReport, schemes: readonly string[]): Obstacle | undefined {
  if (report.obstacle !== undefined) return report.obstacle
  const { requests, isPossible, limited, denied, isAdmitted, isReached, statuses, edgeCases } = report
  if (requests === 0) {
    return isPossible
      ? { why: 'no request was sent', needs: 'more runs or time' }
      : {
          why: 'no valid request could be made from the document',
          needs: 'an `example` of the parameter or body that has rules which a generator cannot satisfy'
        }
  }
  if (limited === requests) return { why: 'every response was a 429', needs: 'a run without the limit on rates' }
  if (denied > 0 && !isAdmitted) {
    const options = schemes.map((name) => `--credential ${name}=env:NAME`)
    return { why: 'every response was a 401', needs: `credentials: \`${options.join(' ')}\`` }
  }
  if (!isReached) {
    return { why: `no valid request succeeded (${listed(statuses)})`, needs: needsOf(report) }
  }
  const untried = edgeCases.total - edgeCases.tried - edgeCases.shared
  if (untried > 0)
    return { why: `${untried} of ${edgeCases.total} edge cases were not tried`, needs: 'more runs or time' }
  return undefined
}

function listed(statuses: OperationReport['statuses']): string {
  const entries = Object.entries(statuses).sort(([, a], [, b]) => b - a)
  return entries.length === 0
    ? 'no response'
    : entries.map(([status, times]) => `${status} ${times === 1 ? 'once' : `${times} times`}`).join(', ')
}

/** What an operation needs whose requests were sent and never succeeded, by the status that they got most often. */
function needsOf({ statuses, method, rejectedByRule }: OperationReport): string {
  const [most = '0'] = Object.entries(statuses)
    .sort(([, a], [, b]) => b - a)
    .map(([status]) => status)
  if (rejectedByRule > 0) return 'an `example` that satisfies the rules under `x-rules`'
  switch (most) {
    case '401':
    case '403':
      return 'a credential that may call it'
    case '404':
    case '410':
      return `data that exists: a \`reset\` that restores it, or an \`example\` of the path's parameters`
    case '409':
    case '412':
      return 'a `reset` that restores a state in which the request has no conflict, or an `example` that has none'
    case '0':
      return 'a response within the timeout, or `--exclude` for a stream'
    default:
      return method === 'GET'
        ? 'an `example` of its parameters that the service accepts'
        : 'an `example` of its parameters and body that the service accepts'
  }
}
