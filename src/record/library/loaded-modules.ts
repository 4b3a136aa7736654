interface LoadedModules {
  readonly [path: string]: { readonly exports?: Readonly<Record<string, unknown>> } | undefined
}

interface Loader {
  readonly _cache?: LoadedModules
}

/**
 * The CommonJS modules that Node loaded from files, by their paths, by way of the process: a bundler would replace
 * `require.cache`. The class of a program in CommonJS has them; to ask for `node:module` takes Node half a millisecond.
 */
export function loadedModules(): LoadedModules {
  const { process } = globalThis
  const ofProgram = process?.mainModule?.constructor as Loader | undefined
  const loader = ofProgram?._cache === undefined ? process?.getBuiltinModule?.('node:module') : ofProgram
  return (loader as Loader | undefined)?._cache ?? {}
}
