import files from './class-validator-files.cjs'
import { isWrapper } from './constraint-wrapper.js'
import { type ConstraintClass, getMetadataStorage } from './metadata-storage.js'
import { ownMetadata } from './validation-metadata.js'

/** Who wrote the function that a constraint calls: class-validator, the application, or it is not known which. */
export type Origin = 'library' | 'user' | 'unknown'

/**
 * Who wrote the function behind a constraint. Each use of a decorator creates a function of its own, so there is nothing
 * to compare; and a user's function can have the name, the message and most verdicts of a built-in one.
 *
 * The place in the program decides where the function is: at a value that makes it throw, the call sites of the error
 * show from where class-validator's wrapper called it. That costs some microseconds a constraint, once.
 *
 * A function that never throws, such as that of IsInt, shows nothing. Nor does one in a bundle, unless it is in the same
 * place as that of a decorator which is known here.
 *
 * @param name of the constraint, in class-validator's metadata
 * @param instance of the class
 */
export function originOf(target: ConstraintClass, name: string, instance: Probed): Origin {
  if (!isWrapper(target)) return 'user'
  let origin = known.get(target)
  if (origin === undefined) {
    origin = originOfCall(callOf(instance), name)
    known.set(target, origin)
  }
  return origin
}

const known = new WeakMap<ConstraintClass, Origin>()

/** Where a wrapper's function was when it threw, and where the wrapper itself is. */
interface Call {
  readonly called: CallSite
  readonly wrapper: CallSite
}

const PACKAGE = /^(.*[\\/]class-validator[\\/](?:cjs|esm5|esm2015)[\\/])register-decorator\.js$/

function originOfCall(call: Call | undefined, name: string): Origin {
  if (call === undefined) return 'unknown'
  const file = fileOf(call.called)
  const [, folder] = PACKAGE.exec(fileOf(call.wrapper)) ?? []
  if (folder === undefined) return placesOf(name).has(placeOf(call.called)) ? 'library' : 'unknown'
  const isOfName = file.toLowerCase().endsWith(`${name.replace(/^is/i, '').toLowerCase()}.js`)
  return isOfName && file.startsWith(folder) ? 'library' : 'user'
}

/** Its error at each reading of the arguments of the decorator. */
const ARGUMENTS = Object.defineProperty({}, 'constraints', {
  get: fail
})

function fail(): never {
  throw new Error('reached')
}

/** Every operation on it but `typeof` and `===` throws. */
const revocable = Proxy.revocable([], {})
revocable.revoke()

/** Calls the function of a wrapper so that it throws, and returns where that was. */
function callOf(instance: Probed): Call | undefined {
  const own = ownPlace()
  if (own === undefined) return undefined
  const sites = sitesOf(instance) ?? []
  let [called, wrapper]: (CallSite | undefined)[] = []
  for (const site of sites) {
    const file = fileOf(site)
    // The position takes long to find, and is needed in a bundle alone, where all are in one file.
    const mayBeOwn = file === own.file && wrapper !== undefined
    if (mayBeOwn && (fileOf(wrapper as CallSite) !== file || positionOf(site) === own.position)) {
      return called && wrapper && { called, wrapper }
    }
    if (file !== '') [called, wrapper] = [wrapper, site]
  }
  return undefined
}

/** An instance of a wrapper. */
interface Probed {
  validate(value: unknown, args: unknown): unknown
}

let probe: { readonly place: Place | undefined } | undefined

interface Place {
  readonly file: string
  readonly position: number | string
}

/** Where `sitesOf` calls: what is above in a list of call sites is in the function that was called. */
function ownPlace(): Place | undefined {
  if (probe === undefined) {
    const [, site] = sitesOf({ validate: fail }) ?? []
    probe = { place: site && { file: fileOf(site), position: positionOf(site) } }
  }
  return probe.place
}

interface CallSite {
  getScriptNameOrSourceURL?(): string | null
  getFileName(): string | null
  getPosition?(): number
  getLineNumber(): number | null
  getColumnNumber(): number | null
}

type Stacks = { prepareStackTrace?: unknown; stackTraceLimit?: number }

/** The call sites of what the function throws, innermost first; undefined where it throws nothing, or nothing shows. */
function sitesOf(instance: Probed): readonly CallSite[] | undefined {
  const settings = Error as unknown as Stacks
  const { prepareStackTrace, stackTraceLimit } = settings
  try {
    settings.stackTraceLimit = MOST_CALLS
    settings.prepareStackTrace = callSites
    try {
      instance.validate(revocable.proxy, ARGUMENTS)
      return undefined
    } catch (error) {
      const sites: unknown = (error as { stack?: unknown } | undefined)?.stack
      return Array.isArray(sites) ? sites : undefined
    } finally {
      settings.prepareStackTrace = prepareStackTrace
      settings.stackTraceLimit = stackTraceLimit as number
    }
  } catch {
    // With frozen intrinsics, the settings cannot be changed.
    return undefined
  }
}

/** From the deepest predicate of class-validator to the probe there are five. */
const MOST_CALLS = 8

function callSites(_error: unknown, sites: readonly CallSite[]): readonly CallSite[] {
  return sites
}

function fileOf(site: CallSite): string {
  return site.getScriptNameOrSourceURL?.() ?? site.getFileName() ?? ''
}

/** The line takes long to find; it serves where the engine does not know the position itself. */
function positionOf(site: CallSite): number | string {
  return site.getPosition?.() ?? `${site.getLineNumber()}:${site.getColumnNumber()}`
}

function placeOf(site: CallSite): string {
  return `${fileOf(site)}:${positionOf(site)}`
}

/** Where class-validator has the functions of a constraint; needed only in bundles. */
let places: Map<string, Set<string>> | undefined

function placesOf(name: string): ReadonlySet<string> {
  if (places === undefined) {
    places = new Map()
    for (const make of Object.values(files.loadDecorators())) addPlace(make, places)
  }
  return places.get(name) ?? NO_PLACES
}

const NO_PLACES: ReadonlySet<string> = new Set()

function addPlace(make: unknown, found: Map<string, Set<string>>): void {
  const template = class {}
  const { validationMetadatas, constraintMetadatas } = getMetadataStorage()
  ;(make as (given: object) => PropertyDecorator)({})(template.prototype, 'value')
  for (const { constraintCls } of ownMetadata(template)) {
    const [constraint] = getMetadataStorage().getTargetValidatorConstraints(constraintCls)
    const call = isWrapper(constraintCls) ? callOf(constraint?.instance as Probed) : undefined
    if (constraint !== undefined && call !== undefined) {
      const known = found.get(constraint.name) ?? new Set()
      found.set(constraint.name, known.add(placeOf(call.called)))
    }
    constraintMetadatas.delete(constraintCls)
  }
  validationMetadatas.delete(template)
}
