import { readFileSync } from 'node:fs'
import type { PublishedRequirement, PublishedScheme, PublishedSecurity } from '../document/published-security.js'
import { VerifyError } from '../document/verify-error.js'
import type { WireRequest } from '../wire/wire-request.js'
import { type CredentialPart, type GivenExtras, type Presented, textAt, withExtras, withParts } from './presented.js'
import { derive, type Secret, Secrets } from './secrets.js'

/** A credential: its text, an environment variable that contains it, or a file that does. */
export type GivenCredential = string | { readonly env: string } | { readonly file: string }

/** Credentials by the name of their security scheme. */
export type GivenCredentials = Readonly<Record<string, GivenCredential>>

/** The credentials that a run was given. */
export interface CredentialSettings {
  readonly extras: GivenExtras
  readonly credentials: GivenCredentials
  /** Those of others, by their name. */
  readonly principals: Readonly<Record<string, GivenCredentials>>
  /** The scopes of principals, by their name. */
  readonly scopes: Readonly<Record<string, readonly string[]>>
}

/** Someone that requests are sent as. */
export interface Principal {
  /** Undefined for the one that most requests are sent as. */
  readonly name: string | undefined
  /** By the name of the scheme. */
  readonly secrets: ReadonlyMap<string, Secret>
  /** The scopes that it was said to have; undefined where nothing was said. */
  readonly scopes: ReadonlySet<string> | undefined
}

/** Who sends requests, and what they carry for it. */
export class Principals {
  readonly schemes: readonly PublishedScheme[]
  readonly secrets = new Secrets()
  readonly main: Principal
  readonly others: readonly Principal[]
  readonly #extras: GivenExtras

