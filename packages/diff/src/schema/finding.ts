/** What a schema says that another does not, by the names of its keywords and by what several of them say together. */
export type SchemaRule =
  | 'type'
  | 'enum'
  | 'minimum'
  | 'maximum'
  | 'multiple-of'
  | 'min-length'
  | 'max-length'
  | 'pattern'
  | 'format'
  | 'min-items'
  | 'max-items'
  | 'unique-items'
  | 'min-properties'
  | 'max-properties'
  | 'required'
  | 'additional-properties'
  | 'property-names'
  | 'variant'
  | 'one-of'
  | 'read-only'
  | 'condition'
  | 'unresolved'
  | 'x-rules'
  | 'too-large'

/** One thing by which values of one schema, the inner, are not all valid under another, the outer. */
export interface Gap {
  readonly rule: SchemaRule
  /** JSON pointers, as fragments. */
  readonly innerAt: string
  readonly outerAt: string
  /** The place in a value: `lines[].sku`; empty for the value itself. */
  readonly path: string
  /** Whether there are such values; else none is known, and it cannot be proved that there is none. */
  readonly certain: boolean
  /** What the keyword is in both, in words: `10`, `no limit`. */
  readonly inner: string
  readonly outer: string
  /** A value that only the inner schema accepts. */
  readonly witness?: { readonly value: unknown }
}
