/** A part of a JSON body that is sent as this text, as `1.0` for 1. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The value as JSON, with the text of each {@link JsonText}. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.keys(value)
    .map((key) => `${JSON.stringify(key)}:${writeJson((value as Record<string, unknown>)[key])}`)
    .join(',')}}`
}

/** The value after it was written as JSON and parsed again. */
export function readBack(value: unknown): unknown {
  return JSON.parse(writeJson(value))
}

/** Sets an own property, also one that is named `__proto__`. */
export function setOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}

/** What is wrong with a text that is not JSON, without the piece of it that V8 quotes: it may be half of a credential. */
export function jsonFault(error: unknown): string {
  const { message } = error as Error
  return message.replace(/(?:^|, )(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '') || 'an unexpected text'
}

/** The text or number in a JSON value, by the names of the properties that lead to it; undefined where there is none. */
export function textAt(json: unknown, path: readonly string[]): string | undefined {
  let at = json
  for (const name of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined
  return typeof at === 'string' || typeof at === 'number' ? String(at) : undefined
}
