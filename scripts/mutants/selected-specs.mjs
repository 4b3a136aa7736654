// Loaded into mocha: of the spec files in the file that MUTANTS_SPECS names, only the specs that are listed there run.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import Mocha from 'mocha'

const selected = JSON.parse(readFileSync(process.env.MUTANTS_SPECS, 'utf8'))
const { addTest } = Mocha.Suite.prototype
const titles = new Map()

Mocha.Suite.prototype.addTest = function (spec) {
  const file = relative(process.cwd(), spec.file ?? '')
  const keys = selected[file]
  if (keys === undefined) return addTest.call(this, spec)
  if (!titles.has(file)) titles.set(file, new Set(keys))
  const isWanted = (key) => titles.get(file).has(key)
  const path = this.titlePath()
  const suites = path.map((_, index) => `suite ${path.slice(0, index + 1).join(' ')}`)
  return isWanted(`spec ${[...path, spec.title].join(' ')}`) || suites.some(isWanted) ? addTest.call(this, spec) : this
}
