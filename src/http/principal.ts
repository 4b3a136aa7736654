import type { Class } from '../metadata.js'

/** What a scheme and an instance of a scheme class have in common. */
interface Authenticating {
  /** Whom a credential belongs to. */
  authenticate(...args: never): unknown
}

/**
 * The scheme whose principal is meant: what `bearerScheme` and its like return, or a class that extends `BearerScheme` and
 * its like.
 */
export type PrincipalSource = Authenticating | Class<Authenticating>

/**
 * Whom the credentials of a scheme belong to: `PrincipalOf<typeof TokenScheme>` is what its `authenticate` returns, without
 * what stands for an unknown credential; `unknown` where the compiler does not know it.
 */
export type PrincipalOf<S> = S extends PrincipalSource ? (S extends Class<infer I> ? Known<I> : Known<S>) : never

/** What `authenticate` returns for a known credential. */
type Known<S> = S extends { authenticate(...args: never): infer R }
  ? Exclude<Awaited<R>, false | null | undefined>
  : unknown
