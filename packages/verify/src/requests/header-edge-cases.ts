import type { PublishedOperation } from '../document/published-document.js'
import { RANK } from '../values/rank.js'
import { essenceOf } from '../wire/wire-request.js'
import type { EdgeCase } from './request-parts.js'

/** Values of Accept that any service must live with; what they lead to is open, but for a failure. */
const ACCEPTED = [
  '*/*',
  '*/*;q=0.1, text/html;q=0.5',
  '*/*;q=0',
  'application/*;q=0.000',
  ',, ;;q=x',
  'json',
  'a/b/c;='
]
/** Malformed conditions. */
const TAGS = ['"', 'W/', '""', 'x y', '"a"b, *']

/**
 * Requests with headers that no document describes: those of content negotiation, and malformed conditions. What does not
 * depend on the operation is tried with one.
 */
export function headerEdgeCases({ method, responses }: PublishedOperation): EdgeCase[] {
  const content = [...responses]
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, response]) => [...response.content.keys()])
  const types = [...new Set(content.map(essenceOf))].filter((type) => !type.includes('*'))
  const hasChoice = types.length > 1 || responses.has('406')
  const withHeader = (name: string, value: string, isShared: boolean): EdgeCase => ({
    label: `header ${name}: ${JSON.stringify(value)}`,
    rank: RANK.lexical,
    share: isShared ? `${name} ${value}` : undefined,
    apply: (request) => {
      const others = request.headers.filter(([other]) => other.toLowerCase() !== name)
      return { ...request, headers: [...others, [name, value] as const] }
    }
  })
  return [
    ...types.map((type) => withHeader('accept', type, !hasChoice)),
    ...(types.length === 0 ? [] : [withHeader('accept', 'application/x-unknown', !hasChoice)]),
    ...ACCEPTED.map((value) => withHeader('accept', value, !hasChoice)),
    ...(method === 'GET' ? TAGS.map((tag) => withHeader('if-none-match', tag, true)) : [])
  ]
}
