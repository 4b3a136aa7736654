// Bundles the compiled modules of <build>/src into the few files of <build>/lib, which are what is published: 300 modules,
// resolved, read and compiled one by one, cost a start 90 ms. What several entries need lies in files that they share, so
// that there is one copy of every declaration, however it is imported.
// Writes <build>/package.json, too: there `fieldstone` is the bundle, for the sample application, and the modules for
// whoever asks for the condition `fieldstone-modules`, as the specs do, which import modules of their own choice.
// Libraries in CommonJS that need modules of Node are in the bundle, as ES modules: where esbuild makes one ES module of an
// application, it leaves their calls of require, which then fail. Their licenses are in THIRD-PARTY-LICENSES.txt.
// Usage: node scripts/bundle.mjs [build folder, default dist]
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import { partsOfBundle } from './parts-of-bundle.mjs'

const repository = resolve(import.meta.dirname, '..')
const build = resolve(repository, process.argv[2] ?? 'dist')
const modules = join(build, 'src')
const lib = join(build, 'lib')
const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))

/** The published entries: file in the bundle, compiled module. */
const ENTRIES = {
  index: 'index',
  mcp: 'mcp/mcp',
  opentelemetry: 'operation/opentelemetry',
  prometheus: 'operation/prometheus',
  'rate-limit': 'operation/rate-limit',
  ...Object.fromEntries(partNames().map((part) => [`parts/${part}`, `bundle/${part}`])),
  'parts/loaders': 'parts/loaders',
  'parts/of-bundle': 'parts/of-bundle',
  cli: 'cli/main',
  // They run in a thread of their own where Node has no hooks of the same thread.
  'typescript-hooks': 'cli/module/typescript-hooks',
  'dev-child': 'cli/dev/dev-child'
}

/** The entries of fieldstone-verify, a package of its own with dependencies of its own. */
const VERIFY_ENTRIES = { index: 'verify/index', command: 'verify/command/verify-command', cli: 'verify/command/main' }
/** What the command `fieldstone verify` loads of it, when it is called. */
const VERIFY_COMMAND = join(modules, 'verify/command/verify-command.js')

/** The libraries that are in the bundle, each in a file that is loaded when it is needed. */
const INLINED = ['@fastify/send', 'light-my-request', 'commander', 'get-tsconfig', 'yaml']

/** Files in CommonJS stay what they are, beside the bundle: they load libraries when these are needed. */
const commonjs = new Set()

/** Of what the build wrote itself, and of a library in the bundle: its source is not published, and no map leads there. */
const NO_SOURCE = { mappings: '' }

/** Reads each module with the map to its source, and these libraries as ES modules. */
const withSourceMaps = (libraries) => ({
  name: 'with-source-maps',
  resolveId: (id) => (libraries.includes(id) ? id : null),
  async load(id) {
    if (libraries.includes(id)) return { code: await inlined(id), map: NO_SOURCE }
    if (id.endsWith('docs-ui-files.js')) return { code: await readFile(id, 'utf8'), map: NO_SOURCE }
    const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')])
    return { code: code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: JSON.parse(map) }
  }
})

const PARTS = join(modules, 'parts')

/** The parts that package.json exports. */
function partNames() {
  return Object.keys(manifest.exports).flatMap((name) =>
    name.startsWith('./parts/') ? name.slice('./parts/'.length) : []
  )
}

/** What loads the parts is chosen by who resolves `#parts`: Node takes all, a bundler those that the application imports. */
const partsByCondition = {
  name: 'parts-by-condition',
  resolveId(id, importer) {
    if (importer === undefined || [PARTS, join(modules, 'bundle')].includes(dirname(importer))) return null
    return resolve(dirname(importer), id) === join(PARTS, 'loaders.js') ? { id: '#parts', external: true } : null
  }
}

/** Imports verification from the package in which it is published. */
const verifyElsewhere = {
  name: 'verify-elsewhere',
  resolveId(id, importer) {
    const path = importer === undefined ? id : resolve(dirname(importer), id)
    if (path === VERIFY_COMMAND) return { id: 'fieldstone-verify/command', external: true }
    if (!path.startsWith(join(modules, 'verify/'))) return null
    throw new Error(`${importer} imports ${path}, which is published in another package`)
  }
}

/** The folders of the packages in the bundle. */
const packages = new Set(['node_modules/swagger-ui-dist'])

/** The library with what it needs, as an ES module that imports Node's modules. */
async function inlined(library) {
  const result = await esbuild({
    absWorkingDir: repository,
    entryPoints: [library],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'error',
    plugins: [importOfBuiltins]
  })
  for (const input of Object.keys(result.metafile.inputs)) {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input) ?? []
    if (folder !== undefined) packages.add(folder)
  }
  return result.outputFiles[0].text
}

const BUILTINS = new RegExp(`^(node:)?(${builtinModules.join('|')})$`)

