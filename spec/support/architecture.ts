import { posix } from 'node:path'
import { type Import, parseImports } from './imports.js'

/** The layers of `src`, left to right: an import, of types too, may only point to the left. Layers of one entry do not know each other. */
const LAYERS = [
  ['reflected-metadata'],
  ['errors', 'metadata'],
  ['extensions'],
  ['options', 'decorator-form'],
  ['record'],
  ['http'],
  ['openapi'],
  ['controller'],
  ['application'],
  ['operation']
] as const

/** The name of a layer's own folder among its rooms. */
export const ROOT = '.'

/** The rooms of the layers and packages that have any: a room may import those before it. Any other folder is a mistake. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  record: [
    ...['type', 'library', 'program', 'json', 'standard', 'kind', 'kinds', 'format', 'rule', 'field'],
    ...['model', 'read', 'write', 'json-schema', ROOT]
  ],
  http: [
    ...['syntax', 'lifetime', 'path', 'body', 'reply', 'origin', ROOT],
    ...['response', 'parameters', 'security', 'routing', 'exchange', 'server', 'fetch']
  ],
  openapi: ['page', ROOT, 'serving'],
  controller: [ROOT, 'scan'],
  'packages/verify': [
    ...['document', 'wire', 'credentials', 'judge', 'values', 'requests', 'session', 'resources', 'collections'],
    ...['sequences', 'conventions', 'report', ROOT, 'command']
  ],
  'packages/diff': ['document', 'schema', 'operations', 'report', ROOT],
  'packages/cli': [
    ...['definition', 'module', 'new', 'generate', 'dev', 'document', 'diff', 'routes', 'mcp', 'client'],
    ROOT
  ]
}

interface Reserved {
  readonly module: RegExp
  /** The files that may use the module. */
  readonly users: RegExp
  /** The files that may name its types. */
  readonly typeUsers?: RegExp
}

const RESERVED: readonly Reserved[] = [
  // The command imports the user's module; an import without a name cannot be checked.
  {
    module: /^\(computed\)$/,
    users: /^packages\/(cli\/src\/(module\/import-module|dev\/dev-child)|verify\/src\/command\/config-file)\.ts$/
  },
  // Its functions are in reflected-metadata.ts.
  { module: /^reflect-metadata(\/|$)/, users: /^$/ },
  {
    module: /^class-(validator|transformer|validator-jsonschema)(\/|$)/,
    users: /^src\/record\//,
    typeUsers: /^src\/errors\.ts$/
  },
  {
    module: /^(node:)?(http|https|http2)$/,
    users: /^(src\/http\/server|packages\/verify\/src\/wire)\//,
    typeUsers: /^src\/(http|openapi)\//
  }
]

/**
 * Checks the sources of the framework and of the packages, by path relative to the repository with `/`, against the
 * architecture. Returns one sentence for each violation; none when all is well.
 *
 * @param dependencies the packages that the manifest of each unit names: of `src`, and of `packages/verify`
 */
export function checkArchitecture(
  sources: ReadonlyMap<string, string>,
  dependencies: Readonly<Record<string, readonly string[]>> = {}
): string[] {
  const violations: string[] = []
  const graph = new Map<string, string[]>()
  for (const [file, source] of sources) {
    if (unitOf(file) === 'src' && rankOf(file) === undefined) violations.push(`${file} belongs to no layer`)
    else if (roomRank(file) === -1) violations.push(`${file} belongs to no room`)
    const targets: string[] = []
    graph.set(file, targets)
    for (const found of parseImports(source)) {
      const target = found.specifier.startsWith('.') ? resolveTarget(file, found.specifier, sources) : undefined
      if (target === undefined) violations.push(...checkModule(file, found, dependencies[unitOf(file)]))
      else violations.push(...checkDirection(file, target, sources))
      if (target !== undefined) targets.push(target)
    }
  }
  return [...violations, ...findCycles(graph)]
}

