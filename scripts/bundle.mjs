// Bundles the compiled modules of <build>/src into the few files of <build>/lib, which are what is published: 300 modules,
// resolved, read and compiled one by one, cost a start 90 ms. What several entries need lies in files that they share, so
// that there is one copy of every declaration, however it is imported.
// Writes <build>/package.json, too: there `fieldstone` is the bundle, for the sample application, and the modules for
// whoever asks for the condition `fieldstone-modules`, as the specs do, which import modules of their own choice.
// Usage: node scripts/bundle.mjs [build folder, default dist]
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { rollup } from 'rollup'

const repository = resolve(import.meta.dirname, '..')
const build = resolve(repository, process.argv[2] ?? 'dist')
const modules = join(build, 'src')
const lib = join(build, 'lib')
const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))

/** The published entries: file in the bundle, compiled module. */
const ENTRIES = {
  index: 'index',
  verify: 'verify/index',
  'class-validator': 'drop-in/class-validator',
  'class-transformer': 'drop-in/class-transformer',
  opentelemetry: 'operation/opentelemetry',
  prometheus: 'operation/prometheus',
  'rate-limit': 'operation/rate-limit',
  cli: 'cli/main'
}

/** Files in CommonJS stay what they are, beside the bundle: they load libraries when these are needed. */
const commonjs = new Set()

/** Reads each module with the map to its source. */
const withSourceMaps = {
  name: 'with-source-maps',
  async load(id) {
    const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')])
    return { code: code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: JSON.parse(map) }
  }
}

await rm(lib, { recursive: true, force: true })
const bundle = await rollup({
  input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(modules, `${file}.js`)])),
  external(id, importer) {
    if (id.endsWith('.cjs'))
      commonjs.add(relative(modules, importer === undefined ? id : resolve(dirname(importer), id)))
    return id.endsWith('.cjs') || !/^[./]/.test(id)
  },
  plugins: [withSourceMaps],
  onLog(level, log) {
    throw new Error(`${level}: ${log.message}`)
  }
})
const { output } = await bundle.write({
  dir: lib,
  format: 'es',
  generatedCode: 'es2015',
  // A chain of imports is followed soon enough; imports for nothing would be resolved, each of them.
  hoistTransitiveImports: false,
  chunkFileNames: ({ name, moduleIds }) =>
    moduleIds.length > 100 ? 'core.js' : name in ENTRIES ? `${name}-parts.js` : `${name}.js`,
  sourcemap: true,
  // The sources are published.
  sourcemapExcludeSources: true
})
await bundle.close()

for (const { fileName, code } of output) {
  const [, name] = /^class (\w+)\$\d+\b/m.exec(code ?? '') ?? []
  if (name !== undefined) throw new Error(`Two classes have the name ${name}: in ${fileName} users would see ${name}$1`)
}
for (const file of commonjs) {
  await mkdir(dirname(join(lib, file)), { recursive: true })
  for (const part of [file, `${file}.map`]) await cp(join(modules, part), join(lib, part))
}
await cp(join(modules, 'openapi/docs-ui'), join(lib, 'docs-ui'), { recursive: true })

const exports = Object.entries(manifest.exports).flatMap(([name, entry]) => {
  if (typeof entry === 'string') return []
  const path = (file) => file.replace(/^\.\/dist\//, './')
  const compiled = path(entry.types).replace(/\.d\.ts$/, '.js')
  return [[name, { types: path(entry.types), 'fieldstone-modules': compiled, default: path(entry.default) }]]
})
const { name, type } = manifest
await writeFile(
  join(build, 'package.json'),
  `${JSON.stringify({ name, type, exports: Object.fromEntries(exports) }, null, 2)}\n`
)
