import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A longer message is cut. */
const MESSAGE_LENGTH = 300

/** The folder of our own files. */
const OWN_FOLDER = new URL('..', import.meta.url).href

/**
 * Why a service failed, in one line: the messages of the error and its cause, and the first place of its stack in the
 * user's code: `TypeError: item is undefined, at ItemController.find (dist/items.js:12:5)`.
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return firstLine(String(error))
  const { cause } = error
  const because = cause instanceof Error ? `, because of ${firstLine(String(cause))}` : ''
  const stacks = [error, cause].map((each) => (each instanceof Error ? each.stack : undefined))
  const place = stacks.map(userPlace).find((one) => one !== undefined)
  return `${firstLine(String(error))}${because}${place === undefined ? '' : `, at ${place}`}`
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length > MESSAGE_LENGTH ? `${line.slice(0, MESSAGE_LENGTH)}…` : line
}

/** `find (dist/items.js:12:5)`: neither Node's code, nor a package's, nor our own. */
function userPlace(stack: unknown): string | undefined {
  // An application may have replaced the format of stacks by something else than text.
  if (typeof stack !== 'string') return undefined
  for (const line of stack.split('\n')) {
    const frame = /^ +at (?:async )?(?:(.+?) \()?((?:file:|\/|[A-Za-z]:\\).*?)(:\d+:\d+)\)?$/.exec(line)
    if (frame === null) continue
    const [, name, address = '', position] = frame
    if (/[\\/]node_modules[\\/]/.test(address) || address.startsWith(OWN_FOLDER)) continue
    const place = `${readablePath(address)}${position}`
    return name === undefined ? place : `${name} (${place})`
  }
  return undefined
}

/** From the folder of the process, where the file is inside of it. */
function readablePath(address: string): string {
  const file = address.startsWith('file:') ? fileURLToPath(address) : address
  const inside = relative(process.cwd(), file)
  return inside.startsWith('..') || isAbsolute(inside) ? file : inside.replaceAll('\\', '/')
}
