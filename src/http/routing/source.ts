import { basename, isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Names a declaration by its handler and the line that made it: `listItems at routes/items.ts:12`.
 *
 * The caller's frame is captured at once, which is cheap; it is read, source maps included, only when the name is
 * asked for. `boundary` is the function whose caller is meant.
 */
// biome-ignore lint/complexity/noBannedTypes: any function can be the boundary of a stack trace
export function captureSource(handler: unknown, boundary: Function): () => string {
  const frame: { stack?: unknown } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  Error.captureStackTrace(frame, boundary)
  Error.stackTraceLimit = limit
  const name = typeof handler === 'function' ? handler.name : ''
  let text: string | undefined
  return () => {
    text ??= sourceText(name, placeOf(frame.stack))
    return text
  }
}

function sourceText(name: string, place: string | undefined): string {
  if (place === undefined) return name === '' ? 'an unnamed function' : name
  return name === '' ? place : `${name} at ${place}`
}

/** `routes/items.ts:12` from a stack of one frame; undefined where it names no file. */
function placeOf(stack: unknown): string | undefined {
  // An application may have replaced the format of stacks by something else than text.
  const frame = typeof stack === 'string' ? /^ +at (?:.*? \()?(.+?):(\d+)(?::\d+)?\)?$/m.exec(stack) : null
  if (frame === null) return undefined
  const [, address = '', line] = frame
  const file = address.startsWith('file:') ? fileURLToPath(address) : address
  if (!isAbsolute(file)) return undefined
  const inside = relative(process.cwd(), file)
  return `${inside.startsWith('..') || isAbsolute(inside) ? basename(file) : inside.replaceAll('\\', '/')}:${line}`
}
