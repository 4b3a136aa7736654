import module, { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import type { HookSettings, LoadedFile } from './typescript-hooks.js'

/** Node 22.15 and later, whose types are not those that we compile by. */
interface SynchronousHooks {
  registerHooks?: (hooks: object) => void
}

/**
 * Lets the process import TypeScript from now on: as it is imported, each file is compiled by `@swc/core`, which emits the
 * types of decorated members, as `emitDecoratorMetadata` of tsc does, and compiles both forms of decorators. Types are not
 * checked.
 *
 * @param from the file beside which `@swc/core` is looked for
 * @param onFile is called with each file that is loaded and is in no package
 * @returns whether `@swc/core` is installed
 */
export async function installTypeScript(from: string, onFile?: (file: LoadedFile) => void): Promise<boolean> {
  const compiler = findCompiler(from)
  process.setSourceMapsEnabled(true)
  const { registerHooks } = module as SynchronousHooks
  if (registerHooks !== undefined) {
    const { initialize, resolve, load } = await import('./typescript-hooks.js')
    initialize({ compiler, ...(onFile && { port: { postMessage: onFile } }) })
    registerHooks({ resolve, load })
  } else {
    const { port1, port2 } = new MessageChannel()
    if (onFile !== undefined) port1.on('message', onFile).unref()
    const data: HookSettings = { compiler, ...(onFile && { port: port2 }) }
    module.register(new URL('./typescript-hooks.js', import.meta.url), { data, transferList: onFile ? [port2] : [] })
  }
  return compiler !== undefined
}

/** The file of `@swc/core`, beside the application or beside the framework; undefined where it is not installed. */
export function findCompiler(from: string): string | undefined {
  for (const place of [pathToFileURL(from), import.meta.url]) {
    try {
      return createRequire(place).resolve('@swc/core')
    } catch {
      // It is not there.
    }
  }
  return undefined
}
