import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the build that the specs belong to, where `src`, `spec` and `sample-app` are side by side. */
export const BUILD = fileURLToPath(new URL('../../', import.meta.url))

/** The modules of the framework in the build, as paths below {@link BUILD}. */
export function modules(): string[] {
  return readdirSync(join(BUILD, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.c?js$/.test(file))
    .map((file) => join('src', file))
}

/**
 * The one module of the framework that declares and exports a function or class of this name, as a path below
 * {@link BUILD}: so that a spec may use it wherever the module is moved to.
 *
 * @throws Error where no module exports it, or more than one
 */
export function moduleOf(name: string): string {
  const declaration = new RegExp(`^export (?:async )?(?:function\\*?|class) ${name}\\b`, 'm')
  const found = modules().filter((module) => declaration.test(sourceOf(module)))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const where = only === undefined ? 'no module of the build does' : `these do: ${found.join(', ')}`
  throw new Error(`One module has to declare and export a function or class ${name}, and ${where}`)
}

const sources = new Map<string, string>()

function sourceOf(module: string): string {
  const source = sources.get(module) ?? readFileSync(join(BUILD, module), 'utf8')
  sources.set(module, source)
  return source
}

/** The URL of a module of the build, given as a path below {@link BUILD}, for a program that runs in a process of its own. */
export function urlOf(module: string): string {
  return new URL(module, new URL('../../', import.meta.url)).href
}
