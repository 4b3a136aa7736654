/** How to make a minifier keep the names of classes. */
export const KEEP_NAMES =
  "let the minifier keep the names of classes (esbuild: --keep-names; terser, webpack: keep_classnames; bun: no --minify-identifiers), or give each record a name: @Record({ name: 'Order' })"

/** As the first few hundred names of a minifier: `a`, `_c`, `t2`, `Nt`, `w8e`. */
function isShort(name: string): boolean {
  return /^[\w$]{1,3}$/.test(name)
}

/**
 * The names that a minifier gave to classes, as far as names can show it; none if they are likely to be the author's.
 *
 * Where Fieldstone is in the same bundle, its own classes show whether a minifier took names, and then each short one
 * is reported. Where it is not, a class may well be called `A`: only in production, and only if three names or more,
 * and most of all, have one or two characters, these are reported.
 *
 * @param names the components whose names are those of their classes
 * @param isMinified whether a class of Fieldstone lost its name
 */
export function shortenedNames(
  names: readonly string[],
  isMinified: boolean,
  isProduction = globalThis.process?.env?.NODE_ENV === 'production'
): readonly string[] {
  if (isMinified) return names.filter(isShort)
  const short = names.filter((name) => isShort(name) && name.length < 3)
  return isProduction && short.length >= 3 && short.length * 2 > names.length ? short : []
}
