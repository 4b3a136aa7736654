import module from 'node:module'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { installTypeScript } from '../module/typescript.js'
import type { LoadedFile } from '../module/typescript-hooks.js'

// The program that `fieldstone dev` starts: it runs the user's, and reports its files to the process that watches them.

const [main = '', ...args] = process.argv.slice(2)
const file = resolve(main)
process.argv = [process.execPath, file, ...args]
;(module as { enableCompileCache?: () => unknown }).enableCompileCache?.()
// Where the command has ended without a word, its service must not stay behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') === 1) fail(error)
})
await installTypeScript(file, report)
report({ path: file, at: Date.now() })
try {
  await import(pathToFileURL(file).href)
} catch (error) {
  // On Node 20 the paths of files come from another thread.
  await setImmediate()
  fail(error)
}

function report(loaded: LoadedFile): void {
  if (process.connected) process.send?.(loaded, undefined, {}, () => undefined)
}

function fail(error: unknown): void {
  process.stderr.write(`${readable(error)}\n`)
  const end = () => process.exit(1)
  // Messages are sent in their order.
  if (process.connected) process.send?.({ path: file, at: Date.now() }, undefined, {}, end)
  else end()
}

/** The messages of setup errors and of the compiler name their places; of others the frames of Node itself say nothing. */
function readable(error: unknown): string {
  if (!(error instanceof Error)) return `The program threw ${inspect(error)}`
  if (
    /^(BootstrapError|SetupError)$/.test(error.name) ||
    / cannot be compiled:\n| is TypeScript, and /.test(error.message)
  )
    return error.message
  return inspect(error)
    .split('\n')
    .filter((line) => !/^ +at .*\(?node:/.test(line))
    .join('\n')
}
