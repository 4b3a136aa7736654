import type { Class } from '../../metadata.js'
import type { Projector } from '../json/projection.js'
import type { ValidationOptions } from '../library/metadata-storage.js'
import type { Program } from '../program/program.js'
import type { TextCode } from '../program/text-code.js'
import type { BinderSource, Direction, Reader, Strictness } from '../type/reading-options.js'
import type { Discriminator, RecordReference, RecordSchema, Rule, TypeSchema, UnionSchema } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'

/** What is known of the types of one kind. */
export interface Facts<T> {
  /** The type in words that can follow "must be": `an integer`, `a Cat`, `a list`. */
  readonly describe: (type: T, describe: (part: TypeSchema) => string) => string
  /** What a generic record is named after the type: `User`, `StringList`. */
  readonly label: (type: T, by: Labels) => string
  /** What its values are in JSON, null apart. */
  readonly jsonKinds: (type: T, kindsOf: (part: TypeSchema) => readonly JSONKind[]) => readonly JSONKind[]
  /** The class of its values in the program; undefined where the program has them as JSON has them. */
  readonly heldAs?: Class
  /** Whether nothing says what the program has: the output of another library's schema. */
  readonly isUntold?: true
  /** Whether a value of the program is of the type. Rules are not checked. */
  readonly holds: (type: T, value: unknown, judge: ValueJudge) => boolean
  /** The decorators of class-validator and class-transformer that say the same of a property. */
  readonly decorators: (type: T, options: ValidationOptions, by: Decorating) => PropertyDecorator[]
  /** class-validator's constraints that every value of the kind meets. */
  readonly implied: readonly string[]
}

/**
 * All that differs by the kind of a type. Each kind has a file, which exports these members one by one, so that a bundle
 * takes those it uses. A kind imports no other kind: what it needs of the types within it is handed in.
 */
export interface Kind<T> {
  readonly facts: Facts<T>
  /** Its schema in JSON Schema 2020-12. */
  readonly schema: (type: T, by: SchemaWriting) => SchemaObject
  readonly reading: {
    /** Reads a raw value. It alone says what is wrong with it, and reads all values that there is no code for. */
    readonly closure: (type: T, by: Reading) => Reader
    /**
     * Code for a scalar or a list of scalars. These are cheap enough to be read again by the closure: the code leaves the
     * block `wrong` for a value that is wrong. Undefined as a result for a type that there is no such code for.
     *
     * @param eachRules rules about the items of a list
     */
    readonly flat?: (type: T, raw: string, code: ReaderCode, eachRules: readonly Rule[]) => ValueCode | undefined
    /** Code for a value that holds others; it leaves in `faults` what is wrong with it. */
    readonly held?: (type: T, raw: string, code: ReaderCode) => ValueCode
  }
  readonly writing: {
    /** What is written of its values. */
    readonly project: (type: T, by: Projecting) => Projector
    /**
     * Code that appends the JSON text of a value, or leaves the function where the value does not fit the type. The
     * variable `value` may be changed; the value is `depth` levels below the function's own. Without it, the projector
     * writes all values.
     */
    readonly code?: (value: string, type: T, depth: number, code: WriterCode) => void
  }
}

/** One member of every kind; the compiler finds the kind that is missing. */
export type ByKind<M extends keyof Kind<TypeSchema>> = {
  readonly [K in TypeSchema['kind']]: Kind<Extract<TypeSchema, { readonly kind: K }>>[M]
}

/** The member for the kind of a type. */
export function memberFor<M extends keyof Kind<TypeSchema>>(members: ByKind<M>, { kind }: TypeSchema) {
  // The compiler does not see that the type and the member are of one kind.
  return members[kind] as Kind<TypeSchema>[M]
}

/** What values can be before their types distinguish them: JSON's types, and files. */
export type JSONKind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'file'

/** The labels of the types within a type, and of what has a name of its own. */
export interface Labels {
  readonly part: (type: TypeSchema) => string
  readonly enum: (name: string | undefined) => string
  readonly record: (target: Class) => string
}

/** Judges the values within a value of the program. */
export interface ValueJudge {
  readonly holds: (type: TypeSchema, value: unknown, judge: ValueJudge) => boolean
  /** Whether an object counts as a record of the class. */
  readonly isRecord: (type: RecordReference, value: object) => boolean
}

