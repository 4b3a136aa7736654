import type { Expectation, Presented } from '../credentials/presented.js'
import { lackedScopes, type Principal, type Principals } from '../credentials/principals.js'
import type { PublishedOperation } from '../document/published-document.js'
import { type PublishedScheme, schemesOf } from '../document/published-security.js'
import { RANK, type Rank } from '../values/rank.js'
import type { EdgeCase } from './request-parts.js'
import { type WrongCredential, wrongCredentials } from './wrong-credentials.js'

/**
 * Requests with other credentials than the first that are enough: with those of each other alternative, without any,
 * with wrong ones, and with those of each other principal. None where the document says nothing of credentials.
 */
export function credentialEdgeCases(principals: Principals, operation: PublishedOperation): EdgeCase[] {
  const { security } = operation
  if (security.alternatives.length === 0) return []
  const { main } = principals
  const edge = (label: string, rank: Rank, presented: Presented): EdgeCase => ({
    label,
    rank,
    apply: (request) => ({ ...request, presented })
  })
  const asked = [...new Set(security.alternatives.map(({ schemes }) => namesOf(schemes)))].join(' or ')
  const promise = `the document asks for ${asked}, and promises a 401`
  const why = security.isRequired ? promise : `the document asks for ${asked} or nothing`
  const unmet = security.isRequired ? 'kept-out' : 'open'
  return [
    edge('without credentials', RANK.stranger, {
      parts: [],
      expect: security.isOptional ? 'admitted' : unmet,
      why: security.isOptional ? 'the document asks for no credentials' : why
    }),
    ...principals
      .alternativesOf(main, security)
      .slice(1)
      .map((alternative) =>
        edge(`with the credential of ${namesOf(alternative.schemes)}`, RANK.stranger, {
          parts: principals.partsOf(main, alternative),
          expect: 'admitted',
          why: `the document accepts the credential of ${namesOf(alternative.schemes)}`
        })
      ),
    ...incomplete(principals, operation).map(([missing, parts]) =>
      edge(`without the credential of ${missing}`, RANK.stranger, { parts, expect: unmet, why })
    ),
    ...schemesOf(security).flatMap((scheme) => {
      const companions = companionsOf(principals, operation, scheme)
      return wrongCredentials(principals, scheme)
        .filter((wrong) => isWrongFor(operation, wrong))
        .map(({ label, rank, parts, expect }) =>
          edge(label, rank, {
            parts: [...companions, ...parts],
            expect: security.isRequired ? expect : 'open',
            why: WHY[expect] ?? why
          })
        )
    }),
    ...principals.others.flatMap((principal) => principalEdgeCase(principals, operation, principal, edge))
  ]
}

const WHY: Partial<Record<Expectation, string>> = {
  'admitted-form': 'the name of a scheme may be in any letter case (RFC 9110, section 11.1)',
  'kept-out-form': 'a credential is sent once (RFC 9110, section 5.3)'
}

/** As another principal: it must be kept out of operations whose scopes it lacks. */
function principalEdgeCase(
  principals: Principals,
  { security }: PublishedOperation,
  principal: Principal,
  edge: (label: string, rank: Rank, presented: Presented) => EdgeCase
): EdgeCase[] {
  const alternatives = principals.alternativesOf(principal, security)
  const [first] = alternatives
  if (first === undefined) return []
  const lacking = alternatives.map((alternative) => lackedScopes(principal, alternative))
  const isForbidden = lacking.every((scopes) => scopes.length > 0) && !security.isOptional
  const scopes = lackedScopes(principal, first).join(', ')
  return [
    edge(isForbidden ? `as ${principal.name}, who lacks ${scopes}` : `as ${principal.name}`, RANK.stranger, {
      parts: principals.partsOf(principal, first),
      expect: isForbidden ? 'forbidden' : 'open',
      why: isForbidden
        ? `the document asks for the scope ${scopes}, which ${principal.name} lacks`
        : `the request is sent as ${principal.name}`
    })
  ]
}

/** Where several credentials are required together: all but each of them. Other alternatives might be enough. */
function incomplete(
  principals: Principals,
  { security }: PublishedOperation
): (readonly [missing: string, parts: Presented['parts']])[] {
  const [first, ...more] = security.alternatives
  if (first === undefined || more.length > 0 || first.schemes.length < 2) return []
  return first.schemes.map((scheme) => {
    const schemes = first.schemes.filter((other) => other !== scheme)
    return [scheme.name, principals.partsOf(principals.main, { ...first, schemes })] as const
  })
}

/** What a wrong credential of the scheme is sent with: the right ones that are required beside it. */
function companionsOf(
  principals: Principals,
  { security }: PublishedOperation,
  scheme: PublishedScheme
): Presented['parts'] {
  const own = security.alternatives.find(({ schemes }) => schemes.some(({ name }) => name === scheme.name))
  if (own === undefined) return []
  const schemes = own.schemes.filter(
    ({ name, in: place, key }) => name !== scheme.name && (place !== scheme.in || key !== scheme.key)
  )
  const names = new Set(schemes.map(({ name }) => name))
  const isEnough = security.alternatives.some((other) => other.schemes.every(({ name }) => names.has(name)))
  return isEnough ? [] : principals.partsOf(principals.main, { ...own, schemes })
}

/** The credential of another scheme is right where the operation accepts that one, and a parameter is none. */
function isWrongFor({ security, parameters }: PublishedOperation, { rightFor, parts }: WrongCredential): boolean {
  if (rightFor !== undefined && schemesOf(security).some(({ name }) => name === rightFor)) return false
  return !parts.some((part) =>
    parameters.some(({ in: place, name }) => place === part.in && name.toLowerCase() === part.key.toLowerCase())
  )
}

function namesOf(schemes: readonly PublishedScheme[]): string {
  return schemes.map(({ name }) => name).join(' and ')
}
