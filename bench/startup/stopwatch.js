/** Times the steps of a program: each lap is the milliseconds since the one before. */
export class Stopwatch {
  laps = {}
  #last = performance.now()

  lap(what) {
    const now = performance.now()
    this.laps[what] = now - this.#last
    this.#last = now
  }

  /** Tells the parent process, or whoever reads the output. */
  report() {
    if (process.send === undefined) console.log(this.laps)
    else process.send(this.laps, () => process.disconnect())
  }
}
