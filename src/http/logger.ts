import { printable, printableError } from './lifetime/log-text.js'
import { logText } from './lifetime/thrown-value.js'

/**
 * Where Fieldstone reports what no client may see. pino's loggers fit as they are; so do most others.
 * `fields` carries what is known: `route` (`ItemController.find`), `method`, `path`, `requestId` and `err`; a line of the
 * access log `method`, `template` (`/items/{id}`), `status`, `ms`, `requestId`, and `aborted` where the client has gone.
 */
export interface Logger {
  /** What helps to find an error, and is not logged in normal operation. */
  debug(fields: object, message: string): void
  /** What happens in normal operation, such as a line of the access log. */
  info(fields: object, message: string): void
  /** What should not happen, and does no harm yet. */
  warn(fields: object, message: string): void
  /** What failed: a handler that threw, a response that broke off. */
  error(fields: object, message: string): void
}

/** From the most talkative to the most silent. */
export const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/** How important an entry of the log is. */
export type Level = (typeof LEVELS)[number]

/** Takes what nothing logs: an entry for it need not be made. */
export const unheard: Logger[Level] = () => {}

/**
 * A logger that writes to stderr what is at least as important as `level`: one line each, and under it the stack of
 * the error where there is one. What clients send is in messages, fields and errors: it is shortened, and characters that a
 * terminal would obey are escaped.
 */
export function stderrLoggerFrom(level: Level): Logger {
  const least = LEVELS.indexOf(level)
  const at = (own: Level): Logger[Level] =>
    LEVELS.indexOf(own) < least ? unheard : (fields, message) => writeLine(own, fields, message)
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** Warnings and errors on stderr. */
const stderrLogger: Logger = stderrLoggerFrom('warn')

/** Says nothing. */
export const silentLogger: Logger = { debug: unheard, info: unheard, warn: unheard, error: unheard }

/** The same logger, but one that never throws: a failing log must not fail a request. */
export function guardedLogger(logger: Logger): Logger {
  const guarded = (level: keyof Logger): Logger[Level] => {
    if (logger[level] === unheard) return unheard
    return (fields, message): void => {
      try {
        logger[level](fields, message)
      } catch (failure) {
        // The error itself may be what cannot be logged: a getter or a toJSON that throws.
        const { err } = fields as { err?: unknown }
        if (err !== undefined) {
          try {
            logger[level]({ ...fields, err: new Error(logText(err)) }, message)
            return
          } catch {
            // It is the logger's own failure.
          }
        }
        stderrLogger.error({ err: failure }, `The logger failed while it should report: ${message}`)
      }
    }
  }
  return { debug: guarded('debug'), info: guarded('info'), warn: guarded('warn'), error: guarded('error') }
}

function writeLine(level: Level, fields: object, message: string): void {
  const { err, ...rest } = fields as { err?: unknown }
  const pairs = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${printable(name)}=${fieldText(value)}`)
  const line = `${new Date().toISOString()} ${level.toUpperCase()} ${printable(message)}${pairs.join('')}\n`
  const text = err === undefined ? line : `${line}${printableError(err)}\n`
  if (hasRoom()) process.stderr.write(text)
  else queueMicrotask(() => process.stderr.write(text))
}

/**
 * As arguments these take 64 KB of the stack: more than Node's stream needs to write a text, and to be made for the first
 * one. Frames of a function of ours would be of another size once they are optimized.
 */
const ROOM: readonly unknown[] = new Array(8_192).fill(undefined)

/**
 * Whether the stack has room to write. Where it overflows in the middle of a stream of Node's, that waits forever for the end
 * of a write that did not begin: it keeps every later text in memory, and writes none.
 */
function hasRoom(): boolean {
  try {
    Reflect.apply(takeNothing, undefined, ROOM)
    return true
  } catch {
    return false
  }
}

function takeNothing(): void {}

/** In quotes where it is more than a word. */
function fieldText(value: unknown): string {
  const text = typeof value === 'string' ? value : logText(value)
  return printable(/^[\x21-\x7e]+$/.test(text) ? text : JSON.stringify(text))
}

/** What was warned of, by the settings of a router. */
const known = new WeakMap<object, Set<string>>()

/**
 * Warns of what is found in each document, or by each use, of one application: once for the settings of its router. Without
 * a logger nobody is told.
 */
export function warnOnce(settings: { readonly logger?: Logger }, members: object, message: string): void {
  const said = known.get(settings) ?? new Set()
  known.set(settings, said)
  if (said.has(message)) return
  said.add(message)
  settings.logger?.warn(members, message)
}
