// Installs the packed tarball into a project, as a user would, bundles an application there with each of the common
// bundlers, and sends requests to the bundled services: what class-validator's and class-transformer's decorators
// declared must be there as it is without a bundle. Then the same in projects that have a version of one of these
// libraries beside that of Fieldstone. The bundlers come from npm, into a temporary folder; one that cannot be
// installed is skipped, loudly.
// Usage: node scripts/pack.mjs && node scripts/check-bundles.mjs
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'

const INSTALL_MS = 120_000
const BUNDLE_MS = 180_000

const repository = resolve(import.meta.dirname, '..')
const tarball = join(repository, '.build/package/fieldstone.tgz')
const specs = join(repository, 'dist/spec/support')
const { NOTHING_LOST, tryDtoService } = await import(join(specs, 'dto-service.js'))

const node = process.execPath

/**
 * `bundle` writes the bundle, by the tools that are installed, and answers the command that runs it. A tool with a slash
 * after its scope has no program of its own.
 */
const BUNDLERS = [
  { name: 'esbuild', tools: ['esbuild'], bundle: (run) => byEsbuild(run) },
  {
    name: 'esbuild, minified, by the field `module`',
    tools: ['esbuild'],
    bundle: (run) => byEsbuild(run, '--minify', '--keep-names', '--main-fields=module,main')
  },
  {
    name: 'rollup',
    tools: ['rollup', '@rollup/plugin-node-resolve', '@rollup/plugin-commonjs', '@rollup/plugin-json'],
    async bundle(run) {
      const plugins = ['node-resolve', 'commonjs', 'json'].flatMap((name) => ['-p', `@rollup/plugin-${name}`])
      await run('rollup', 'main.js', '--dir', 'rollup', '--format', 'es', '--entryFileNames', '[name].mjs', ...plugins)
      return [node, 'rollup/main.mjs']
    }
  },
  {
    name: 'webpack',
    tools: ['webpack', 'webpack-cli'],
    async bundle(run) {
      await run(
        'webpack',
        '--mode=production',
        '--target=node',
        '--entry=./main.js',
        '--output-path=webpack',
        '--output-filename=main.cjs'
      )
      return [node, 'webpack/main.cjs']
    }
  },
  {
    name: 'vite, for a server without externals',
    tools: ['vite'],
    async bundle(run, project) {
      const settings = { logLevel: 'error', build: { ssr: 'main.js', outDir: 'vite' }, ssr: { noExternal: true } }
      writeFileSync(join(project, 'vite.config.mjs'), `export default ${JSON.stringify(settings)}`)
      await run('vite', 'build')
      return [node, 'vite/main.js']
    }
  },
  {
    name: 'bun build --target=bun',
    tools: ['bun'],
    async bundle(run, _, programOf) {
      await run('bun', 'build', 'main.js', '--target=bun', '--outfile=bun/main.js')
      return [programOf('bun'), 'bun/main.js']
    }
  },
  {
    name: 'bun build --target=node',
    tools: ['bun'],
    async bundle(run) {
      await run('bun', 'build', 'main.js', '--target=node', '--outfile=bun/main.mjs')
      return [node, 'bun/main.mjs']
    }
  },
  { name: 'wrangler, on workerd', tools: ['wrangler'], bundle: byWrangler }
]

/** Versions of the libraries that applications have beside ours; `bundled` is what the start of a bundle fails with. */
const OTHER_VERSIONS = [
  { library: 'class-transformer@0.4.0', bundled: /NESTED_CLASS_UNKNOWN: .* EntryDto\.tags; / },
  { library: 'class-validator@0.14.1' },
  { library: 'reflect-metadata@0.1.14' },
  { library: 'reflect-metadata@0.2.1' }
]

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-bundles-'))
const failures = []
const skipped = []
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))

const project = await makeProject('project', ['class-transformer', 'class-validator', 'reflect-metadata'])
const { document, written: _, ...unbundled } = await tryDtoService(node, ['main.js'], project)
same(unbundled, NOTHING_LOST)
console.log('without a bundle: well')

const places = new Map()
for (const { name, tools, bundle } of BUNDLERS) {
  const place = await install(tools)
  if (place === undefined) continue
  const programOf = (tool) => join(place, 'node_modules/.bin', tool)
  const run = (tool, ...args) => execute(programOf(tool), args, project)
  await attempt(name, async () => {
    for (const tool of tools) link(join(place, 'node_modules', tool), join(project, 'node_modules', tool))
    const [program, ...args] = await bundle(run, project, programOf)
    const { document: bundled, written: _, ...found } = await tryDtoService(program, args, project)
    same(found, NOTHING_LOST)
    // A minifier may take the names of classes, which are those of the document's schemas.
    if (!name.startsWith('webpack')) same(bundled, document)
  })
}

for (const { library, bundled } of OTHER_VERSIONS) {
  const place = await makeProject(library, [library])
  await attempt(`${library} beside ours`, async () => {
    const { document: _, written: __, ...found } = await tryDtoService(node, ['main.js'], place)
    same(found, NOTHING_LOST)
  })
  const tools = await install(['esbuild'])
  if (tools === undefined) continue
  const run = (tool, ...args) => execute(join(tools, 'node_modules/.bin', tool), args, place)
  for (const flags of [[], ['--main-fields=module,main']]) {
    await attempt(`${['esbuild', ...flags].join(' ')}, ${library} beside ours`, async () => {
      const [program, ...args] = await byEsbuild(run, ...flags)
      const outcome = await tryDtoService(program, args, place).catch((error) => error)
      if (bundled === undefined) {
        if (outcome instanceof Error) throw outcome
        const { document: _, written: __, ...found } = outcome
        same(found, NOTHING_LOST)
      } else if (!(outcome instanceof Error)) throw new Error('It started, although @Type was lost')
      else if (!bundled.test(outcome.message)) throw outcome
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
  await npmInstall(place, [tarball, ...libraries])
  return place
}

/** The folder where the tools are installed; undefined where they cannot be. */
async function install(tools) {
  const key = tools.join(' ')
  if (places.has(key)) return places.get(key)
  const place = join(folder, `tools-${places.size}`)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{"private":true}')
  try {
    await npmInstall(place, tools)
    places.set(key, place)
  } catch (error) {
    skipped.push(`${key} could not be installed from npm: ${String(error.stderr || error.message).trim()}`)
    places.set(key, undefined)
  }
  return places.get(key)
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

async function byEsbuild(run, ...flags) {
  const options = ['--bundle', '--platform=node', '--format=esm', '--outfile=esbuild/main.mjs', '--log-level=error']
  await run('esbuild', 'main.js', ...options, ...flags)
  return [node, 'esbuild/main.mjs']
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
  const tools = places.get('wrangler')
  writeFileSync(join(tools, 'miniflare.mjs'), miniflare)
  cpSync(join(place, 'worker'), join(tools, 'worker'), { recursive: true })
  return [node, join(tools, 'miniflare.mjs')]
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
