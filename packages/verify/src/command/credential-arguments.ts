import type { GivenCredential, GivenCredentials } from '../credentials/principals.js'
import { UsageError } from './usage-error.js'

/** What `--credential` gives: the credentials of most requests, and those of other principals by their name. */
export interface CredentialArguments {
  readonly credentials: GivenCredentials
  readonly principals: Readonly<Record<string, GivenCredentials>>
}

/**
 * Reads `scheme=env:NAME`, `scheme=file:path` and `scheme=value:text`; for another principal `scheme@name=…`.
 *
 * @throws UsageError which does not contain the credential
 */
export function readCredentials(texts: readonly string[]): CredentialArguments {
  const credentials: Record<string, GivenCredential> = {}
  const principals: Record<string, Record<string, GivenCredential>> = {}
  for (const text of texts) {
    const [, scheme = '', principal, source = ''] = /^([^=@]+)(?:@([^=]+))?=(.*)$/s.exec(text) ?? []
    const credential = readSource(source)
    if (scheme === '' || credential === undefined) {
      const shown = text.includes('=') ? `${text.slice(0, text.indexOf('='))}=…` : '…'
      throw new UsageError(
        `--credential takes scheme=env:NAME, scheme=file:path or scheme=value:text, and scheme@name=… for others, not ${shown}`
      )
    }
    if (principal === undefined) credentials[scheme] = credential
    else principals[principal] = { ...principals[principal], [scheme]: credential }
  }
  return { credentials, principals }
}

function readSource(source: string): GivenCredential | undefined {
  const [, kind, rest = ''] = /^(env|file|value):(.+)$/s.exec(source) ?? []
  if (kind === 'value') return rest
  if (kind === 'file') return { file: rest }
  return kind === 'env' && /^[A-Za-z_]\w*$/.test(rest) ? { env: rest } : undefined
}

/** Reads `name=scope,scope`. */
export function readScopes(texts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, scopes] = /^([^=]+)=(.*)$/.exec(text) ?? []
      if (name === undefined || scopes === undefined)
        throw new UsageError(`--scopes takes name=scope,scope, not ${JSON.stringify(text)}`)
      return [name, scopes.split(',').filter((scope) => scope !== '')]
    })
  )
}
