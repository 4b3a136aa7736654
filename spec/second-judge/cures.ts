import { type Class } from 'fieldstone'

/** A node of a document. */
type Node = Record<string, unknown>

/**
 * What a document says and the service does not do, or the reverse, with what would make it true: with the cure both
 * agree. A disagreement that no cure removes is a new one.
 */
export interface Untruth {
  readonly what: string
  /** The node of the document as it would be. */
  readonly document?: (node: Node) => Node
  /** Has patterns of OpenAPI 3.0 read with the flag `u`. */
  readonly unicodePatterns?: true
  /** A record and a value of it. The service accepts and sends the value, and the document does not, or the reverse. */
  readonly example: { readonly record: Class; readonly value: unknown; readonly isAccepted: boolean }
}

/** A document in which every node is replaced. */
export function rewritten(node: unknown, rewrite: (node: Node) => Node): unknown {
  if (Array.isArray(node)) return node.map((item) => rewritten(item, rewrite))
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(rewrite(node as Node))
  return Object.fromEntries(entries.map(([key, value]) => [key, rewritten(value, rewrite)]))
}

/** An entry goes when what it is about is mended: its specs fail then. */
export const UNTRUTHS: readonly Untruth[] = []
