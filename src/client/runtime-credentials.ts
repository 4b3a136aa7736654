import { code } from './runtime-text.js'

const CREDENTIALS = code`
/** The name of a scheme, where its credential goes, and the name that it has there. */
type Scheme = readonly [name: string, kind: string, key: string]

/** Adds the credentials of the first requirement for which all are given. */
async function addCredentials(
  client: ClientOptions,
  description: Description,
  query: string[],
  headers: Headers,
  cookies: string[]
): Promise<void> {
  for (const names of description.security ?? []) {
    const found: [Scheme, unknown][] = []
    for (const scheme of SCHEMES.filter(([name]) => names.includes(name))) {
      const given = member(client.credentials, scheme[0])
      const value: unknown = typeof given === 'function' ? await given() : given
      if (value === undefined) break
      found.push([scheme, value])
    }
    if (found.length < names.length) continue
    for (const [[, kind, key], value] of found) {
      if (kind === 'query') query.push(\`\${encodeURIComponent(key)}=\${encodeURIComponent(String(value))}\`)
      else if (kind === 'cookie') cookies.push(\`\${key}=\${String(value)}\`)
      else if (kind === 'header') headers.set(key, String(value))
      else headers.set('authorization', \`\${key} \${/*basic*/ String(value)}\`)
    }
    return
  }
}
`

const BASIC = code`
/** RFC 7617, in UTF-8. */
function basicText(value: unknown): string {
  const text = typeof value === 'string' ? value : \`\${member(value, 'username')}:\${member(value, 'password')}\`
  const bytes = new TextEncoder().encode(text)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
`

const NO_CREDENTIALS = code`
function addCredentials(..._all: readonly unknown[]): void {}
`

/** What adds credentials of these kinds; `schemes` is the text of their table. */
export function credentialCode(kinds: ReadonlySet<string>, schemes: string): string {
  if (kinds.size === 0) return NO_CREDENTIALS
  const table = `const SCHEMES: readonly Scheme[] = ${schemes}\n`
  if (!kinds.has('basic')) return `${table}\n${CREDENTIALS.replace('/*basic*/ ', '')}`
  const main = CREDENTIALS.replace('/*basic*/ String(value)', "kind === 'basic' ? basicText(value) : String(value)")
  return `${table}\n${main}\n${BASIC}`
}
