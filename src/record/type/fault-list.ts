import type { ClassValidatorError, Fault, FaultPlace } from '../../errors.js'
import { fieldStep, itemStep, type PathStep, shownPath } from './fault-path.js'
import { PendingReads } from './pending-reads.js'

/** A bound value, or what is wrong with the raw one. */
export type Bound<T> =
  | { readonly value: T; readonly faults: undefined }
  | {
      readonly value: undefined
      readonly faults: readonly Fault[]
      /** The faults as class-validator's errors. */
      readonly tree?: () => ClassValidatorError[]
    }

/** Recursion ends here: a body of 1 MiB can nest deeper than the stack reaches. */
export const DEPTH_LIMIT = 256

/** No more faults are kept: a list of half a million wrong items must not become as many messages. */
const FAULT_LIMIT = 100

interface Found {
  path: string
  /** Whether the path begins with a name, which needs a dot before it. */
  isName: boolean
  readonly rule: string
  message: string
  readonly limit: number | string | undefined
}

/** Shared by all lists without faults: most stay so. */
const NONE: Found[] = []

/**
 * The faults of one binding. Their paths are completed on the way out: each reader adds its own step to the faults of
 * the values within, so that input without faults pays nothing for paths.
 */
export class FaultList {
  #faults = NONE
  readonly #root: FaultList | undefined
  #notes: Map<object, Map<object, unknown>> | undefined = undefined
  #length = 0
  #depth: number
  #pending: PendingReads | undefined
  #isPending = false

  /**
   * @param depth how many records, arrays and maps surround the value that is read
   * @param pending the results that an earlier reading of the same input waited for
   */
  constructor(depth = 0, root?: FaultList, pending?: PendingReads) {
    this.#depth = depth
    this.#root = root
    this.#pending = pending
  }

  /** A list for an attempt at the same value; its faults count only when they are appended to this list. */
  branch(): FaultList {
    return new FaultList(this.#depth, this.#root ?? this)
  }

  /** Whether this is an attempt: another one may read the same value again. */
  get isAttempt(): boolean {
    return this.#root !== undefined
  }

  /**
   * The results of one reader in this binding, by raw object, so that attempts which share a part of the input read
   * that part once. Without them nested unions would take exponential time.
   */
  notesOf<T>(reader: object): Map<object, T> {
    if (this.#root !== undefined) return this.#root.notesOf(reader)
    this.#notes ??= new Map()
    let notes = this.#notes.get(reader)
    if (notes === undefined) {
      // Not a WeakMap, which costs the collector more than all else here: the list does not outlive its binding.
      notes = new Map()
      this.#notes.set(reader, notes)
    }
    return notes as Map<object, T>
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** Whether it is as it was made, so that another reading can use it. */
  get isUnused(): boolean {
    return (
      this.#length === 0 &&
      this.#depth === 0 &&
      this.#notes === undefined &&
      this.#pending === undefined &&
      this.#faults === NONE
    )
  }

  /** Whether further faults would be dropped, so that a reader can stop. */
  get isFull(): boolean {
    return this.#faults.length >= FAULT_LIMIT
  }

  /** The result that an earlier reading waited for; undefined where there is none. */
  settled(validator: object, raw: unknown): unknown {
    return (this.#root ?? this).#pending?.resultOf(validator, raw)
  }

  /**
   * Lets the binding wait for a result, and counts as a fault until then: no rule is checked on a value that is not
   * there yet. What else is found in this reading has no meaning.
   */
  waitFor(validator: object, raw: unknown, result: PromiseLike<unknown>): void {
    const root = this.#root ?? this
    root.#pending ??= new PendingReads()
    root.#pending.add(validator, raw, result)
    root.#isPending = true
    root.#length++
    // A union passes over a member that is not there yet.
    if (this !== root) this.#length++
  }

  /** What this reading waits for; undefined where it is complete. */
  get pending(): PendingReads | undefined {
    return this.#isPending ? this.#pending : undefined
  }

  /** How many faults were found, including those that were dropped. */
  get length(): number {
    return this.#length
  }

  get depth(): number {
    return this.#depth
  }

  /**
   * Adds a fault of the value that is being read.
   *
   * @param limit the value that the rule was declared with, where a client gets it
   */
  add(rule: string, message: string, limit?: number | string): void {
    if (!this.isFull) this.#push({ path: '', isName: false, rule, message, limit })
    this.#length++
  }

  #push(fault: Found): void {
    if (this.#faults === NONE) this.#faults = []
    this.#faults.push(fault)
  }

  /** Adds the faults of another list after these. */
  append(other: FaultList): void {
    for (const fault of other.#faults) if (!this.isFull) this.#push({ ...fault })
    this.#length += other.#length
  }

  /** Enters a record, array or map; returns false, and adds a fault, if it is nested too deeply. */
  enter(): boolean {
    if (this.#depth >= DEPTH_LIMIT) {
      this.addDepth()
      return false
    }
    this.#depth++
    return true
  }

  leave(): void {
    this.#depth--
  }

  addDepth(): void {
    this.add('depth', `is nested more than ${DEPTH_LIMIT} levels deep`, DEPTH_LIMIT)
  }

  addMagnitude(): void {
    this.add('magnitude', `contains a number beyond ${Number.MAX_VALUE}`, Number.MAX_VALUE)
  }

  /**
   * Replaces the messages of the faults from `start` on; undefined keeps a message. `path` leads from the value that is
   * being read.
   */
  replaceMessages(start: number, messageOf: (path: string, rule: string) => string | undefined): void {
    for (const fault of this.#faults.slice(start)) fault.message = messageOf(fault.path, fault.rule) ?? fault.message
  }

  /** Puts a field's name before the paths of the faults from `start` on. */
  enterField(name: string, start: number): void {
    this.enterStep(fieldStep(name), start)
  }

  /** Puts an index before the paths of the faults from `start` on. */
  enterItem(index: number, start: number): void {
    this.enterStep(itemStep(index), start)
  }

  enterStep({ text, before, isName }: PathStep, start: number): void {
    for (let at = start; at < this.#faults.length; at++) {
      const fault = this.#faults[at] as Found
      fault.path = (fault.isName ? before : text) + fault.path
      fault.isName = isName
    }
  }

  /** The faults, each text once for a value: a message that a field has for several of its rules is not repeated. */
  at(place: FaultPlace): Fault[] {
    const faults: Fault[] = []
    for (const { path: whole, rule, message, limit } of distinct(this.#faults)) {
      const path = shownPath(whole)
      faults.push(limit === undefined ? { in: place, path, rule, message } : { in: place, path, rule, message, limit })
    }
    return faults
  }
}

/** Up to so many faults are compared with each other, which costs half of what a set of their texts does. */
const FEW = 8

/** The faults without those whose texts an earlier one has. */
function distinct(faults: readonly Found[]): readonly Found[] {
  if (faults.length <= FEW) return faults.filter((fault, at) => !isAmong(faults, at, fault))
  const known = new Set<string>()
  return faults.filter(({ path, message }) => {
    const { size } = known
    return known.add(`${path}\n${message}`).size > size
  })
}

/** Whether one of the faults before a place has the same texts. */
function isAmong(faults: readonly Found[], end: number, { path, message }: Found): boolean {
  for (let at = 0; at < end; at++) {
    const other = faults[at] as Found
    if (other.message === message && other.path === path) return true
  }
  return false
}
