// Bundles the compiled modules of <build>/src into the few files of <build>/lib, which are published: to resolve and read
// hundreds of modules would cost a start 90 ms. What several entries need lies in files that they share.
//
// The files in CommonJS (.cjs) stay where they are, as their `require` loads libraries only when these are needed. The
// libraries of INLINED are in the bundle; their licenses are in THIRD-PARTY-LICENSES.txt.
// Usage: node scripts/bundle.mjs [build folder, default dist]
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import commonjs from '@rollup/plugin-commonjs'
import json from '@rollup/plugin-json'
import nodeResolve from '@rollup/plugin-node-resolve'
import { rollup } from 'rollup'

const repository = resolve(import.meta.dirname, '..')
const build = resolve(repository, process.argv[2] ?? 'dist')
const modules = join(build, 'src')
const lib = join(build, 'lib')
const manifest = await readManifest(repository)

/** By the names of the files in the bundle, the modules that they are made of: what package.json exports. */
const ENTRIES = Object.fromEntries(
  Object.values(manifest.exports).flatMap(({ types, default: file }) =>
    file === undefined ? [] : [[basename(file, '.js'), types.replace(/^\.\/dist\/src\/(.*)\.d\.ts$/, '$1')]]
  )
)

const INLINED = ['@fastify/send', 'light-my-request', 'yaml']

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

const WRITTEN = {
  generatedCode: 'es2015',
  chunkFileNames: '[name].js',
  // A file imports only what it uses, and not what its imports need.
  hoistTransitiveImports: false,
  paths: (id) => (isAbsolute(id) ? `../src/${relative(modules, id)}` : id)
}

await rm(lib, { recursive: true, force: true })
const bundle = await rollup({
  // All that the modules export is used, and no folder is a link.
  treeshake: false,
  preserveSymlinks: true,
  input: Object.fromEntries(Object.entries(ENTRIES).map(([name, module]) => [name, join(modules, `${module}.js`)])),
  external(id, importer = '') {
    if (isBuiltin(id)) return true
    if (packageOf(importer) !== undefined || packageOf(id) !== undefined) return false
    return id.endsWith('.cjs') || (!/^[./\0]/.test(id) && !INLINED.includes(id))
  },
  plugins: [nodeResolve({ exportConditions: ['node'] }), commonjs({ sourceMap: false }), json(), sourceMaps],
  onLog(level, log) {
    if (log.ids?.every(packageOf) || packageOf(log.id ?? '')) return
    throw new Error(`${level}: ${log.message}`)
  }
})
const { output } = await bundle.write({ ...WRITTEN, dir: lib, sourcemap: true, sourcemapExcludeSources: true })
await bundle.close()
for (const { fileName, code } of output) {
  const [, name] = /^class (\w+)\$\d+\b/m.exec(code ?? '') ?? []
  if (name !== undefined) throw new Error(`Two classes have the name ${name}: in ${fileName} users would see ${name}$1`)
}
await writeFile(join(lib, 'THIRD-PARTY-LICENSES.txt'), await licenses(output))
await describeBuild()

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

/**
 * Writes <build>/package.json, by which programs of the build have `fieldstone`: the bundle, or for specs, which set the
 * condition `fieldstone-modules`, the modules.
 */
async function describeBuild() {
  const exports = Object.entries(manifest.exports).flatMap(([name, { types, default: file }]) => {
    if (file === undefined) return []
    const [ofBuild, bundled] = [types, file].map((path) => path.replace('./dist/', './'))
    return [[name, { types: ofBuild, 'fieldstone-modules': ofBuild.replace(/\.d\.ts$/, '.js'), default: bundled }]]
  })
  const { name, type } = manifest
  await writeFile(join(build, 'package.json'), JSON.stringify({ name, type, exports: Object.fromEntries(exports) }))
}

async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
