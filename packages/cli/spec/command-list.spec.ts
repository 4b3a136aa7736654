import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runHere } from '../../../spec/support/command.js'
import { expectListed } from '../../../spec/support/listed.js'
import { calls } from '../../../spec/support/whole-list.js'
import { projectFiles, VERSIONS } from '../../create-fieldstone/src/project-files.js'
import { controllerFiles, type DecoratorForm, recordFile } from '../../create-fieldstone/src/resource-files.js'
import { resourceNames } from '../../create-fieldstone/src/resource-names.js'
import { COMMANDS } from '../src/commands.js'
import { differences } from '../src/document/difference.js'
import { withController } from '../src/generate/registration.js'

const INDEX = import.meta.resolve('fieldstone')

const WRONG_CALLS = [
  '',
  'documents',
  'rout',
  'x',
  '--versions',
  'document',
  'document a b',
  'document a --formats json',
  'document a --format',
  'document a --format xml',
  'generate thing x',
  'generate controller',
  'generate',
  'diff a',
  'diff a b c d',
  'diff a b --fail-on never',
  'new a b',
  'new a --decorators none',
  'mcp',
  'mcp a b',
  'mcp a',
  'mcp a --tag',
  'mcp a --credential b=env:C',
  'mcp a --tags b',
  'dev',
  'dev a --port',
  'routes a b c',
  'routes a --format xml',
  'client a b --out c',
  'help nothing',
  'help mcp',
  'help dev',
  'help help',
  'help routes'
]

const NAMES = [
  ...[
    'order-line',
    'OrderLine',
    'order_lines',
    'orderLines',
    'Order',
    'orders',
    'ordersController',
    'order-controller'
  ],
  ...[
    'ORDER_CONTROLLER',
    'category',
    'categories',
    'day',
    'days',
    'box',
    'boxes',
    'class',
    'classes',
    'status',
    'news'
  ],
  ...[
    'branch',
    'branches',
    'dish',
    'dishes',
    'quiz',
    'x',
    'a1',
    'a1B2',
    'HTTPServer',
    'v2-item',
    'case',
    'cases',
    'address'
  ],
  ...[
    '',
    '1a',
    'a b',
    'a--b',
    'a-',
    '-a',
    'é',
    'a.b',
    'controller',
    'map',
    'Date',
    'dates',
    'Promise',
    'service',
    'bodies',
    'field'
  ],
  ...[
    'record',
    'returns',
    'gets',
    'posts',
    'put',
    'delete',
    'integer',
    'param',
    'not-found',
    'injectable',
    'application'
  ]
]

const SOURCES: readonly string[] = [
  '',
  'controllers: []',
  'controllers: [A]',
  'controllers: [A, B]',
  'controllers: [A, B,]',
  'controllers:[ A ]',
  'controllers: [\n    A,\n    B\n  ]\n',
  'controllers: [\n    A,\n  ]\n',
  'controllers: [\n]',
  'controllers: [...ALL]',
  'controllers: [A]; controllers: [B]',
  'controllers: [NewController]',
  'controllers: [NewControllers]',
  'ownControllers: [A]',
  "import { A } from './a.js'\nimport { B } from './b.js'\n\ncontrollers: [A, B]\n",
  'import { A } from \'./a.js\';\nimport type {\n  B\n} from "./b.js";  \nconst x = 1;\ncontrollers: [A]\n',
  "import './a.js'\ncontrollers: [A]\n",
  "// first\nimport A from './$1.js'\ncontrollers: [$]\n"
]

