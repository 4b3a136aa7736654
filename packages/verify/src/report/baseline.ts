import { FINDING_LEVELS, type FindingKind } from '../judge/finding.js'

/** A finding that is known and accepted: it is reported, and does not fail the run. */
export interface AcceptedFinding {
  /** As in {@link ReportedFinding}. */
  readonly kind: FindingKind
  /** The operation's id. */
  readonly operation: string
  /** As in {@link ReportedFinding}. */
  readonly what: string
  /** Why it is accepted, for readers of the file. */
  readonly reason?: string
}

type Named = Pick<AcceptedFinding, 'kind' | 'operation' | 'what'>

/** The findings that are accepted: by kind, operation and what. */
export class Baseline {
  readonly #accepted: ReadonlyMap<string, AcceptedFinding>

  constructor(accepted: readonly AcceptedFinding[]) {
    this.#accepted = new Map(accepted.map((finding) => [keyOf(finding), finding]))
  }

  accepts(finding: Named): boolean {
    return this.#accepted.has(keyOf(finding))
  }

  /** The accepted findings that a run did not find: they can go from the baseline. */
  without(found: readonly Named[]): AcceptedFinding[] {
    const keys = new Set(found.map(keyOf))
    return [...this.#accepted.values()].filter((finding) => !keys.has(keyOf(finding)))
  }
}

function keyOf({ kind, operation, what }: Named): string {
  return `${kind}\n${operation}\n${what}`
}

/** The findings as the text of a baseline; the reasons of those that were accepted before are kept. */
export function writeBaseline(found: readonly Named[], before: readonly AcceptedFinding[]): string {
  const reasons = new Map(before.map((finding) => [keyOf(finding), finding.reason]))
  const accepted = found.map(({ kind, operation, what }) => {
    const reason = reasons.get(keyOf({ kind, operation, what }))
    return { kind, operation, what, ...(reason !== undefined && { reason }) }
  })
  accepted.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return `${JSON.stringify({ accepted }, null, 2)}\n`
}

/**
 * Reads the text of a baseline.
 *
 * @throws Error where it is not JSON, or not a list of accepted findings
 */
export function readBaseline(text: string): AcceptedFinding[] {
  const { accepted } = (JSON.parse(text) ?? {}) as { accepted?: unknown }
  if (!Array.isArray(accepted)) throw new Error('a baseline is an object with a list `accepted`')
  return accepted.map((entry: unknown, index) => {
    const { kind, operation, what, reason } = (entry ?? {}) as Record<string, unknown>
    if ([kind, operation, what].some((text) => typeof text !== 'string')) {
      throw new Error(`accepted[${index}] needs the texts \`kind\`, \`operation\` and \`what\``)
    }
    if (!Object.hasOwn(FINDING_LEVELS, kind as string)) {
      throw new Error(`accepted[${index}].kind is ${JSON.stringify(kind)}, which no finding is`)
    }
    return { kind, operation, what, ...(typeof reason === 'string' && { reason }) } as AcceptedFinding
  })
}
