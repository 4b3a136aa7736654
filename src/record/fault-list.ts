import type { Fault, FaultPlace } from '../errors.js'

/**
 * The faults of one binding. Paths are completed on the way out, by whoever holds the value that a fault is in, so
 * that input without faults pays nothing for them.
 */
export class FaultList {
  readonly #faults: { path: string; readonly rule: string; readonly message: string }[] = []
  /** How many records and arrays the reader stands in. */
  depth = 0

  get isEmpty(): boolean {
    return this.#faults.length === 0
  }

  get length(): number {
    return this.#faults.length
  }

  add(path: string, rule: string, message: string): void {
    this.#faults.push({ path, rule, message })
  }

  /** Puts a field's name before the paths of the faults from `start` on. */
  enterField(name: string, start: number): void {
    this.#prefix(IDENTIFIER.test(name) ? name : `[${JSON.stringify(name)}]`, start)
  }

  /** Puts an index before the paths of the faults from `start` on. */
  enterItem(index: number, start: number): void {
    this.#prefix(`[${index}]`, start)
  }

  #prefix(step: string, start: number): void {
    for (let at = start; at < this.#faults.length; at++) {
      const fault = this.#faults[at] as { path: string }
      fault.path = fault.path === '' || fault.path.startsWith('[') ? step + fault.path : `${step}.${fault.path}`
    }
  }

  at(place: FaultPlace): Fault[] {
    return this.#faults.map((fault) => ({ in: place, ...fault }))
  }
}

/** Names that can stand in a path without quotes. */
const IDENTIFIER = /^[^.[\]"\s]+$/
