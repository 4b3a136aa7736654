// Compiles two applications, a wide one and the sample, in both forms of decorators by each of the tools that users have,
// runs them, and expects one document of each, to the letter, and a service that agrees with it. swc, tsx and Bun come from
// npm, into a temporary folder. A tool that cannot be installed is skipped, loudly.
// Usage: npm run build && node scripts/check-decorators.mjs [part of the names of cases]
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { transformSync } from 'esbuild'

const INSTALL_MS = 120_000
const RUN_MS = 120_000
const FORMS = ['legacy', 'standard']

const repository = resolve(import.meta.dirname, '..')
const wanted = process.argv[2] ?? ''
const run = promisify(execFile)

/** Two versions of TypeScript: the oldest that the readme names, and the one of this repository. */
const INSTALLED = { 'typescript@5.4': 'tsc', '@swc/core@1': undefined, 'tsx@4': 'tsx', 'bun@1': 'bun' }

/** What a case prints: the form that the tool really compiled, the documents, and where a service disagreed with its own. */
const MAIN = `
import { bootstrap } from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { application as sample } from './sample/application.js'
import { application as wide } from './wide.js'

let form = ''
const probe: any = (_value: unknown, context: unknown) => {
  form = typeof context === 'object' ? 'standard' : 'legacy'
}
class Probed {
  @probe field = 1
}
new Probed()

const results: object[] = []
for (const application of [wide, sample]) {
  const service = await bootstrap(application)
  const { disagreements } = await verify(service, { runs: 150, seed: 1 })
  results.push({ document: service.document, disagreements })
  await service.close()
}
console.log(JSON.stringify({ form, results }))
`

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-decorators-'))
const failures = []
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))

makeModules()
const programs = {}
await Promise.all(Object.entries(INSTALLED).map(install))
const sources = readSources()
let expected
for (const [tool, { start, emitsTypes }] of Object.entries(tools())) {
  for (const form of FORMS) {
    const name = `${form} decorators by ${tool}`
    if (name.includes(wanted)) await attempt(name, () => check(start, form, emitsTypes))
  }
}
for (const line of failures) console.log(`FAILED: ${line}`)
process.exit(failures.length === 0 ? 0 : 1)

/** How each tool starts what is in a folder: it returns the program and its arguments. */
function tools() {
  const tsc = (program) => async (place, options) => {
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }))
    await run(process.execPath, [program, '-p', '.'], { cwd: place, timeout: RUN_MS })
    return [process.execPath, 'out/main.js']
  }
  const each = (transform) => async (place, options) => {
    for (const [file, text] of sources) write(place, `out/${file.replace(/ts$/, 'js')}`, transform(text, options))
    return [process.execPath, 'out/main.js']
  }
  const started = (program) => async (place, options) => {
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
    return [program, 'src/main.ts']
  }
  const swc = programs['@swc/core@1']
  return {
    'tsc 7': { start: tsc(join(repository, 'node_modules/@typescript/native/bin/tsc')), emitsTypes: true },
    ...(programs['typescript@5.4'] && { 'tsc 5.4': { start: tsc(programs['typescript@5.4']), emitsTypes: true } }),
    esbuild: {
      start: each((text, compilerOptions) => {
        const settings = { loader: 'ts', target: 'es2022', keepNames: true, tsconfigRaw: { compilerOptions } }
        return transformSync(text, settings).code
      }),
      emitsTypes: false
    },
    ...(swc && {
      swc: {
        start: each((text, { experimentalDecorators }) => {
          const legacy = { legacyDecorator: true, decoratorMetadata: true }
          const transform = experimentalDecorators ? legacy : { decoratorVersion: '2023-11' }
          const parser = { syntax: 'typescript', decorators: true }
          const settings = { jsc: { parser, transform, target: 'es2022' }, module: { type: 'es6' }, swcrc: false }
          return swc.transformSync(text, settings).code
        }),
        emitsTypes: true
      }
    }),
    ...(programs['tsx@4'] && { tsx: { start: started(programs['tsx@4']), emitsTypes: false } }),
    ...(programs['bun@1'] && { bun: { start: started(programs['bun@1']), emitsTypes: true } })
  }
}

async function check(start, form, emitsTypes) {
  const place = mkdtempSync(join(folder, 'project', 'case-'))
  write(place, 'package.json', '{"type":"module"}')
  for (const [file, text] of sources) write(place, `src/${file}`, text)
  const experimentalDecorators = form === 'legacy'
  const [program, ...args] = await start(place, {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'out',
    experimentalDecorators,
    ...(experimentalDecorators && emitsTypes && { emitDecoratorMetadata: true })
  })
  const { stdout } = await run(program, args, { cwd: place, timeout: RUN_MS, maxBuffer: 16 * 1024 * 1024 })
  const { form: compiled, results } = JSON.parse(stdout)
  if (compiled !== form) throw new Error(`the tool compiled the ${compiled} form`)
  const disagreements = results.flatMap((result) => result.disagreements)
  if (disagreements.length > 0) throw new Error(`verify found ${JSON.stringify(disagreements[0])}`)
  const documents = JSON.stringify(results.map(({ document }) => document))
  expected ??= documents
  if (documents !== expected) throw new Error(`the document differs ${differenceOf(documents, expected)}`)
}

function differenceOf(text, other) {
  let at = 0
  while (text[at] === other[at]) at++
  return `at ${text.slice(Math.max(0, at - 80), at + 80)}, where the first had ${other.slice(at, at + 80)}`
}

/** The wide application of the specs, the sample in standard decorators, and a program that runs both. */
function readSources() {
  const sample = join(repository, 'sample-app/standard-decorators')
  return [
    ['main.ts', MAIN],
    ['wide.ts', readFileSync(join(repository, 'spec/support/forms/wide.ts'), 'utf8')],
    ...readdirSync(sample)
      .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
      .map((file) => [`sample/${file}`, readFileSync(join(sample, file), 'utf8')])
  ]
}

/** The built package, and all libraries of the repository, away from its tsconfig.json. */
function makeModules() {
  const modules = join(folder, 'project/node_modules')
  mkdirSync(join(modules, 'fieldstone/dist'), { recursive: true })
  for (const part of ['package.json', 'dist/lib', 'dist/src']) {
    cpSync(join(repository, part), join(modules, 'fieldstone', part), { recursive: true })
  }
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (!name.startsWith('.') && name !== 'fieldstone')
      symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  }
}

/** Keeps the path of the tool's program, or the tool itself. */
async function install([name, program], index) {
  const place = join(folder, `tool-${index}`)
  mkdirSync(place)
  const limits = { cwd: place, timeout: INSTALL_MS, killSignal: 'SIGKILL' }
  try {
    writeFileSync(join(place, 'package.json'), '{"private":true}')
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', name], limits)
    const path = join(place, 'node_modules/.bin', String(program))
    if (program === 'tsc') programs[name] = join(place, 'node_modules/typescript/bin/tsc')
    else if (program === undefined)
      programs[name] = createRequire(join(place, 'package.json'))(name.replace(/@\d+$/, ''))
    else {
      await run(path, ['--version'], limits)
      programs[name] = path
    }
  } catch (error) {
    console.log(`SKIPPED: ${name} could not be installed from npm: ${String(error.stderr || error.message).trim()}`)
  }
}

async function attempt(name, work) {
  const start = performance.now()
  try {
    await work()
    console.log(`${name}: well, in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } catch (error) {
    failures.push(`${name}: ${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`)
    console.log(`${name}: FAILED`)
  }
}

function write(place, file, text) {
  const path = join(place, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
