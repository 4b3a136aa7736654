import type { Extensions } from '../../extensions.js'
import type { Class } from '../../metadata.js'
import type { PlainCheck } from './plain-check.js'
import type { StandardSchema } from './standard-schema.js'

/**
 * The type of a value that travels as JSON. Plain data: it can be printed, compared and tested.
 * The document, the binder, the parsing of texts and the serializer are all derived from it.
 */
export type TypeSchema =
  | StringSchema
  | IntegerSchema
  | NumberSchema
  | BooleanSchema
  | DateTimeSchema
  | DateSchema
  | EnumSchema
  | AnySchema
  | FileSchema
  | ForeignSchema
  | StructuredSchema

/** A type that consists of other types. */
export type StructuredSchema = ArraySchema | TupleSchema | MapSchema | RecordReference | UnionSchema | NullableSchema

export interface StringSchema {
  readonly kind: 'string'
}

/** A whole number. `int64` is bounded by JavaScript's safe integers, and is documented so. */
export interface IntegerSchema {
  readonly kind: 'integer'
  readonly format: 'int32' | 'int64'
}

export interface NumberSchema {
  readonly kind: 'number'
  readonly format: 'float' | 'double'
}

export interface BooleanSchema {
  readonly kind: 'boolean'
}

/** A `Date` in the program, an RFC 3339 date-time on the wire. */
export interface DateTimeSchema {
  readonly kind: 'timestamp'
}

/** An RFC 3339 full-date (`2024-05-17`), a string in the program too. */
export interface DateSchema {
  readonly kind: 'date'
}

export interface EnumSchema {
  readonly kind: 'enum'
  /** The name of the reusable component; undefined for an inline list. */
  readonly name: string | undefined
  readonly values: readonly (string | number | boolean)[]
}

export interface ArraySchema {
  readonly kind: 'array'
  readonly items: TypeSchema
}

/** An array of exactly these items. */
export interface TupleSchema {
  readonly kind: 'tuple'
  readonly items: readonly TypeSchema[]
}

/** An object with any keys, whose values share a type. */
export interface MapSchema {
  readonly kind: 'map'
  readonly values: TypeSchema
}

/** A record by its class. Its schema is looked up when it is needed, so that records can be recursive. */
export interface RecordReference {
  readonly kind: 'record'
  readonly class: Class
}

/** One of several types: the one that the discriminator names, else the first that accepts the value. */
export interface UnionSchema {
  readonly kind: 'union'
  readonly members: readonly TypeSchema[]
  readonly discriminator: Discriminator | undefined
}

/** The property of an object that names its record. */
export interface Discriminator {
  /** The property's name in JSON. */
  readonly name: string
  readonly mapping: readonly { readonly value: string; readonly class: Class }[]
  /** Whether the records need not declare the property: class-transformer's discriminators. */
  readonly isImplied?: boolean
}

export interface NullableSchema {
  readonly kind: 'nullable'
  readonly type: TypeSchema
}

/** Any JSON value, null included. */
export interface AnySchema {
  readonly kind: 'any'
}

/** Bytes: an uploaded file in a form, or a whole body other than JSON. */
export interface FileSchema {
  readonly kind: 'file'
  /** In bytes. */
  readonly maxSize?: number
  /** Media types in lower case, `image/*` among them. */
  readonly contentTypes?: readonly string[]
}

/** A schema of another library: it reads and checks its values itself, and describes them as JSON Schema. */
export interface ForeignSchema {
  readonly kind: 'standard'
  readonly schema: StandardSchema
  /** The declaration that first names it, for errors. */
  readonly place: string
  /** The schema that this one is a part of, which reads its values. */
  readonly whole?: StandardSchema
}

/** JSON Schema keywords that a rule contributes to a property's schema. */
export type RuleKeywords = Readonly<Record<string, unknown>>

/** One check on a field: always one of class-validator's, applied by `@Field` or by its own decorator. */
export interface Rule {
  /** Its name in a {@link Fault}: the JSON Schema keyword where there is one, else class-validator's name. */
  readonly name: string
  /** class-validator's own name for the constraint, the key in its errors. */
  readonly constraint: string
  /** Whether the rule is about each item of an array instead of the array. */
  readonly each: boolean
  /** The arguments of the decorator. */
  readonly constraints: readonly unknown[]
  /** The rule as JSON Schema. Undefined where JSON Schema cannot express it; the document lists it under `x-rules`. */
  readonly keywords: RuleKeywords | undefined
  /** Whether the keywords express the whole rule. If not, the document lists it under `x-rules` as well. */
  readonly exact: boolean
  /** Whether the predicate or the message may read the whole record. */
  readonly readsRecord: boolean
  /** Whether the predicate itself may: the user's own, or one that applies under a condition. */
  readonly judgesRecord: boolean
  /** Whether the predicate reads the raw value, as it was sent, instead of the bound one. */
  readonly readsRawValue?: boolean
  /**
   * Set if the binder does not check the rule itself, or not in every record: class-validator runs asynchronous rules,
   * and a conditional rule applies only where the field's condition holds.
   */
  readonly stage?: 'conditional' | 'asynchronous'
  /** A user's regular expression that texts must match. */
  readonly expression?: RegExp
  /** The maximum of characters (code points) that the rule allows, in every record. */
  readonly maxLength?: number
  /** The predicate as data, where it is that simple; it has the same results as `test`. */
  readonly check?: PlainCheck
  /** class-validator's own predicate. */
  readonly test: (value: unknown, owner: object) => boolean
  /**
   * Set if a function that only seems to be class-validator's own decides as well: generated code calls it, and accepts what
   * meets `check` and makes it return true; `test` decides about all else.
   */
  readonly call?: RuleCall
  /** The value that the rule was declared with, of which `value` breaks it; undefined where a fault shows none. */
  readonly limit?: (value: unknown) => number | string | undefined
  /** The message of a fault, to be read after the field's name. */
  readonly message: MessageOf
}

