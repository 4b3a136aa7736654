// Installs the packed tarball into a project, as a user would, bundles an application there with each of the common
// bundlers, minified and not, and starts what they wrote, alone in a folder, away from node_modules: valid and invalid
// bodies, an upload, an injected request, the document and the docs page must be as they are without a bundle. Then the
// same in projects that have another version of a library. The bundlers come from npm, into a temporary folder; one that
// cannot be installed is skipped, loudly.
// Usage: node scripts/pack.mjs && node scripts/check-bundles.mjs [part of the names of bundlers]
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { FRAMEWORK } from './tarballs.mjs'

const INSTALL_MS = 120_000
const BUNDLE_MS = 180_000

const repository = resolve(import.meta.dirname, '..')
const specs = join(repository, 'dist/spec/support')
const { NOTHING_LOST, tryDtoService } = await import(join(specs, 'dto-service.js'))

const node = process.execPath

const ROLLUP_TOOLS = ['rollup', '@rollup/plugin-node-resolve', '@rollup/plugin-commonjs', '@rollup/plugin-json']
const WEBPACK_TOOLS = ['webpack', 'webpack-cli', 'terser-webpack-plugin']
const TERSER = '@rollup/plugin-terser'
const ONE_CHUNK = { inlineDynamicImports: true }

/**
 * `bundle` writes the bundle, by the tools that are installed, and returns the file or the folder that would be deployed;
 * `start` is what runs it there. A tool with a slash after its scope has no program of its own.
 *
 * `names` says what becomes of the names of classes: where a minifier takes them, the document differs by them alone, and
 * the log says so.
 */
const BUNDLERS = [
  ...['esm', 'cjs'].flatMap((format) => [
    esbuild(`esbuild, ${format}`, format),
    esbuild(`esbuild, ${format}, minified with its names`, format, '--minify', '--keep-names'),
    { ...esbuild(`esbuild, ${format}, minified`, format, '--minify'), names: 'taken' }
  ]),
  esbuild('esbuild, minified, by the field `module`', 'esm', '--minify', '--keep-names', '--main-fields=module,main'),
  rollup('rollup, one ES module', 'es', ONE_CHUNK),
  rollup('rollup, one CommonJS module', 'cjs', ONE_CHUNK),
  rollup('rollup, a folder', 'es', {}),
  rollup('rollup, minified with its names', 'es', ONE_CHUNK, { keep_classnames: true }),
  { ...rollup('rollup, minified', 'es', ONE_CHUNK, {}), names: 'taken' },
  webpack('webpack', {}),
  webpack('webpack, minified with its names', { keep_classnames: true }),
  { ...webpack('webpack, minified', undefined), names: 'taken' },
  vite('vite, for a server without externals', {}),
  vite('vite, minified with its names', { minify: true, rolldownOptions: { output: { keepNames: true } } }),
  bun('bun build --compile', '--compile'),
  bun('bun build --compile, minified with its names', '--compile', '--minify-whitespace', '--minify-syntax'),
  { ...bun('bun build --compile, minified', '--compile', '--minify'), names: 'taken' },
  bun('bun build --target=bun', '--target=bun'),
  bun('bun build --target=node', '--target=node'),
  { name: 'wrangler, on workerd', tools: ['wrangler'], bundle: byWrangler, isWorker: true }
]

/** Versions of the libraries that applications may have other than those that the project is made with. */
const OTHER_VERSIONS = [
  'class-transformer@0.4.1',
  'class-validator@0.14.2',
  'reflect-metadata@0.1.14',
  'reflect-metadata@0.2.1'
]

/** What start-up says where a minifier has given several classes one name, and of nothing else. */
const NAMES_COLLIDE =
  /The application cannot start: \d+ setup errors?\.\n(?: +- RECORD_NAME_DUPLICATE: .* let the minifier keep the names of classes .*\n)+(?! +- )/

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-bundles-'))
const failures = []
const places = new Map()
const skipped = []
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))

const only = process.argv[2]
const chosen = BUNDLERS.filter(({ name }) => only === undefined || name.includes(only))
// npm waits for the network most of the time.
const [project] = await Promise.all([
  makeProject('project', ['class-transformer', 'class-validator', 'reflect-metadata']),
  ...new Map(chosen.map(({ tools }) => [tools.join(), install(tools)])).values()
])
const { document, written: _, ...unbundled } = await tryDtoService(node, ['main.js'], project)
same(unbundled, NOTHING_LOST)
console.log('without a bundle: well')

