import type { BodyReader } from '../http/body/reader.js'
import type { PathPattern } from '../http/path/pattern.js'
import type { RouteInputs } from '../http/route.js'
import type { Binder } from '../record/binder.js'
import type { FieldSchema, UnknownFields } from '../record/type/schema.js'
import type { ParameterDeclaration } from './declarations.js'
import type { ParameterPlace } from './parameter-record.js'

/** What one argument of a controller's method is taken from. */
export type Argument =
  | { readonly kind: 'context' | 'request' | 'response' | 'body' }
  /** A whole record of one place's parameters. */
  | { readonly kind: 'record'; readonly group: number }
  /** One property of such a record. */
  | { readonly kind: 'field'; readonly group: number; readonly property: string }

/** Parameters of one place that are bound together. */
export interface ParameterGroup {
  readonly place: ParameterPlace
  readonly binder: Binder<object>
  readonly fields: readonly FieldSchema[]
}

/** How the arguments of a controller's method are read from a request. */
export interface MethodInputs {
  readonly arguments: readonly Argument[]
  readonly groups: readonly ParameterGroup[]
  readonly body: BodyReader | undefined
  /** The same, as the document tells it; undefined when the method reads nothing by itself. */
  readonly inputs: RouteInputs | undefined
}

/** A controller's method as it was declared. */
export interface MethodSignature {
  readonly pattern: PathPattern
  readonly declarations: readonly ParameterDeclaration[]
  /** For errors: `ItemController.find`. */
  readonly place: string
  /** How many parameters its code declares, up to the first with a default. */
  readonly length: number
  /** What becomes of unknown keys in bodies of records that do not say it themselves. */
  readonly unknownFields: UnknownFields
  /** The emitted types of its parameters; undefined without metadata. */
  readonly emitted: readonly unknown[] | undefined
  /** The media types of its body, as the route's options tell them. */
  readonly consumes?: string | readonly string[]
}
