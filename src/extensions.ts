/**
 * Members of a declaration that the document has as they are: names that start with `x-`, and values as JSON (OpenAPI 3.0.3,
 * section 4.9). Tools read them: `x-internal`, `x-codeSamples`, `x-displayName`. Names that Fieldstone writes itself are
 * rejected.
 */
export interface Extensions {
  /** Any JSON value. */
  readonly [name: `x-${string}`]: unknown
}

/** In a table of options: the object may have {@link Extensions}. */
export const EXTENSIONS: unique symbol = Symbol('extensions')

/** The names that Fieldstone writes, some with the option that makes it write them. */
const OWN_NAMES: ReadonlyMap<string, string | undefined> = new Map([
  ['x-body-limits', 'bodyLimit'],
  ['x-default-version', undefined],
  ['x-edge-responses', undefined],
  ['x-events', 'events'],
  ['x-limits', undefined],
  ['x-lines', 'lines'],
  ['x-other-versions', undefined],
  ['x-rules', undefined],
  ['x-security-scopes', 'security'],
  ['x-spans-segments', undefined],
  ['x-tagGroups', 'tagGroups'],
  ['x-unchecked', undefined],
  ['x-version-media-type', 'versioning'],
  ['x-unmatched-responses', undefined],
  ['x-webhooks', 'webhooks']
])

/** One thing that is wrong with an extension. */
export interface ExtensionFault {
  readonly what: string
  readonly remedy: string
}

/** Whether the name of a member is that of an extension. */
export function isExtension(name: string): name is `x-${string}` {
  return name.startsWith('x-')
}

/** What is wrong with one extension; undefined where nothing is. */
export function extensionFault(name: `x-${string}`, value: unknown): ExtensionFault | undefined {
  if (name === 'x-') return { what: 'the extension x- has no name', remedy: "write one after it: 'x-internal'" }
  if (OWN_NAMES.has(name)) {
    const option = OWN_NAMES.get(name)
    const remedy = option === undefined ? 'choose another name' : `use the option ${option}, or choose another name`
    return { what: `Fieldstone writes ${name} itself`, remedy }
  }
  const fault = valueFault(value)
  if (fault === undefined) return undefined
  return {
    what: `the extension ${name} is not JSON: ${fault}`,
    remedy: 'give null, a boolean, number, text, list or object'
  }
}

/** Why a value is not JSON: `a function at /a/0`; undefined where it is. */
export function valueFault(value: unknown): string | undefined {
  const misfit = misfitOf(value, '', [])
  if (misfit === undefined) return undefined
  return misfit.path === '' ? misfit.is : `${misfit.is} at ${misfit.path}`
}

/**
 * The extensions of a declaration, as the document has them: a copy, so that the document can be changed. Members that are
 * undefined are left out.
 *
 * @param given a declaration whose options were checked
 */
export function extensionsOf(given: object): Record<`x-${string}`, unknown> {
  let found: Record<`x-${string}`, unknown> | undefined
  for (const name in given) {
    if (!isExtension(name) || !Object.hasOwn(given, name)) continue
    const value = (given as Extensions)[name]
    if (value === undefined) continue
    found ??= {}
    found[name] = JSON.parse(JSON.stringify(value))
  }
  return found ?? NONE
}

const NONE = Object.freeze({})

/** The first value within another that JSON cannot express, and its path as a JSON Pointer. */
function misfitOf(
  value: unknown,
  path: string,
  around: readonly object[]
): { readonly path: string; readonly is: string } | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, is: String(value) }
  if (typeof value !== 'object') return { path, is: value === undefined ? 'undefined' : `a ${typeof value}` }
  if (around.includes(value)) return { path, is: 'an object that contains itself' }
  if (around.length === DEEPEST) return { path, is: `more than ${DEEPEST} levels of lists and objects` }
  const within = [...around, value]
  if (Array.isArray(value)) return firstMisfit(Array.from(value).entries(), path, within)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    return { path, is: `an instance of ${value.constructor?.name || 'a class'}` }
  }
  const method = (value as { readonly toJSON?: unknown }).toJSON
  if (typeof method === 'function') return { path, is: 'an object with a method toJSON' }
  return firstMisfit(Object.entries(value), path, within)
}

function firstMisfit(
  members: Iterable<readonly [key: string | number, member: unknown]>,
  path: string,
  around: readonly object[]
): ReturnType<typeof misfitOf> {
  for (const [key, member] of members) {
    const misfit = misfitOf(member, `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`, around)
    if (misfit !== undefined) return misfit
  }
  return undefined
}

/** No tool reads deeper values, and each level costs a call. */
const DEEPEST = 100
