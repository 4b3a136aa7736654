import { inspect } from 'node:util'

/**
 * Where Fieldstone reports what no client may see. pino's loggers fit as they are; so do most others.
 * `fields` carries what is known: `route` (`ItemController.find`), `method`, `path` and `err`.
 */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

type Level = 'warn' | 'error'

/** Warnings and errors on stderr: one line each, and under it the stack of the error where there is one. */
export const stderrLogger: Logger = {
  debug() {},
  info() {},
  warn: (fields, message) => writeLine('warn', fields, message),
  error: (fields, message) => writeLine('error', fields, message)
}

/** Says nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** The same logger, but one that never throws: a failing log must not fail a request. */
export function guardedLogger(logger: Logger): Logger {
  const guarded =
    (level: keyof Logger) =>
    (fields: object, message: string): void => {
      try {
        logger[level](fields, message)
      } catch (failure) {
        stderrLogger.error({ err: failure }, `The logger failed while it should report: ${message}`)
      }
    }
  return { debug: guarded('debug'), info: guarded('info'), warn: guarded('warn'), error: guarded('error') }
}

function writeLine(level: Level, fields: object, message: string): void {
  const { err, ...rest } = fields as { err?: unknown }
  const pairs = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${plain(value)}`)
  const line = `${new Date().toISOString()} ${level.toUpperCase()} ${plainText(message)}${pairs.join('')}\n`
  process.stderr.write(err === undefined ? line : `${line}${shown(err)}\n`)
}

/** Values come from requests: a line break in a path must not forge a line of the log. */
function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : inspect(value, { depth: 1, customInspect: false })
  return /^[\x21-\x7e]+$/.test(text) ? text : JSON.stringify(text)
}

function plainText(message: string): string {
  return message.replace(/[\r\n]+/g, ' ')
}

/** With the stack and the causes of an Error. */
function shown(value: unknown): string {
  return inspect(value, { depth: 3, customInspect: false }).replace(/^/gm, '    ')
}
