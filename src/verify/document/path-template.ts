/** One segment of a path template. */
export type TemplateSegment =
  /** Percent-decoded. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  /** The rest of the path, slashes included. */
  | { readonly kind: 'rest'; readonly name: string }

/** A path of the document, split: `/items/{id}`. */
export interface PathTemplate {
  readonly segments: readonly TemplateSegment[]
}

/** Splits a path of the document. `spanning` are the names of the parameters that match the rest of the path. */
export function compileTemplate(path: string, spanning: ReadonlySet<string>): PathTemplate {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment): TemplateSegment => {
      const name = /^\{(.+)\}$/.exec(segment)?.[1]
      if (name === undefined) return { kind: 'literal', text: decodeURIComponent(segment) }
      return { kind: spanning.has(name) ? 'rest' : 'parameter', name }
    })
  return { segments }
}

/**
 * The decoded segments of a raw path: split first, decoded once (RFC 3986, section 2.4). Undefined where a percent
 * sequence is broken.
 */
export function splitPath(rawPath: string): readonly string[] | undefined {
  try {
    return rawPath.slice(1).split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** The same for a path with broken percent sequences: a segment that has one becomes U+FFFD. */
export function splitBrokenPath(rawPath: string): readonly string[] {
  return rawPath
    .slice(1)
    .split('/')
    .map((segment) => splitPath(`/${segment}`)?.[0] ?? '\uFFFD')
}

/**
 * The texts of a template's parameters in a path; undefined where the template does not match the path. A parameter
 * matches at least one character.
 */
export function matchTemplate(
  template: PathTemplate,
  path: readonly string[]
): ReadonlyMap<string, string> | undefined {
  const { segments } = template
  const values = new Map<string, string>()
  for (const [index, segment] of segments.entries()) {
    const text = path[index]
    if (text === undefined) return undefined
    if (segment.kind === 'literal') {
      if (segment.text !== text) return undefined
    } else if (segment.kind === 'parameter') {
      if (text === '') return undefined
      values.set(segment.name, text)
    } else {
      const rest = path.slice(index).join('/')
      return rest === '' ? undefined : values.set(segment.name, rest)
    }
  }
  return path.length === segments.length ? values : undefined
}

/** Orders templates that match the same path: literal segment, parameter, rest (OpenAPI 3.0.3, section 4.7.8.2). */
export function compareTemplates(a: PathTemplate, b: PathTemplate): number {
  const rank = { literal: 0, parameter: 1, rest: 2 } as const
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index]
    if (other === undefined) return 1
    if (rank[segment.kind] !== rank[other.kind]) return rank[segment.kind] - rank[other.kind]
  }
  return 0
}