for (const { name, tools, bundle, names = 'kept', isWorker = false } of chosen) {
  const place = await install(tools)
  if (place === undefined) continue
  const programOf = (tool) => join(place, 'node_modules/.bin', tool)
  for (const tool of tools) link(join(place, 'node_modules', tool), join(project, 'node_modules', tool))
  const run = (tool, ...args) => execute(programOf(tool), args, project)
  await attempt(name, async () => {
    const { output, start } = await bundle(run, project, programOf)
    const alone = isWorker ? project : deployed(join(project, output))
    const [program, ...args] = start(join(alone, basename(output)))
    const service = await tryDtoService(program, args, alone).catch((error) => {
      // terser may give two classes one name: each is the inner name of a class expression. Start-up must say so.
      if (names === 'taken' && NAMES_COLLIDE.test(error.message)) return undefined
      throw error
    })
    if (service === undefined) return
    const { document: bundled, written, ...found } = service
    // Workers have no folder for temporary files.
    same(found, isWorker ? { ...NOTHING_LOST, isUploaded: found.isUploaded } : NOTHING_LOST)
    if (names === 'kept') same(bundled, document)
    else same(withoutNames(bundled), withoutNames(document))
    same(/names a minifier seems to have made/.test(written), names === 'taken')
    if (!isWorker) same(/^Injected 200$/m.test(written), true)
  })
}

if (only === undefined)
  for (const library of OTHER_VERSIONS) {
    const place = await makeProject(library, [
      library,
      ...['class-transformer', 'class-validator', 'reflect-metadata'].filter((name) => !library.startsWith(`${name}@`))
    ])
    await attempt(`${library} in place of ours`, async () => {
      const { document: _, written: __, ...found } = await tryDtoService(node, ['main.js'], place)
      same(found, NOTHING_LOST)
    })
    const tools = await install(['esbuild'])
    if (tools === undefined) continue
    const run = (tool, ...args) => execute(join(tools, 'node_modules/.bin', tool), args, place)
    for (const flags of [[], ['--main-fields=module,main']]) {
      await attempt(`${['esbuild', ...flags].join(' ')}, ${library} in place of ours`, async () => {
        const { output, start } = await esbuild('', 'esm', ...flags).bundle(run)
        const [program, ...args] = start(join(place, output))
        const { document: _, written: __, ...found } = await tryDtoService(program, args, place)
        same(found, NOTHING_LOST)
      })
    }
  }
for (const line of skipped) console.log(`SKIPPED: ${line}`)
for (const line of failures) console.log(`FAILED: ${line}`)
process.exit(failures.length === 0 ? 0 : 1)

/** A project with Fieldstone and these libraries, of which npm puts what differs from ours beside ours. */
async function makeProject(name, libraries) {
  const place = join(folder, name)
  mkdirSync(place)
  cpSync(join(specs, 'bundles'), place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'bundled', private: true, type: 'module' }))
  await npmInstall(place, [...FRAMEWORK, ...libraries])
  return place
}

/** The folder where the tools are installed; undefined where they cannot be. */
function install(tools) {
  const key = tools.join(' ')
  const place = places.get(key) ?? installAt(join(folder, `tools-${places.size}`), tools)
  places.set(key, place)
  return place
}

async function installAt(place, tools) {
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{"private":true}')
  try {
    await npmInstall(place, tools)
    return place
  } catch (error) {
    skipped.push(`${tools.join(' ')} could not be installed from npm: ${String(error.stderr || error.message).trim()}`)
    return undefined
  }
}

function npmInstall(place, packages) {
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline', '--loglevel=error']
  return promisify(execFile)('npm', ['install', ...options, ...packages], limits(place, INSTALL_MS))
}

