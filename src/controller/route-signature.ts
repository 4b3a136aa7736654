import type { Context } from '../http/context.js'
import type { RouteOptions } from '../http/route.js'
import type { MemberKey } from '../record/field/field-signature.js'
import type { NotHeld } from '../record/type/declared-value.js'
import type { MethodOptions } from './declarations.js'
import type { Input } from './input.js'
import type { Is, MethodOf, ParametersOf, ResultOf } from './method-types.js'
import type { BodyOf, IsResult } from './result-signature.js'

/**
 * A decorator that makes a method the handler of a route, with the inputs I beside it and the options O. The compiler
 * rejects it where the method cannot take what they give, and where nothing that it returns fits a success among the
 * `responses`. Where it errs, declare the type as `unknown`: `param('id', String as unknown)`,
 * `responses: { 200: Note as unknown }`.
 */
export type RouteDecorator<I extends readonly Input[], O extends Omit<MethodOptions, 'responses'>> = <
  T,
  K extends MemberKey,
  D
>(
  target: T,
  key: RouteKey<MethodOf<T, D>, K, I, O>,
  descriptor?: D
) => void

/** The key, or what is wrong with the method: a type that no key has, to be read in the compiler's message. */
type RouteKey<F, K, I extends readonly Input[], O> =
  // A key of any name is a call by hand, or a decorator made of others.
  string extends K
    ? K
    : Is<RouteMisfit<I, O, ParametersOf<F>, K>, never> extends true
      ? IsResult<ResultOf<F>, BodiesOf<O>> extends true
        ? K
        : ['the responses have', BodiesOf<O>, 'but the method returns', ResultOf<F>]
      : RouteMisfit<I, O, ParametersOf<F>, K>

/** The bodies of the successes among the `responses`; `never` where none is declared. */
type BodiesOf<O> = O extends { readonly responses: infer R } ? { [S in keyof R]: BodyOf<S, R[S]> }[keyof R] : never

/** What is wrong with the parameters of a method; never for one that takes what it is given. */
type RouteMisfit<I extends readonly Input[], O, A extends readonly unknown[], K> = O extends {
  readonly request: infer R
}
  ? RequestMisfit<RequestOf<R>, A>
  : [I[number]] extends [never]
    ? // In the legacy form the parameters can have decorators of their own, which the compiler does not show here.
      // Options of which the compiler knows only the type may name a class of the request.
      K extends PropertyKey
      ? never
      : [keyof RouteOptions] extends [keyof O]
        ? never
        : RestMisfit<A>
    : InputMisfit<I, A>

/** The instances of a request class, or of the one that a function returns. */
type RequestOf<R> = R extends abstract new (
  ...args: never
) => infer T
  ? InstanceOf<R, T>
  : R extends () => infer C
    ? C extends abstract new (
        ...args: never
      ) => infer T
      ? InstanceOf<C, T>
      : unknown
    : unknown

/** Of a class with type parameters the prototype, where they are `any`; the constructor has `unknown` for them. */
type InstanceOf<R, T> = R extends { readonly prototype: infer P }
  ? [0] extends [1 & P]
    ? T
    : [P, T] extends [T, P]
      ? P
      : T
  : T

/** Compares an instance of the request class with the first parameter. */
type RequestMisfit<R, A extends readonly unknown[]> = A extends readonly []
  ? ['the method has no parameter for the request', R]
  : A extends readonly [infer P, ...infer Rest]
    ? IsTaken<R, P> extends true
      ? RestMisfit<Rest>
      : ['the request is', R, 'but the parameter is', P]
    : never

/** Compares the inputs with the parameters, one after the other; the rest of the parameters are for the context. */
type InputMisfit<I extends readonly unknown[], A extends readonly unknown[]> = I extends readonly [
  infer First,
  ...infer More
]
  ? A extends readonly []
    ? ['the method has no parameter for the input', ValueIn<First>]
    : A extends readonly [infer P, ...infer Rest]
      ? IsTaken<ValueIn<First>, P> extends true
        ? InputMisfit<More, Rest>
        : ['the input gives', ValueIn<First>, 'but the parameter is', P]
      : // An optional one, or one of a rest parameter.
        A extends readonly [(infer P)?, ...infer Rest]
        ? IsTaken<ValueIn<First>, P | undefined> extends true
          ? InputMisfit<More, Rest>
          : ['the input gives', ValueIn<First>, 'but the parameter is', P]
        : never
  : // A list of any length is not compared.
    I extends readonly []
    ? RestMisfit<A>
    : never

/** What an input gives. */
type ValueIn<I> = I extends Input<infer V> ? V : unknown

/** Parameters after those of the inputs: the context, and what may be left out. */
type RestMisfit<A extends readonly unknown[]> = A extends readonly [infer P, ...infer Rest]
  ? [Context] extends [P]
    ? RestMisfit<Rest>
    : [P] extends [Context]
      ? RestMisfit<Rest>
      : ['no input is for the parameter', P]
  : never

/** Whether a parameter of type P can hold a value of type V; a type that is not known is not compared. */
type IsTaken<V, P> =
  Is<V, P> extends true
    ? true
    : [unknown, keyof V] extends [V, never]
      ? true
      : // `object` is a class that is not known.
        [object, keyof V] extends [V, never]
        ? true
        : [NotHeld<V, P>] extends [never]
          ? true
          : // A middleware may have added to the context.
            [V, P] extends [Context, Context | null | undefined]
            ? true
            : false
