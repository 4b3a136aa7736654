// Bundles the compiled modules of <build>/src into the few files of <build>/lib, which are published: to resolve and read
// hundreds of modules would cost a start 90 ms. What several entries need lies in files that they share.
//
// The files in CommonJS (.cjs) stay where they are, as their `require` loads libraries only when these are needed. The
// libraries of INLINED are in the bundle; their licenses are in THIRD-PARTY-LICENSES.txt.
//
// Writes <build>/package.json, too: there `fieldstone` is the bundle for the sample application, and the modules for specs,
// which set the condition `fieldstone-modules`.
// Usage: node scripts/bundle.mjs [build folder, default dist]
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import commonjs from '@rollup/plugin-commonjs'
import json from '@rollup/plugin-json'
import nodeResolve from '@rollup/plugin-node-resolve'
import { rollup } from 'rollup'

const repository = resolve(import.meta.dirname, '..')
const build = resolve(repository, process.argv[2] ?? 'dist')
const modules = join(build, 'src')
const lib = join(build, 'lib')
const manifest = await readManifest(repository)

/** By the names of the files in the bundle, the modules that they are made of: what package.json exports, and programs. */
const ENTRIES = {
  ...Object.fromEntries(
    Object.values(manifest.exports).flatMap(({ types, default: file }) =>
      file === undefined ? [] : [[basename(file, '.js'), types.replace(/^\.\/dist\/src\/(.*)\.d\.ts$/, '$1')]]
    )
  ),
  cli: 'cli/main',
  // They run in a thread or a process of their own.
  'typescript-hooks': 'cli/module/typescript-hooks',
  'dev-child': 'cli/dev/dev-child'
}

/** The entries of fieldstone-verify, a package of its own with dependencies of its own. */
const VERIFY_ENTRIES = { index: 'verify/index', command: 'verify/command/verify-command', cli: 'verify/command/main' }

const INLINED = ['@fastify/send', 'light-my-request', 'commander', 'get-tsconfig', 'yaml']

