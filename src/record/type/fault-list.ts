import type { ValidationError as ClassValidatorError } from 'class-validator'
import type { Fault, FaultPlace } from '../../errors.js'

/** A bound value, or what is wrong with the raw one. */
export type Bound<T> =
  | { readonly value: T; readonly faults: undefined }
  | {
      readonly value: undefined
      readonly faults: readonly Fault[]
      /** The refusal as class-validator tells it. */
      readonly tree?: () => ClassValidatorError[]
    }

/** Recursion ends here: a body of 1 MiB can nest deeper than the stack reaches. */
export const DEPTH_LIMIT = 256

/** No more faults are told than these: a list of half a million wrong items must not be answered by as many texts. */
const FAULT_LIMIT = 100

interface Found {
  path: string
  /** Whether the path begins with a name, which a dot must stand before. */
  isName: boolean
  readonly rule: string
  message: string
}

/**
 * The faults of one binding. Paths are completed on the way out, by whoever holds the value that a fault is in, so
 * that input without faults pays nothing for them.
 */
export class FaultList {
  readonly #faults: Found[] = []
  readonly #root: FaultList | undefined
  #notes: Map<object, WeakMap<object, unknown>> | undefined = undefined
  #length = 0
  #depth: number

  /** `depth` is how many records, arrays and maps the reader stands in already. */
  constructor(depth = 0, root?: FaultList) {
    this.#depth = depth
    this.#root = root
  }

  /** A list for an attempt at the same place, whose faults count only when they are appended to this one. */
  branch(): FaultList {
    return new FaultList(this.#depth, this.#root ?? this)
  }

  /**
   * What one reader found out about one raw object in this binding, so that attempts which share a part of the input
   * read that part once: nested unions would else take exponential time.
   */
  notesOf<T>(reader: object): WeakMap<object, T> {
    if (this.#root !== undefined) return this.#root.notesOf(reader)
    this.#notes ??= new Map()
    let notes = this.#notes.get(reader)
    if (notes === undefined) {
      notes = new WeakMap()
      this.#notes.set(reader, notes)
    }
    return notes as WeakMap<object, T>
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** Whether no further fault would be told, so that looking for more is in vain. */
  get isFull(): boolean {
    return this.#length >= FAULT_LIMIT
  }

  /** How many faults were found, those beyond the limit included. */
  get length(): number {
    return this.#length
  }

  get depth(): number {
    return this.#depth
  }

  /** Adds a fault of the value that the reader stands at. */
  add(rule: string, message: string): void {
    if (!this.isFull) this.#faults.push({ path: '', isName: false, rule, message })
    this.#length++
  }

  /** Adds the faults of another list after these. */
  append(other: FaultList): void {
    for (const fault of other.#faults) if (!this.isFull) this.#faults.push({ ...fault })
    this.#length += other.#faults.length
  }

  /** Steps into a record, array or map; answers false, with a fault, where that is nested too deeply. */
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
    this.add('depth', `is nested more than ${DEPTH_LIMIT} levels deep`)
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

  at(place: FaultPlace): Fault[] {
    return this.#faults.map(({ path, rule, message }) => ({ in: place, path, rule, message }))
  }
}

/** A step of the way to a fault: the name of a field, or the index of an item. */
export interface PathStep {
  /** As it stands at the end, and before a step in brackets. */
  readonly text: string
  /** As it stands before a step that is a name. */
  readonly before: string
  /** Whether it is a name itself. */
  readonly isName: boolean
}

/** Names that can stand in a path without quotes. */
const IDENTIFIER = /^[^.[\]"\s]+$/

/** `lines`, or `["two words"]`. */
export function fieldStep(name: string): PathStep {
  const isName = IDENTIFIER.test(name)
  const text = isName ? name : `[${JSON.stringify(name)}]`
  return { text, before: `${text}.`, isName }
}

/** `[3]` */
export function itemStep(index: number): PathStep {
  return { text: `[${index}]`, before: `[${index}].`, isName: false }
}
