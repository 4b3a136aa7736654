import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { lyingService, runOn, smallService } from '../support/command.js'
import { bare, handmade, openApi } from '../support/services.js'

describe('The command writes', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-verify-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')

  it('reports in every form that is asked for, into folders that it makes, beside the text', async () => {
    const [json, junit, markdown] = ['new/a.json', 'new/deep/b.xml', 'c.md'].map((name) => join(folder, name))
    const args = ['--runs', '20', '--json-file', `${json}`, '--junit', `${junit}`, '--markdown', `${markdown}`]
    const { status, stdout } = await runOn(lyingService(), ...args)
    expect(status).to.equal(1)
    expect(stdout).to.include('1. The response has a status that is not in the document (hello')
    expect(JSON.parse(read('new', 'a.json'))).to.deep.include({ outcome: 'disagreement', seed: 1 })
    expect(read('new', 'deep', 'b.xml')).to.include('<failure message="The response has a status')
    expect(read('c.md')).to.match(/^## The service contradicts its document\n/)
  })

  it('reports in place of those of the run before, but adds to the summary of a job of GitHub Actions', async () => {
    const [summary, other] = ['summary.md', 'other.md'].map((name) => join(folder, name)) as [string, string]
    const before = process.env.GITHUB_STEP_SUMMARY
    process.env.GITHUB_STEP_SUMMARY = summary
    try {
      for (const markdown of [summary, other]) {
        writeFileSync(markdown, 'before\n')
        expect((await runOn(smallService(), '--runs', '60', '--markdown', markdown)).error).to.equal(undefined)
      }
    } finally {
      if (before === undefined) delete process.env.GITHUB_STEP_SUMMARY
      else process.env.GITHUB_STEP_SUMMARY = before
    }
    expect(read('summary.md')).to.match(/^before\n## The service/)
    expect(read('other.md')).to.match(/^## The service/)
  })

  it('nothing where a file cannot be written, which it finds out before the first request', async () => {
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

  it('no pipe that has no reader, for which it would wait', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect((await runOn(smallService(), '--junit', pipe)).error).to.include(
      'pipe cannot be written: it is not a regular'
    )
  })

  it('the other files where one cannot be written any more, and says so', async () => {
    const [gone, junit] = [join(folder, 'gone'), join(folder, 'good.xml')]
    const service = smallService(() => {
      rmSync(gone, { recursive: true, force: true })
      return { statusCode: 200, body: '"hello"' }
    })
    const { error } = await runOn(service, '--json-file', join(gone, 'a.json'), '--junit', junit)
    expect(error).to.match(/^.*a\.json cannot be written: ENOENT.*$/)
    expect(read('good.xml')).to.include('<testcase')
  })
})

describe('The baseline of the command', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-baseline-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const entries = (file: string) =>
    JSON.parse(readFileSync(file, 'utf8')).accepted as { operation: string; what: string; reason?: string }[]

  it('is written by --update-baseline, accepts what it lists, and forgets what is not found any more', async () => {
    const file = join(folder, 'new', 'baseline.json')
    const args = ['--baseline', file]
    expect((await runOn(lyingService())).status).to.equal(1)
    const updated = await runOn(lyingService(), ...args, '--update-baseline')
    expect(updated.status).to.equal(0)
    expect(updated.stdout).to.include('accepted by the baseline')
    expect(entries(file)).to.deep.equal([{ kind: 'undocumented-status', operation: 'hello', what: '201' }])

    expect((await runOn(lyingService(), ...args)).status).to.equal(0)
    const mended = await runOn(smallService(), ...args)
    expect(mended.status).to.equal(0)
    expect(mended.stdout).to.include('not found any more: undocumented-status hello 201')
    expect((await runOn(smallService(), ...args, '--update-baseline')).status).to.equal(0)
    expect(entries(file)).to.deep.equal([])
  })

  /** A service of many operations that all respond with a status that is not documented. */
  const liars = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `p${index}`)
    const operation = (operationId: string) => ({ get: { operationId, responses: bare(200) } })
    const document = openApi(Object.fromEntries(names.map((name) => [`/${name}`, operation(name)])))
    return handmade(document, ({ method, path }) => {
      if (!names.includes(path.slice(1))) return { status: 404 }
      return method === 'GET' ? { status: 299 } : { status: 405, headers: { allow: 'GET' } }
    })
  }

  it('has everything when it is written, where a run without it stops after 20 disagreements', async () => {
    const found = async (...args: string[]) => {
      const report = JSON.parse(
        (await runOn(liars(25), '--json', '--runs', '120', '--shrink-runs', '0', ...args)).stdout
      )
      return [report.disagreements.length, report.isStoppedEarly]
    }
    expect(await found()).to.deep.equal([20, true])
    expect(await found('--max', '3')).to.deep.equal([3, true])
    expect(await found('--baseline', join(folder, 'many.json'), '--update-baseline')).to.deep.equal([25, false])
  })

  it('keeps reasons, what was accepted of operations that were left out, and everything where the run was stopped', async () => {
    const file = join(folder, 'kept.json')
    const accepted = ['p0', 'p1'].map((operation) => ({
      kind: 'undocumented-status',
      operation,
      what: '200',
      reason: 'old'
    }))
    const known = { kind: 'undocumented-status', operation: 'p0', what: '299', reason: 'known' }
    const update = async (...args: string[]) => {
      writeFileSync(file, JSON.stringify({ accepted: [...accepted, known] }))
      await runOn(liars(3), '--runs', '60', '--shrink-runs', '0', '--baseline', file, '--update-baseline', ...args)
      return entries(file).map(({ operation, what, reason }) => [operation, what, reason].filter(Boolean).join(' '))
    }
    expect((await update()).sort()).to.deep.equal(['p0 299 known', 'p1 299', 'p2 299'])
    expect((await update('--exclude', 'p1')).sort()).to.deep.equal(['p0 299 known', 'p1 200 old', 'p2 299'])
    expect(await update('--max', '1')).to.include.members(['p0 200 old', 'p1 200 old', 'p0 299 known'])
  })

  it('does not prove what is not proved', async () => {
    const failing = smallService(() => ({ statusCode: 500, body: '""' }))
    const { status } = await runOn(
      failing,
      '--baseline',
      join(folder, 'failing.json'),
      '--update-baseline',
      '--runs',
      '20'
    )
    expect(status).to.equal(3)
  })

  for (const [title, text, message] of [
    ['that does not exist', undefined, /^There is no baseline .*; --update-baseline writes it$/],
    ['that is not JSON', '{"accepted":\n[}', /^The baseline .* is broken: .*JSON/],
    ['without a list', '{}', /^The baseline .* is broken: a baseline is an object with a list `accepted`$/],
    [
      'with a kind that does not exist',
      '{"accepted":[{"kind":"server-eror","operation":"a","what":""}]}',
      /is broken: accepted\[0\]\.kind is "server-eror", which no finding is$/
    ]
  ] as const) {
    it(`${title} is an error with its place`, async () => {
      const file = join(folder, 'baseline.json')
      if (text !== undefined) writeFileSync(file, text)
      const { error, stdout } = await runOn(smallService(), '--baseline', file)
      expect(error).to.match(message)
      expect(stdout).to.equal('')
    })
  }

  it('must be named where it is to be written', async () => {
    expect((await runOn(smallService(), '--update-baseline')).error).to.match(/^--update-baseline needs --baseline/)
  })
})