/** The folder of the package that a module is of; undefined for our own. */
const packageOf = (id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(id)?.[1]

/** Reads modules with the maps to their sources; libraries have none, as their sources are not published. */
const sourceMaps = {
  name: 'source-maps',
  async load(id) {
    const isOurs = id.startsWith(modules) && !id.endsWith('docs-ui-files.js')
    const map = isOurs ? JSON.parse(await readFile(`${id}.map`, 'utf8')) : { mappings: '' }
    return { code: await readFile(id, 'utf8'), map }
  }
}

/** `fieldstone verify` imports its command from the package in which that is published. */
const verifyElsewhere = {
  name: 'verify-elsewhere',
  resolveId(id, importer) {
    const path = importer === undefined ? id : resolve(dirname(importer), id)
    if (path === join(modules, `${VERIFY_ENTRIES.command}.js`))
      return { id: 'fieldstone-verify/command', external: true }
    if (!path.startsWith(join(modules, 'verify/'))) return null
    throw new Error(`${importer} imports ${path}, which is published in another package`)
  }
}

function bundleOf(entries, { inlined = INLINED, plugins = [verifyElsewhere] } = {}) {
  return rollup({
    input: Object.fromEntries(Object.entries(entries).map(([name, module]) => [name, join(modules, `${module}.js`)])),
    external(id, importer = '') {
      if (isBuiltin(id)) return true
      if (packageOf(importer) !== undefined || packageOf(id) !== undefined) return false
      return id.endsWith('.cjs') || (!/^[./\0]/.test(id) && !inlined.includes(id))
    },
    plugins: [
      ...plugins,
      nodeResolve({ exportConditions: ['node'] }),
      commonjs({ sourceMap: false }),
      json(),
      sourceMaps
    ],
    onLog(level, log) {
      if (log.ids?.every(packageOf) || packageOf(log.id ?? '')) return
      throw new Error(`${level}: ${log.message}`)
    }
  })
}

const WRITTEN = {
  generatedCode: 'es2015',
  chunkFileNames: '[name].js',
  // A file imports only what it uses, and not what its imports need.
  hoistTransitiveImports: false,
  paths: (id) => (isAbsolute(id) ? `../src/${relative(modules, id)}` : id)
}

await rm(lib, { recursive: true, force: true })
const bundle = await bundleOf(ENTRIES)
const { output } = await bundle.write({ ...WRITTEN, dir: lib, sourcemap: true, sourcemapExcludeSources: true })
await bundle.close()
for (const { fileName, code } of output) {
  const [, name] = /^class (\w+)\$\d+\b/m.exec(code ?? '') ?? []
  if (name !== undefined) throw new Error(`Two classes have the name ${name}: in ${fileName} users would see ${name}$1`)
}
await writeFile(join(lib, 'THIRD-PARTY-LICENSES.txt'), await licenses(output))
await describeBuild()
await bundleVerify()
await bundleCreate()

/** The license and the notice of each package in the bundle. */
async function licenses(output) {
  const packages = new Set([join(repository, 'node_modules/swagger-ui-dist')])
  for (const { moduleIds = [] } of output) for (const id of moduleIds) packages.add(packageOf(id))
  packages.delete(undefined)
  const sections = [...packages].sort().map(async (folder) => {
    const { name, version, license } = await readManifest(folder)
    const files = (await readdir(folder)).filter((file) => /licen[cs]e|notice/i.test(file)).sort()
    if (files.length === 0) throw new Error(`${folder} has no license, and must not be in the bundle`)
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return [`${name} ${version}, ${license}`, ...texts.map((text) => text.trim())].join('\n\n')
  })
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  return `Fieldstone's files contain these packages.${rule}${(await Promise.all(sections)).join(rule)}\n`
}

/** Writes <build>/package.json. */
async function describeBuild() {
  const exports = Object.entries(manifest.exports).flatMap(([name, { types, default: file }]) => {
    if (file === undefined) return []
    const [ofBuild, bundled] = [types, file].map((path) => path.replace('./dist/', './'))
    return [[name, { types: ofBuild, 'fieldstone-modules': ofBuild.replace(/\.d\.ts$/, '.js'), default: bundled }]]
  })
  const { name, type } = manifest
  await writeFile(join(build, 'package.json'), JSON.stringify({ name, type, exports: Object.fromEntries(exports) }))
}

/** Writes the package fieldstone-verify as it is published: the bundle, the declarations, the manifest, the readme. */
async function bundleVerify() {
  const { out, dependencies } = await newPackage('fieldstone-verify')
  const bundle = await bundleOf(VERIFY_ENTRIES, { inlined: [], plugins: [] })
  // The sources are not in the package.
  const { output } = await bundle.write({ ...WRITTEN, dir: join(out, 'lib'), sourcemap: true })
  await bundle.close()
  const files = new Set(output.map(({ fileName }) => fileName))
  for (const id of output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])) {
    if (files.has(id) || isBuiltin(id) || dependencies[id.split('/')[0]] !== undefined) continue
    throw new Error(`fieldstone-verify imports ${id}, and does not depend on it`)
  }
  await copyDeclarations([VERIFY_ENTRIES.index, VERIFY_ENTRIES.command], join(out, 'types'))
  const { configSchema } = await import(pathToFileURL(join(modules, 'verify/command/config-file.js')))
  await writeFile(join(out, 'lib/config.schema.json'), `${JSON.stringify(configSchema(), null, 2)}\n`)
}

/** Writes the package create-fieldstone as it is published: one program, which has the files of a project in it. */
async function bundleCreate() {
  const { out } = await newPackage('create-fieldstone')
  const bundle = await bundleOf({ create: 'cli/new/create' })
  const { output } = await bundle.write({ ...WRITTEN, dir: join(out, 'lib'), banner: '#!/usr/bin/env node' })
  await bundle.close()
  const [{ imports }, ...others] = output
  const missing = imports.filter((id) => !isBuiltin(id))
  if (others.length + missing.length > 0)
    throw new Error(`create-fieldstone is more than one file, or imports ${missing}`)
}

/** The manifest of a package of the repository, and the folder that it is published from, with the files that are copied. */
async function newPackage(name) {
  const home = join(repository, 'packages', name)
  const out = join(build, 'packages', name)
  const own = await readManifest(home)
  if (own.version !== manifest.version || own.engines.node !== manifest.engines.node)
    throw new Error(`${name} and fieldstone must have the same version and engines`)
  await rm(out, { recursive: true, force: true })
  for (const file of ['package.json', 'README.md']) await cp(join(home, file), join(out, file))
  await cp(join(repository, 'LICENSE'), join(out, 'LICENSE'))
  return { ...own, out }
}

/** Copies the declarations of modules, and those that they import. */
async function copyDeclarations(entries, folder) {
  const files = new Set(entries.map((entry) => `${entry}.d.ts`))
  for (const file of files) {
    const text = await readFile(join(modules, file), 'utf8')
    for (const [, id] of text.matchAll(/(?:from|import\(|import) *['"](\.[^'"]+)\.js['"]/g))
      files.add(join(dirname(file), `${id}.d.ts`))
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
}

async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
