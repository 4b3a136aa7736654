// Whether the build in dist is that of the sources: a package of an older one would be published without a word.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What is wrong with the build of a repository, in words; undefined where it was bundled after the last change of a source. */
export function staleBuild(home) {
  const lib = join(home, 'dist/lib/index.js')
  if (!existsSync(lib)) return 'dist/lib/index.js is missing'
  const sources = readdirSync(join(home, 'src'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile()
  )
  const later = sources.map(({ parentPath, name }) => join(parentPath, name)).find((each) => timeOf(lib) < timeOf(each))
  return later && `dist/lib/index.js is older than ${later}`
}

function timeOf(file) {
  return statSync(file).mtimeMs
}
