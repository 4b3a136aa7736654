import type { Bytes } from './declared-value.js'

/**
 * Whether one of the values of type R, or of what it promises, can be sent as a V; `boolean` where some can, and `never`
 * where the type has no value. A value can be null, absent or a literal where V is not: that is not compared.
 */
export type CanSend<R, V> = R extends PromiseLike<infer U> ? CanSendOne<U, V> : CanSendOne<R, V>

/** What a method returns that replies by the context, or that the framework takes in place of a body of any type. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is what such a method returns
export type NotABody = void | undefined | null | Error | Stream

/** What is sent as it comes, a stream of Node or of the web or a generator, and the response that something is piped to. */
type Stream =
  | AsyncIterable<unknown>
  | { next(...args: never): unknown }
  | { getReader(...args: never): unknown }
  | Piped

/** The response that something is piped to. */
type Piped = { readonly writableEnded: boolean }

/** What is no body of a response that may be streamed: of one with declared items, `AsyncIterable<Item>`, these are compared. */
export type NotABodyBeside<V> = [Extract<V, Items>] extends [never]
  ? NotABody
  : Exclude<NotABody, Stream> | Absent | Piped

/** What a declared stream of items has among the bodies of its response. */
type Items = AsyncIterable<unknown>

/** {@link CanSend} of each member of a union. Nothing returned is a reply by the context, and says nothing of others. */
type CanSendOne<R, V> = unknown extends R
  ? true
  : R extends Absent
    ? never
    : [Extract<V, Items>] extends [never]
      ? CanSendWhole<R, V>
      : R extends V | Piped
        ? true
        : R extends AsyncIterable<infer I> | Iterable<infer I>
          ? CanSendOne<I, ItemOf<V>>
          : CanSendWhole<R, Exclude<V, Items>>

/** What each item of a declared stream is, or of a list beside it. */
type ItemOf<V> = V extends AsyncIterable<infer I> ? I : V extends readonly (infer I)[] ? I : never

/** {@link CanSend} of one value that is no stream of declared items. */
type CanSendWhole<R, V> = R extends V | NotABody
  ? true
  : [Extract<V, Bytes>] extends [never]
    ? IsSame<R, V>
    : R extends Bytes | string
      ? true
      : IsSame<R, V>

/** No value. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is what such a method returns
type Absent = void | undefined | null

/** Whether a returned value of type R is a V in JSON. */
type IsSame<R, V> = Returned<R> extends Declared<V> ? true : false

/**
 * A returned value as JSON has it: a date is a text, an instance its public properties that are not methods. What the
 * compiler does not know fits everything.
 */
type Returned<T> = unknown extends T
  ? // biome-ignore lint/suspicious/noExplicitAny: fits everything
    any
  : T extends Scalar | Bytes
    ? FormOf<T>
    : T extends { toJSON(...args: never): infer J }
      ? Returned<J>
      : T extends readonly (infer I)[]
        ? Returned<I>[]
        : T extends ReadonlyMap<unknown, infer V>
          ? { [name: string]: Returned<V> }
          : T extends object
            ? IsOpen<T> extends true
              ? // biome-ignore lint/suspicious/noExplicitAny: fits everything
                any
              : { [K in keyof T as T[K] extends Method ? never : K]-?: Returned<T[K]> }
            : never

/** Whether nothing is known of an object's properties: `object`, `{}`, `Record<string, unknown>`. */
type IsOpen<T> = [keyof T] extends [never]
  ? true
  : string extends keyof T
    ? unknown extends T[string & keyof T]
      ? true
      : false
    : false

/** A declared value as JSON has it, as {@link Returned}, where what is optional may be absent. */
type Declared<T> = unknown extends T
  ? // biome-ignore lint/suspicious/noExplicitAny: fits everything
    any
  : T extends Scalar | Bytes
    ? FormOf<T>
    : T extends readonly (infer I)[]
      ? Declared<I>[]
      : T extends object
        ? { [K in keyof T as T[K] extends Method ? never : K]: Declared<T[K]> }
        : never

/** What is a text, a number or a boolean in JSON. */
type Scalar = string | number | bigint | boolean | Date

/** A literal is compared as its type: what is a text in the code may be one of a few in fact. */
type FormOf<T> = T extends string | Date
  ? string
  : T extends number | bigint
    ? number
    : T extends boolean
      ? boolean
      : Bytes

/** What JSON leaves out. */
type Method = (...args: never) => unknown
