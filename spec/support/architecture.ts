import { posix } from 'node:path'
import { type Import, parseImports } from './imports.js'

/** The layers of `src`, left to right: an import may only point to the left. Layers of one entry do not know each other. */
const LAYERS = [
  ['errors', 'metadata'],
  ['options'],
  ['record'],
  ['http', 'drop-in'],
  ['openapi'],
  ['controller'],
  ['application'],
  ['operation'],
  ['verify'],
  ['cli']
] as const

interface Reserved {
  readonly module: RegExp
  /** The files that may use the module. */
  readonly users: RegExp
  /** The files that may name its types. */
  readonly typeUsers?: RegExp
}

const RESERVED: readonly Reserved[] = [
  // The command imports the user's module; what nobody can name, nobody can check.
  { module: /^\(computed\)$/, users: /^src\/cli\/load-service\.ts$/ },
  { module: /^reflect-metadata(\/|$)/, users: /^src\/metadata\.ts$/ },
  {
    module: /^class-(validator|transformer|validator-jsonschema)(\/|$)/,
    users: /^src\/(record|drop-in)\//,
    typeUsers: /^src\/errors\.ts$/
  },
  {
    module: /^(node:)?(http|https|http2)$/,
    users: /^src\/http\/server\//,
    typeUsers: /^src\/(http|openapi)\//
  }
]

/**
 * Checks the sources under `src`, by path relative to the repository with `/`, against the architecture.
 * Answers one sentence a violation; none when all is well.
 */
export function checkArchitecture(sources: ReadonlyMap<string, string>): string[] {
  const violations: string[] = []
  const graph = new Map<string, string[]>()
  for (const [file, source] of sources) {
    const rank = rankOf(file)
    if (rank === undefined) violations.push(`${file} belongs to no layer`)
    const targets: string[] = []
    graph.set(file, targets)
    for (const found of parseImports(source)) {
      const target = found.specifier.startsWith('.') ? resolveTarget(file, found.specifier) : undefined
      if (target === undefined) violations.push(...checkModule(file, found))
      else violations.push(...checkDirection(file, target, sources))
      if (target !== undefined && !found.typeOnly) targets.push(target)
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
  if (from === undefined || to === undefined || layerOf(file) === layerOf(target) || to < from) return []
  return [`${file} imports ${target}: ${layerOf(file)} may not know ${layerOf(target)}`]
}

function resolveTarget(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier).replace(/\.(c?)js$/, '.$1ts')
}

function layerOf(file: string): string {
  return /^src\/([^/.]+)/.exec(file)?.[1] ?? ''
}

function rankOf(file: string): number | undefined {
  if (file === 'src/index.ts') return LAYERS.length
  const rank = LAYERS.findIndex((layers) => (layers as readonly string[]).includes(layerOf(file)))
  return rank === -1 ? undefined : rank
}

/** Each cycle once, told from its alphabetically first file on; only imports that exist at run time count. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles = new Set<string>()
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const start = path.indexOf(file)
    if (start !== -1) {
      const cycle = path.slice(start)
      const first = cycle.indexOf([...cycle].sort()[0] ?? file)
      const told = [...cycle.slice(first), ...cycle.slice(0, first)]
      cycles.add(`cycle: ${[...told, told[0]].join(' -> ')}`)
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
