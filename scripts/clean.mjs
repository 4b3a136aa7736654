// Removes what was built: the compiler does not remove the output of deleted sources.
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '..')
const built = ['dist', ...readdirSync(join(repository, 'packages')).map((name) => `packages/${name}/lib`)]
for (const folder of built) rmSync(join(repository, folder), { recursive: true, force: true })
