// The parts of a bundle: what only some applications need, which a bundler leaves out unless the application imports it.
//
// Each file src/bundle/<part>.ts imports what is in the part, and provides it. The sources use these functions and tables as
// all others; in the published files each import of one, but that of the part, is an import of a stand-in instead, which asks
// for what the part has provided. So nothing but the part's own file leads a bundler to the part. Node has all parts:
// the index imports them first of all (`#all-parts` in package.json, which is nothing to a bundler).
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const STAND_IN = '\0part:'

/**
 * A plugin of Rollup's.
 *
 * @param modules the folder of the compiled modules
 * @param index the compiled module that imports all parts
 */
export function partsOfBundle(modules, index) {
  const folder = join(modules, 'bundle')
  const parts = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(folder, file))
  /** By module, the part that it is in and what is taken of it. */
  const members = new Map(parts.flatMap((file) => membersOf(file, folder)))
  const rest = reachable(index, members)
  return {
    name: 'parts-of-bundle',
    resolveId(id, importer) {
      if (id === '#all-parts') return { id, external: true, moduleSideEffects: true }
      if (id.startsWith(STAND_IN)) return id
      if (importer === undefined || !id.startsWith('.') || importer.startsWith(STAND_IN)) return null
      const path = resolve(dirname(importer), id)
      return members.has(path) && rest.has(importer) ? STAND_IN + path : null
    },
    load(id) {
      if (!id.startsWith(STAND_IN)) return null
      const path = id.slice(STAND_IN.length)
      return standIn(path, members.get(path), join(modules, 'parts/provided.js'))
    },
    transform(code, id) {
      return id === index ? { code: `import '#all-parts'\n${code}`, map: null } : null
    }
  }
}

/** The modules that the index leads to without any part: only to these a part is not there. */
function reachable(index, members) {
  const found = new Set([index])
  for (const file of found) {
    for (const [, id] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+\.js)['"]/g)) {
      const path = resolve(dirname(file), id)
      if (!members.has(path)) found.add(path)
    }
  }
  return found
}

/** What a part's file imports of other layers. */
function membersOf(file, folder) {
  const part = basename(file, '.js')
  return [...readFileSync(file, 'utf8').matchAll(/^import \{([^}]+)\} from '(\.\.\/[^']+)'/gm)]
    .filter(([, , id]) => !id.startsWith('../parts/'))
    .map(([, names, id]) => [resolve(folder, id), { part, names: names.split(',').map((name) => name.trim()) }])
}

/** Functions call, and tables read, what the part has provided by then. */
function standIn(path, { part, names }, provided) {
  const code = readFileSync(path, 'utf8')
  const lines = names.map((name) => {
    const given = `given(${JSON.stringify(part)}, ${JSON.stringify(name)})`
    if (new RegExp(`^export ((async )?function\\*? ${name}\\b|const ${name} = (async )?\\()`, 'm').test(code))
      return `export function ${name}(...args) { return ${given}(...args) }`
    if (new RegExp(`^export const ${name} = \\{`, 'm').test(code))
      return `export const ${name} = /* @__PURE__ */ new Proxy({}, { get: (_, key) => ${given}[key] })`
    throw new Error(`${path}: ${name} is neither a function nor a table, and cannot be left out of a bundle`)
  })
  return `import { given } from ${JSON.stringify(provided)}\n${lines.join('\n')}\n`
}
