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
  ['operation'],
  ['mcp'],
  ['verify', 'diff'],
  ['cli']
] as const

/** The name of a layer's own folder among its rooms. */
export const ROOT = '.'

/** The rooms of the layers that have any: a room may import those before it. Any other folder is a mistake. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  record: [
    ...['type', 'regex', 'library', 'program', 'json', 'standard', 'kind', 'kinds', 'format', 'rule', 'field', 'model'],
    ...['read', 'write', 'json-schema', ROOT]
  ],
  http: [
    ...['syntax', 'lifetime', 'path', 'body', 'reply', 'origin', ROOT],
    ...['response', 'parameters', 'security', 'routing', 'exchange', 'server', 'fetch']
  ],
  openapi: ['page', 'edit', ROOT, 'serving'],
  controller: [ROOT, 'scan'],
  verify: [
    'document',
    'wire',
    'credentials',
    'judge',
    'values',
    'requests',
    'session',
    'resources',
    'collections',
    'sequences',
    'conventions',
    'report',
    ROOT,
    'command'
  ],
  diff: ['document', 'schema', 'operations', 'report', ROOT],
  cli: [
    ...['definition', 'module', 'project', 'new', 'generate', 'dev', 'document', 'diff', 'routes', 'mcp', 'client'],
    ROOT
  ]
}

/** The layer that is published as a package of its own: all that it may import of the others, and what they may of it. */
const OWN_PACKAGE = {
  layer: 'verify',
  imports: 'src/options.ts',
  entry: 'src/verify/command/verify-command.ts'
} as const

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
    users: /^src\/(cli\/(module\/import-module|dev\/dev-child)|verify\/command\/config-file)\.ts$/
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
    users: /^src\/(http\/server|verify\/wire)\//,
    typeUsers: /^src\/(http|openapi)\//
  }
]

/**
 * Checks the sources under `src`, by path relative to the repository with `/`, against the architecture.
 * Returns one sentence for each violation; none when all is well.
 */
export function checkArchitecture(sources: ReadonlyMap<string, string>): string[] {
  const violations: string[] = []
  const graph = new Map<string, string[]>()
  for (const [file, source] of sources) {
    const rank = rankOf(file)
    if (rank === undefined) violations.push(`${file} belongs to no layer`)
    else if (roomRank(file) === -1) violations.push(`${file} belongs to no room`)
    const targets: string[] = []
    graph.set(file, targets)
    for (const found of parseImports(source)) {
      const target = found.specifier.startsWith('.') ? resolveTarget(file, found.specifier, sources) : undefined
      if (target === undefined) violations.push(...checkModule(file, found))
      else violations.push(...checkDirection(file, target, sources), ...checkPackages(file, target, found))
      if (target !== undefined) targets.push(target)
    }
  }
  return [...violations, ...findCycles(graph)]
}

function checkModule(file: string, { specifier, typeOnly }: Import): string[] {
  if (specifier === 'fieldstone' || specifier.startsWith('fieldstone/')) {
    return [`${file} imports its own package by name: ${specifier}`]
  }
  const reserved = RESERVED.find(({ module }) => module.test(specifier))
  if (reserved === undefined || reserved.users.test(file)) return []
  if (reserved.typeUsers?.test(file)) {
    return typeOnly ? [] : [`${file} imports values of ${specifier}: only \`import type\` is allowed there`]
  }
  return [`${file} may not import ${specifier}`]
}

function checkDirection(file: string, target: string, sources: ReadonlyMap<string, string>): string[] {
  if (!sources.has(target)) return [`${file} imports ${target}, which is not a source file`]
  if (target === 'src/index.ts') return [`${file} imports src/index.ts, which nobody may`]
  const from = rankOf(file)
  const to = rankOf(target)
  if (from === undefined || to === undefined) return []
  if (layerOf(file) === layerOf(target)) return checkRooms(file, target)
  if (to < from) return []
  return [`${file} imports ${target}: ${layerOf(file)} may not know ${layerOf(target)}`]
}

/** What is in another package at run time; types are gone by then. */
function checkPackages(file: string, target: string, { typeOnly }: Import): string[] {
  const { layer, imports, entry } = OWN_PACKAGE
  const [from, to] = [layerOf(file) === layer, layerOf(target) === layer]
  if (from && !to && target !== imports)
    return [`${file} imports ${target}: of the framework ${layer} has only ${imports}`]
  if (!from && to && !typeOnly && target !== entry)
    return [`${file} imports ${target}: the package of ${layer} has only ${entry} for the framework`]
  return []
}

function checkRooms(file: string, target: string): string[] {
  if (roomRank(target) <= roomRank(file)) return []
  return [`${file} imports ${target}: ${folderOf(file)} may not know ${folderOf(target)}`]
}

/** The place of a file's room among those of its layer; 0 in a layer without rooms, -1 in an unknown folder. */
function roomRank(file: string): number {
  const rooms = ROOMS[layerOf(file)]
  const [, , room, ...deeper] = file.split('/')
  if (rooms === undefined) return file.split('/').length > 3 ? -1 : 0
  return rooms.indexOf(deeper.length === 0 ? ROOT : String(room))
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

function layerOf(file: string): string {
  return /^src\/([^/.]+)/.exec(file)?.[1] ?? ''
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