/** A call of a constraint's function, which needs no more than the value. */
export interface RuleCall {
  readonly instance: { validate(value: unknown, args: never): unknown }
  readonly args: unknown
  /** What must hold besides; undefined where the function alone decides. */
  readonly check: PlainCheck | undefined
}

/** The checks of a field in those records for which a condition holds: class-validator's `ValidateIf`. */
export interface FieldCondition {
  readonly holds: (record: object, value: unknown) => boolean
  readonly type: TypeSchema
  readonly required: boolean
  readonly rules: readonly Rule[]
  /** What the type checks, as rules that the document lists: it cannot have the type, which holds in some records only. */
  readonly ofType: readonly Rule[]
}

/** The user's own messages for what a field's type rejects before any rule is checked; those by rule take precedence. */
export interface TypeMessages {
  /** For an absent field. */
  readonly absent: MessageOf | undefined
  /** For a value of another type; undefined where it has the type's own. */
  readonly type: ((value: unknown, owner: object) => string | undefined) | undefined
  /** For an item of another type. */
  readonly item: TypeMessages['type']
  /** Of `@Field`, by rule: for the value, its items, and the items of lists within it. */
  readonly byRule: ReadonlyMap<string, MessageOf>
}

/** Writes the message of a fault, to be read after the field's name. */
export type MessageOf = (value: unknown, owner: object) => string

/** What class-transformer's `@Transform` does with a field's value, which the field's type does not show. */
export interface FieldTransform {
  /** The type that is read; set where the field's type is `any`, because what is written may have another type. */
  readonly type: TypeSchema | undefined
  /** Transforms a value of a request, after its type was read and before rules are checked. */
  readonly bind: ((value: unknown, input: object) => unknown) | undefined
  /** Transforms a value of a response, before it is serialized. */
  readonly write: ((value: unknown, record: object) => unknown) | undefined
  /** Whether it must return a value. */
  readonly isRequired: boolean
  /** Whether it is called for an absent value, too. */
  readonly visitsAbsent: boolean
  /** The field's rules with their keywords, which hold in the direction that is not transformed. */
  readonly rules: readonly Rule[]
}

/** One property of a record. */
export interface FieldSchema {
  /** The name of the property in the class. */
  readonly property: string
  /** The name in JSON. */
  readonly name: string
  readonly type: TypeSchema
  /** Whether the field must be present. */
  readonly required: boolean
  /** Whether the field may be null. */
  readonly nullable: boolean
  readonly rules: readonly Rule[]
  /** If set, the type is `any`, and the condition alone has the type, presence and rules that are checked. */
  readonly condition?: FieldCondition
  /** If set, the rules check what it returns. */
  readonly transform?: FieldTransform
  /** Set if decorators of class-validator have messages for what the type itself checks. */
  readonly messages?: TypeMessages
  readonly description: string | undefined
  /** As JSON. */
  readonly example: unknown
  /** As JSON; the value of an absent field. */
  readonly default: unknown
  readonly deprecated: boolean
  readonly title?: string
  /** As JSON. */
  readonly examples?: readonly unknown[]
  readonly extensions?: Extensions
  /**
   * Set if the field travels one way only: `readOnly` in responses, `writeOnly` in requests. The other way it counts as
   * undeclared.
   */
  readonly access?: 'readOnly' | 'writeOnly'
  /** How the field is written as a query parameter; undefined for the default of its type. */
  readonly style?: QueryStyle
}

/**
 * How a query parameter is written that is not a single text (OpenAPI 3.0.3, section 4.7.12.2): a list as `ids=1,2`
 * (`comma`) instead of as repeated keys, and a flat record as `filter[name]=x` (`deepObject`).
 */
export type QueryStyle = 'comma' | 'deepObject'

/** What is done with keys that no field declares: they are dropped, or each is a fault. */
export type UnknownFields = 'strip' | 'reject'

/** A class whose fields are declared; it travels as a JSON object. */
export interface RecordSchema {
  /** The name of the component in the document. */
  readonly name: string
  readonly class: Class
  readonly description: string | undefined
  readonly fields: readonly FieldSchema[]
  /** Undefined where the application decides. */
  readonly unknownFields: UnknownFields | undefined
  /** What keys are that no field declares, where they are part of the record. */
  readonly additional?: TypeSchema
  /** How many keys a JSON object has at least, those that no field declares included. */
  readonly minProperties?: number
  /** How many it has at most. */
  readonly maxProperties?: number
  readonly title?: string
  /** As JSON. */
  readonly examples?: readonly unknown[]
  readonly extensions?: Extensions
  /** Whether it has rules that only class-validator itself can run: asynchronous constraints. */
  readonly needsClassValidator: boolean
}
