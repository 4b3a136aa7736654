import { setupErrorOf } from '../../errors.js'
import type { ForeignSchema } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'
import type { StandardSchema } from '../type/standard-schema.js'
import { type ForeignDocument, mapReferences, opened, readForeignDocument, referencesOf } from './foreign-document.js'
import { libraryOptions, type SchemaForm } from './library-options.js'

const undocumented = setupErrorOf('SCHEMA_UNDOCUMENTED')

/** A form of a schema, with the names that its definitions have as components of a document. */
export interface NamedDocument extends ForeignDocument {
  /** The components' names, by the keys of the definitions; those of the other form are called the same. */
  readonly names: ReadonlyMap<string, string>
}

/** What a schema of another library says of itself, read once. */
export class StandardModel {
  readonly #schema: StandardSchema
  readonly #forms = new Map<SchemaForm, NamedDocument>()
  #differing: ReadonlySet<string> | undefined
  #absence: Absence | undefined

  constructor(schema: StandardSchema) {
    this.#schema = schema
  }

  /** The name of the library, which is the rule's name in faults and in `x-rules`. */
  get vendor(): string {
    return String(this.#schema['~standard'].vendor)
  }

  /**
   * A form of the schema. Where an output differs from the input only in that it has no further properties, the document
   * has one schema for both.
   *
   * @param place the declaration, for errors
   * @throws SetupError SCHEMA_UNDOCUMENTED
   */
  form(form: SchemaForm, place: string): NamedDocument {
    const known = this.#forms.get(form)
    if (known !== undefined) return known
    const own = this.#read(form, place)
    const input = form === 'input' ? undefined : this.#tryInput(place)
    const named = namedDocument(own, input, MADE_UP[this.vendor] ?? NEVER_NAMES)
    this.#forms.set(form, named)
    return named
  }

  /** Whether the document needs a schema of its own for the output. */
  differs(place: string): boolean {
    const input = this.#tryInput(place)
    return input === undefined || wholeText(input) !== wholeText(this.form('output', place))
  }

  /** The keys of the definitions whose output is not their input; none where the schema does not describe both. */
  differing(place: string): ReadonlySet<string> {
    this.#differing ??= this.#compareForms(place)
    return this.#differing
  }

  #compareForms(place: string): ReadonlySet<string> {
    const input = this.#tryInput(place)
    return input === undefined ? new Set() : differingKeys(this.form('output', place), input)
  }

  /** The author's patterns that a client's text can make slow: the library matches them with any text that is sent. */
  costlyPatterns(place: string): readonly RegExp[] {
    return this.form('input', place).costly ?? []
  }

  /**
   * What becomes of an absent value; found by giving the schema `undefined`, once. A value that it makes of that counts
   * only if the document says `default`: a coercing schema makes the text `undefined`.
   */
  absence(place: string): Absence {
    this.#absence ??= absenceOf(this.#schema, () => this.#tryInput(place)?.root.default !== undefined)
    return this.#absence
  }

  /** A schema that is for responses alone need not describe its input. */
  #tryInput(place: string): NamedDocument | undefined {
    try {
      return this.form('input', place)
    } catch {
      return undefined
    }
  }

  #read(form: SchemaForm, place: string): ForeignDocument {
    const { jsonSchema } = this.#schema['~standard']
    if (jsonSchema === undefined) {
      throw undocumented(`the schema of ${this.vendor} gives no JSON Schema`, place, this.#remedy)
    }
    let given: unknown
    try {
      given = jsonSchema[form]({ target: 'draft-2020-12', libraryOptions: libraryOptions(this.vendor, form) })
    } catch (error) {
      const what = `${this.vendor} cannot describe the ${form} of the schema as JSON Schema: ${messageOf(error)}`
      throw undocumented(what, place, REMEDIES[form])
    }
    try {
      if (isPromise(given)) throw new Error('it is a promise')
      return readForeignDocument(given)
    } catch (error) {
      const what = `the JSON Schema that ${this.vendor} gives for the ${form} of the schema is malformed: ${messageOf(error)}`
      throw undocumented(what, place, `correct what its '~standard'.jsonSchema.${form} returns, or what it is made of`)
    }
  }

  get #remedy(): string {
    const adapters: Readonly<Record<string, string>> = {
      valibot: "wrap it: toStandardJsonSchema(schema), from '@valibot/to-json-schema'",
      zod: "use zod 4.2 or later, by `import * as z from 'zod'`: zod/mini and zod/v3 describe nothing",
      arktype: 'update arktype to 2.1.28 or later'
    }
    return adapters[this.vendor] ?? "use a library with Standard JSON Schema ('~standard'.jsonSchema), or its adapter"
  }
}

