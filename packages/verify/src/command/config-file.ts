import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { GivenCredentials } from '../credentials/principals.js'
import { loadLibraries } from '../document/libraries.js'
import { checkOptionNames } from '../option-names.js'
import type { CommandSettings } from './command-options.js'
import { duration } from './option-values.js'
import { UsageError } from './usage-error.js'

/** The file that is read where the command line names none. */
const DEFAULT_FILE = 'fieldstone-verify.json'

/** What a configuration file may say. */
type ConfigKey = Exclude<keyof CommandSettings, 'config'>

/** One key of the file. */
interface KeyRule {
  /** What JSON may be there; undefined for functions only. */
  readonly schema?: object
  /** Whether a file in JavaScript may have a function there. */
  readonly isFunction?: true
  /** Whether it is a path, relative to the file. */
  readonly isPath?: true
}

const TEXT = { type: 'string', minLength: 1 }
const FLAG = { type: 'boolean' }
const COUNT = { type: 'integer', minimum: 1 }
const TEXTS = { type: 'array', items: TEXT }
const TEXT_BY_NAME = { type: 'object', additionalProperties: { type: 'string' } }
const TIME = { type: ['integer', 'string'], minimum: 1, pattern: '^\\d+(\\.\\d+)? ?(ms|s|m|h)?$' }
const FILE = { schema: TEXT, isPath: true } as const
const CREDENTIALS = {
  type: 'object',
  additionalProperties: {
    anyOf: [
      { type: 'string' },
      { type: 'object', properties: { env: TEXT }, required: ['env'], additionalProperties: false },
      { type: 'object', properties: { file: TEXT }, required: ['file'], additionalProperties: false }
    ]
  }
}

/** Every key with what it may be. A new option is a row here: the compiler finds that it lacks. */
const KEYS: { readonly [Key in ConfigKey]-?: KeyRule } = {
  module: FILE,
  url: { schema: { type: 'string', pattern: '^https?://' } },
  document: { schema: TEXT },
  documentName: { schema: TEXT },
  include: { schema: TEXTS, isFunction: true },
  exclude: { schema: TEXTS, isFunction: true },
  allowUnproved: { schema: TEXTS },
  allowWrites: { schema: FLAG },
  runs: { schema: COUNT },
  time: { schema: TIME },
  seed: { schema: { type: 'integer' } },
  rate: { schema: { type: 'number', exclusiveMinimum: 0 } },
  credentials: { schema: CREDENTIALS },
  principals: { schema: { type: 'object', additionalProperties: CREDENTIALS } },
  scopes: { schema: { type: 'object', additionalProperties: TEXTS } },
  headers: { schema: TEXT_BY_NAME },
  query: { schema: TEXT_BY_NAME },
  strict: { schema: FLAG },
  minCoverage: { schema: { type: 'number', minimum: 0, maximum: 100 } },
  baseline: FILE,
  updateBaseline: { schema: FLAG },
  maxDisagreements: { schema: COUNT },
  shrinkRuns: { schema: { type: 'integer', minimum: 0 } },
  reset: { isFunction: true },
  resetEvery: { schema: COUNT },
  timeout: { schema: TIME },
  maxResponseTime: { schema: TIME },
  baseUrl: { schema: TEXT },
  json: { schema: FLAG },
  jsonFile: FILE,
  junit: FILE,
  markdown: FILE,
  logs: { schema: FLAG }
}

const NAMES = Object.keys(KEYS) as ConfigKey[]

/** The JSON Schema of a configuration file in JSON. */
export function configSchema(): object {
  const properties = NAMES.flatMap((name) => (KEYS[name].schema === undefined ? [] : [[name, KEYS[name].schema]]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The configuration of fieldstone-verify',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false
  }
}

/**
 * Reads a configuration file: the named one, or `fieldstone-verify.json` in the folder, if it exists. Paths in it are
 * relative to the file.
 *
 * @throws UsageError for a file that cannot be read, and with the key for one that has no such option or another type
 */
export async function readConfig(path: string | undefined, folder = process.cwd()): Promise<CommandSettings> {
  const file = resolve(folder, path ?? DEFAULT_FILE)
  const name = path ?? DEFAULT_FILE
  const config = /\.[cm]?js$/.test(file)
    ? await importConfig(file, name)
    : await parseConfig(file, name, path === undefined)
  if (config === undefined) return {}
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new UsageError(`${name} is not an object with options`)
  const { $schema, ...options } = config as CommandSettings & { $schema?: unknown }
  try {
    checkOptionNames(options, NAMES, name)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  await checkTypes(options, name)
  return read(options, dirname(file), name)
}

async function parseConfig(file: string, name: string, isOptional: boolean): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isOptional && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError(`The configuration ${name} cannot be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(`The configuration ${name} is not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}`)
  }
}

async function importConfig(file: string, name: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown }
    return module.default ?? null
  } catch (error) {
    throw new UsageError(`The configuration ${name} cannot be imported: ${String(error)}`)
  }
}

async function checkTypes(options: CommandSettings, name: string): Promise<void> {
  const { Ajv } = await loadLibraries()
  // The schemas are those above: to check them against the meta-schema takes 50 ms.
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictTypes: false, validateSchema: false })
  for (const key of NAMES) {
    const { schema, isFunction } = KEYS[key]
    const value: unknown = options[key]
    if (value === undefined || (isFunction && typeof value === 'function')) continue
    if (schema === undefined)
      throw new UsageError(`${name}: ${key} must be a function, which only a file in JavaScript has`)
    if (ajv.validate(schema, value)) continue
    const [{ instancePath, params, message }] = ajv.errors as [ErrorObject]
    const place = `${key}${instancePath.replaceAll('/', '.')}`
    const type = Array.isArray(params.type) ? `must be ${params.type.join(' or ')}` : message
    const what = schema === TIME ? 'must be a time, as 500, "60s" or "2m"' : type
    throw new UsageError(`${name}: ${place} ${what}, not ${shown(value)}`)
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'function' ? 'a function' : textOf(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** A file in JavaScript may have what JSON has no form of: a symbol, a bigint, an object that contains itself. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return inspect(value, { breakLength: Number.POSITIVE_INFINITY })
  }
}

/** The options with whole paths, and with times in milliseconds. */
function read(options: CommandSettings, folder: string, name: string): CommandSettings {
  const changed = NAMES.flatMap((key): [string, unknown][] => {
    const value: unknown = options[key]
    if (value === undefined) return []
    if (KEYS[key].schema === TIME) return [[key, duration(`${name}: ${key}`, String(value))]]
    if (key === 'credentials') return [[key, inFolder(value as GivenCredentials, folder)]]
    if (key === 'principals') {
      const all = Object.entries(value as Record<string, GivenCredentials>)
      return [[key, Object.fromEntries(all.map(([principal, own]) => [principal, inFolder(own, folder)]))]]
    }
    const isFile = KEYS[key].isPath || (key === 'document' && !/^(?:https?:\/\/|\/)/.test(String(value)))
    return [[key, isFile ? resolve(folder, String(value)) : value]]
  })
  return Object.fromEntries(changed)
}

/** Credentials whose files are in the folder. */
function inFolder(credentials: GivenCredentials, folder: string): GivenCredentials {
  const changed = Object.entries(credentials).map(([scheme, given]) => {
    const isFile = typeof given === 'object' && 'file' in given
    return [scheme, isFile ? { file: resolve(folder, given.file) } : given] as const
  })
  return Object.fromEntries(changed)
}
