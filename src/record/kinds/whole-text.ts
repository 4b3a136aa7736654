import type { TypeSchema } from '../type/schema.js'

/** What writes many values of one kind by one call of JSON.stringify: a function for each kind. */
export interface WholeWriters<W> {
  readonly texts: W
  readonly integers: W
  readonly int32s: W
  readonly numbers: W
}

/**
 * That of these which writes values of a type. There is none for values that JSON.stringify would write otherwise, or that
 * are not known by their JavaScript type alone.
 */
export function wholeWriterOf<W>(
  type: TypeSchema,
  { texts, integers, int32s, numbers }: WholeWriters<W>
): W | undefined {
  switch (type.kind) {
    case 'string':
      return texts
    case 'integer':
      return type.format === 'int32' ? int32s : integers
    case 'number':
      return type.format === 'double' ? numbers : undefined
    default:
      return undefined
  }
}
