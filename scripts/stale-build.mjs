// Whether a build is that of the sources: a package of an older one would be published without a word.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What is wrong with the build of a package, in words; undefined where it was built after the last change of its sources.
 *
 * @param home the folder of the package, in which the sources are in `src`
 * @param lib where its build is in there: `dist/lib`
 */
export function staleBuild(home, lib) {
  const [built] = existsSync(join(home, lib)) ? readdirSync(join(home, lib)).filter((name) => name.endsWith('.js')) : []
  if (built === undefined) return `${join(home, lib)} is missing`
  const file = join(home, lib, built)
  const sources = readdirSync(join(home, 'src'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile()
  )
  const later = sources
    .map(({ parentPath, name }) => join(parentPath, name))
    .find((each) => timeOf(file) < timeOf(each))
  return later && `${join(home, lib)} is older than ${later}`
}

function timeOf(file) {
  return statSync(file).mtimeMs
}
