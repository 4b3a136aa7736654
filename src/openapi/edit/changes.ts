import { extensionFault, isExtension } from '../../extensions.js'

/** Any value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** An object of JSON. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A change of a document that is not allowed: where, what, and what to do instead. */
export interface WrongChange {
  /** The way to it: `['paths', '/items', 'get', 'deprecated']`. */
  readonly path: readonly string[]
  readonly what: string
  readonly remedy: string
}

/** Takes what is wrong with a change. */
export type Report = (change: WrongChange) => void

/**
 * Judges a change of one place. Values that are equal never come to it.
 *
 * @param before undefined where the document has nothing there
 * @param after undefined where the changed one has nothing there
 * @param within the changed object whose member it is
 */
export type ChangeRule = (
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
  report: Report,
  within?: JsonObject
) => void

const REMEDY = 'leave it as it is, and change it where it is declared'

/** What the service does, or is held to: the document must say it as it is. */
export const fixed: ChangeRule = (before, after, path, report) => {
  const what =
    before === undefined
      ? `it adds ${named(path)}, which the service does not keep`
      : after === undefined
        ? `it removes ${named(path)}, which the service keeps`
        : `${named(path)} was ${shown(before)} and is ${shown(after)}`
  report({ path, what, remedy: REMEDY })
}

/** What only tells readers something: any value that `isRight`, and nothing. */
export function free(isRight: (value: Json) => boolean, expected: string): ChangeRule {
  return (_before, after, path, report) => {
    if (after === undefined || isRight(after)) return
    report({ path, what: `${named(path)} is ${shown(after)}`, remedy: `make it ${expected}, or leave it out` })
  }
}

/** An object whose members have rules of their own; extensions may be added, changed and removed, all else is fixed. */
export function object(members: () => Readonly<Record<string, ChangeRule>>): ChangeRule {
  return (before, after, path, report) => {
    if (!isObject(before) || !isObject(after)) return fixed(before, after, path, report)
    const rules = members()
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [old, now, at] = [own(before, key), own(after, key), [...path, key]]
      if (isEqual(old, now)) continue
      if (isExtension(key)) compareExtension(key, now, at, report)
      else (Object.hasOwn(rules, key) ? (rules[key] as ChangeRule) : fixed)(old, now, at, report, after)
    }
  }
}

/**
 * A map of values that have the same rule; none may be added, and none removed unless `isRemovable`. Its keys are names: a
 * header or a property `x-total` is no extension, unless it is an object of OpenAPI that has extensions beside its names.
 */
export function mapOf(
  rule: () => ChangeRule,
  {
    isRemovable = false,
    isExtensible = false
  }: { readonly isRemovable?: boolean; readonly isExtensible?: boolean } = {}
): ChangeRule {
  return (before, after, path, report) => {
    if (after === undefined && isRemovable) return
    if (!isObject(before) || !isObject(after)) return fixed(before, after, path, report)
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [old, now, at] = [own(before, key), own(after, key), [...path, key]]
      if (isEqual(old, now)) continue
      if (isExtensible && isExtension(key)) compareExtension(key, now, at, report)
      else if (old === undefined || now === undefined) {
        if (!(isRemovable && now === undefined)) fixed(old, now, at, report)
      } else rule()(old, now, at, report)
    }
  }
}

/** A list whose items are the same in both, found by a key in any order, or else by their place. */
export function listOf(rule: () => ChangeRule, keyOf?: (item: Json) => string): ChangeRule {
  return (before, after, path, report) => {
    if (!Array.isArray(before) || !Array.isArray(after)) return fixed(before, after, path, report)
    const keyed = (list: readonly Json[]) => new Map(list.map((item, index) => [keyOf?.(item) || String(index), item]))
    const [old, now] = [keyed(before), keyed(after)]
    if (now.size < after.length) {
      report({ path, what: `${named(path)} has an item twice`, remedy: 'remove one of them' })
      return
    }
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      const [was, is, at] = [old.get(key), now.get(key), [...path, key]]
      if (was === undefined || is === undefined) fixed(was, is, at, report)
      else if (!isEqual(was, is)) rule()(was, is, at, report)
    }
  }
}

/** A list in which the order says nothing. */
export const set: ChangeRule = (before, after, path, report) => {
  const sorted = (list: Json | undefined) =>
    Array.isArray(list) ? [...list].map((item) => JSON.stringify(item)).sort() : list
  if (!isEqual(sorted(before) as Json, sorted(after) as Json)) fixed(before, after, path, report)
}

function compareExtension(name: `x-${string}`, after: Json | undefined, path: readonly string[], report: Report): void {
  // Those that Fieldstone writes are what readers hold the service to.
  const fault = extensionFault(name, after ?? null)
  if (fault !== undefined) report({ path, what: fault.what, remedy: 'leave it as it is, or choose another name' })
}

/** Whether two values of JSON are the same, whatever the order of keys. */
function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
}

/** Whether the value is an object, and no list. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function named(path: readonly string[]): string {
  return path.at(-1) ?? 'the document'
}

const LONGEST = 60

function shown(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
