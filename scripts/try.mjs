// The specs that are closest to changed files, in seconds: compiles what has changed, and runs those spec files that run
// the functions of the changed files, first what few others run, as long as the time suffices. What each spec file runs is
// noted by the first call, which runs them all and takes minutes, and from then on when one is run that has changed.
// Usage: npm run try [file…]   by default the files that differ from the last commit
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'

/** How long the spec files that are chosen may take together, in milliseconds; processes share them. */
const BUDGET = 8_000
/** What it takes to load one. */
const LOADING = 400

const SPECS = 'dist/{spec,packages}/**/*.spec.js'
const repository = resolve(import.meta.dirname, '..')
const folder = join(repository, '.build/reach')
const changed = process.argv.length > 2 ? process.argv.slice(2).map(fromRepository) : changedFiles()
const sources = changed.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
if (sources.length === 0) {
  console.log('No source has changed. Name one: npm run try src/http/path/tree.ts')
  process.exit(changed.length === 0 ? 2 : 0)
}
const missing = sources.filter((file) => !existsSync(join(repository, file)))
if (missing.length > 0) {
  console.error(`There is no file ${missing.join(', ')}`)
  process.exit(2)
}
if (existsSync(join(repository, 'dist/node_modules'))) run(installed('tsc'), ['-p', 'spec'])
else run('npm', ['run', 'build:specs'])
const complete = join(folder, 'complete')
if (!existsSync(complete)) {
  console.log('What each spec file runs is not known yet: they all run now, once, which takes minutes')
  mkdirSync(folder, { recursive: true })
  const args = ['--reporter', 'dot', '--ignore', '**/*.browser.proof.spec.js', SPECS]
  // One that fails is noted nevertheless.
  if (spawnSync(installed('mocha'), args, { cwd: repository, stdio: 'inherit' }).signal !== null) process.exit(1)
  writeFileSync(complete, '')
}

const reach = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    file: name.replaceAll('+', '/').replace(/\.json$/, ''),
    ...JSON.parse(readFileSync(join(folder, name), 'utf8'))
  }))
  .filter(({ file }) => existsSync(join(repository, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'))))
let importers
const files = chosenFiles()
if (files.length === 0) {
  console.log(`No spec file runs anything of ${sources.join(', ')}: the compiler has checked what there is`)
  process.exit(0)
}
run(installed('mocha'), ['--reporter', 'dot', ...files])

/** The changed spec files, and of the others those that together run the most of what few of them run. */
function chosenFiles() {
  const own = sources.filter((file) => file.endsWith('.spec.ts')).map(compiled)
  const modules = sources.filter((file) => !file.endsWith('.spec.ts')).flatMap((file) => reachedModules(compiled(file)))
  const functionsOf = ({ file, ran }) =>
    modules.flatMap((module) => (module === file ? [0] : (ran[module] ?? [])).map((at) => `${module}:${at}`))
  const left = reach
    .map((spec) => ({ ...spec, functions: functionsOf(spec) }))
    .filter((spec) => spec.functions.length > 0)
  const reaching = left.length
  /** By function, how many spec files run it. */
  const runners = new Map()
  for (const { functions } of left) for (const each of functions) runners.set(each, (runners.get(each) ?? 0) + 1)
  /** By function, how many of the chosen spec files run it. */
  const covered = new Map()
  const gain = ({ functions, ms }) =>
    functions.reduce((sum, each) => sum + 1 / runners.get(each) / 4 ** (covered.get(each) ?? 0), 0) / (ms + LOADING)
  const chosen = []
  for (let spent = 0; left.length > 0; ) {
    left.sort((one, other) => gain(other) - gain(one))
    const next = left.shift()
    const time = next.ms + LOADING
    if (chosen.length > 0 && spent + time > BUDGET) continue
    spent += time
    chosen.push(next.file)
    for (const each of next.functions) covered.set(each, (covered.get(each) ?? 0) + 1)
  }
  if (reaching > 0)
    console.log(`${reaching} spec files reach the changed files; ${chosen.length} of them run, npm test runs all`)
  return [...new Set([...own, ...chosen])]
}

/** The module, or where it has no function that a spec runs, the modules and spec files that import it. */
function reachedModules(module, known = new Set()) {
  if (known.has(module)) return []
  known.add(module)
  if (reach.some(({ file, ran }) => file === module || ran[module] !== undefined)) return [module]
  const [isIndex, folder] = /^dist\/(?:packages\/([^/]+)\/)?src\/index\.js$/.exec(module) ?? []
  const name = isIndex && (folder === undefined ? 'fieldstone' : `fieldstone-${folder}`)
  importers ??= importersInBuild()
  const importing = [...(importers.get(module) ?? []), ...(importers.get(name) ?? [])]
  return importing.flatMap((file) => reachedModules(file, known))
}

/** By module, or by the name of a package, the modules of the build that import it. */
function importersInBuild() {
  const importers = new Map()
  for (const path of readdirSync(join(repository, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.js') || path.includes('node_modules') || path.startsWith('lib')) continue
    const file = `dist/${path.replaceAll('\\', '/')}`
    for (const [, text] of readFileSync(join(repository, file), 'utf8').matchAll(/ from '([^']+)'/g)) {
      const imported = text.startsWith('.') ? posix.join(posix.dirname(file), text) : text
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  return importers
}

function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard')
  ]
}

function fromRepository(path) {
  return relative(repository, resolve(path)).replaceAll('\\', '/')
}

function compiled(source) {
  return `dist/${source.replace(/\.ts$/, '.js')}`
}

function installed(name) {
  return join(repository, 'node_modules/.bin', name)
}

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: repository, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
