import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectListed } from '../../../../spec/support/listed.js'
import { readConfig } from '../../src/command/config-file.js'
import { runVerifyCommand } from '../../src/command/verify-command.js'
import type { VerifiableService } from '../../src/wire/target.js'
import { lyingService, type Ran, runOn, smallService } from './small-service.js'

const LIST = 'verify/command/command-list.txt'

/** What each key of a configuration file may be, and what it may not. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  $schema: ['x', 5],
  module: ['a.js', '/a.js', '', 5, ['a.js']],
  url: ['http://a.example', 'https://a.example', 'ftp://a.example', 'a', 5],
  document: ['a.yaml', '/openapi.json', 'https://a.example/b', 'http://a.example/b', 'http:/a', '', 5],
  include: [['a'], [], [''], 'a', [5]],
  exclude: [['a', 'b'], {}, null],
  allowUnproved: [['a'], 'a', ['']],
  allowWrites: [true, false, 'true', 1],
  runs: [1, 0, 1.5, '5'],
  time: [1, 0, 1.5, '60s', '1.5m', '2 h', '5ms', 's', '0s', true],
  seed: [-5, 0, 1.5, 'x'],
  rate: [0.5, 0, -1, '5'],
  credentials: [
    { a: 'b' },
    { a: { env: 'B' } },
    { a: { file: 'b' } },
    { a: { file: '' } },
    { a: { env: 'B', file: 'b' } },
    { a: 5 },
    [],
    'a'
  ],
  principals: [{ a: { b: 'c' } }, { a: { b: { file: 'c' } } }, { a: { b: 5 } }, { a: 'b' }, {}],
  scopes: [{ a: ['b'] }, { a: 'b' }, { a: [''] }, {}],
  headers: [{ a: 'b' }, { a: 5 }, ['a']],
  query: [{ a: '' }, { a: null }],
  strict: [true, 'x'],
  minCoverage: [0, 100, -1, 101, 99.5],
  baseline: ['a', 5],
  updateBaseline: [true, 5],
  maxDisagreements: [1, 0],
  shrinkRuns: [0, -1],
  reset: ['x', true],
  resetEvery: [1, 0],
  timeout: ['5s', 500, 0],
  maxResponseTime: ['5s', 0],
  baseUrl: ['a', ''],
  json: [true, 0],
  jsonFile: ['a', ''],
  junit: ['a', 5],
  markdown: ['a', 5],
  logs: [true, 5],
  run: [5],
  Seed: [5],
  toString: [5]
}

const TEXTS = [
  '',
  'x',
  '[]',
  'null',
  '5',
  '"a"',
  '{}',
  '\uFEFF{"runs":5}',
  `{"headers":{"a":${'[5,'.repeat(40)}5${']'.repeat(40)}}}`
]

const MODULES = [
  'export default { reset: () => 1, include: () => true, exclude: ["a"] }',
  'export default { runs: () => 1 }',
  'export default { reset: 5 }',
  'export const runs = 5',
  'export default null',
  'throw new Error("no config")'
]

const twoStatuses = () => {
  const document = JSON.parse(JSON.stringify(smallService().document))
  document.paths['/hello'].get.responses[204] = { description: 'Nothing' }
  return smallService(undefined, { document })
}
const failing = () => smallService(() => ({ statusCode: 500, body: '"no"' }))
const undeclared = () => smallService(() => ({ statusCode: 200, body: '5' }))

/** Calls of the command; `<folder>` is a folder of its own. */
const CALLS: readonly (readonly [service: () => VerifiableService, ...args: string[]])[] = [
  [smallService],
  [smallService, '--json', '--runs', '30'],
  [lyingService],
  [lyingService, '--strict', '--max-disagreements', '1'],
  [lyingService, '--baseline', '<folder>/none.json'],
  [lyingService, '--update-baseline'],
  [lyingService, '--baseline', '<folder>/new.json', '--update-baseline'],
  [lyingService, '--baseline', '<folder>/new.json'],
  [smallService, '--baseline', '<folder>/new.json'],
  [lyingService, '--baseline', '<folder>/broken.json'],
  [lyingService, '--baseline', '<folder>'],
  [failing, '--shrink-runs', '0'],
  [undeclared, '--base-url', 'https://a.example/'],
  [twoStatuses, '--min-coverage', '95%'],
  [smallService, '--runs', '3', '--allow-unproved', 'hello'],
  [smallService, '--runs', '3', '--allow-unproved', 'other'],
  [smallService, '--include', 'nothing'],
  [smallService, '--exclude', 'hello'],
  [smallService, '--include', 'GET', '--exclude', 'other*'],
  [smallService, '--json-file', '<folder>/a.json', '--junit', '<folder>/b/a.xml', '--markdown', '<folder>/a.md'],
  [smallService, '--json-file', '<folder>', '--junit', '<folder>/broken.json/a'],
  [smallService, '--url', 'http://127.0.0.1:1'],
  [smallService, '--document', 'a'],
  [smallService, 'other.js'],
  [smallService, '--runs'],
  [smallService, '--runs', '0'],
  [smallService, '--json=5'],
  [smallService, '--runs', '30', '--runs', '40'],
  [smallService, '--runs', '40', '--runs=30', '--strict', '--strict'],
  [smallService, '--include', 'hello', '--include', 'none'],
  [smallService, '--exclude', 'none,other', '--exclude', 'hello'],
  [smallService, '--config', '<folder>/nowhere.json'],
  [smallService, '--config', '<folder>/runs.json'],
  [smallService, '--config', '<folder>/runs.json', '--runs', '40'],
  [smallService, '--credential', 'x'],
  [smallService, '--scopes', 'a=b'],
  [smallService, '--header', 'a'],
  [smallService, '--query', 'a'],
  [smallService, '--help'],
  [smallService, '--', '--help']
]

