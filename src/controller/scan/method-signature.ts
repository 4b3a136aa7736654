import type { BodyReader } from '../../http/body/request-body.js'
import type { ParameterGroup } from '../../http/parameters/parameter-group.js'
import type { PathPattern } from '../../http/path/pattern.js'
import type { PrincipalSource } from '../../http/principal.js'
import type { RouteInputs } from '../../http/route.js'
import type { UnknownFields } from '../../record/type/schema.js'
import type { OwnParameter } from '../declarations.js'
import type { InputForm } from '../input-form.js'
import type { MethodInput } from '../parameter-record.js'
import type { SharedGroups } from './shared-groups.js'

/** The source of one argument of a controller's method. */
export type Argument =
  | ArgumentPart
  /** An instance of a request class, with a value for each of its inputs. */
  | { readonly kind: 'object'; readonly construct: () => object; readonly members: readonly ArgumentMember[] }

/** The source of one property of a request class's instance. */
export type ArgumentMember = readonly [property: string, source: ArgumentPart]

/** The source of one value of a request. */
export type ArgumentPart =
  | { readonly kind: 'context' | 'request' | 'response' | 'body' }
  /** The principal of one of these schemes, or of any for none. */
  | { readonly kind: 'principal'; readonly sources: readonly PrincipalSource[] }
  /** What a function of the application's own makes of its inputs. */
  | { readonly kind: 'own'; readonly own: OwnParameter; readonly members: readonly ArgumentMember[] }
  /** A whole record of one place's parameters. */
  | { readonly kind: 'record'; readonly group: number }
  /** One property of such a record. */
  | { readonly kind: 'field'; readonly group: number; readonly property: string }

/** How the arguments of a controller's method are read from a request. */
export interface MethodInputs {
  readonly arguments: readonly Argument[]
  readonly groups: readonly ParameterGroup[]
  readonly body: BodyReader | undefined
  /** The same, for the document; undefined for a method without decorated parameters. */
  readonly inputs: RouteInputs | undefined
}

/** A controller's method as it was declared. */
export interface MethodSignature {
  readonly pattern: PathPattern
  /** How its inputs are declared. */
  readonly form: InputForm
  readonly inputs: readonly MethodInput[]
  /** The request class whose fields the inputs are. */
  readonly request?: RequestClass | undefined
  /** For errors: `ItemController.find`. */
  readonly place: string
  /** How many parameters its code declares, up to the first with a default. */
  readonly length: number
  /** How many parameters it has in all; undefined where that cannot be seen. */
  readonly count: number | undefined
  /** What happens to unknown keys in bodies of records without a setting of their own. */
  readonly unknownFields: UnknownFields
  /** The emitted types of its parameters; undefined without metadata. */
  readonly emitted: readonly unknown[] | undefined
  /** What is shared with the application's other methods. */
  readonly shared: SharedGroups
  /** The media types of its body, from the route's options. */
  readonly consumes?: string | readonly string[]
  /** What takes the place of `application/json` in its version. */
  readonly versionMedia?: readonly string[] | undefined
}

/** What a request class is to the method that takes its instances. */
export interface RequestClass {
  readonly name: string
  readonly construct: () => object
  /** The properties, in the order of the inputs. */
  readonly properties: readonly string[]
}