const CHANGED: readonly (readonly [before: unknown, after: unknown])[] = [
  [{}, {}],
  [1, 1],
  [1, 2],
  [Number.NaN, Number.NaN],
  [0, -0],
  [null, {}],
  [[], {}],
  [{}, []],
  [undefined, 1],
  [{ a: undefined }, { a: null }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 }
  ],
  [{ a: 1 }, { b: 1 }],
  [{ a: { b: 1 } }, {}],
  [{}, { a: [1, 2], b: 'x', c: { d: 1 } }],
  [{ a: [1, 2, 3] }, { a: [1, 3] }],
  [{ a: [] }, { a: [[1], {}] }],
  [{ paths: { '/items': { get: { summary: 'A' } } } }, { paths: { '/items': { get: { summary: 'B' } } } }],
  [{ a: 'x'.repeat(58) }, { a: 'y'.repeat(59) }],
  [{ a: [1] }, { a: { b: 1 } }],
  [{ a: { b: 1 } }, { a: 'text "quoted"' }]
]

/** A module whose application has a route. */
const SMALL = `
import { Application } from '${INDEX}'
export const application = new Application({
  title: 'Items', version: '1',
  routes: (router) => router.getFunc('/items', (ctx) => ctx.json(200, 'x'), { responses: { 200: { body: String } } })
})`

const OLD = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  paths: {
    '/a': {
      get: {
        operationId: 'a',
        parameters: [{ in: 'query', name: 'q', schema: { type: 'string' } }],
        responses: { 200: { description: 'OK' } }
      }
    },
    '/b': { get: { operationId: 'b', responses: { 200: { description: 'OK' } } } }
  }
}
const NEW = {
  openapi: '3.0.3',
  info: { title: 'T', version: '2' },
  paths: {
    '/a': {
      get: {
        operationId: 'c',
        parameters: [{ in: 'query', name: 'q', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'OK' } }
      },
      post: { operationId: 'd', responses: { 200: { description: 'OK' } } }
    }
  }
}

const DIFFS = [
  'diff old.json new.json',
  'diff old.json old.json',
  'diff old.json new.json --format json',
  'diff old.json new.json --format markdown',
  'diff old.json new.json --fail-on any',
  'diff old.json old.json --fail-on any',
  'diff old.json new.json --fail-on none',
  'diff old.json new.json --ignore operation-removed --ignore request-parameter-became-required',
  'diff old.json new.json --ignore no-rule',
  'diff old.json new.json --ignore operation-remove',
  'diff old.json new.json --ignore X',
  'diff old.json new.json --out out.txt',
  'diff old.json new.json --out web/out.txt',
  'diff old.json new.json --out old.json/out.txt',
  'diff none.json new.json',
  'diff old.json broken.json',
  'diff old.json list.json',
  'diff old.json none.yaml',
  'diff -x:y new.json',
  'diff -- -x:y new.json',
  'diff none:old.json new.json',
  'diff git:none:old.json new.json',
  'diff old.json http://127.0.0.1:1/x'
]

const DOCUMENTS = [
  'document app.mjs',
  'document app.mjs --format yaml',
  'document app.mjs --name none',
  'document app.mjs --check',
  'document app.mjs --out a.txt',
  'document app.mjs --out a.txt --format json',
  'document app.mjs --out a.json --check',
  'document app.mjs --out a.json',
  'document app.mjs --out a.json --check',
  'document app.mjs --out a.YML',
  'document app.mjs --out a.YML --check',
  'document app.mjs --out old.json --check',
  'document app.mjs --out old.json --check --name /openapi.json',
  'document app.mjs --out broken.json --check',
  'document app.mjs --out broken.yaml --check',
  'document app.mjs --out many.json --check',
  'document app.mjs --out web/below/a.json',
  'document app.mjs --out old.json/a.json',
  'document app.mjs --out folder.json --check',
  'document none.mjs',
  'document empty.mjs',
  'document other.mjs',
  'document foreign.mjs',
  'document wrong.mjs',
  'document starts-wrong.mjs',
  'document service.mjs --name none',
  'document service.mjs --out service.json',
  'document service.mjs --out service.json --check',
  'routes service.mjs',
  'routes starts-wrong.mjs',
  'document folder.json',
  'client',
  'client app.mjs',
  'client app.mjs --out a.txt',
  'client app.mjs --out .',
  'client app.mjs --out web/client --name none',
  'client none.json --out web/client',
  'client broken.json --out web/client',
  'client list.json --out web/client',
  'client http://127.0.0.1:1/x --out web/client'
]

