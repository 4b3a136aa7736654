import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programFile } from '../../../spec/support/build.js'

/** The address of `fieldstone` for modules outside of the repository. */
export const INDEX = import.meta.resolve('fieldstone')

/** A module with an application that does what its document says. */
export const HONEST = `
import { Application, bootstrap } from '${INDEX}'
export const application = new Application({
  title: 'Small', version: '1',
  routes: (router) => router.getFunc('/hello', (ctx) => ctx.json(200, 'hello'), { operationId: 'hello', responses: { 200: { body: String } } })
})`

/** A folder that lasts as long as the specs around it, and the names of the modules that are written there. */
export function moduleFolder(): (name: string, source: string) => string {
  let folder = ''
  let modules = 0
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-cli-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  return (name, source) => {
    // A process imports a file once.
    const file = join(folder, `${modules++}-${name}`)
    writeFileSync(file, source)
    return file
  }
}

/** `fieldstone` as a process. */
export function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=fieldstone-modules', programFile('cli'), ...args],
    { encoding: 'utf8', timeout: 120_000 }
  )
  return { status, stdout, stderr }
}
