import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

/** How long a text may be in a list; of a longer one its beginning and length are there. */
const LONGEST = 400

/**
 * Holds lines against a list that is kept: a file below `spec/`, such as `http/syntax/text-list.txt`, or below that of a
 * package, such as `verify/values/value-list.txt`. A difference is a change of what users see; `WRITE_LISTS=1` writes the
 * lists of the spec files that run.
 */
export function expectWholeList(file: string, lines: readonly string[]): void {
  const path = listFile(file)
  const text = `${lines.join('\n')}\n`
  if (process.env.WRITE_LISTS !== undefined) writeFileSync(path, text)
  expectSameLines(file, text.split('\n'), readFileSync(path, 'utf8').split('\n'))
}

/** Where a list is. */
export function listFile(file: string): string {
  const [first = '', ...rest] = file.split('/')
  const root = new URL('../../../', import.meta.url)
  const ofPackage = new URL(`packages/${first}/spec/${rest.join('/')}`, root)
  return fileURLToPath(existsSync(new URL(`packages/${first}`, root)) ? ofPackage : new URL(`spec/${file}`, root))
}

/** Fails with the lines that differ, because whole lists are too long to be shown. */
export function expectSameLines(title: string, now: readonly string[], kept: readonly string[]): void {
  if (now.join('\n') === kept.join('\n')) return
  const [added, removed] = [without(now, kept), without(kept, now)]
  const changes = [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)]
  const shownChanges = changes.length === 0 ? ['the lines are in another order'] : changes.slice(0, 40)
  expect.fail(`${title} is no longer true; WRITE_LISTS=1 writes it:\n${shownChanges.join('\n')}`)
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}

/** The lines of a function: by its arguments, what it returns or throws. */
export function calls(
  name: string,
  call: (...args: never[]) => unknown,
  argumentLists: readonly (readonly unknown[])[]
): string[] {
  const lines = argumentLists.map((args) => {
    return `${args.map(shown).join(' ')} → ${outcome(() => call(...(args as never[])))}`
  })
  return [`\n${name}`, ...lines]
}

/** What a call returns, or which error it throws, in one line. */
export function outcome(call: () => unknown): string {
  try {
    return shown(call())
  } catch (error) {
    return thrown(error)
  }
}

/** What a promise resolves to, or which error it rejects with, in one line. */
export async function settled(call: () => unknown): Promise<string> {
  try {
    return shown(await call())
  } catch (error) {
    return thrown(error)
  }
}

function thrown(error: unknown): string {
  if (!(error instanceof Error)) return `throws ${shown(error)}`
  const more = Object.keys(error).length === 0 ? '' : ` ${shown({ ...error })}`
  return `throws ${error.constructor.name}: ${inLine(error.message)}${more}`
}

/** Without line ends, and without what a file cannot hold. */
function inLine(message: string): string {
  return message.replace(/[\p{Cc}\p{Cs}]/gu, (character) => JSON.stringify(character).slice(1, -1))
}

/** A value in one line: as JSON, with names for what JSON has no form of. */
export function shown(value: unknown): string {
  return text(value, [])
}

function quoted(value: string): string {
  const short = value.length > LONGEST ? `${value.slice(0, LONGEST / 2)}… of ${value.length}` : value
  return inLine(JSON.stringify(short))
}

function text(value: unknown, above: readonly unknown[]): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return value.name === '' ? 'a function' : `function ${value.name}`
  if (Object.is(value, -0)) return '-0'
  if (typeof value !== 'object' || value === null) return String(value)
  if (above.includes(value)) return 'again'
  const inner = (each: unknown) => text(each, [...above, value])
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : `Date ${value.toISOString()}`
  if (value instanceof RegExp) return String(value)
  if (value instanceof Error) return `${value.constructor.name}: ${value.message}`
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  // An item that is missing is not an undefined one.
  if (Array.isArray(value)) return `[${Array.from(value, (each, at) => (at in value ? inner(each) : '')).join(', ')}]`
  if (value instanceof Map)
    return `Map {${[...value].map(([key, each]) => `${inner(key)}: ${inner(each)}`).join(', ')}}`
  if (value instanceof Set) return `Set {${[...value].map(inner).join(', ')}}`
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inner(each)}`)
  const prototype = Object.getPrototypeOf(value)
  const name = prototype === null ? 'bare ' : prototype === Object.prototype ? '' : `${prototype.constructor.name} `
  return `${name}{${entries.join(', ')}}`
}
