import { readdir } from 'node:fs/promises'
import type { CommandCall } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { documentFrom } from '../module/document-source.js'

/** The options of `fieldstone client`. */
export interface ClientOptions {
  readonly out: string
  readonly name?: string
}

/** @throws UsageError where the generator is not installed, or no client can be written */
export async function runClient({
  arguments: [source],
  options: { out, name }
}: CommandCall<readonly [source: string], ClientOptions>): Promise<number> {
  const { createClient } = await loadGenerator()
  const { root } = await documentFrom(source, name)
  await checkFolder(out)
  try {
    await createClient({
      input: { path: root },
      output: { path: out },
      logs: { file: false },
      interactive: false
    })
  } catch {
    throw new UsageError(`@hey-api/openapi-ts has written no client of ${source}; its message is above`)
  }
  return 0
}

async function loadGenerator(): Promise<typeof import('@hey-api/openapi-ts')> {
  try {
    return await import('@hey-api/openapi-ts')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_MODULE_NOT_FOUND')
      throw new UsageError(
        `clients are written by @hey-api/openapi-ts: npm install --save-dev @hey-api/openapi-ts (${message})`
      )
    // It calls the API of the compiler, which the package typescript has no longer in version 7.
    throw new UsageError(
      `@hey-api/openapi-ts cannot be loaded: ${message}. With TypeScript 7 it needs TypeScript 6, too: ` +
        'npm install --save-dev typescript@npm:@typescript/typescript6 @typescript/native@npm:typescript'
    )
  }
}

/** The generator deletes what is in the folder, so it must be empty or have a client. */
async function checkFolder(out: string): Promise<void> {
  let names: readonly string[]
  try {
    names = await readdir(out)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new UsageError(code === 'ENOTDIR' ? `--out takes a folder, and ${out} is a file` : message)
  }
  if (names.length > 0 && !names.some((name) => name.endsWith('.gen.ts')))
    throw new UsageError(`${out} has files that are no client, which would be deleted; choose a folder of its own`)
}