describe('The command of verify', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-command-'))
    writeFileSync(join(folder, 'broken.json'), '{"accepted":5}')
    writeFileSync(join(folder, 'runs.json'), '{"runs":30,"maxDisagreements":1}')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** Without what differs from run to run, and without what the system or V8 says in its own words. */
  const plain = (text: string) =>
    text
      .replaceAll(folder, '<folder>')
      .replaceAll(process.cwd(), '<here>')
      .replace(/\(\d+\.\d s\)/g, '(… s)')
      .replace(/"milliseconds": \d+(?:\.\d+)?/g, '"milliseconds": …')
      .replace(/time="[\d.]+"/g, 'time="…"')
      .replace(/(is not JSON: ).*/, '$1…')
      .replace(/(ENOENT|ENOTDIR|EISDIR)\b.*/g, '$1…')

  it('reads configuration files as command-list.txt says', async () => {
    const read = async (name: string, text: string) => {
      const file = join(folder, name)
      writeFileSync(file, text)
      return readConfig(file).then(
        (settings) => plain(JSON.stringify(settings, (_, each) => (typeof each === 'function' ? 'a function' : each))),
        (error: Error) => plain(`${error.name}: ${error.message}`)
      )
    }
    const lines: string[] = []
    for (const [key, values] of Object.entries(VALUES)) {
      for (const value of values) {
        const text = JSON.stringify({ [key]: value })
        lines.push(`${text} → ${await read('config.json', text)}`)
      }
    }
    for (const text of TEXTS) lines.push(`${JSON.stringify(text)} → ${await read('config.json', text)}`)
    for (const [index, text] of MODULES.entries()) lines.push(`${text} → ${await read(`${index}.mjs`, text)}`)
    expectListed(LIST, 'configuration files', lines)
  })

  it('prints and exits as command-list.txt says', async () => {
    const shown = ({ status, error, stdout, stderr }: Ran) => [
      `exits with ${status}${error === undefined ? '' : `: ${plain(error)}`}`,
      ...(stdout === '' ? [] : [plain(stdout)]),
      ...(stderr === '' ? [] : ['stderr', plain(stderr)])
    ]
    for (const [service, ...args] of CALLS) {
      const lines = shown(await runOn(service(), ...args.map((arg) => arg.replace('<folder>', folder))))
      const written = args
        .filter((arg) => /^<folder>\/(?:new|a|b)\b/.test(arg))
        .flatMap((arg) => [`file ${arg}`, plain(readFileSync(arg.replace('<folder>', folder), 'utf8'))])
      expectListed(LIST, [service.name, ...args].join(' '), [...lines, ...written])
    }
  }).timeout(60_000)

  it('needs a module, or an address and a document', async () => {
    const calls: [boolean, ...string[]][] = [
      [true],
      [false],
      [true, 'a.js', 'b.js'],
      [false, 'a.js'],
      [true, '--url', 'http://127.0.0.1:1'],
      [true, '--document', 'a.yaml'],
      [true, 'a.js', '--url', 'http://127.0.0.1:1', '--document', 'a'],
      ...['127.0.0.1:1', 'http://', 'http:///a', 'https://a b', 'ftp://a'].map((url): [boolean, ...string[]] => [
        true,
        '--url',
        url,
        '--document',
        'a'
      ]),
      [false, '--help'],
      [false, '-h']
    ]
    const lines: string[] = []
    for (const [hasModules, ...args] of calls) {
      const out: string[] = []
      const terminal = { out: (text: string) => out.push(text), err: () => {}, columns: undefined }
      const load = async () => ({ service: smallService(), reset: undefined })
      const command = { name: 'verify', ...(hasModules && { load }) }
      const end = await runVerifyCommand(args, terminal, command).then(
        String,
        (error: Error) => `${error.name}: ${error.message}`
      )
      lines.push(`${hasModules ? 'with' : 'without'} modules: ${args.join(' ')} → ${plain(end)}`, ...out)
    }
    expectListed(LIST, 'what is verified', lines)
  })
})
