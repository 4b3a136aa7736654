import type { VerifyProgress } from '../options.js'

/** Milliseconds between two changes of the line on a terminal. */
const TERMINAL_EVERY = 100
/** Milliseconds between two lines where no terminal is attached, as in CI, which may end what is silent for long. */
const PLAIN_EVERY = 30_000

/** Where the progress is written, and when. */
export interface ProgressTerminal {
  /** Writes a text. */
  readonly err: (text: string) => void
  /** The width of the terminal; undefined where none is attached. */
  readonly columns: number | undefined
}

/** Shows how far verification is: one line that is rewritten on a terminal, and a line now and then elsewhere. */
export class ProgressLine {
  readonly #terminal: ProgressTerminal
  readonly #now: () => number
  #last: number
  #isShown = false

  /** @param now the time in milliseconds */
  constructor(terminal: ProgressTerminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal
    this.#now = now
    this.#last = terminal.columns === undefined ? now() : Number.NEGATIVE_INFINITY
  }

  /** Shows the progress, if the last time is long ago. */
  show(progress: VerifyProgress): void {
    const { columns, err } = this.#terminal
    const now = this.#now()
    if (now - this.#last < (columns === undefined ? PLAIN_EVERY : TERMINAL_EVERY)) return
    this.#last = now
    const text = progressText(progress)
    if (columns === undefined) {
      err(`${text}\n`)
      return
    }
    // A line that wraps could not be rewritten; what is rewritten is cleared behind the text, so that it does not flicker.
    err(`\r${text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`}\u001b[K`)
    this.#isShown = true
  }

  /** Removes the line: something else is to be written there. */
  clear(): void {
    if (this.#isShown) this.#terminal.err('\r\u001b[K')
    this.#isShown = false
  }
}

/** `1,234 of about 7,800 requests (edge cases), 2 disagreements, 1 suspicion, about 6 s left` */
function progressText(progress: VerifyProgress): string {
  const { phase, done, total, disagreements, suspicions, millisecondsLeft } = progress
  return [
    `${grouped(done)} of about ${grouped(Math.max(done, total))} requests (${phase})`,
    counted(disagreements, 'disagreement'),
    ...(suspicions > 0 ? [counted(suspicions, 'suspicion')] : []),
    ...(millisecondsLeft === undefined ? [] : [`about ${timeText(millisecondsLeft)} left`])
  ].join(', ')
}

function grouped(number: number): string {
  return number.toLocaleString('en-US')
}

function counted(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`
}

function timeText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
