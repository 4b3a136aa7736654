import type { CredentialPart, Expectation } from '../credentials/presented.js'
import { inBase64, type Principals, partOf } from '../credentials/principals.js'
import { derive, type Secret } from '../credentials/secrets.js'
import type { PublishedScheme } from '../document/published-security.js'
import { RANK, type Rank } from '../values/rank.js'

/** A credential that is not the right one, or not in the form of the right one. */
export interface WrongCredential {
  readonly label: string
  readonly parts: readonly CredentialPart[]
  readonly expect: Exclude<Expectation, 'admitted' | 'forbidden' | 'open'>
  readonly rank: Rank
  /** The other scheme that it is right for. */
  readonly rightFor?: string
}

const UNKNOWN = 'nobody-knows-this-credential'

/** The wrong credentials of a scheme that are worth trying. */
export function wrongCredentials(principals: Principals, scheme: PublishedScheme): WrongCredential[] {
  const { main, secrets, others } = principals
  const right = main.secrets.get(scheme.name)
  const known = new Set(
    [main, ...others].flatMap((principal) => [...principal.secrets.values()]).map(({ text }) => text)
  )
  const made = (label: string, secret: Secret, rank: Rank = RANK.method): WrongCredential[] => {
    if (known.has(secret.text)) return []
    if (right !== undefined && secret.shell !== undefined) secrets.addDerived(secret)
    if (scheme.word === 'Basic') secrets.addDerived(inBase64(secret))
    return [
      {
        label: `a wrong credential of ${scheme.name}${label}`,
        parts: [partOf(scheme, secret)],
        expect: 'kept-out',
        rank
      }
    ]
  }
  // A report that showed the right one without its last character would give it away.
  const part = (label: string, secret: Secret): WrongCredential[] => {
    if (!known.has(secret.text)) secrets.addDerived(secret)
    return made(label, secret)
  }
  const whole = (label: string, ...parts: readonly CredentialPart[]): WrongCredential[] => [
    { label: `a wrong credential of ${scheme.name}${label}`, parts, expect: 'kept-out', rank: RANK.method }
  ]
  const at = (text: string): CredentialPart => ({ in: scheme.in, key: scheme.key, text })
  return [
    ...made('', unknownTo(scheme, UNKNOWN), RANK.stranger),
    ...made(', one character', unknownTo(scheme, 'x')),
    ...made(', 10,000 characters', unknownTo(scheme, 'x'.repeat(10_000))),
    ...made(', with dots as a JSON Web Token', unknownTo(scheme, 'a.b.c')),
    ...whole(', empty', at(scheme.word === undefined ? '' : `${scheme.word} `)),
    ...(scheme.word === undefined ? [] : whole(', only the name of its scheme', at(scheme.word))),
    ...(scheme.word === 'Basic' ? basicForms(scheme, right, whole) : []),
    ...(right === undefined
      ? []
      : [...nearForms(scheme, right, made, part), ...placedForms(principals, scheme, right, whole)])
  ]
}

/** A credential of this text; of Basic both the user's name and the password. */
function unknownTo({ word }: PublishedScheme, text: string): Secret {
  return { text: word === 'Basic' ? `${text}:${text}` : text, shell: undefined }
}

type Make = (label: string, secret: Secret) => WrongCredential[]
type Place = (label: string, ...parts: readonly CredentialPart[]) => WrongCredential[]

/** Malformed in ways that parsers of Basic meet: no base64, and no colon in it. */
function basicForms(scheme: PublishedScheme, right: Secret | undefined, whole: Place): WrongCredential[] {
  const part = (text: string) => ({ in: scheme.in, key: scheme.key, text: `Basic ${text}` })
  const user = (right?.text ?? UNKNOWN).split(':')[0] as string
  return [
    ...whole(', without a colon', part(Buffer.from(user).toString('base64'))),
    ...whole(', not in base64', part('!!!'))
  ]
}

