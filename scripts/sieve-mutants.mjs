// Tries all mutants of some sources on the specs that are near to them, in one process: fast enough to find every survivor
// of a file while its specs are written. `npm run mutants` is the judge: it draws from all sources, and runs every spec that
// covers a mutant.
// Usage: node scripts/sieve-mutants.mjs <path of sources>… [--specs <path>]… [--proofs] [--quiet]
//   --specs  the spec files to run, by the beginning of their paths, such as `spec/http`; where none is named, the mirrors of
//   the sources, and what lies beside those
//   --proofs  runs the proofs among them, too, as `npm run mutants` does
//   --share  how many of a hundred mutants are tried, drawn by chance; all of them where it is missing
//   --quiet  prints the figures alone
// Ended by a signal, it prints what it has found until then, with what the compiler would reject.
// `static` is what runs while modules are loaded, where it cannot be switched; `not run` is what no spec among them comes to.
import { fork } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { transform } from 'esbuild'
import { BuildCopy } from './mutants/build-copy.mjs'
import { Sources } from './mutants/sources.mjs'
import { switched } from './mutants/switched-module.mjs'

/** How long a mutant may take before its process is ended, in milliseconds: it loops. */
const LIMIT = 60_000

const repository = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    specs: { type: 'string', multiple: true, default: [] },
    proofs: { type: 'boolean', default: false },
    share: { type: 'string', default: '100' },
    quiet: { type: 'boolean', default: false }
  }
})
const sources = new Sources(repository)
const files = sources.files.filter((file) => positionals.some((path) => file.startsWith(path)))
if (files.length === 0) {
  console.error('Name the sources: node scripts/sieve-mutants.mjs src/http/body')
  process.exit(2)
}
const folder = join(repository, `.build/sieve-${process.pid}`)
const copy = new BuildCopy(repository, folder)
const mutants = []
const left = []
for (const file of files) await writeSwitched(file)
const verdicts = new Map()
const known = join(folder, '.build/known.json')
const work = join(folder, '.build/work.json')
const specs = specFiles()
console.log(`${mutants.length} mutants of ${files.length} files, ${specs.length} spec files`)
let rest = mutants.map(({ number }) => number)
let starts = 0
let isCut = false
let running
// What was found until then is printed.
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    isCut = true
    running?.kill('SIGKILL')
  })
while (rest.length > 0 && !isCut) {
  starts += 1
  await pass(rest)
  rest = rest.filter((number) => !verdicts.has(number))
}
console.log(`${starts} processes in ${Math.round(performance.now() / 1000)} s`)
await report()
console.log(`${Math.round(performance.now() / 1000)} s in all`)
rmSync(folder, { recursive: true, force: true })
await sources.close()

/** Puts the module with all mutants of a source into the copy. */
async function writeSwitched(file) {
  const source = sources.sourceFile(file)
  const read = (text) =>
    transform(text, {
      loader: 'ts',
      target: 'es2022',
      sourcefile: file,
      logLevel: 'silent',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true, target: 'ES2022' } }
    })
  const textOf = sources.text(file)
  const readable = []
  for (const mutation of sources.mutationsOf(file)) {
    if (Math.random() * 100 >= Number(values.share)) continue
    // Only `??` cannot stand beside another operator without brackets, and `super` cannot stand alone.
    const isMixed = ['&&', '||', '??'].includes(mutation.text.trim()) || textOf.includes('super.')
    const text = () => textOf.slice(0, mutation.start) + mutation.text + textOf.slice(mutation.end)
    if (
      !isMixed ||
      (await read(text()).then(
        () => true,
        () => false
      ))
    )
      readable.push(mutation)
  }
  const own = readable.map((mutation, index) => ({ ...mutation, number: mutants.length + index + 1 }))
  const result = switched(source, own, '__isMutant')
  mutants.push(...own)
  left.push(...result.left)
  const { code } = await read(result.text)
  const path = join(repository, 'scripts/mutants/mutant-switch.mjs')
  copy.replace(moduleOf(file), `import { isChosen as __isMutant } from ${JSON.stringify(`file://${path}`)}\n${code}`)
}

