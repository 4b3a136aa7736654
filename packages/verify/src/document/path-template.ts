/** One segment of a path template. */
export type TemplateSegment =
  /** Percent-decoded. */
  | { readonly kind: 'literal'; readonly text: string }
  /** `before` and `after` are the literal parts around it, percent-decoded: `.json` in `/files/{name}.json`. */
  | { readonly kind: 'parameter'; readonly name: string; readonly before: string; readonly after: string }
  /** The rest of the path, slashes included. */
  | { readonly kind: 'rest'; readonly name: string }

/** A path of the document, split: `/items/{id}`. */
export interface PathTemplate {
  readonly segments: readonly TemplateSegment[]
}

/**
 * Splits a path of the document. `spanning` are the names of the parameters that match the rest of the path.
 *
 * @throws Error for a segment with several parameters, and for a path with a query
 */
export function compileTemplate(path: string, spanning: ReadonlySet<string>): PathTemplate {
  if (/[?#]/.test(path)) throw new Error('its path has a query')
  const segments = path
    .replace(/^\//, '')
    .split('/')
    .map((segment): TemplateSegment => {
      const [before = '', name, after = '', ...more] = segment.split(/\{([^{}]+)\}/)
      if (name === undefined) return { kind: 'literal', text: decoded(segment) }
      if (more.length > 0) throw new Error(`the segment ${segment} of its path has several parameters`)
      if (spanning.has(name)) return { kind: 'rest', name }
      return { kind: 'parameter', name, before: decoded(before), after: decoded(after) }
    })
  return { segments }
}

/** A percent sign that begins no sequence means itself. */
function decoded(literal: string): string {
  return splitPath(`/${literal}`)?.[0] ?? literal
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
      const { name, before, after } = segment
      const isFitting = text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length
      if (!isFitting) return undefined
      values.set(name, text.slice(before.length, text.length - after.length))
    } else {
      const rest = path.slice(index).join('/')
      return rest === '' ? undefined : values.set(segment.name, rest)
    }
  }
  return path.length === segments.length ? values : undefined
}

/**
 * Orders templates that match the same path: literal segment, parameter with literal parts, parameter, rest (OpenAPI
 * 3.0.3, section 4.7.8.2).
 */
export function compareTemplates(a: PathTemplate, b: PathTemplate): number {
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index]
    if (other === undefined) return 1
    if (rankOf(segment) !== rankOf(other)) return rankOf(segment) - rankOf(other)
  }
  return 0
}

function rankOf(segment: TemplateSegment): number {
  if (segment.kind !== 'parameter') return segment.kind === 'literal' ? 0 : 3
  return segment.before === '' && segment.after === '' ? 2 : 1
}