/** What decorators need of the types within a type. */
export interface Decorating {
  readonly decorators: (type: TypeSchema, options: ValidationOptions) => PropertyDecorator[]
  readonly describe: (type: TypeSchema) => string
  readonly holds: (type: TypeSchema, value: unknown) => boolean
}

/** What a schema needs of the types within its type, and of the document that it is a part of. */
export interface SchemaWriting {
  /** Whether the schema is for what clients send, or for what they get. */
  readonly direction: 'request' | 'response'
  /** The schema of a part. */
  part(type: TypeSchema): SchemaObject
  /** The schema of all items or values, with the rules that are about each of them. */
  each(type: TypeSchema): SchemaObject
  /** A reference to the component of a record. */
  record(target: Class): SchemaObject
  /** The key of a component, by its name; `differs` finds out whether it is another one in responses. */
  componentKey(name: string, differs?: () => boolean): string
  /** A reference to the component of this key; `identity` distinguishes two components of one key. */
  component(key: string, identity: string, schema: SchemaObject): SchemaObject
  recordOf(target: Class): RecordSchema
  /** @throws BootstrapError of UNION_INVALID */
  checkDiscriminator(discriminator: Discriminator): void
}

/** What a projector needs of the types within its type. */
export interface Projecting {
  /** Whether the type is only a guess: then values that do not fit it are written as they are. */
  readonly isOpen: boolean
  projector(type: TypeSchema): Projector
  record(target: Class): (value: object, depth: number) => unknown
  describe(type: TypeSchema): string
  /** Finds the member of a union that an object belongs to, by its index; -1 where it belongs to none. */
  choice(type: UnionSchema): (value: object) => number
}

/** Code of a function that writes values as JSON text. */
export interface WriterCode extends TextCode {
  /** Writes the value of a part. */
  write(value: string, type: TypeSchema, depth: number): void
  /** Whether there is code for values of the type, so that not all is left to their projector. */
  hasCode(type: TypeSchema): boolean
  /** Writes a value as its projector and JSON.stringify do. */
  writePart(value: string, type: TypeSchema, depth: number): void
  /** Writes the fields of a record, of any value. */
  writeRecord(value: string, type: RecordReference, depth: number): void
  /** Calls the function of a record, of a value that is an object. */
  callRecord(value: string, type: RecordReference, depth: number): void
  /** Whether the function of the record writes all that a union wants of it: its discriminator, too. */
  hasDiscriminator(type: RecordReference, union: UnionSchema): boolean
  /** Says that lists or objects are opened so many levels below the function's own. */
  reach(depth: number): void
  /** Lines that end each turn of a loop over items of the type: they put a long text together. */
  afterItem(items: TypeSchema): readonly string[]
  /** What all values of the type are in JSON and in the program; undefined where they are of several kinds. */
  plainKind(type: TypeSchema): JSONKind | undefined
  choice(type: UnionSchema): (value: object) => number
}

/** A member of a union that may accept values of a kind. */
export interface Candidate {
  readonly index: number
  /** Whether it may accept this value, by a test that costs little. */
  readonly mayAccept: (raw: unknown) => boolean
}

/** What a reader needs of the types within its type. */
export interface Reading {
  readonly source: BinderSource
  readonly direction: Direction
  readonly strictness: Strictness
  reader(type: TypeSchema): Reader
  record(target: Class): { readonly reader: Reader }
  /** What compiles the readers by which a union chooses its member. */
  readonly choosing: Reading
  /** Finds the members of a union that may accept a raw value, in order; each of the others would report a fault. */
  candidates(members: readonly TypeSchema[]): (raw: unknown) => readonly Candidate[]
  readonly describe: (type: TypeSchema) => string
  jsonKinds(type: TypeSchema): ReadonlySet<JSONKind>
}

/** The code that reads a value, and the expression for what was then read. */
export interface ValueCode {
  readonly lines: readonly string[]
  readonly value: string
}

/** Code of a function that reads values; in it, `faults` is the list of faults. */
export interface ReaderCode {
  readonly program: Program
  readonly source: BinderSource
  /** Reads a value by its closure: an expression. */
  closure(type: TypeSchema, raw: string): string
  /** Reads a record: an expression. */
  record(target: Class, raw: string): string
  /** The code of a scalar or a list of scalars; undefined for any other type. */
  flat(type: TypeSchema, raw: string, eachRules?: readonly Rule[]): ValueCode | undefined
  /** The code of a value of any type. */
  held(type: TypeSchema, raw: string): ValueCode
  plainKind(type: TypeSchema): JSONKind | undefined
}