function execute(program, args, cwd) {
  const env = { ...process.env, CI: 'true', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' }
  return promisify(execFile)(program, args, { ...limits(cwd, BUNDLE_MS), env }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`)
  })
}

function limits(cwd, timeout) {
  return { cwd, timeout, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 }
}

function link(target, path) {
  rmSync(path, { force: true })
  mkdirSync(resolve(path, '..'), { recursive: true })
  symlinkSync(target, path)
}

/** What the bundler wrote, in a folder with nothing else, from which no node_modules can be seen. */
function deployed(output) {
  const alone = mkdtempSync(join(folder, 'deployed-'))
  cpSync(output, join(alone, basename(output)), { recursive: true })
  return alone
}

/** The text of the document with numbers for the names of its schemas. */
function withoutNames(text) {
  const names = Object.keys(JSON.parse(text).components.schemas)
  return names.reduce(
    (left, name, index) => left.replaceAll(`/${name}"`, `/${index}"`).replaceAll(`"${name}":`, `"${index}":`),
    text
  )
}

function byNode(file) {
  return [node, file]
}

function esbuild(name, format, ...flags) {
  const output = `esbuild.${format === 'esm' ? 'mjs' : 'cjs'}`
  const options = ['--bundle', '--platform=node', `--format=${format}`, `--outfile=${output}`, '--log-level=error']
  const bundle = async (run) => {
    await run('esbuild', 'main.js', ...options, ...flags)
    return { output, start: byNode }
  }
  return { name, tools: ['esbuild'], bundle }
}

/** Without `terser`, nothing is minified. */
function rollup(name, format, output, terser) {
  return {
    name,
    tools: [...ROLLUP_TOOLS, TERSER],
    async bundle(run, project) {
      const file = `rollup.${format === 'es' ? 'mjs' : 'cjs'}`
      const target = output === ONE_CHUNK ? { file } : { dir: 'rollup', entryFileNames: 'main.mjs' }
      const plugins = `[resolve(), commonjs(), json()${terser === undefined ? '' : `, terser(${JSON.stringify(terser)})`}]`
      const settings = `{ input: 'main.js', output: ${JSON.stringify({ format, ...output, ...target })}, plugins: ${plugins} }`
      const imports = ['node-resolve', 'commonjs', 'json', 'terser'].map(
        (plugin) => `import ${plugin.split('-').at(-1)} from '@rollup/plugin-${plugin}'`
      )
      writeFileSync(join(project, 'rollup.config.mjs'), `${imports.join('\n')}\nexport default ${settings}\n`)
      await run('rollup', '--config', 'rollup.config.mjs')
      if (target.file !== undefined) return { output: file, start: byNode }
      return { output: 'rollup', start: (folder) => [node, join(folder, 'main.mjs')] }
    }
  }
}

/** In production, by webpack's own minimizer; with other options for it where there are any, and without it for none. */
function webpack(name, terser) {
  return {
    name,
    tools: WEBPACK_TOOLS,
    async bundle(run, project) {
      const minimizer =
        terser !== undefined && Object.keys(terser).length > 0
          ? `[new (require('terser-webpack-plugin'))({ terserOptions: ${JSON.stringify(terser)} })]`
          : 'undefined'
      const isMinified = terser === undefined || Object.keys(terser).length > 0
      const settings = `{
  mode: 'production', target: 'node', entry: './main.js', optimization: { minimize: ${isMinified}, minimizer: ${minimizer} },
  output: { path: __dirname + '/webpack', filename: 'main.cjs' }
}`
      writeFileSync(join(project, 'webpack.config.cjs'), `module.exports = ${settings}\n`)
      rmSync(join(project, 'webpack'), { recursive: true, force: true })
      await run('webpack', '--config', 'webpack.config.cjs')
      return { output: 'webpack', start: (folder) => [node, join(folder, 'main.cjs')] }
    }
  }
}

function vite(name, build) {
  return {
    name,
    tools: ['vite'],
    async bundle(run, project) {
      const settings = {
        logLevel: 'error',
        build: { ...build, ssr: 'main.js', outDir: 'vite' },
        ssr: { noExternal: true }
      }
      writeFileSync(join(project, 'vite.config.mjs'), `export default ${JSON.stringify(settings)}`)
      await run('vite', 'build')
      writeFileSync(join(project, 'vite/package.json'), '{"type":"module"}')
      return { output: 'vite', start: (folder) => [node, join(folder, 'main.js')] }
    }
  }
}

function bun(name, target, ...flags) {
  return {
    name,
    tools: ['bun'],
    async bundle(run, _, programOf) {
      const output = target === '--compile' ? 'bun-program' : 'bun.mjs'
      await run('bun', 'build', 'main.js', target, ...flags, `--outfile=${output}`)
      if (target === '--compile') return { output, start: (file) => [file] }
      return { output, start: target === '--target=bun' ? (file) => [programOf('bun'), file] : byNode }
    }
  }
}

/** What would be deployed, on the runtime of Cloudflare Workers. */
async function byWrangler(run, place) {
  const miniflare = `import { Miniflare } from 'miniflare'
process.chdir(import.meta.dirname)
const modulesRules = [{ type: 'ESModule', include: ['**/*.js'] }]
const runtime = { compatibilityDate: '2025-09-01', compatibilityFlags: ['nodejs_compat'] }
const worker = new Miniflare({ ...runtime, modules: true, modulesRules, scriptPath: 'worker/fetch.js', port: 0 })
console.log('Listens at ' + (await worker.ready).origin)
`
  const flags = ['--compatibility-date=2025-09-01', '--compatibility-flags=nodejs_compat', '--name=sample']
  await run('wrangler', 'deploy', 'fetch.js', '--dry-run', '--outdir=worker', ...flags)
  const tools = await install(['wrangler'])
  writeFileSync(join(tools, 'miniflare.mjs'), miniflare)
  cpSync(join(place, 'worker'), join(tools, 'worker'), { recursive: true })
  return { output: 'worker', start: () => [node, join(tools, 'miniflare.mjs')] }
}

async function attempt(what, work) {
  try {
    await work()
    console.log(`${what}: well`)
  } catch (error) {
    failures.push(`${what}: ${error.stack}`)
    console.log(`${what}: FAILED`)
  }
}

function same(seen, expected) {
  if (isDeepStrictEqual(seen, expected)) return
  throw new Error(`${JSON.stringify(seen)} came instead of ${JSON.stringify(expected)}`)
}
