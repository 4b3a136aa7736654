import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { updatedBaseline } from '../../src/command/baseline-file.js'
import { readBaseline } from '../../src/report/baseline.js'
import { findingReport, operationReport, verifyReport } from '../report/reports.js'
import { lyingService, runOn, smallService } from './small-service.js'

describe('the file of a baseline', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-baseline-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('lists everything when it is written, where a run without it stops after 20 disagreements', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `p${index}`)
    const operation = (operationId: string) => ({ get: { operationId, responses: { 200: { description: '' } } } })
    const paths = Object.fromEntries(names.map((name) => [`/${name}`, operation(name)]))
    const liar = smallService(undefined, {
      document: { openapi: '3.1.0', info: { title: 'Liar', version: '1' }, paths },
      inject: async () => ({ statusCode: 299, headers: {}, rawBody: Buffer.from('') })
    })
    const found = async (...args: string[]) => {
      const report = JSON.parse((await runOn(liar, '--json', '--runs', '100', '--shrink-runs', '0', ...args)).stdout)
      return [report.disagreements.length, report.isStoppedEarly]
    }
    expect(await found()).to.deep.equal([20, true])
    expect(await found('--max', '3')).to.deep.equal([3, true])
    const [count] = await found('--baseline', join(folder, 'many.json'), '--update-baseline')
    expect(count).to.be.above(20)
  })

  it('is written by --update-baseline, accepts what it lists, and forgets what is not found any more', async () => {
    const file = join(folder, 'new', 'baseline.json')
    const args = ['--baseline', file]
    expect((await runOn(lyingService())).status).to.equal(1)
    const updated = await runOn(lyingService(), ...args, '--update-baseline')
    expect(updated.status).to.equal(0)
    expect(updated.stdout).to.include('accepted by the baseline')
    const entry = { kind: 'undocumented-status', operation: 'hello', what: '201' }
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal({ accepted: [entry] })

    expect((await runOn(lyingService(), ...args)).status).to.equal(0)
    const mended = await runOn(smallService(), ...args)
    expect(mended.status).to.equal(0)
    expect(mended.stdout).to.include('not found any more: undocumented-status hello 201')
    expect((await runOn(smallService(), ...args, '--update-baseline')).status).to.equal(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal({ accepted: [] })
  })

  it('does not prove what is not proved', async () => {
    const { status } = await runOn(
      smallService(() => ({ statusCode: 500, body: '""' })),
      ...['--baseline', join(folder, 'failing.json'), '--update-baseline', '--runs', '20']
    )
    expect(status).to.equal(3)
  })

  it('keeps what was accepted of operations that were left out, and everything where the run was stopped', () => {
    const [old, left, found] = ['getItems', 'left', 'getItems'].map((operation, index) => {
      return findingReport({ operation, what: `${index}` })
    })
    const stale = [old, left].flatMap((finding) => finding ?? [])
    const report = verifyReport({
      disagreements: [found ?? findingReport()],
      staleBaseline: stale,
      operations: [operationReport(), operationReport({ id: 'left', isSkipped: true, requests: 0 })]
    })
    const whats = (text: string) => readBaseline(text).map(({ what }) => what)
    expect(whats(updatedBaseline(report, stale))).to.deep.equal(['2', '1'])
    expect(whats(updatedBaseline({ ...report, isStoppedEarly: true }, stale))).to.deep.equal(['0', '2', '1'])
  })

  const MISUSES: readonly [title: string, text: string | undefined, message: RegExp][] = [
    ['that does not exist', undefined, /^There is no baseline .*; --update-baseline writes it$/],
    ['that is not JSON', '{"accepted":\n[}', /^The baseline .* is broken: .*JSON/],
    ['without a list', '{}', /^The baseline .* is broken: a baseline is an object with a list `accepted`$/],
    [
      'with a kind that does not exist',
      '{"accepted":[{"kind":"server-eror","operation":"a","what":""}]}',
      /is broken: accepted\[0\]\.kind is "server-eror", which no finding is$/
    ]
  ]
  for (const [title, text, message] of MISUSES) {
    it(`${title} is an error with its place`, async () => {
      const file = join(folder, `${title}.json`)
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
