import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { writeReports } from '../../src/command/report-files.js'
import { verifyReport } from '../report/reports.js'
import { lyingService, runOn, smallService } from './small-service.js'

describe('the files that verify writes', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-verify-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')

  it('are in every form that is asked for, in folders that are made, beside the text', async () => {
    const [json, junit, markdown] = ['new/a.json', 'new/deep/b.xml', 'c.md'].map((name) => join(folder, name))
    const args = ['--runs', '20', '--json-file', `${json}`, '--junit', `${junit}`, '--markdown', `${markdown}`]
    const { status, stdout } = await runOn(lyingService(), ...args)
    expect(status).to.equal(1)
    expect(stdout).to.include('1. The response has a status that is not in the document (hello')
    expect(JSON.parse(read('new', 'a.json'))).to.deep.include({ outcome: 'disagreement', seed: 1 })
    expect(read('new', 'deep', 'b.xml')).to.include('<failure message="The response has a status')
    expect(read('c.md')).to.match(/^## The service contradicts its document\n/)
  })

  it('are replaced by the next run, but the summary of a job of GitHub Actions is added to', async () => {
    const [summary, other] = ['summary.md', 'other.md'].map((name) => join(folder, name)) as [string, string]
    for (const markdown of [summary, other]) {
      writeFileSync(markdown, 'before\n')
      expect(await writeReports(verifyReport(), { markdown }, summary)).to.deep.equal([])
    }
    expect(read('summary.md')).to.match(/^before\n## The service/)
    expect(read('other.md')).to.match(/^## The service/)
  })

  it('that cannot be written are errors, each, before the first request', async () => {
    const [file, junit] = [join(folder, 'file'), join(folder, 'good.xml')]
    writeFileSync(file, '')
    let requests = 0
    const service = smallService(() => {
      requests++
      return { statusCode: 200, body: '"hello"' }
    })
    const names = ['--junit', junit, '--markdown', join(file, 'in', 'a.md'), '--json-file', folder]
    const { error, stdout } = await runOn(service, ...names, '--baseline', '/proc/no/b.json', '--update-baseline')
    expect([requests, stdout]).to.deep.equal([0, ''])
    const [folderFault, fileFault, procFault, ...more] = error?.split('\n') ?? []
    expect(more).to.deep.equal([])
    const remedy = '; name a file in a folder that you may write'
    expect(folderFault).to.equal(`${folder} cannot be written: it is a folder${remedy}`)
    expect(fileFault).to.match(/a\.md cannot be written: .*file is not a folder/)
    expect(procFault).to.match(/^\/proc\/no\/b\.json cannot be written: ENOENT/)
    expect(existsSync(junit)).to.equal(false)
  })

  it('that are pipes without a reader are errors, and wait for none', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect((await runOn(smallService(), '--junit', pipe)).error).to.include(
      'pipe cannot be written: it is not a regular'
    )
  })

  it('are errors after the other files where they cannot be written any more', async () => {
    const [jsonFile, junit] = [join(folder, 'gone', 'a.json'), join(folder, 'good.xml')]
    const faults = await writeReports(verifyReport(), { jsonFile, junit })
    expect(faults.join('\n')).to.match(/^.*a\.json cannot be written: ENOENT.*$/)
    expect(read('good.xml')).to.include('<testcase')
  })
})
