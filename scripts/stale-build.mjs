// Whether the build in dist is that of the sources: a package of an older one would be published without a word.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What is wrong with the build of a repository, in words; undefined where its files are as new as the sources. */
export function staleBuild(home) {
  const lib = timeOf(join(home, 'dist/lib/index.js'))
  if (lib === undefined) return 'dist/lib/index.js is missing'
  const sources = readdirSync(join(home, 'src'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile()
  )
  for (const { parentPath, name } of sources) {
    const source = join(parentPath, name)
    const written = timeOf(source)
    if (lib < written) return `dist/lib/index.js is older than ${source}`
    if (!/\.[cm]?ts$/.test(name) || /\.d\.[cm]?ts$/.test(name)) continue
    const module = join(home, 'dist', relative(home, source).replace(/ts$/, 'js'))
    const compiled = timeOf(module)
    if (compiled === undefined) return `${module} is missing`
    if (compiled < written) return `${module} is older than ${source}`
  }
  return undefined
}

function timeOf(file) {
  return existsSync(file) ? statSync(file).mtimeMs : undefined
}