/** esbuild writes `require` of a module of Node as a call that an ES module does not have, and `import` as it is. */
const importOfBuiltins = {
  name: 'import-of-builtins',
  setup(build) {
    build.onResolve({ filter: BUILTINS }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'builtin' } : { path, external: true }
    )
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `import module_ from ${JSON.stringify(path)}\nmodule.exports = module_`
    }))
  }
}

/** The license and the notice of each package in the bundle. */
async function licenses() {
  const sections = [...packages].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(repository, folder, 'package.json'), 'utf8'))
    const files = (await readdir(join(repository, folder))).filter((file) => /licen[cs]e|notice/i.test(file)).sort()
    if (files.length === 0) throw new Error(`${folder} has no license, and must not be in the bundle`)
    const texts = await Promise.all(files.map((file) => readFile(join(repository, folder, file), 'utf8')))
    return [`${name} ${version}, ${license}`, ...texts.map((text) => text.trim())].join('\n\n')
  })
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  return `Fieldstone's files contain these packages.${rule}${(await Promise.all(sections)).join(rule)}\n`
}

await rm(lib, { recursive: true, force: true })
const bundle = await rollup(bundled(ENTRIES))
const published = {
  dir: lib,
  format: 'es',
  generatedCode: 'es2015',
  // A chain of imports is followed soon enough; imports for nothing would be resolved, each of them.
  hoistTransitiveImports: false,
  manualChunks: filesOfEntries(),
  chunkFileNames: ({ name, moduleIds }) =>
    moduleIds.length > 100 ? 'core.js' : name in ENTRIES ? `${name}-parts.js` : `${name.replace(/^@.*\//, '')}.js`,
  sourcemap: true,
  // The sources are published.
  sourcemapExcludeSources: true
}
const { output } = await bundle.write(published)
await bundle.close()

for (const { fileName, code } of output) {
  const [, name] = /^class (\w+)\$\d+\b/m.exec(code ?? '') ?? []
  if (name !== undefined) throw new Error(`Two classes have the name ${name}: in ${fileName} users would see ${name}$1`)
}
await copyCommonjs()
await describePackage()
await writeFile(join(lib, 'parts/none.js'), '// A bundle has the parts that the application imports.\nexport {}\n')
await writeFile(join(lib, 'THIRD-PARTY-LICENSES.txt'), await licenses())
await bundleVerify()
await bundleCreate()
await removeInternalDeclarations()

/**
 * The file of a module of the index: what the same entries need is in one. The parts of a bundle do not count as entries there, as they would
 * cut the rest into seventy files, which Node reads one by one; what only they need is in files that Rollup chooses.
 */
function filesOfEntries() {
  let reached
  const names = new Map()
  return (id, { getModuleInfo, getModuleIds }) => {
    reached ??= reachedBy(getModuleIds, getModuleInfo)
    const entries = reached.get(id)
    if (!entries?.has(join(modules, 'index.js')) || entries.has(id)) return undefined
    const key = [...entries].sort().join()
    if (!names.has(key)) names.set(key, entries.size === 1 ? 'index-parts' : `shared-${names.size + 1}`)
    return names.get(key)
  }
}

/** By module, the entries that lead to it, those of parts apart. */
function reachedBy(getModuleIds, getModuleInfo) {
  const reached = new Map()
  for (const entry of getModuleIds()) {
    if (!getModuleInfo(entry).isEntry || dirname(entry) === join(modules, 'bundle')) continue
    const found = new Set([entry])
    for (const id of found) {
      const entries = reached.get(id) ?? new Set()
      reached.set(id, entries.add(entry))
      for (const next of getModuleInfo(id)?.importedIds ?? []) found.add(next)
    }
  }
  return reached
}

/** What is bundled from these entries. */
function bundled(entries) {
  // fieldstone-verify depends on what it needs.
  const libraries = entries === VERIFY_ENTRIES ? [] : INLINED
  return {
    input: Object.fromEntries(Object.entries(entries).map(([name, module]) => [name, join(modules, `${module}.js`)])),
    external(id, importer) {
      if (id.endsWith('.cjs'))
        commonjs.add(relative(modules, importer === undefined ? id : resolve(dirname(importer), id)))
      return id.endsWith('.cjs') || id.startsWith('#') || (!/^[./]/.test(id) && !libraries.includes(id))
    },
    plugins: [
      ...(entries === ENTRIES ? [partsOfBundle(modules, join(modules, 'index.js'))] : []),
      ...(entries === VERIFY_ENTRIES ? [] : [verifyElsewhere, partsByCondition]),
      withSourceMaps(libraries)
    ],
    onLog(level, log) {
      throw new Error(`${level}: ${log.message}`)
    }
  }
}

