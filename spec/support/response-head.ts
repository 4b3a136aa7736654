import { EventEmitter } from 'node:events'
import { HeaderFields } from '../../src/http/syntax/header-fields.js'

/** The headers of a response, as Node keeps them. */
export class ResponseHead extends EventEmitter {
  readonly #fields = new HeaderFields()

  constructor(headers: Readonly<Record<string, string | string[]>> = {}) {
    super()
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value)
  }

  setHeader(name: string, value: number | string | readonly string[]): void {
    this.#fields.set(name, value as string)
  }

  getHeader(name: string) {
    return this.#fields.get(name)
  }

  hasHeader(name: string): boolean {
    return this.#fields.has(name)
  }

  removeHeader(name: string): void {
    this.#fields.delete(name)
  }

  getHeaderNames(): string[] {
    return this.#fields.names()
  }

  get all(): object {
    return { ...this.#fields.all() }
  }
}
