// Removes what was built: the compiler writes files, and removes none of sources that are no longer there.
import { readdirSync, rmSync } from 'node:fs'

process.chdir(new URL('..', import.meta.url).pathname)
const built = ['dist', ...readdirSync('packages').map((name) => `packages/${name}/lib`)]
for (const folder of built) rmSync(folder, { recursive: true, force: true })
