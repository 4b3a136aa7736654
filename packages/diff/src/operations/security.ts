import { pointerBelow } from '../document/json-pointer.js'
import { canonical, listOf, type Members, membersOf, textOf } from '../document/members.js'
import { located, type OpenAPIDocumentAt } from '../document/openapi-document.js'
import type { OperationAt } from '../document/operations.js'
import type { Change } from './change.js'
import { type Both, changeBy } from './comparison.js'

/** One way to be let in: the scopes that each scheme must give. */
type Requirement = ReadonlyMap<string, readonly string[]>

/** By what the credentials differ that an operation requires. */
export function securityChanges(both: Both<OperationAt>): Change[] {
  const [old, next] = [requirementsOf(both.old), requirementsOf(both.new)]
  const [oldAt, newAt] = [placeOf(both.old), placeOf(both.new)]
  const lost = old.filter((own) => !next.some((its) => isEnough(own, its)))
  const found: Change[] = []
  for (const own of lost) {
    if (own.size === 0) {
      const message = `Requests without credentials are rejected now; required is ${inWords(next)}`
      found.push(changeBy('security-added', message, oldAt, newAt))
      continue
    }
    const scoped = next.find((its) => [...its.keys()].every((scheme) => own.has(scheme)))
    if (scoped !== undefined) {
      const scopes = [...scoped].flatMap(([scheme, names]) => names.filter((name) => !own.get(scheme)?.includes(name)))
      const message = `${inWords([own])} is no longer enough: required now ${scopes.length === 1 ? 'is the scope' : 'are the scopes'} ${scopes.join(', ')}`
      found.push(changeBy('security-scope-added', message, oldAt, newAt))
    } else {
      const message = `${inWords([own])} is no longer enough; required is ${inWords(next)}`
      found.push(changeBy('security-narrowed', message, oldAt, newAt))
    }
  }
  const gained = next.filter((its) => !old.some((own) => isEnough(its, own)))
  if (gained.length > 0) {
    const message = `${inWords(gained)} is enough now, before ${inWords(old)}`
    found.push(changeBy('security-widened', message, oldAt, newAt))
  }
  return [...found, ...sourceChanges(both)]
}

/** Whether credentials that meet one requirement meet another. */
function isEnough(own: Requirement, other: Requirement): boolean {
  return [...other].every(
    ([scheme, scopes]) => scopes.every((scope) => own.get(scheme)?.includes(scope)) && own.has(scheme)
  )
}

function placeOf({ node, at }: OperationAt): string {
  return node.security === undefined ? '#/security' : pointerBelow(at, 'security')
}

function requirementsOf({ document, node }: OperationAt): Requirement[] {
  const list = Array.isArray(node.security) ? node.security : listOf(document.root.security)
  const scopes = scopesBeside(document, node)
  if (list.length === 0) return [new Map()]
  return list.map((each, index) => {
    const beside = membersOf(listOf(scopes)[index])
    return new Map(
      Object.entries(membersOf(each)).map(([name, names]) => {
        const all = [...listOf(names), ...listOf(beside[name])].filter((scope) => typeof scope === 'string')
        return [schemeOf(document, name), [...new Set(all)]]
      })
    )
  })
}

/** The scopes of schemes to which OpenAPI 3.0 gives none, as Fieldstone writes them. */
function scopesBeside({ root }: OpenAPIDocumentAt, node: Members): unknown {
  return node.security === undefined ? root['x-security-scopes'] : node['x-security-scopes']
}

/** What a scheme requires of a request, in words: names of schemes are only for people. */
function schemeOf(document: OpenAPIDocumentAt, name: string): string {
  const scheme = definitionOf(document, name)
  const type = textOf(scheme.type)
  switch (type) {
    case 'http':
      return `HTTP ${(textOf(scheme.scheme) ?? '').toLowerCase()}`
    case 'apiKey':
      return `the ${textOf(scheme.in)} ${textOf(scheme.name)}`
    case 'openIdConnect':
      return 'OpenID Connect'
    case 'oauth2':
      return 'OAuth 2'
    case 'mutualTLS':
      return 'a client certificate'
    default:
      return name
  }
}

function definitionOf(document: OpenAPIDocumentAt, name: string): Members {
  const schemes = membersOf(membersOf(document.root.components).securitySchemes)
  return located(document, schemes[name], pointerBelow('#', 'components', 'securitySchemes', name)).node
}

/** That tokens come from another place. */
function sourceChanges(both: Both<OperationAt>): Change[] {
  const [old, next] = [sources(both.old), sources(both.new)]
  return [...old].flatMap(([scheme, own]) => {
    const its = next.get(scheme)
    if (its === undefined || its.text === own.text) return []
    return [changeBy('security-scheme-changed', `${scheme} gets its tokens from another place`, own.at, its.at)]
  })
}

function sources({ document, node }: OperationAt): Map<string, { readonly text: string; readonly at: string }> {
  const list = Array.isArray(node.security) ? node.security : listOf(document.root.security)
  const names = list.flatMap((each) => Object.keys(membersOf(each)))
  return new Map(
    names.map((name) => {
      const { flows, openIdConnectUrl } = definitionOf(document, name)
      const urls = Object.entries(membersOf(flows)).map(([flow, each]) => {
        const { authorizationUrl, tokenUrl } = membersOf(each)
        return [flow, authorizationUrl, tokenUrl]
      })
      const at = pointerBelow('#', 'components', 'securitySchemes', name)
      return [schemeOf(document, name), { text: canonical([urls.sort(), openIdConnectUrl]), at }]
    })
  )
}

function inWords(requirements: readonly Requirement[]): string {
  return requirements
    .map((requirement) => {
      if (requirement.size === 0) return 'no credential'
      return [...requirement]
        .map(([scheme, scopes]) => (scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`))
        .join(' and ')
    })
    .join(', or ')
}