const REMEDIES: Readonly<Record<SchemaForm, string>> = {
  input: 'use a type that JSON has, such as a text in ISO format for a date, or let the library describe it',
  output: 'end it with a schema of the result, such as .pipe(z.number()) or v.number(), or do not use it in a response'
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}

const models = new WeakMap<StandardSchema, StandardModel>()

/** All that a document says, as text. */
function wholeText({ root, definitions, names }: NamedDocument): string {
  return JSON.stringify([root, ...definitions, ...names])
}

/** The model of a schema, made once. */
export function standardModelOf({ schema }: Pick<ForeignSchema, 'schema'>): StandardModel {
  const known = models.get(schema)
  if (known !== undefined) return known
  const model = new StandardModel(schema)
  models.set(schema, model)
  return model
}

/** `required` where `undefined` is rejected, `default` where it becomes another value. */
export type Absence = 'required' | 'optional' | 'default'

/** A schema that answers later, or throws, is taken to require a value: only the author can say that it does not. */
function absenceOf(schema: StandardSchema, hasDefault: () => boolean): Absence {
  try {
    const result = schema['~standard'].validate(undefined)
    if (isPromise(result)) {
      result.then(undefined, () => undefined)
      return 'required'
    }
    if (result.issues !== undefined) return 'required'
    if (result.value === undefined) return 'optional'
    return hasDefault() ? 'default' : 'required'
  } catch {
    return 'required'
  }
}

/** Whether a validator has no result yet. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/**
 * Names the definitions. A definition whose output is its input is described by the input.
 *
 * @param input of the same schema; undefined for the input itself
 */
function namedDocument(document: ForeignDocument, input: NamedDocument | undefined, madeUp: RegExp): NamedDocument {
  const { root, definitions } = document
  if (input === undefined) return { ...document, names: namesOf(document, madeUp) }
  const differing = differingKeys(document, input)
  const isSame = (schema: SchemaObject) => ![...referencesOf(schema)].some((key) => differing.has(key))
  const shared = new Map(
    [...definitions].map(([key, own]) => [key, differing.has(key) ? own : (input.definitions.get(key) ?? own)])
  )
  return {
    root: isSame(root) && textOf(root) === textOf(input.root) ? input.root : root,
    definitions: shared,
    names: namesOf({ root, definitions: shared }, madeUp)
  }
}

/** The definitions whose output is not their input, and those that refer to one. */
function differingKeys({ definitions }: ForeignDocument, input: ForeignDocument): ReadonlySet<string> {
  const differing = new Set<string>()
  for (const [key, own] of definitions) {
    const other = input.definitions.get(key)
    if (other === undefined || textOf(own) !== textOf(other)) differing.add(key)
  }
  for (let size = -1; size !== differing.size; ) {
    size = differing.size
    for (const [key, own] of definitions) {
      if ([...referencesOf(own)].some((other) => differing.has(other))) differing.add(key)
    }
  }
  return differing
}

function textOf(schema: SchemaObject): string {
  return JSON.stringify(opened(schema))
}

/** The keys that are not names, but of the whole schema. */
const NEVER_NAMES = /^[#~]$/

/** The keys that a library makes up: zod's `__schema0`, valibot's `0`, arktype's `type11`. */
const MADE_UP: Readonly<Record<string, RegExp>> = {
  zod: /^(?:[#~]|__.*)$/,
  valibot: /^(?:[#~]|\d+)$/,
  arktype: /^(?:[#~]|[a-z]+\d+)$/
}

/** A made-up key depends on what else a program declares, so the name is made of what the schema says. */
function namesOf(document: ForeignDocument, madeUp: RegExp): ReadonlyMap<string, string> {
  const order = [...document.definitions.keys()]
  const canonical = (schema: SchemaObject) =>
    JSON.stringify(mapReferences(schema, (key) => (madeUp.test(key) ? String(order.indexOf(key)) : key)))
  const whole = [document.root, ...document.definitions.values()].map(canonical).join()
  return new Map(
    order.map((key, index) => {
      const name = madeUp.test(key) ? `Schema_${digest(`${index} ${whole}`)}` : key
      return [key, name.replace(/[^A-Za-z0-9._-]/g, '_')]
    })
  )
}

/** FNV-1a, 32 bits: not a secret, only short. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(36)
}
