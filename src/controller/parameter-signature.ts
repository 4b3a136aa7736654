import type { BodyOptions } from '../http/request-body-options.js'
import type { MemberKey, PropertyOf } from '../record/field/field-signature.js'
import type { NotHeld, ValueOf } from '../record/type/declared-value.js'
import type { ParametersOf } from './method-types.js'

/**
 * A decorator of a parameter, or of a property of a request class, that gets values of type V. The compiler rejects it
 * where the parameter cannot hold them. It knows the method by its key, so a private or protected one is not compared.
 * Where it errs, declare the type as `unknown`: `@Param('id', String as unknown)`.
 */
export type InputDecorator<V> = <T, K extends MemberKey, I>(prototype: T, key: InputKey<V, T, K, I>, index?: I) => void

/**
 * A decorator of a parameter that gets a value of the framework, of type V. The parameter may know more of it: what a
 * middleware has added, or the request of another library that extends Node's.
 */
export type GivenDecorator<V> = <T, K extends MemberKey, I>(prototype: T, key: GivenKey<V, T, K, I>, index?: I) => void

/** The key, or what is wrong with the parameter, as {@link InputKey}. */
type GivenKey<V, T, K, I> = [InputOf<T, K, I>] extends [V | null | undefined] ? K : InputKey<V, T, K, I>

/** The key, or what is wrong with the parameter: a type that no key has, to be read in the compiler's message. */
type InputKey<V, T, K, I> =
  // A key of any name is a call by hand, or a decorator made of others.
  string extends K
    ? K
    : [unknown, keyof V] extends [V, never]
      ? K
      : [V] extends [InputOf<T, K, I>]
        ? K
        : [NotHeld<V, InputOf<T, K, I>>] extends [never]
          ? K
          : I extends number
            ? ['the decorator gives', V, 'but the parameter is', InputOf<T, K, I>]
            : ['the decorator gives', V, 'but the property is', InputOf<T, K, I>]

/** The type of a decorated parameter or property; `any` where the compiler does not show it. */
type InputOf<T, K, I> = I extends number ? ParameterOf<T, K, I> : PropertyOf<T, K>

/** The type of the parameter at an index; `any` for a method that the compiler does not show. */
// biome-ignore lint/suspicious/noExplicitAny: fits everything
type ParameterOf<T, K, I extends number> = K extends keyof T ? ArgumentAt<ParametersOf<T[K]>, I> : any

/** A rest parameter gets one value. */
type ArgumentAt<A extends readonly unknown[], I extends number> = number extends A['length'] ? unknown : A[I]

/**
 * The value of a body: of its type V, or of one of the types of `content`; and undefined where requests need none. Where V is
 * not known, that undefined is all that is compared.
 */
export type BodyValue<V, O extends BodyOptions> = O extends { readonly content: infer C }
  ? { [M in keyof C]: MediaValue<C[M]> }[keyof C] | AbsentValue<O>
  : O extends { readonly required: false }
    ? [unknown] extends [V]
      ? undefined
      : V | undefined
    : V

/** Undefined, where requests need no body. */
type AbsentValue<O> = O extends { readonly required: false } ? undefined : never

/** The value of one media type, which is a type, or has one among its options. */
type MediaValue<T> = T extends abstract new (
  ...args: never
) => unknown
  ? ValueOf<T>
  : T extends { readonly type: infer E }
    ? ValueOf<E>
    : ValueOf<T>
