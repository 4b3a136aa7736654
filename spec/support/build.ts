import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the build that the specs belong to, where `src`, `spec` and `sample-app` are side by side. */
export const BUILD = fileURLToPath(new URL('../../', import.meta.url))

let known: readonly string[] | undefined

/** The modules of the framework and of the packages in the build, as paths below {@link BUILD}. */
function modules(): readonly string[] {
  known ??= ['src', ...readdirSync(join(BUILD, 'packages')).map((name) => join('packages', name, 'src'))].flatMap(
    (folder) =>
      readdirSync(join(BUILD, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.c?js$/.test(file))
        .map((file) => join(folder, file))
  )
  return known
}

/**
 * The one module that declares and exports a function, class or constant of this name, as a path below
 * {@link BUILD}: so that a spec may use it wherever the module is moved to.
 *
 * @throws Error where no module exports it, or more than one
 */
export function moduleOf(name: string): string {
  const declaration = new RegExp(`^export (?:async )?(?:function\\*?|class|const) ${name}\\b`, 'm')
  const found = modules().filter((module) => declaration.test(sourceOf(module)))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const where = only === undefined ? 'no module of the build does' : `these do: ${found.join(', ')}`
  throw new Error(`One module has to declare and export ${name}, and ${where}`)
}

/** The program of a command line: the one module of a package that a shell can run. */
export function programFile(name: 'cli' | 'verify' | 'create-fieldstone'): string {
  const folder = join('packages', name, 'src')
  const found = modules().filter((module) => module.startsWith(folder) && sourceOf(module).startsWith('#!'))
  const [only] = found
  if (only === undefined || found.length > 1) throw new Error(`One module of ${name} has to begin with #!`)
  return join(BUILD, only)
}

const sources = new Map<string, string>()

function sourceOf(module: string): string {
  const source = sources.get(module) ?? readFileSync(join(BUILD, module), 'utf8')
  sources.set(module, source)
  return source
}
