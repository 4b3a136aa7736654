// Packs what `npm publish` would send, from the build in dist/lib and packages/*/lib, into .build/package:
// fieldstone.tgz, fieldstone-verify.tgz and so on.
import { execSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { staleBuild } from './stale-build.mjs'

const packages = existsSync('packages') ? readdirSync('packages').map((name) => `./packages/${name}`) : []
const [stale] = [staleBuild('.', 'dist/lib'), ...packages.map((home) => staleBuild(home, 'lib'))].filter(Boolean)
if (stale !== undefined) {
  console.error(`Nothing is packed: ${stale}; run \`npm run pack\``)
  process.exit(1)
}

const folder = '.build/package'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const home of ['.', ...packages]) pack(home)

function pack(home) {
  const output = execSync(`npm pack ${home} --json --pack-destination ${folder}`, { encoding: 'utf8' })
  const report = JSON.parse(output)
  const [packed] = Array.isArray(report) ? report : Object.values(report)
  renameSync(`${folder}/${packed.filename}`, `${folder}/${packed.name}.tgz`)
  console.log(`${packed.name}: ${packed.entryCount} files, ${packed.size} bytes (${packed.unpackedSize} unpacked)`)
}
