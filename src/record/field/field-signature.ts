/**
 * A decorator's second argument: a property's name; the context in the standard form of decorators; undefined for a
 * constructor.
 */
// biome-ignore lint/suspicious/noExplicitAny: a method of any class, which may declare its `this`
export type MemberKey = string | symbol | undefined | DecoratorContext | ClassMethodDecoratorContext<any>

/**
 * A decorator of a property whose declared type has values of type V. The compiler rejects it on a property that can hold
 * none of these values and gives none of them. It knows the property by its key, so a private or protected one is
 * compared in the standard form of decorators alone. Where it errs, declare the type as `unknown`:
 * `@Field((): unknown => String)`.
 */
export type FieldDecorator<V> = <T, K extends MemberKey>(
  prototype: T,
  key: FieldKey<V, T, K>,
  descriptor?: unknown
) => void

/** The key, or what is wrong with the property: a type that no key has, to be read in the compiler's message. */
type FieldKey<V, T, K> =
  // A key of any name is a call by hand, or a decorator made of others.
  string extends K
    ? K
    : [unknown, keyof V] extends [V, never]
      ? K
      : [V] extends [PropertyOf<T, K>]
        ? K
        : // What a response gives may be narrower than what is declared, and absent. A declared null is meant.
          [PropertyOf<T, K>, IsNullLost<V, PropertyOf<T, K>>] extends [V | null | undefined, false]
          ? K
          : ['the decorator gives', V, 'but the property is', PropertyOf<T, K>]

/** Whether V has a null for which P has no place; without strict checks of null every type has one. */
type IsNullLost<V, P> = [null] extends [V] ? ([null] extends [P] ? false : true) : false

/** The type of a decorated property; `any` where the compiler does not show it. */
export type PropertyOf<T, K> =
  K extends StandardField<infer P>
    ? P
    : K extends keyof T
      ? T[K]
      : // biome-ignore lint/suspicious/noExplicitAny: fits everything
        any

/** The context of a standard decorator on a property, or on an accessor. */
type StandardField<P> =
  // biome-ignore lint/suspicious/noExplicitAny: a property of any class
  | ClassFieldDecoratorContext<any, P>
  // biome-ignore lint/suspicious/noExplicitAny: a property of any class
  | ClassAccessorDecoratorContext<any, P>
  // biome-ignore lint/suspicious/noExplicitAny: a property of any class
  | ClassGetterDecoratorContext<any, P>
  // biome-ignore lint/suspicious/noExplicitAny: a property of any class
  | ClassSetterDecoratorContext<any, P>
