import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { programFile } from '../../../spec/support/build.js'
import { runHere } from '../../../spec/support/command.js'
import { ExampleFolder, Guide } from '../../../spec/support/guide.js'
import { SampleApp, sampleModule } from '../../../spec/support/sample-app.js'

const APPLICATION = fileURLToPath(sampleModule('sample-app', 'application'))

/** `fieldstone client` as a process: the generator writes to its output. */
function run(args: readonly string[], ...flags: string[]) {
  const all = ['--conditions=fieldstone-modules', '--no-deprecation', ...flags, programFile('cli'), 'client', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', timeout: 120_000 })
  return { status, stdout, stderr }
}

/** The flag of a process in which the generator is another module. */
function withGenerator(specifier: string): string {
  const resolve = `export const resolve = (specifier, context, next) =>
    next(specifier === '@hey-api/openapi-ts' ? ${JSON.stringify(specifier)} : specifier, context)`
  const hooks = `data:text/javascript,${encodeURIComponent(resolve)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(hooks)})`
  return `--import=data:text/javascript,${encodeURIComponent(register)}`
}

describe('fieldstone client', () => {
  let folder: string
  const path = (name: string) => join(folder, name)
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-client-'))
    writeFileSync(path('notes.txt'), 'mine')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('writes a client that compiles, and calls the service as the guide shows', async () => {
    const project = new ExampleFolder('client-calls')
    const written = run([APPLICATION, '--out', join(project.path, 'client')])
    expect(written, written.stderr).to.include({ status: 0, stderr: '' })
    const [example] = new Guide('client').blocks.filter(({ language }) => language === 'ts')
    project.write('calls.ts', example?.code ?? '')
    expect(project.compile()).to.equal('')
    const { nameOf } = await project.import<{ nameOf(baseUrl: string, id: number): Promise<string> }>('calls')
    const app = new SampleApp()
    try {
      const url = await app.url()
      expect(await nameOf(url, 1)).to.equal('Widget')
      expect(await nameOf(url, 99)).to.equal('404: Not found')
    } finally {
      await app.stop()
    }
  }).timeout(120_000)

  it('takes a document, and replaces an earlier client', () => {
    const operation = (operationId: string) => ({ get: { operationId, responses: { 204: { description: 'Done' } } } })
    for (const name of ['readA', 'readB']) {
      const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': operation(name) } }
      writeFileSync(path('openapi.json'), JSON.stringify(document))
      const written = run([path('openapi.json'), '--out', path('client')])
      expect(written.status, written.stderr).to.equal(0)
    }
    expect(readdirSync(path('client'))).to.include.members(['index.ts', 'sdk.gen.ts', 'types.gen.ts'])
  }).timeout(120_000)

  it('says that the generator cannot make a client of a document: exit code 2', () => {
    const paths = { '/a': { get: { responses: { 200: { $ref: '#/components/responses/None' } } } } }
    writeFileSync(path('wrong.json'), JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }))
    const { status, stderr } = run([path('wrong.json'), '--out', path('none')])
    expect(status).to.equal(2)
    expect(stderr).to.match(
      /Failed with the message[\s\S]*\nfieldstone: @hey-api\/openapi-ts has written no client of \S+; its message is above\n$/
    )
  }).timeout(120_000)

  it('leaves folders with other files as they are', async () => {
    const { error } = await runHere('client', APPLICATION, '--out', folder)
    expect(error?.message).to.equal(
      `${folder} has files that are no client, which would be deleted; choose a folder of its own`
    )
    const other = await runHere('client', APPLICATION, '--out', path('notes.txt'))
    expect(other.error?.message).to.equal(`--out takes a folder, and ${path('notes.txt')} is a file`)
  })

  it('says what to install where the generator is missing, or there is only TypeScript 7', () => {
    const missing = run([APPLICATION, '--out', path('none')], withGenerator('@hey-api/none'))
    expect(missing.status).to.equal(2)
    expect(missing.stderr).to.match(
      /^fieldstone: clients are written by @hey-api\/openapi-ts: npm install --save-dev @hey-api\/openapi-ts \(/
    )
    const typescript7 = 'data:text/javascript,undefined.LineFeed;export const createClient=()=>{}'
    const broken = run([APPLICATION, '--out', path('none')], withGenerator(typescript7))
    expect(broken.status).to.equal(2)
    expect(broken.stderr).to.match(
      /^fieldstone: @hey-api\/openapi-ts cannot be loaded: .*LineFeed.* With TypeScript 7 it needs TypeScript 6, too: npm install --save-dev typescript@npm:@typescript\/typescript6 @typescript\/native@npm:typescript\n$/
    )
  })
})
