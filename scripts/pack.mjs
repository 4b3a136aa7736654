// Packs what `npm publish` would send, from the build that stands in dist and packages/*/lib, into .build/package:
// fieldstone.tgz, fieldstone-verify.tgz and so on.
import { execSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { staleBuild } from './stale-build.mjs'

const packages = existsSync('packages') ? readdirSync('packages').map((name) => `./packages/${name}`) : []
const missing = packages.find((home) => !existsSync(`${home}/lib`))
const stale = staleBuild('.') ?? (missing && `${missing}/lib is missing`)
if (stale !== undefined) {
  console.error(`Nothing is packed: ${stale}; run \`npm run pack\``)
  process.exit(1)
}

const folder = '.build/package'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const home of ['.', ...packages]) pack(home)

function pack(home) {
  // --ignore-scripts: prepack would build a second time.
  const output = execSync(`npm pack ${home} --json --ignore-scripts --pack-destination ${folder}`, { encoding: 'utf8' })
  const report = JSON.parse(output)
  const [packed] = Array.isArray(report) ? report : Object.values(report)
  renameSync(`${folder}/${packed.filename}`, `${folder}/${packed.name}.tgz`)
  console.log(`${packed.name}: ${packed.entryCount} files, ${packed.size} bytes (${packed.unpackedSize} unpacked)`)
}
