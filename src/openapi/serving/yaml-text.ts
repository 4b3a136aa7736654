import type { Scalar } from 'yaml'
import type { OpenAPIDocument } from '../document.js'

type Yaml = typeof import('yaml')

/**
 * What is in double quotes, although one of the readers would take it plain: what YAML 1.1 takes for a line break, a byte
 * order mark or no character at all, white space at either end, and the texts that a reader takes for a mark or a value.
 */
const QUOTED =
  /[^\n\x20-\x7e\u00a1-\u1fff\u2010-\u2027\u2030-\u205e\u3001-\ud7ff\u{10000}-\u{1ffff}]|^[=\s-]|^\.\.\.|[^\S\n]$|\n\n$/u

/** What is quoted, and readers of YAML 1.1 do not accept as it is. */
const ESCAPED = /[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/g

/** How many paths are written before other requests have their turn. */
const PATHS_AT_ONCE = 100

/**
 * The document as YAML, for readers of YAML 1.2 and of 1.1: what they read is the JSON of the document, `on`, `1e3` and dates
 * as the texts that they are. The library is loaded for it. It takes about half a microsecond for each character, so
 * other requests have their turns while a large one is written.
 *
 * @param document values of JSON alone
 */
export async function toYAML(document: OpenAPIDocument): Promise<string> {
  const yaml = await import('yaml')
  const texts: string[] = []
  for (const [name, value] of Object.entries(document)) {
    const paths = name === 'paths' ? Object.entries(value as object) : []
    if (paths.length <= PATHS_AT_ONCE) {
      texts.push(written(yaml, { [name]: value }))
      continue
    }
    texts.push('paths:\n')
    for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
      const text = written(yaml, Object.fromEntries(paths.slice(at, at + PATHS_AT_ONCE)))
      texts.push(text.replace(/^(?=.)/gm, '  '))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return texts.join('')
}

function written(yaml: Yaml, value: unknown): string {
  const exponent = {
    tag: 'tag:yaml.org,2002:float',
    default: true,
    identify: (number: unknown) =>
      typeof number === 'number' && (/^-?\de/.test(String(number)) || Object.is(number, -0)),
    // Fits no text: the library prefers tags that have a test.
    test: /(?!)/,
    resolve: String,
    // To YAML 1.1 a number with an exponent and without a point is a text; in JSON -0 is 0.
    stringify: ({ value: number }: { readonly value: unknown }) => String(number).replace(/^(-?\d)e/, '$1.0e')
  }
  const written = new yaml.Document(value, {
    version: '1.2',
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
    customTags: (tags) => [exponent, ...tags]
  })
  yaml.visit(written, {
    Scalar(_key: unknown, scalar: Scalar) {
      if (typeof scalar.value === 'string' && QUOTED.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE'
    }
  })
  return written
    .toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
    .replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