/** Runs mutants in a process until it ends. */
function pass(numbers) {
  writeFileSync(work, JSON.stringify({ specs, mutants: numbers, known }))
  const child = fork(join(import.meta.dirname, 'mutants/sieve-process.mjs'), [], {
    cwd: folder,
    execArgv: ['--conditions=fieldstone-modules', '--max-old-space-size=4096'],
    env: { ...process.env, SIEVE: work, NODE_V8_COVERAGE: '', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc']
  })
  running = child
  return new Promise((done) => {
    let timer
    let current
    child.on('message', ({ number, began, baseline, leftOut, ...verdict }) => {
      clearTimeout(timer)
      if (baseline !== undefined) {
        console.log(`${baseline} specs; ${leftOut.length} left out, which do not pass twice`)
        return
      }
      current = began ? number : undefined
      if (began) timer = setTimeout(() => child.kill('SIGKILL'), LIMIT)
      else {
        verdicts.set(number, verdict)
        if (verdicts.size % 500 === 0) console.log(`${verdicts.size} of ${mutants.length}`)
        if (verdict.isPolluted) child.kill('SIGKILL')
      }
    })
    child.on('exit', () => {
      clearTimeout(timer)
      if (isCut) done()
      else if (current !== undefined) verdicts.set(current, { verdict: 'killed', why: 'the process ended or looped' })
      else if (verdicts.size === 0) {
        console.error('The specs could not be loaded')
        process.exit(1)
      }
      done()
    })
  })
}

/** Prints the survivors that the compiler accepts, by file. */
async function report() {
  const counts = { killed: 0, survived: 0, 'not run': 0, static: 0 }
  for (const file of files) {
    const own = { killed: 0, survived: 0, 'not run': 0, static: 0 }
    for (const mutant of mutants.filter((each) => each.file === file)) {
      if (left.includes(mutant)) continue
      const { verdict, specs: count } = verdicts.get(mutant.number) ?? {}
      if (verdict === undefined) continue
      // A signal for the whole group of processes, as `timeout` sends it, has ended the compiler too: it would reject all.
      if (verdict !== 'killed' && !isCut && (await sources.compiled(mutant)) === undefined) continue
      own[verdict] += 1
      if (verdict === 'killed' || values.quiet) continue
      const line = sources.text(file).slice(0, mutant.start).split('\n').length
      const before = sources.text(file).slice(mutant.start, mutant.end)
      console.log(
        `${verdict} ${file}:${line} ${mutant.kind}: ${short(before)} -> ${short(mutant.text)}${count ? ` (${count} specs)` : ''}`
      )
    }
    console.log(
      `== ${file}: ${Object.entries(own)
        .map(([key, value]) => `${value} ${key}`)
        .join(', ')}`
    )
    for (const key of Object.keys(own)) counts[key] += own[key]
  }
  console.log(
    `\n${Object.entries(counts)
      .map(([key, value]) => `${value} ${key}`)
      .join(', ')}; ${left.length + (isCut ? rest.filter((number) => !verdicts.has(number)).length : 0)} were not tried`
  )
}

function short(text) {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}...` : line || '(nothing)'
}

function specFiles() {
  const all = readdirSync(join(repository, 'dist/spec'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.js') && (values.proofs || !file.endsWith('.proof.spec.js')))
    .sort()
  const near = (path) => {
    const mirror = path.replace(/^src\/(.*)\.ts$/, '$1')
    return [`${mirror}.spec.js`, `${mirror}-`, `${dirname(mirror)}/`]
  }
  const wanted =
    values.specs.length > 0 ? values.specs.map((path) => path.replace(/^(?:dist\/)?spec\//, '')) : files.flatMap(near)
  return all
    .filter((file) => wanted.some((path) => file.startsWith(path)))
    .map((file) => join(folder, 'dist/spec', file))
}

function moduleOf(file) {
  return file.replace(/^src\/(.*)\.ts$/, 'dist/src/$1.js')
}
