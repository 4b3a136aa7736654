/** The pointer (RFC 6901) to a member below the one that `pointer` leads to. */
export function pointerBelow(pointer: string, ...names: readonly (string | number)[]): string {
  return [pointer, ...names.map((name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
}

/** What a reference within a document (`#/components/schemas/Item`) leads to; undefined where there is nothing. */
export function follow(root: unknown, reference: string): { readonly value: unknown; readonly at: string } | undefined {
  if (!/^#(\/|$)/.test(reference)) return undefined
  let value = root
  for (const part of decoded(reference.slice(1)).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return { value, at: reference }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
