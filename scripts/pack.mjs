// Packs what `npm publish` would send, from the build that stands in dist, into .build/package/fieldstone.tgz.
import { execSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'

const folder = '.build/package'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// --ignore-scripts: prepack would build a second time.
const output = execSync(`npm pack --json --ignore-scripts --pack-destination ${folder}`, { encoding: 'utf8' })
const report = JSON.parse(output)
const [packed] = Array.isArray(report) ? report : Object.values(report)
renameSync(`${folder}/${packed.filename}`, `${folder}/fieldstone.tgz`)
console.log(`Packed ${packed.entryCount} files, ${packed.size} bytes (${packed.unpackedSize} unpacked)`)