/** Writes the package fieldstone-verify as it is published: the bundle, the declarations, the manifest, the readme. */
async function bundleVerify() {
  const home = join(repository, 'packages/fieldstone-verify')
  const out = join(build, 'packages/fieldstone-verify')
  const { name, version, engines, dependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  if (version !== manifest.version || engines.node !== manifest.engines.node)
    throw new Error(`${name} and fieldstone must have the same version and engines`)
  await rm(out, { recursive: true, force: true })
  const bundle = await rollup(bundled(VERIFY_ENTRIES))
  const { output } = await bundle.write({
    dir: join(out, 'lib'),
    format: 'es',
    generatedCode: 'es2015',
    hoistTransitiveImports: false,
    chunkFileNames: 'verify.js',
    // The sources are not in the package.
    sourcemap: true
  })
  await bundle.close()
  const files = new Set(output.map(({ fileName }) => fileName))
  for (const id of output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])) {
    if (files.has(id) || id.startsWith('node:')) continue
    if (dependencies[id.split('/')[0]] === undefined)
      throw new Error(`${name} imports ${id}, and does not depend on it`)
  }
  const { index, command } = VERIFY_ENTRIES
  await copyDeclarations([`${index}.d.ts`, `${command}.d.ts`], join(out, 'types'))
  for (const file of ['package.json', 'README.md']) await cp(join(home, file), join(out, file))
  const { configSchema } = await import(pathToFileURL(join(modules, 'verify/command/config-file.js')))
  await writeFile(join(out, 'lib/config.schema.json'), `${JSON.stringify(configSchema(), null, 2)}\n`)
  await cp(join(repository, 'LICENSE'), join(out, 'LICENSE'))
}

/** Writes the package create-fieldstone as it is published: one program, which has the files of a project in it. */
async function bundleCreate() {
  const home = join(repository, 'packages/create-fieldstone')
  const out = join(build, 'packages/create-fieldstone')
  const { name, version, engines } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  if (version !== manifest.version || engines.node !== manifest.engines.node)
    throw new Error(`${name} and fieldstone must have the same version and engines`)
  await rm(out, { recursive: true, force: true })
  const bundle = await rollup(bundled({ create: 'cli/new/create' }))
  const { output } = await bundle.write({
    dir: join(out, 'lib'),
    format: 'es',
    banner: '#!/usr/bin/env node'
  })
  await bundle.close()
  const [{ imports }, ...others] = output
  const missing = imports.filter((id) => !id.startsWith('node:'))
  if (others.length + missing.length > 0) throw new Error(`${name} is more than one file, or imports ${missing}`)
  for (const file of ['package.json', 'README.md']) await cp(join(home, file), join(out, file))
  await cp(join(repository, 'LICENSE'), join(out, 'LICENSE'))
}

/** Removes the declarations that no published entry leads to: two thirds of them, which users would install for nothing. */
async function removeInternalDeclarations() {
  const entries = Object.values(manifest.exports).flatMap(({ types }) => types ?? [])
  const published = await declarationsFrom(entries.map((types) => relative('./dist/src', types)))
  // fieldstone-verify has its own, from which the report on its interface is made.
  const files = (await readdir(modules, { recursive: true })).filter((file) => !file.startsWith('verify'))
  const internal = files.filter((file) => /\.d\.c?ts$/.test(file) && !published.has(file))
  await Promise.all(
    internal.flatMap((file) => [file, `${file}.map`].map((each) => rm(join(modules, each), { force: true })))
  )
}

/** The texts of the declarations, and of those that they import, by their files below the modules. */
async function declarationsFrom(files) {
  const found = new Map(files.map((file) => [file, '']))
  for (const file of found.keys()) {
    const text = await readFile(join(modules, file), 'utf8')
    found.set(file, text)
    for (const [, id, kind] of text.matchAll(/(?:from|import\(|import) *['"](\.[^'"]+)\.(c?)js['"]/g)) {
      const imported = join(dirname(file), `${id}.d.${kind}ts`)
      if (!found.has(imported)) found.set(imported, '')
    }
  }
  return found
}

/** Copies the declarations, and those that they import. */
async function copyDeclarations(files, folder) {
  for (const [file, text] of await declarationsFrom(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
}

/** The files in CommonJS, beside the bundle. */
async function copyCommonjs() {
  for (const file of commonjs) {
    await mkdir(dirname(join(lib, file)), { recursive: true })
    for (const part of [file, `${file}.map`]) await cp(join(modules, part), join(lib, part))
  }
}

/** Writes <build>/package.json. */
async function describePackage() {
  const path = (file) => file.replace(/^\.\/dist\//, './')
  const exports = Object.entries(manifest.exports).flatMap(([name, entry]) => {
    if (typeof entry === 'string') return []
    const compiled = path(entry.types).replace(/\.d\.ts$/, '.js')
    return [[name, { types: path(entry.types), 'fieldstone-modules': compiled, default: path(entry.default) }]]
  })
  const imports = Object.entries(manifest.imports).map(([name, files]) => [
    name,
    Object.fromEntries(Object.entries(files).map(([condition, file]) => [condition, path(file)]))
  ])
  const { name, type } = manifest
  const sideEffects = manifest.sideEffects.map(path)
  const described = {
    name,
    type,
    exports: Object.fromEntries(exports),
    imports: Object.fromEntries(imports),
    sideEffects
  }
  await writeFile(join(build, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
}
