import { type Logger } from 'fieldstone'

/** One entry of a log. */
export interface Entry {
  readonly level: keyof Logger
  readonly message: string
  readonly fields: { readonly route?: string; readonly err?: Error }
}

/** A logger that keeps its entries. */
export class RecordingLogger implements Logger {
  readonly entries: Entry[] = []
  readonly #hasDebug: boolean

  /** Without `debug` where that says so. */
  constructor({ hasDebug = true }: { readonly hasDebug?: boolean } = {}) {
    this.#hasDebug = hasDebug
  }

  debug = this.#keep('debug')
  info = this.#keep('info')
  warn = this.#keep('warn')
  error = this.#keep('error')

  #keep(level: keyof Logger) {
    return (fields: object, message: string): void => {
      if (level !== 'debug' || this.#hasDebug) this.entries.push({ level, fields, message })
    }
  }
}

/** The message of an entry, without the handler, or its place in the code, with which it begins. */
export function messageOf({ message }: Entry): string {
  return message.replace(/^(?:Spec\.handler|(?:\S+ at |\S+ \()?\S+\.[jt]s:\d+\)?) /, '')
}