function checkModule(file: string, { specifier, typeOnly }: Import, known: readonly string[] | undefined): string[] {
  const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
  if (unitOf(file) === 'src' && name === 'fieldstone') return [`${file} imports its own package by name: ${specifier}`]
  const reserved = RESERVED.find(({ module }) => module.test(specifier))
  if (reserved !== undefined && !reserved.users.test(file)) {
    if (!reserved.typeUsers?.test(file)) return [`${file} may not import ${specifier}`]
    return typeOnly ? [] : [`${file} imports values of ${specifier}: only \`import type\` is allowed there`]
  }
  if (known === undefined || reserved?.module.test('(computed)') || specifier.startsWith('node:')) return []
  return known.includes(name) ? [] : [`${file} imports ${name}, which the manifest of ${unitOf(file)} does not name`]
}

function checkDirection(file: string, target: string, sources: ReadonlyMap<string, string>): string[] {
  if (!sources.has(target)) return [`${file} imports ${target}, which is not a source file`]
  if (unitOf(file) !== unitOf(target)) {
    return [`${file} imports ${target}: import the public name of ${unitOf(target)}, not its files`]
  }
  if (target === 'src/index.ts') return [`${file} imports src/index.ts, which nobody may`]
  if (layerOf(file) === layerOf(target)) return checkRooms(file, target)
  const from = rankOf(file)
  const to = rankOf(target)
  if (from === undefined || to === undefined || to < from) return []
  return [`${file} imports ${target}: ${layerOf(file)} may not know ${layerOf(target)}`]
}

function checkRooms(file: string, target: string): string[] {
  if (roomRank(target) <= roomRank(file)) return []
  return [`${file} imports ${target}: ${folderOf(file)} may not know ${folderOf(target)}`]
}

/** `src`, or the folder of a package: `packages/verify`. */
function unitOf(file: string): string {
  return /^packages\/[^/]+/.exec(file)?.[0] ?? 'src'
}

/** The place of a file's room among those of its layer or package; 0 where that has no rooms, -1 in an unknown folder. */
function roomRank(file: string): number {
  const rooms = ROOMS[layerOf(file)]
  const folders = file
    .slice(file.indexOf('src/') + 4)
    .split('/')
    .slice(unitOf(file) === 'src' ? 1 : 0, -1)
  if (rooms === undefined) return folders.length > 0 ? -1 : 0
  return rooms.indexOf(folders[0] ?? ROOT)
}

function folderOf(file: string): string {
  return posix.dirname(file).replace(/^src\//, '')
}

function resolveTarget(file: string, specifier: string, sources: ReadonlyMap<string, string>): string {
  const target = posix.join(posix.dirname(file), specifier).replace(/\.(c?)js$/, '.$1ts')
  // A module that the build writes has only a declaration.
  const declaration = target.replace(/\.ts$/, '.d.ts')
  return sources.has(declaration) ? declaration : target
}

/** The layer of a file of `src`; of a package, its folder. */
function layerOf(file: string): string {
  const unit = unitOf(file)
  return unit === 'src' ? (/^src\/([^/.]+)/.exec(file)?.[1] ?? '') : unit
}

function rankOf(file: string): number | undefined {
  if (file === 'src/index.ts') return LAYERS.length
  const rank = LAYERS.findIndex((layers) => (layers as readonly string[]).includes(layerOf(file)))
  return rank === -1 ? undefined : rank
}

/** Each cycle once, from its alphabetically first file on; imports of types count like any other. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles = new Set<string>()
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const start = path.indexOf(file)
    if (start !== -1) {
      const cycle = path.slice(start)
      const first = cycle.indexOf([...cycle].sort()[0] ?? file)
      const ordered = [...cycle.slice(first), ...cycle.slice(0, first)]
      cycles.add(`cycle: ${[...ordered, ordered[0]].join(' -> ')}`)
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const target of graph.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return [...cycles]
}
