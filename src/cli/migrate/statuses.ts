import { STATUSES } from './nest-names.js'
import { type Node, nameOf } from './source-file.js'

/** The status that an expression gives: `201`, `HttpStatus.CREATED`. */
export function statusOf(node: Node | undefined): number | undefined {
  if (node?.type === 'NumericLiteral') return node.value
  if (node?.type === 'StringLiteral') return /^\d{3}$/.test(node.value) ? Number(node.value) : undefined
  return node?.type === 'MemberExpression' && nameOf(node.object) === 'HttpStatus'
    ? STATUSES[node.property.value]
    : undefined
}