  /**
   * @param schemes all of the document
   * @throws VerifyError for a scheme that the document does not have, and a variable or file that cannot be read
   */
  constructor(schemes: readonly PublishedScheme[], settings: CredentialSettings) {
    const { extras, credentials, principals, scopes } = settings
    this.schemes = schemes
    this.#extras = extras
    const ofHeaders = new Map(
      schemes.flatMap((scheme) => {
        const text = secretIn(scheme, textAt(extras, scheme))
        return text === undefined ? [] : [[scheme.name, { text, shell: undefined }] as const]
      })
    )
    this.main = {
      name: undefined,
      secrets: new Map([...ofHeaders, ...this.#read(credentials)]),
      scopes: undefined
    }
    this.others = Object.entries(principals).map(([name, given]) => {
      return { name, secrets: this.#read(given), scopes: scopes[name] && new Set(scopes[name]) }
    })
    const unknown = Object.keys(scopes).find((name) => !Object.hasOwn(principals, name))
    if (unknown !== undefined) throw new VerifyError(`\`scopes\` names ${unknown}, and \`principals\` does not`)
    for (const { secrets } of [this.main, ...this.others]) this.#hide(secrets)
  }

  #read(given: GivenCredentials): Map<string, Secret> {
    return new Map(
      Object.entries(given).map(([name, credential]) => {
        if (!this.schemes.some((scheme) => scheme.name === name)) {
          const known = this.schemes.map((scheme) => scheme.name).join(', ') || 'none'
          throw new VerifyError(`The document has no security scheme ${name} that a request can meet; it has: ${known}`)
        }
        return [name, readSecret(name, credential)]
      })
    )
  }

  #hide(secrets: ReadonlyMap<string, Secret>): void {
    for (const scheme of this.schemes) {
      const secret = secrets.get(scheme.name)
      if (secret === undefined) continue
      this.secrets.add(secret)
      if (scheme.word !== 'Basic') continue
      this.secrets.add(inBase64(secret))
      this.secrets.addDerived({ text: secret.text.replace(/^[^:]*:/, ''), shell: undefined })
    }
  }

  /** The alternatives that a principal can meet. */
  alternativesOf({ secrets }: Principal, { alternatives }: PublishedSecurity): readonly PublishedRequirement[] {
    return alternatives.filter(({ schemes }) => schemes.every(({ name }) => secrets.has(name)))
  }

  /** What a request of the principal carries to meet a requirement. */
  partsOf({ secrets }: Principal, { schemes }: PublishedRequirement): readonly CredentialPart[] {
    return schemes.flatMap((scheme) => {
      const secret = secrets.get(scheme.name)
      return secret === undefined ? [] : [partOf(scheme, secret)]
    })
  }

  /** What a request as this principal presents; undefined where it meets no requirement, or is known to lack scopes. */
  as(principal: Principal, security: PublishedSecurity): Presented | undefined {
    const alternative = this.alternativesOf(principal, security).find(
      (each) => lackedScopes(principal, each).length === 0
    )
    if (alternative === undefined) return undefined
    const why = `the request is sent as ${principal.name ?? 'the main principal'}`
    return { parts: this.partsOf(principal, alternative), expect: 'open', why }
  }

  /** The request with what it presents, or with the credentials of the first alternative that can be met. */
  sign(request: WireRequest, security: PublishedSecurity, presented: Presented | undefined): WireRequest {
    const whole = withExtras(request, this.#extras)
    if (presented !== undefined) return withParts(whole, presented.parts, this.schemes)
    const [first] = this.alternativesOf(this.main, security)
    return first === undefined ? whole : withParts(whole, this.partsOf(this.main, first), this.schemes)
  }
}

/** The scopes of a requirement that the principal was not said to have; none where nothing was said of its scopes. */
export function lackedScopes({ scopes }: Principal, requirement: PublishedRequirement): readonly string[] {
  return scopes === undefined ? [] : requirement.scopes.filter((scope) => !scopes.has(scope))
}

/** The credential as a request carries it. */
export function partOf({ in: place, key, word }: PublishedScheme, secret: Secret): CredentialPart {
  if (word === undefined) return { in: place, key, text: secret.text }
  return { in: place, key, text: `${word} ${word === 'Basic' ? inBase64(secret).text : secret.text}` }
}

/** RFC 7617: in UTF-8. */
export function inBase64(secret: Secret): Secret {
  return derive(secret, Buffer.from(secret.text).toString('base64'), "base64 | tr -d '\\n'")
}

/** The credential in a header, a parameter or a cookie that was given for every request. */
function secretIn({ word }: PublishedScheme, text: string | undefined): string | undefined {
  if (word === undefined || text === undefined) return text
  const credential =
    text.slice(0, word.length + 1).toLowerCase() === `${word.toLowerCase()} ` ? text.slice(word.length + 1) : ''
  if (credential === '') return undefined
  return word === 'Basic' ? Buffer.from(credential, 'base64').toString() : credential
}

/**
 * Reads all credentials once, before anything is sent.
 *
 * @throws TypeError for what is no credential; VerifyError for a variable or file that cannot be read
 */
export function checkCredentials({ credentials = {}, principals = {} }: Partial<CredentialSettings>): void {
  for (const given of [credentials, ...Object.values(principals)]) {
    for (const [scheme, credential] of Object.entries(given)) readSecret(scheme, credential)
  }
}

function readSecret(scheme: string, credential: GivenCredential): Secret {
  if (typeof credential === 'string') return { text: credential, shell: undefined }
  const given: { readonly env?: unknown; readonly file?: unknown } = Object(credential)
  if (typeof given.env !== 'string' && typeof given.file !== 'string')
    throw new TypeError(`The credential of the security scheme ${scheme} is a text, { env } or { file }`)
  if ('env' in credential) {
    const text = Object.hasOwn(process.env, credential.env) ? process.env[credential.env] : undefined
    if (text === undefined || text === '')
      throw new VerifyError(
        `The environment variable ${credential.env} is not set; set it to the credential of the security scheme ${scheme}`
      )
    return { text, shell: `\${${credential.env}}` }
  }
  try {
    // As $(cat file) reads it: without the line breaks at its end.
    return { text: readFileSync(credential.file, 'utf8').replace(/\n+$/, ''), shell: `$(cat '${credential.file}')` }
  } catch (error) {
    throw new VerifyError(`The file with the credential of ${scheme} cannot be read: ${(error as Error).message}`)
  }
}
