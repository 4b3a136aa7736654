/**
 * What a change means to clients: `breaking` for those that kept to the old document, `may-break` where the documents do
 * not decide it, `generated-clients` for code that is generated again and called as before, `compatible`.
 */
export type Level = 'breaking' | 'may-break' | 'generated-clients' | 'compatible'

/** From the worst to the best. */
export const LEVELS: readonly Level[] = ['breaking', 'may-break', 'generated-clients', 'compatible']

/** One thing by which two documents differ. */
export interface Change {
  /** How much it breaks. */
  readonly level: Level
  /** The rule by which it was judged: `request-property-required`. */
  readonly rule: string
  /** `GET /items/{id}`, as the new document has it, or the old one if that has it alone; none for the whole document. */
  readonly operation?: string
  /** A sentence. */
  readonly message: string
  /** Where it is in the old document, as a JSON Pointer; undefined where it is not there. */
  readonly oldAt?: string
  /** Where it is in the new document, as a JSON Pointer; undefined where it is not there. */
  readonly newAt?: string
  /** A value that shows it: one that was accepted and is not, or is promised and was not. */
  readonly example?: { readonly value: unknown }
}

export function isWorse(level: Level, than: Level): boolean {
  return LEVELS.indexOf(level) < LEVELS.indexOf(than)
}
