/** The method that a decorator is on: in the standard form its target, in the legacy one the value of the descriptor. */
export type MethodOf<T, D> = T extends AnyMethod ? T : D extends TypedPropertyDescriptor<infer F> ? F : undefined

/** A function of any signature. */
type AnyMethod = (...args: never) => unknown

/** The parameters of a method; `any` for one with several signatures, whose decorated one is not among them. */
export type ParametersOf<F> =
  // biome-ignore lint/suspicious/noExplicitAny: fits everything
  IsOverloaded<F> extends true ? any[] : F extends ((...args: infer A) => unknown) | AnyMethod ? A : any[]

/** What a method returns; `any` for one with several signatures, and where the compiler does not show it. */
// biome-ignore lint/suspicious/noExplicitAny: fits everything
export type ResultOf<F> = IsOverloaded<F> extends true ? any : F extends (...args: never) => infer R ? R : any

/**
 * Whether a function has several signatures: one alone is inferred twice. Objects are compared for a type parameter, too,
 * and the function alone with any other: the compiler would not decide on one that has a type parameter and no declared
 * result.
 */
type IsOverloaded<F> = F extends { (...args: infer A): infer R; (...args: infer B): infer S } | AnyMethod
  ? { a: A; r: R } extends { a: B; r: S }
    ? { a: B; r: S } extends { a: A; r: R }
      ? false
      : true
    : true
  : false

/** Whether a type extends another. Of a type parameter, too, which a conditional type of its own leaves open. */
export type Is<T, U> = { it: T } extends { it: U } ? true : false