/** Almost the right one. Of Basic the password is changed: names of users may be compared in any letter case. */
function nearForms(scheme: PublishedScheme, right: Secret, made: Make, part: Make): WrongCredential[] {
  const { text, shell } = right
  const start = scheme.word === 'Basic' ? text.indexOf(':') + 1 : 0
  const size = text.length - start
  const half = Math.ceil(size / 2)
  const cut = (label: string, length: number): WrongCredential[] => {
    const shorter = text.slice(0, start + length)
    return length < 1 || length >= size
      ? []
      : part(label, derive(right, shorter, `head -c ${Buffer.byteLength(shorter)}`))
  }
  const swapped = text.slice(0, start) + swapCase(text.slice(start))
  const command = start === 0 ? 'tr A-Za-z a-zA-Z' : undefined
  const claims = /^([\w-]+)\.([\w-]+)\.[\w-]*$/.exec(text)
  const unsigned = claims === null ? undefined : unsignedHeader(claims[1] as string)
  return [
    ...cut(', the first half of the right one', Math.floor(size / 2)),
    ...cut(', the right one without its last character', size - 1),
    ...(start > 0 || size < 2
      ? []
      : part(
          ', the second half of the right one',
          derive(right, text.slice(half), `tail -c +${Buffer.byteLength(text.slice(0, half)) + 1}`)
        )),
    ...made(', the right one with one character more', { text: `${text}x`, shell: shell && `${shell}x` }),
    ...(swapped === text
      ? []
      : made(
          ', the right one in other letter case',
          command === undefined ? { text: swapped, shell: undefined } : derive(right, swapped, command)
        )),
    ...(unsigned === undefined
      ? []
      : made(', the right one without its signature (alg none)', {
          text: `${unsigned}.${claims?.[2]}.`,
          shell: shell && `${unsigned}.$(printf %s "${shell}" | cut -d. -f2).`
        }))
  ]
}

function swapCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
}

/** The header of a JSON Web Token that says that it is not signed; undefined where it is none (RFC 7519, section 6). */
function unsignedHeader(encoded: string): string | undefined {
  try {
    const header = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    if (typeof header !== 'object' || header === null || !('alg' in header)) return undefined
    return Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url')
  } catch {
    return undefined
  }
}

/** The right one where it does not belong, in another scheme, or twice. */
function placedForms(principals: Principals, scheme: PublishedScheme, right: Secret, whole: Place): WrongCredential[] {
  const part = partOf(scheme, right)
  const unknown = unknownTo(scheme, UNKNOWN)
  const { word, key } = scheme
  const isForeign = (place: CredentialPart) =>
    !principals.schemes.some((other) => other.in === place.in && other.key === place.key)
  const moved: CredentialPart[] = [
    ...(scheme.in === 'query'
      ? []
      : [{ in: 'query', key: word === undefined ? key : 'access_token', text: right.text } as const]),
    ...(scheme.in === 'header' || !/^[\w-]+$/.test(key)
      ? []
      : [{ in: 'header', key: key.toLowerCase(), text: right.text } as const]),
    ...(scheme.in === 'cookie'
      ? []
      : [{ in: 'cookie', key: word === undefined ? key : 'access_token', text: right.text } as const])
  ]
  const form = (
    label: string,
    expect: WrongCredential['expect'],
    ...parts: readonly CredentialPart[]
  ): WrongCredential[] => [{ label: `the credential of ${scheme.name}${label}`, parts, expect, rank: RANK.method }]
  return [
    ...moved
      .filter(isForeign)
      .flatMap((place) =>
        whole(`, the right one as the ${place.in === 'query' ? 'parameter' : place.in} ${place.key}`, place)
      ),
    ...(word === undefined
      ? []
      : [
          ...whole(`, the right one as ${word === 'Basic' ? 'Bearer' : 'Basic'}`, {
            ...part,
            text: part.text.replace(/^\S+/, word === 'Basic' ? 'Bearer' : 'Basic')
          }),
          ...whole(', the right one without the name of its scheme', { ...part, text: part.text.replace(/^\S+ /, '') }),
          ...form(' with the name of its scheme in lower case', 'admitted-form', {
            ...part,
            text: part.text.replace(/^\S+/, (name) => name.toLowerCase())
          })
        ]),
    // The first of two is what most servers keep.
    ...form(' after a wrong one', 'kept-out-form', { ...part, text: partOf(scheme, unknown).text }, part),
    ...principals.schemes
      .filter((other) => other.name !== scheme.name)
      .flatMap((other) => {
        const secret = principals.main.secrets.get(other.name)
        return secret === undefined || secret.text === right.text
          ? []
          : whole(`: that of ${other.name}`, partOf(scheme, secret)).map((wrong) => ({
              ...wrong,
              rightFor: other.name
            }))
      })
  ]
}
