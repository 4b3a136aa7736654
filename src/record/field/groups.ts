import { SetupError } from '../../errors.js'
import { type Class, type ConcreteClass, isClass } from '../../metadata.js'
import { checkOptions, FLAG, type OptionTable } from '../../options.js'
import type { ValidationSelection } from '../library/metadata-storage.js'
import { metadataOf, PLAIN_SELECTION } from '../library/validation-metadata.js'
import { recordOptions } from './record.js'

/** A class, and which of its rules are checked. */
export interface Selected {
  readonly source: Class
  readonly selection: ValidationSelection
}

/** class-validator's options for the rules of groups. */
export interface GroupOptions {
  /** Whether rules without groups are checked, too. Default: false. */
  readonly always?: boolean
  /** Whether rules with groups are left out if no group is named. Default: false. */
  readonly strictGroups?: boolean
}

const GROUP_OPTIONS: OptionTable<GroupOptions> = { always: FLAG, strictGroups: FLAG }

const selections = new WeakMap<Class, Selected>()
const known = new WeakMap<Class, Map<string, Class>>()

/** The source and selection of a class made by {@link inGroups}; for any other class, itself with all rules. */
export function selectionOf(target: Class): Selected {
  return selections.get(target) ?? { source: target, selection: PLAIN_SELECTION }
}

/**
 * The record with the rules of class-validator's groups: of its rules, and those of the records within it, only those
 * are checked that are declared for one of the groups (`@IsString({ groups: ['create'] })`), with `always: true`, or by
 * `@Field`. The binder returns an instance of the class itself. The document describes it as a record of its own, named
 * after class and groups: `User` in the group `create` is `UserCreate`.
 *
 * A property has the same type in every group; only its rules, and whether it is required, depend on the group. Without
 * `inGroups` all rules are checked, as class-validator does without groups.
 *
 * @example \@Post() create(\@Body(inGroups(User, 'create')) user: User) { … }
 * @throws SetupError RECORD_INVALID for what is not a class; BootstrapError of OPTION_UNKNOWN
 */
export function inGroups<T extends object>(
  record: Class<T>,
  groups: string | readonly string[],
  options: GroupOptions = {}
): ConcreteClass<T> {
  checkOptions(options, GROUP_OPTIONS, 'inGroups')
  const { always = false, strictGroups = false } = options
  if (!isClass(record)) {
    throw new SetupError(
      'RECORD_INVALID',
      'the argument is not a class',
      'inGroups',
      'pass a class with decorated properties'
    )
  }
  const list = typeof groups === 'string' ? [groups] : [...new Set(groups)].sort()
  return selected(record, { groups: list, always, strictGroups }) as ConcreteClass<T>
}

/** The class with the rules of a selection; the class itself if these are all of its rules. */
export function selected(record: Class, selection: ValidationSelection): Class {
  const { source } = selectionOf(record)
  if (selection.groups.length === 0 && !selection.strictGroups) return source
  const byKey = known.get(source) ?? new Map<string, Class>()
  known.set(source, byKey)
  const key = JSON.stringify(selection)
  const found = byKey.get(key) ?? make(source, selection)
  byKey.set(key, found)
  return found
}

function make(source: Class, selection: ValidationSelection): Class {
  const target: Class = class {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: its instances are instances of the source
      return Reflect.construct(source as ConcreteClass, [])
    }
  }
  Object.setPrototypeOf(target, source)
  Object.setPrototypeOf(target.prototype, source.prototype)
  Object.defineProperty(target, 'name', { value: nameOf(source, selection) })
  selections.set(target, { source, selection })
  return target
}

function nameOf(source: Class, { groups, always }: ValidationSelection): string {
  const suffix = groups.map((group) => group.charAt(0).toUpperCase() + group.slice(1)).join('')
  return `${recordOptions(source).name ?? source.name}${suffix === '' ? 'Ungrouped' : suffix}${always ? 'Always' : ''}`
}

/** Whether a selection leaves out rules of a class. */
export function isAffected(target: Class, selection: ValidationSelection): boolean {
  return metadataOf(target, selection).length !== metadataOf(target).length
}
