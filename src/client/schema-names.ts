import { type LooseDocument, objectOf, partsOf } from './document-values.js'
import { type Names, typeName } from './identifiers.js'
import type { Mode, SchemaGraph } from './schema-graph.js'

const SUFFIXES: Readonly<Record<Mode, string>> = { response: '', request: 'Input', form: 'Form' }
const SCHEMAS = '#/components/schemas/'
const ORDER: readonly Mode[] = ['response', 'request', 'form']

/** A type with a name: that of a schema, where its values go one way or both. */
export interface NamedSchema {
  readonly name: string
  readonly mode: Mode
  readonly ref: string
}

/** The names of the schemas that are referred to, and of all components: one, or one for each way that differs. */
export class SchemaNames {
  readonly #document: LooseDocument
  readonly #graph: SchemaGraph
  /** The references that were followed, by the mode of what refers to them. */
  readonly #seen: Readonly<Record<Mode, Set<string>>> = { response: new Set(), request: new Set(), form: new Set() }
  /** By reference, the modes in which it is used. */
  readonly #uses = new Map<string, Set<Mode>>()
  /** By mode and reference. */
  readonly #names = new Map<string, NamedSchema>()

  constructor(document: LooseDocument, graph: SchemaGraph) {
    this.#document = document
    this.#graph = graph
  }

  /** Announces a schema: all uses are known before the first name is given. */
  use(schema: unknown, mode: Mode): void {
    const seen = this.#seen[mode]
    for (const ref of this.#graph.references(schema, (ref) => !seen.has(ref))) {
      seen.add(ref)
      this.#useOf(ref).add(this.#graph.modeOf(ref, mode))
    }
  }

  #useOf(ref: string): Set<Mode> {
    const known = this.#uses.get(ref)
    if (known !== undefined) return known
    const modes = new Set<Mode>()
    this.#uses.set(ref, modes)
    return modes
  }

  /** Gives the names: components in the order of the document, whether used or not, then what else is referred to. */
  giveNames(names: Names): void {
    const components = objectOf(objectOf(this.#document.root.components).schemas)
    const own = Object.keys(components).map((name) => `${SCHEMAS}${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    const spelled = new Map([...this.#uses.keys()].map((ref) => [JSON.stringify(partsOf(ref)), ref]))
    const refs = own.map((ref) => spelled.get(JSON.stringify(partsOf(ref))) ?? ref)
    for (const ref of refs) if (this.#useOf(ref).size === 0) this.use({ $ref: ref }, 'response')
    const isComponent = new Set(refs)
    const all = [...refs, ...[...this.#uses.keys()].filter((ref) => !isComponent.has(ref))]
    // A component that has the name of a type already keeps it, whatever comes before it.
    const isExact = (ref: string) => `${SCHEMAS}${nameOfReference(ref)}` === ref
    const given = new Map<string, string>()
    for (const ref of [...all.filter(isExact), ...all.filter((ref) => !isExact(ref))]) {
      const base = nameOfReference(ref)
      for (const [index, mode] of this.#modesOf(ref).entries()) {
        const name = `${base}${index === 0 ? '' : SUFFIXES[mode]}`
        given.set(`${mode} ${ref}`, names.take(name, `${name}Schema`))
      }
    }
    for (const ref of all) {
      for (const mode of this.#modesOf(ref)) {
        const key = `${mode} ${ref}`
        this.#names.set(key, { name: given.get(key) as string, mode, ref })
      }
    }
  }

  #modesOf(ref: string): Mode[] {
    return [...this.#useOf(ref)].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
  }

  /** Those that were given, in their order. */
  get all(): readonly NamedSchema[] {
    return [...this.#names.values()]
  }

  /** The name of what a reference means, for values that go there. */
  nameOf(ref: string, mode: Mode): string {
    return this.#names.get(`${this.#graph.modeOf(ref, mode)} ${ref}`)?.name ?? 'unknown'
  }
}

function nameOfReference(ref: string): string {
  const parts = partsOf(ref)
  if (ref.startsWith(SCHEMAS) && parts.length === 3) return typeName(parts[2] ?? '')
  return typeName(parts.filter((part) => !SILENT.has(part)).join(' ') || 'Root')
}

/** Parts of a reference that say nothing of what it means. */
const SILENT = new Set(['components', 'schemas', 'properties', 'schema', 'content'])