const GENERATED = [
  'generate controller order',
  'generate controller order',
  'generate record order',
  'generate record a-tag',
  'generate controller a-tag',
  'generate controller own-record',
  'generate controller both',
  'generate controller none --dir nowhere',
  'generate controller third --dir src/ --application src/app.ts',
  'generate controller fourth --application none.ts',
  'generate record new-thing --dir lib/deep',
  'generate controller far --dir lib/deep --application src/application.ts',
  'generate controller distant --dir lib/deep --application src/app.ts',
  'generate controller 1x',
  'new made --decorators standard',
  'new made',
  'new Made',
  'new node_modules',
  'new fieldstone',
  'new broken.json',
  'new kept',
  'new _a',
  `new ${'a'.repeat(214)}`,
  `new ${'a'.repeat(215)}`,
  'new .'
]

describe('The commands', () => {
  let folder: string
  const home = process.cwd()
  before(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'fieldstone-commands-')), 'Work')
    mkdirSync(folder)
    process.chdir(folder)
    const files: Readonly<Record<string, string>> = {
      'app.mjs': SMALL,
      'empty.mjs': 'export const other = 1\n',
      'other.mjs': 'export const app = Promise.resolve(5)\n',
      'foreign.mjs': 'class Application {}\nexport const service = new Application()\n',
      'wrong.mjs': `import { Application } from '${INDEX}'\nexport default new Application({ title: '', version: '' })\n`,
      'starts-wrong.mjs': `import { Application, bootstrap } from '${INDEX}'\nawait bootstrap(new Application({ title: '', version: '1' }))\n`,
      'service.mjs': `import { bootstrap } from '${INDEX}'\nimport { application } from './app.mjs'\nexport const service = await bootstrap(application)\n`,
      'old.json': JSON.stringify(OLD),
      'new.json': JSON.stringify(NEW),
      'broken.json': '{',
      'empty.json': '',
      'broken.yaml': 'a: [',
      'list.json': '[]',
      'many.json': JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, index]))),
      'folder.json/x': '',
      'kept/.DS_Store': '',
      'kept/.git/HEAD': '',
      'src/app.ts': "import { Application } from 'fieldstone'\nnew Application({ controllers: [] })\n",
      'src/own-record.ts': 'export class OwnRecord {}\n',
      'src/both.ts': 'export class Both {}\nexport abstract class NewBoth {}\n',
      'lib/deep/x.ts': '',
      'src/application.ts': 'new Application({ controllers: [...all] })\n'
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(name), { recursive: true })
      writeFileSync(name, text)
    }
  })
  after(() => {
    process.chdir(home)
    rmSync(dirname(folder), { recursive: true, force: true })
  })

  const list = (title: string, lines: readonly string[]) => expectListed('cli/command-list.txt', title, lines)

  /** What a call prints and returns, with the files that it writes. */
  async function run(line: string): Promise<string[]> {
    const { status, stdout, stderr, error } = await runHere(...line.split(' ').filter((word) => word !== ''))
    const told = [
      ...stdout.split('\n'),
      ...stderr.split('\n').map((each) => each && `! ${each}`),
      error ? `${error.name}: ${error.message}` : ''
    ]
    const lines = told
      .filter((each) => each !== '')
      .map((each) =>
        each
          .replaceAll(folder, '')
          .replace(/ at \S+:\d+/g, ' at (place)')
          .replace(/\n\s+at .*/gs, '')
          // Versions of Node tell more of it.
          .replace(/(EISDIR: .*, read) '.*'/, '$1')
          .replace(/ in JSON at position \d+(?: \(.*?\))?/, ' in JSON')
      )
    return [`\n$ fieldstone ${line.length > 200 ? `${line.slice(0, 20)}…` : line} → ${status}`, ...lines]
  }

  async function runAll(all: readonly string[]): Promise<string[]> {
    const lines: string[] = []
    for (const line of all) lines.push(...(await run(line)))
    return lines
  }

  it('are called, and called wrongly, as command-list.txt says', async () => {
    const helps = COMMANDS.filter(({ name }) => name !== 'verify').map(({ name }) => `${name} --help`)
    list('calls', await runAll(['--help', ...helps, ...WRONG_CALLS]))
  })

  it('name resources, add controllers, and compare documents as command-list.txt says', () => {
    list('texts', [
      ...calls(
        'resourceNames',
        resourceNames,
        NAMES.map((name) => [name])
      ),
      ...calls(
        'withController',
        (source: string) => withController(source, 'NewController', './new$&.js'),
        SOURCES.map((each) => [each])
      ),
      ...calls('differences', differences, CHANGED)
    ])
  })

  for (const form of ['legacy', 'standard'] as const)
    it(`write projects and resources as command-list.txt says, with ${form} decorators`, () => {
      const place = { sources: 'app', specs: 'app', runner: "import { it } from 'x'\n" }
      const files = [
        ...projectFiles(form === 'legacy' ? 'my-api' : '@me/my-api', form),
        ...['order-line', 'category'].flatMap((name) => resourceOf(name, form, place))
      ]
      const versions = Object.values(VERSIONS)
      const lines = files.flatMap(({ path, text }) => [`\n--- ${path}`, ...text.split('\n')])
      // They are those of our own package.
      list(
        `files, ${form}`,
        lines.map((line) => versions.reduce((all: string, each) => all.replace(`"${each}"`, '"(version)"'), line))
      )
    })

  it('compare, print and check documents as command-list.txt says', async () => {
    const lines = await runAll(DIFFS)
    lines.push('\n--- out.txt', readFileSync('out.txt', 'utf8'))
    const { PATH } = process.env
    process.env.PATH = ''
    lines.push('\n--- without git', ...(await run('diff HEAD:old.json new.json')))
    process.env.PATH = PATH
    for (const line of DOCUMENTS) {
      const told = await run(line)
      // Whole documents are in other lists.
      lines.push(
        ...told.slice(0, told.length > 60 ? 4 : undefined),
        ...(told.length > 60 ? [`… ${told.length} lines`] : [])
      )
    }
    list('documents', lines)
  })

  it('make files of resources as command-list.txt says', async () => {
    const lines = await runAll(GENERATED)
    for (const file of ['src/app.ts', 'src/application.ts']) lines.push(`\n--- ${file}`, readFileSync(file, 'utf8'))
    for (const dependencies of [
      '{ "dependencies": { "vitest": "1" } }',
      '{ "devDependencies": { "jest": "1" } }',
      '{ "devDependencies": { "mocha": "1" } }',
      '{',
      '{}'
    ]) {
      writeFileSync('package.json', dependencies)
      for (const specs of dependencies === '{}' ? ['tests', 'test', 'spec'] : ['spec']) {
        mkdirSync(specs, { recursive: true })
        lines.push(...(await run('generate controller last')))
        const written = ['last-controller.spec.ts'].map((name) => join(specs, name)).filter((path) => existsSync(path))
        lines.push(...written.map((path) => readFileSync(path, 'utf8').split('\n').slice(0, 5).join('\n')))
        for (const path of readdirSync('src').filter((name) => name.startsWith('last'))) rmSync(join('src', path))
        rmSync(specs, { recursive: true })
        writeFileSync('src/application.ts', '')
      }
    }
    list('generated', lines)
  })
})

function resourceOf(name: string, form: DecoratorForm, place: Parameters<typeof controllerFiles>[2]) {
  const names = resourceNames(name)
  return [recordFile(names, form, 'app'), ...controllerFiles(names, form, place)]
}
