import { SetupError, SetupErrors, setupErrorOf } from '../errors.js'
import type { RouteDefinition } from '../http/route.js'
import type { OpenAPIConfig, OperationRoute } from './document.js'

const invalid = setupErrorOf('DOCUMENT_INVALID')

/**
 * The operationId of each route: the declared one, the one that the application's own function returns, or one made from
 * method and path (`GET /items/{id}` gives `getItemsById`). OpenAPI 3.0.3, section 4.7.10.1: unique, case matters.
 *
 * An id depends on its route alone, so that no other route changes the name of a client's method.
 *
 * @param nameOf the application's own function; what it returns undefined for gets an id from method and path
 * @throws BootstrapError of DOCUMENT_CONFLICT for an id that two routes have, of DOCUMENT_INVALID where `nameOf` throws
 * or returns no id
 */
export function assignOperationIds(
  routes: readonly RouteDefinition[],
  nameOf?: OpenAPIConfig['operationId']
): Map<RouteDefinition, string> {
  const ids = new Map<RouteDefinition, string>()
  const owners = new Map<string, RouteDefinition>()
  const errors = new SetupErrors()
  for (const route of routes) {
    const { operationId = errors.attempt(() => namedBy(nameOf, route)) ?? operationIdOf(route) } = route.options
    ids.set(route, operationId)
    const owner = owners.get(operationId)
    if (owner === undefined) owners.set(operationId, route)
    // Two versions of one operation are a conflict of their own.
    else if (!isOtherVersion(owner, route))
      errors.attempt(() => rejectDuplicate(operationId, owner, route, nameOf !== undefined))
  }
  errors.throwIfAny()
  return ids
}

function isOtherVersion(first: RouteDefinition, second: RouteDefinition): boolean {
  return first.version !== second.version && first.method === second.method && first.path === second.path
}

function namedBy(nameOf: OpenAPIConfig['operationId'], route: RouteDefinition): string | undefined {
  if (nameOf === undefined) return undefined
  const { method, path, source, options } = route
  const place = `${source}, the operationId function of OpenAPIConfig`
  const described: OperationRoute = { method, path, source, tags: options.tags ?? [], defaultId: operationIdOf(route) }
  let id: unknown
  try {
    id = nameOf(described)
  } catch (error) {
    throw invalid(`it throws ${String(error)}`, place, 'return a text, or undefined for the default')
  }
  if (id === undefined || (typeof id === 'string' && id !== '')) return id
  const returned = typeof id === 'string' ? 'an empty text' : id === null ? 'null' : `a value of type ${typeof id}`
  throw invalid(`it returns ${returned}`, place, 'return a text, or undefined for the default')
}

function rejectDuplicate(id: string, first: RouteDefinition, second: RouteDefinition, isNamed: boolean): never {
  const nameOf = ({ method, path, source }: RouteDefinition) => `${method} ${path} (${source})`
  const undeclared = [first, second].find(({ options }) => options.operationId === undefined)
  const remedy = isNamed ? 'let the operationId function of the application return another one' : 'declare another one'
  throw new SetupError(
    'DOCUMENT_CONFLICT',
    `two routes have the operationId ${JSON.stringify(id)}`,
    `${nameOf(first)} and ${nameOf(second)}`,
    undeclared === undefined ? 'change one of them' : `change one of them, or ${remedy} for ${nameOf(undeclared)}`
  )
}

/**
 * Method and path as one name. Each segment begins with a capital letter, and within a segment a hyphen becomes `_`:
 * `GET /user-accounts/{id}/orders` gives `getUser_accountsByIdOrders`.
 *
 * No two operations of a document have the same: all that could be read as something else is written in another way.
 * Behind `_` come a small letter or digit for a hyphen, another `_` for the underscore, a capital letter for itself,
 * `X2E_` for any other character, and `Z` for the beginning of a segment that cannot begin with a capital letter.
 */
export function operationIdOf({ method, pattern }: RouteDefinition): string {
  const { segments } = pattern
  const path = segments.map((segment) => {
    if (segment.kind !== 'literal') return `By${nameOfParameter(segment.name)}`
    return nameOfLiteral(segment.text, segments.length === 1)
  })
  return method.toLowerCase() + path.join('')
}

/**
 * The name of a webhook as one name: `stock.sold-out` gives `onStockSold_out`. No operation with a path has such a name, and no
 * two webhooks have the same; one by another method than POST has that at the end: `onStockByPut`.
 */
export function webhookIdOf({ method, name }: { readonly method: string; readonly name: string }): string {
  const words = name.split('.').map((word) => nameOfLiteral(word, false))
  return `on${words.join('')}${method === 'POST' ? '' : `By${capitalise(method.toLowerCase())}`}`
}

/** Names distinguish no paths in OpenAPI, so they need only not be read as something else: `userId` gives `User_id`. */
function nameOfParameter(name: string): string {
  const words =
    name
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const joined = words.join('_')
  return capitalise(/^[a-z]/.test(joined) ? joined : `value${joined}`)
}

const LETTER_OR_DIGIT = /^[\p{L}\p{M}\p{N}]$/u
const CAPITAL = /^\p{Lu}$/u

// Most paths are ASCII, and to compile the sets beyond it takes Node a millisecond.

function isLetterOrDigit(character: string): boolean {
  return /^[A-Za-z\d]$/.test(character) || (character > '\x7f' && LETTER_OR_DIGIT.test(character))
}

function isCapital(character: string): boolean {
  return /^[A-Z]$/.test(character) || (character > '\x7f' && CAPITAL.test(character))
}

function nameOfLiteral(text: string, isWhole: boolean): string {
  if (isWhole && text === '') return 'Root'
  const characters = [...text]
  const written = characters.map((character, index) => {
    if (character === '_') return '__'
    if (isCapital(character) && character !== 'X' && character !== 'Z') return `_${character}`
    if (isLetterOrDigit(character) && !/^[XZ]$/.test(character)) return character
    const [before, behind] = [characters[index - 1] ?? '', characters[index + 1] ?? '']
    const isHyphen = character === '-' && isLetterOrDigit(before) && isLetterOrDigit(behind)
    // A capital letter behind a hyphen would be read as one behind an underscore.
    if (isHyphen && !isCapital(behind)) return '_'
    return `_X${character.codePointAt(0)?.toString(16).toUpperCase()}_`
  })
  const [initial = ''] = characters
  // `/by/id` is not `/{id}`, and `/root` is not `/`.
  const isTaken = text === 'by' || (isWhole && text === 'root')
  const capital = initial.toUpperCase()
  const isFree = capital !== initial && isCapital(capital) && capital.toLowerCase() === initial && !isTaken
  return isFree ? capital + written.slice(1).join('') : `_Z${written.join('')}`
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
