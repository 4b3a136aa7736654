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

  debug = this.#keep('debug')
  info = this.#keep('info')
  warn = this.#keep('warn')
  error = this.#keep('error')

  #keep(level: keyof Logger) {
    return (fields: object, message: string): void => {
      this.entries.push({ level, fields, message })
    }
  }
}
