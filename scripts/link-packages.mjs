// Makes the names of our packages resolve to the modules in dist for the specs there: dist/node_modules/fieldstone-verify is a
// link to dist/packages/verify, and so on.
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '..')
const build = join(repository, 'dist')
const links = join(build, 'node_modules')

rmSync(links, { recursive: true, force: true })
mkdirSync(links)
link('fieldstone', build)
for (const folder of readdirSync(join(repository, 'packages'))) {
  const manifest = readFileSync(join(repository, 'packages', folder, 'package.json'), 'utf8')
  const compiled = join(build, 'packages', folder)
  writeFileSync(join(compiled, 'package.json'), manifest.replaceAll('"./lib/', '"./src/'))
  link(JSON.parse(manifest).name, compiled)
}

function link(name, folder) {
  symlinkSync(relative(links, folder), join(links, name), 'junction')
}
