import type { Class } from '../metadata.js'
import type { MemberKey } from '../record/field/field-signature.js'
import type { Bytes, ValueOf } from '../record/type/declared-value.js'
import type { StandardSchema } from '../record/type/standard-schema.js'
import type { TypeToken } from '../record/type/type-token.js'
import type { CanSend, NotABodyBeside } from '../record/type/written-value.js'
import type { Is, MethodOf, ResultOf } from './method-types.js'

/**
 * A decorator of a method that documents a response with bodies of type V. The compiler rejects it where none of the
 * values that the method returns fits. A result may be a promise or a stream, and nothing at all: then the method replies
 * by the context. Of several `@Returns` each knows itself alone; `responses` among the route's options knows all. Where the
 * compiler errs, declare the type as `unknown`: `@Returns(200, Note as unknown)`.
 */
export type ReturnsDecorator<V> = <T, K extends MemberKey, D>(
  prototype: T,
  key: ReturnsKey<V, ResultOf<MethodOf<T, D>>, K>,
  descriptor?: D
) => void

/** The key, or what is wrong with the result: a type that no key has, to be read in the compiler's message. */
type ReturnsKey<V, R, K> =
  // A key of any name is a call by hand, or a decorator made of others.
  string extends K ? K : IsResult<R, V> extends true ? K : ['the response has', V, 'but the method returns', R]

/** Whether what a method returns can be sent as a V. */
export type IsResult<R, V> =
  Is<R, Fitting<V>> extends true
    ? true
    : [unknown, keyof V] extends [V, never]
      ? true
      : [V] extends [never]
        ? true
        : [CanSend<R, V>] extends [never]
          ? true
          : true extends CanSend<R, V>
            ? true
            : false

/** What is a V, or not compared with it. */
type Fitting<V> = V | ReadonlyList<V> | NotABodyBeside<V> | PromiseLike<V | ReadonlyList<V> | NotABodyBeside<V>>

/** The read-only list of the same items; `never` for what is no list. */
type ReadonlyList<V> = V extends readonly (infer I)[] ? readonly I[] : never

/** The bodies of a response of a status and type: of a success alone; `never` for any other, and one without a body. */
export type BodyOf<S, E> = S extends string | number
  ? `${S}` extends `2${string}`
    ? E extends string
      ? never
      : E extends Type
        ? ValueOf<E>
        : BodyOfOptions<E>
    : string extends `${S}`
      ? unknown
      : `${number}` extends `${S}`
        ? unknown
        : never
  : never

/** What is a type rather than the options of a response. */
type Type = Class<unknown> | TypeToken | StandardSchema | readonly unknown[] | ((...args: never) => unknown)

/** The bodies of a response with options, and what gives the items of its streams. */
type BodyOfOptions<E> = 'events' extends keyof E
  ? WholeOrLines<E> | AsyncIterable<EventsOf<E['events']>>
  : WholeOrLines<E>

/** The bodies of a response apart from its events. */
type WholeOrLines<E> = 'lines' extends keyof E ? WholeBodyOf<E> | AsyncIterable<ValueOf<E['lines']>> : WholeBodyOf<E>

/** Data where one type is declared; where they have names, events. */
type EventsOf<E> = E extends Type ? ValueOf<E> : { [N in keyof E]: EventNamed<N, ValueOf<E[N]>> }[keyof E]

/** An event that a handler gives: its name, unless it is the default one, and its data. */
type EventNamed<N, V> = ('message' extends N ? { readonly event?: N } : { readonly event: N }) & {
  readonly data: V
  readonly id?: string
  readonly retry?: number
}

/** The bodies that are sent as a whole: by media type, or one type for all of them. */
type WholeBodyOf<E> = 'content' extends keyof E
  ? { [M in keyof E['content']]: InMedia<ValueOf<TypeOfMedia<E['content'][M]>>, M> }[keyof E['content']]
  : 'body' extends keyof E
    ? InMedia<ValueOf<E['body']>, 'contentType' extends keyof E ? E['contentType'] : 'application/json'>
    : 'contentType' extends keyof E
      ? unknown
      : never

/** A member of `content`: a type, or options that have one. */
type TypeOfMedia<T> = T extends Type ? T : T extends { readonly type: infer E } ? E : T

/** What is not JSON may be returned as text, bytes or in pieces. */
type InMedia<V, M> = M extends readonly (infer One)[]
  ? InMedia<V, One>
  : M extends `${string}json${string}`
    ? V
    : string extends M
      ? unknown
      : V | string | Bytes | Iterable<unknown>

/** The body of `@Returns(status, type, options)`. */
export type BodyOfType<S, E, O> = E extends string ? BodyOf<S, E> : BodyOf<S, O & { readonly body: E }>
