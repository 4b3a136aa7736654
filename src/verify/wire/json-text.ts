/** A part of a JSON body that is sent in a form of its own, as `1.0` for 1. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The value as JSON, with each {@link JsonText} as it is. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.keys(value)
    .map((key) => `${JSON.stringify(key)}:${writeJson((value as Record<string, unknown>)[key])}`)
    .join(',')}}`
}

/** The value as a reader of the JSON gets it. */
export function readBack(value: unknown): unknown {
  return JSON.parse(writeJson(value))
}

/** Sets an own property, also one that is named `__proto__`. */
export function setOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}
