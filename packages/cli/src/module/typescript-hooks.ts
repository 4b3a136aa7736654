import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { createPathsMatcher, getTsconfig, type TsConfigResult } from 'get-tsconfig'

/** What the hooks are given: where they run in a thread of their own, it is copied there. */
export interface HookSettings {
  /** The file of `@swc/core`; undefined where it is not installed. */
  readonly compiler: string | undefined
  /** Gets each file that is loaded and is in no package. */
  readonly port?: MessagePort | { postMessage(file: LoadedFile): void }
}

/** A file, and when it was read or a little earlier, as milliseconds since 1970: what is written later is not loaded. */
export interface LoadedFile {
  readonly path: string
  readonly at: number
}

interface Compiler {
  transformSync(source: string, options: object): { readonly code: string }
}

type Next<T> = (specifier: string, context: T) => unknown

export const NO_COMPILER =
  'is TypeScript, and @swc/core, which compiles it, is not installed; run npm install --save-dev @swc/core, or compile it and name the JavaScript file'

const TYPESCRIPT = /\.[cm]?tsx?$/
/** The endings that a file of TypeScript may have for the one that it is imported by. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx'],
  jsx: ['tsx'],
  mjs: ['mts'],
  cjs: ['cts']
}
/** What an import without an ending may mean, as bundlers read it. */
const ENDINGS = ['', '.ts', '.tsx', '.js', '/index.ts', '/index.js']

let settings: HookSettings = { compiler: undefined }
let compiler: Compiler | undefined
const configs = new Map<string, { readonly found: TsConfigResult | null; readonly paths: PathsMatcher | null }>()

type PathsMatcher = (specifier: string) => string[]

/** Node calls it in the thread of the hooks; the program itself where they run in its own. */
export function initialize(given: HookSettings): void {
  settings = given
}

/** Finds the files of TypeScript behind the imports of TypeScript: `./store.js` is `store.ts`, and `paths` of its settings. */
export function resolve(specifier: string, context: { readonly parentURL?: string }, next: Next<object>): unknown {
  return next(sourceOf(specifier, context.parentURL) ?? specifier, context)
}

/** Compiles TypeScript, by the settings of the nearest `tsconfig.json` for decorators and class fields. */
export function load(url: string, context: object, next: Next<object>): unknown {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return next(url, context)
  const file = fileURLToPath(url)
  settings.port?.postMessage({ path: file, at: Date.now() })
  if (!TYPESCRIPT.test(file)) return next(url, context)
  const format = file.endsWith('.cts') ? 'commonjs' : 'module'
  return { format, source: compile(file, format), shortCircuit: true }
}

function compile(file: string, format: 'commonjs' | 'module'): string {
  if (settings.compiler === undefined) throw new Error(`${file} ${NO_COMPILER}`)
  compiler ??= createRequire(import.meta.url)(settings.compiler) as Compiler
  const { compilerOptions = {} } = configOf(file).found?.config ?? {}
  const legacy = compilerOptions.experimentalDecorators === true
  const { target = 'es2022', useDefineForClassFields = /^es(20(2[2-9]|[3-9])|next)/i.test(target) } = compilerOptions
  const transform = {
    legacyDecorator: legacy,
    decoratorMetadata: compilerOptions.emitDecoratorMetadata === true,
    ...(!legacy && { decoratorVersion: '2023-11' }),
    useDefineForClassFields,
    verbatimModuleSyntax: compilerOptions.verbatimModuleSyntax === true
  }
  try {
    return compiler.transformSync(readFileSync(file, 'utf8'), {
      filename: file,
      swcrc: false,
      configFile: false,
      sourceMaps: 'inline',
      inlineSourcesContent: false,
      module: { type: format === 'module' ? 'es6' : 'commonjs' },
      jsc: {
        parser: { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true },
        target: 'es2022',
        keepClassNames: true,
        transform
      }
    }).code
  } catch (error) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the compiler writes colors
    const message = String((error as Error).message).replace(/\x1b\[[0-9;]*m/g, '')
    // Below are frames of the compiler itself.
    const [what = ''] = message.split(/\n\s*Caused by:/)
    throw new SyntaxError(`${file} cannot be compiled:\n${what.trimEnd()}`)
  }
}

/** The address of the file that an import of TypeScript means; undefined where Node finds it. */
function sourceOf(specifier: string, parent: string | undefined): string | undefined {
  if (parent === undefined || !parent.startsWith('file:') || parent.includes('/node_modules/')) return undefined
  const importer = fileURLToPath(parent)
  if (!TYPESCRIPT.test(importer)) return undefined
  if (/^(\.{0,2}\/|\.{1,2}$|file:)/.test(specifier)) return existing(fileURLToPath(new URL(specifier, parent)))
  if (specifier.startsWith('node:')) return undefined
  for (const path of configOf(importer).paths?.(specifier) ?? []) {
    const found = existing(path)
    if (found !== undefined) return found
  }
  return undefined
}

function existing(path: string): string | undefined {
  const [, base, ending = ''] = /^(.*)\.([cm]?jsx?)$/.exec(path) ?? []
  const sources = (SOURCES[ending] ?? []).map((source) => `${base}.${source}`)
  const found = [...sources, ...ENDINGS.map((each) => path + each)].find(isFile)
  return found === undefined ? undefined : pathToFileURL(found).href
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function configOf(file: string) {
  const folder = dirname(file)
  let known = configs.get(folder)
  if (known === undefined) {
    const at = Date.now()
    const found = getTsconfig(folder)
    if (found !== null) settings.port?.postMessage({ path: found.path, at })
    known = { found, paths: found && createPathsMatcher(found) }
    configs.set(folder, known)
  }
  return known
}
