import { close, open, writev } from 'node:fs'
import type { MemoryBudget } from './memory-budget.js'

/** How many bytes are written at once: a write takes a turn of a thread, whatever its size. */
const BATCH = 131_072

/** How a {@link FileWriter} says what has happened. */
export interface WriterEvents {
  /** Bytes were written: more may come where the writer is not full. */
  drained(): void
  failed(error: Error): void
  /** The last call. `isWhole`: all bytes are in the file. */
  closed(isWhole: boolean): void
}

/**
 * Writes a new file, which only this user can read, without blocking the process. Bytes wait for others, to be written
 * together, as long as the memory for them lasts.
 */
export class FileWriter {
  readonly path: string
  readonly #memory: MemoryBudget
  readonly #events: WriterEvents
  #fd: number | undefined = undefined
  #waiting: Buffer[] = []
  #size = 0
  /** How much of it was taken from the memory. */
  #taken = 0
  /** Whether the file is being opened, written or closed. */
  #isBusy = true
  #isEnding = false
  #isClosed = false
  /** Whether nothing more is written. */
  #isBroken = false

  constructor(path: string, memory: MemoryBudget, events: WriterEvents) {
    this.path = path
    this.#memory = memory
    this.#events = events
    // 'wx' follows no link and opens no file that is there already.
    open(path, 'wx', 0o600, (error, fd) => {
      this.#fd = fd
      this.#settle(error)
    })
  }

  /** Whether no more bytes should come before `drained`. */
  get isFull(): boolean {
    return this.#size >= BATCH || this.#taken < this.#size
  }

  /** The bytes must not change until they are written. */
  write(bytes: Buffer): void {
    if (this.#isBroken) return
    this.#waiting.push(bytes)
    this.#size += bytes.length
    if (this.#memory.take(bytes.length)) this.#taken += bytes.length
    this.#next()
  }

  /** Writes what waits and closes the file. */
  end(): void {
    this.#isEnding = true
    this.#next()
  }

  /** Closes the file as it is. */
  abort(): void {
    this.#break()
    this.end()
  }

  #next(): void {
    if (this.#isBusy) return
    const fd = this.#fd
    if (fd === undefined) {
      if (this.#isEnding && !this.#isClosed) {
        this.#isClosed = true
        this.#events.closed(!this.#isBroken)
      }
    } else if (this.#size > 0 && (this.#isEnding || this.isFull)) this.#write(fd)
    else if (this.#isEnding) {
      this.#isBusy = true
      this.#fd = undefined
      close(fd, (error) => this.#settle(error))
    }
  }

  #write(fd: number): void {
    const [batch, size, taken] = [this.#waiting, this.#size, this.#taken]
    this.#waiting = []
    this.#size = this.#taken = 0
    this.#isBusy = true
    writev(fd, batch, (error, written) => {
      this.#memory.give(taken)
      // A system may write less than all.
      if (written < size && !this.#isBroken) {
        const rest = Buffer.concat(batch).subarray(written)
        this.#waiting.unshift(rest)
        this.#size += rest.length
      }
      this.#settle(error)
    })
  }

  #settle(error: Error | null | undefined): void {
    this.#isBusy = false
    const isNew = error && !this.#isBroken
    if (error) this.#break()
    if (isNew) this.#events.failed(error)
    this.#next()
    this.#events.drained()
  }

  #break(): void {
    this.#isBroken = true
    this.#waiting = []
    this.#memory.give(this.#taken)
    this.#size = this.#taken = 0
  }
}
