/**
 * Collects bytes in one buffer, which grows by doubling: a part that comes byte by byte takes twice its size, where a list
 * of its chunks would take a hundred times as much.
 */
export class ByteCollector {
  #bytes: Buffer | undefined = undefined
  #start = 0
  #end = 0
  /** Whether the buffer is our own: a part that comes in one chunk is not copied. */
  #isOwn = false

  /** How many bytes there are. */
  get size(): number {
    return this.#end - this.#start
  }

  /** Adds the bytes from `start` to `end` of a buffer that nothing else changes. */
  add(bytes: Buffer, start: number, end: number): void {
    if (this.#bytes === undefined) {
      this.#bytes = bytes
      this.#start = start
      this.#end = end
      return
    }
    const size = this.size + end - start
    if (!this.#isOwn || this.#bytes.length < size) {
      const own = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.size, 256))
      this.#bytes.copy(own, 0, this.#start, this.#end)
      this.#end -= this.#start
      this.#start = 0
      this.#bytes = own
      this.#isOwn = true
    }
    bytes.copy(this.#bytes, this.#end, start, end)
    this.#end += end - start
  }

  /** All bytes; valid until more are added. */
  get bytes(): Buffer {
    return this.#bytes === undefined ? Buffer.alloc(0) : this.#bytes.subarray(this.#start, this.#end)
  }

  /** All bytes in memory of just their size, which holds no other bytes. */
  copy(): Buffer {
    const own = Buffer.allocUnsafeSlow(this.size)
    this.#bytes?.copy(own, 0, this.#start, this.#end)
    return own
  }
}
