import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { expectListed } from '../../../../spec/support/listed.js'
import { runProgram } from '../../../../spec/support/program-run.js'
import { calls, settled, shown } from '../../../../spec/support/whole-list.js'
import { updatedBaseline } from '../../src/command/baseline-file.js'
import { captureOutput } from '../../src/command/captured-output.js'
import { readConfig } from '../../src/command/config-file.js'
import { readCredentials, readScopes } from '../../src/command/credential-arguments.js'
import { findingReport, operationReport, verifyReport } from '../report/reports.js'

const LIST = 'verify/command/process-list.txt'
const MAIN = new URL('../../src/command/main.js', import.meta.url)

describe('The program fieldstone-verify', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-process-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const plain = (text: string) =>
    text
      .replaceAll(folder, '<folder>')
      .replace(/(ENOENT|EISDIR|ENOTDIR)\b.*/g, '$1…')
      .replaceAll(process.cwd(), '<here>')

  it('writes and exits as process-list.txt says', async () => {
    class Odd extends Error {
      override name = 'Odd'
      override stack: string = 'Odd: no paper\n    at printer'
    }
    const stackless = Object.assign(new Error('no paper'), { stack: undefined })
    const runs: readonly (readonly [args: readonly string[], failure?: unknown])[] = [
      [[]],
      [['a.js']],
      [['--help']],
      [['--runs']],
      [['--runs', '0']],
      [['--runs', '5', '--version']],
      [['--credential', 'bearer=env:NOT_SET_ANYWHERE']],
      [['--help'], 'no paper'],
      [['--help'], new Odd('no paper')],
      [['--help'], stackless]
    ]
    const lines: string[] = []
    for (const [args, failure] of runs) {
      const how = failure === undefined ? '' : `, where stdout throws ${shown(failure)}`
      const run = runProgram(MAIN, args, failure === undefined ? {} : { failure })
      lines.push(`${args.join(' ') || 'nothing'}${how}`, ...(await run))
    }
    for (const name of ['--version', '-v']) lines.push(name, ...(await runProgram(MAIN, [name])))
    expectListed(LIST, 'the program', lines.map(plain))
  })

  it('shows how far it is as wide as its terminal, and nothing of a short run without one', async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('1')
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      const { port } = server.address() as AddressInfo
      const responses = { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'integer' } } } } }
      const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': { get: { responses } } } }
      writeFileSync(join(folder, 'document.json'), JSON.stringify(document))
      const args = ['--url', `http://127.0.0.1:${port}`, '--document', join(folder, 'document.json'), '--runs', '5']
      const [first] = (await runProgram(MAIN, args, { columns: 20 })).filter((line) => /stderr/.test(line))
      // The first line is written when the run has taken its time, whatever it has sent by then.
      expect(first?.replace(/[1-4](?= of)/, '5')).to.equal('  stderr: \r5 of about 5 reque…\u001b[K …')
      expect((await runProgram(MAIN, args)).filter((line) => /stderr/.test(line))).to.deep.equal([])
    } finally {
      server.close()
    }
  })

  it('captures what is written as process-list.txt says', async () => {
    const lines: string[] = []
    const before = [process.stdout.write, process.stderr.write]
    const release = captureOutput((text) => lines.push(JSON.stringify(text)))
    const done = (name: string) => () => lines.push(`${name} is written`)
    const said: boolean[] = []
    try {
      said.push(process.stdout.write('a text'), process.stdout.write(Buffer.from('bytes é')))
      said.push(process.stdout.write('with a callback', done('the first')))
      said.push(process.stderr.write('with an encoding', 'utf8', done('the second')))
      said.push(process.stderr.write('with an encoding alone', 'utf8'))
      console.log('a line')
      console.error('an error')
      lines.push('before the next tick')
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      release()
    }
    const isBack = process.stdout.write === before[0] && process.stderr.write === before[1]
    expectListed(LIST, 'what is captured', [...lines, `${said}`, isBack ? 'given back' : 'kept'])
  })

  it('writes baselines as process-list.txt says', () => {
    const stale = (operation: string) => ({ kind: 'server-error', operation, what: '500', reason: 'known' }) as const
    const operations = [
      operationReport({ id: 'a', requests: 1 }),
      operationReport({ id: 'b', requests: 0 }),
      operationReport({ id: 'c', requests: 2 })
    ]
    const report = verifyReport({
      operations,
      disagreements: [findingReport({ operation: 'a' })],
      suspicions: [findingReport({ operation: 'c', kind: 'accepted-unusual', level: 'suspicion' })],
      staleBaseline: ['a', 'b', 'none'].map(stale)
    })
    const before = [...report.staleBaseline, { ...findingReport({ operation: 'a' }), reason: 'accepted' }]
    const lines = [{}, { isAborted: true }, { isGone: true }, { isStoppedEarly: true }].map((more) => {
      return `${shown(more)}: ${JSON.stringify(JSON.parse(updatedBaseline({ ...report, ...more }, before)).accepted)}`
    })
    expectListed(LIST, 'baselines', lines)
  })

  it('reads credentials and scopes of arguments as process-list.txt says', () => {
    const texts = [
      ...['', '=', 'a', 'a=', 'a=env:', 'a=env:B', 'a=env:1', 'a=env:A-B', 'a=env:_b1', 'a=file:', 'a=file:b c'],
      ...['a=value:', 'a=value:b=c\nd', 'a=other:b', '=value:b', 'a@=value:b', '@b=value:c', 'a@b@c=value:d'],
      ...['a@b=value:c', 'a b@c d=file:e', 'a=xvalue:b', 'a=b=value:c']
    ]
    const many = ['a=value:1', 'a=value:2', 'a@x=value:3', 'b@x=env:B', 'b@x=env:C', 'a@y=file:4']
    const scopes = ['', '=', 'a', 'a=', 'a=b', 'a=b,c', 'a=,b,,c,', '=b', 'a=b=c', 'a=b c', 'a\n=b']
    expectListed(LIST, 'arguments', [
      ...calls('readCredentials', readCredentials, [[[]], ...texts.map((text) => [[text]]), [many]]),
      ...calls('readScopes', readScopes, [[[]], ...scopes.map((text) => [[text]]), [['a=b', 'c=d', 'a=e']]])
    ])
  })

  it('reads configurations as process-list.txt says', async () => {
    const lines: string[] = []
    const read = async (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      lines.push(`${shown(text)} → ${plain(await settled(() => readConfig(join(folder, name))))}`)
    }
    const long = 'x'.repeat(100)
    for (const value of ['x'.repeat(58), 'x'.repeat(59), long])
      await read('long.json', JSON.stringify({ strict: value }))
    for (const value of [[5], { a: [5] }, { a: { b: 5 } }, { 'a/b': 5 }, { a: {} }])
      await read('places.json', JSON.stringify({ scopes: value, credentials: value, include: value }))
    for (const [index, value] of [
      '{ strict: () => true }',
      '{ runs: undefined, strict: Symbol("a") }',
      '{ rate: 5n }',
      '{ headers: { a: 5n } }',
      '{ include: () => true, exclude: class {} }',
      '{ time: () => 5 }',
      '{ time: 1.5, timeout: "1.5m" }',
      '{ time: "9999999999h" }',
      '{ document: "http://a", baseline: "b", url: "https://c" }',
      '{ credentials: { a: { file: "b" }, c: { env: "D" }, e: "f" }, principals: { g: { h: { file: "i" } } } }',
      '5',
      'undefined',
      '[]'
    ].entries())
      await read(`${index}.mjs`, `export default ${value}`)
    for (const path of [undefined, 'none.json', '.'])
      lines.push(`${path} → ${plain(await settled(() => readConfig(path, folder)))}`)
    writeFileSync(join(folder, 'fieldstone-verify.json'), '{"junit":"a"}')
    lines.push(`the file of the folder → ${plain(await settled(() => readConfig(undefined, folder)))}`)
    lines.push(`a folder as the folder → ${plain(await settled(() => readConfig(undefined, join(folder, '0.mjs'))))}`)
    expectListed(LIST, 'configurations', lines)
  })
})
