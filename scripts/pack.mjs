// Packs what `npm publish` would send, from the build that stands in dist, into .build/package: fieldstone.tgz,
// fieldstone-verify.tgz and create-fieldstone.tgz.
import { execSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { staleBuild } from './stale-build.mjs'

const stale = staleBuild('.')
if (stale !== undefined) {
  console.error(`Nothing is packed: ${stale}; run \`npm run build\` first`)
  process.exit(1)
}

const folder = '.build/package'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
pack('.')
pack('./dist/packages/fieldstone-verify')
pack('./dist/packages/create-fieldstone')

function pack(home) {
  // --ignore-scripts: prepack would build a second time.
  const output = execSync(`npm pack ${home} --json --ignore-scripts --pack-destination ${folder}`, { encoding: 'utf8' })
  const report = JSON.parse(output)
  const [packed] = Array.isArray(report) ? report : Object.values(report)
  renameSync(`${folder}/${packed.filename}`, `${folder}/${packed.name}.tgz`)
  console.log(`${packed.name}: ${packed.entryCount} files, ${packed.size} bytes (${packed.unpackedSize} unpacked)`)
}
