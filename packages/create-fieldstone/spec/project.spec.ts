import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { runHere } from '../../../spec/support/command.js'
import { bootstrap } from '../../../src/index.js'
import { differences } from '../../cli/src/document/difference.js'
import { withController } from '../../cli/src/generate/registration.js'
import { VERSIONS } from '../src/project-files.js'
import { resourceNames } from '../src/resource-names.js'

const INDEX = import.meta.resolve('fieldstone')

describe('a project that the command makes', () => {
  let folder: string
  const home = process.cwd()
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-project-'))
    process.chdir(folder)
  })
  afterEach(() => {
    process.chdir(home)
    rmSync(folder, { recursive: true, force: true })
  })

  const filesOf = (path: string) =>
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[a-z]+$|file$|ignore$/.test(file) && !/(^|\/)\.github(\/workflows)?$/.test(file))
      .sort()

  /** The application of a project, with the build under test as `fieldstone`. */
  async function applicationOf(path: string) {
    for (const file of filesOf(path).filter((name) => name.endsWith('.ts'))) {
      const source = readFileSync(join(path, file), 'utf8')
      writeFileSync(join(path, file), source.replace(/from 'fieldstone'/, `from '${INDEX}'`))
    }
    // It lets this process import TypeScript.
    const printed = await runHere('document', join(path, 'src/application.ts'))
    if (printed.error !== undefined) throw printed.error
    const { application } = await import(join(folder, path, 'src/application.ts'))
    return { application, document: JSON.parse(printed.stdout) }
  }

  it('has a service that works, the same in both forms of decorators', async () => {
    const documents: Record<string, unknown>[] = []
    for (const form of ['legacy', 'standard']) {
      // The title of the document is the name of the folder.
      const path = join(form, 'my-api')
      const { status, stdout } = await runHere('new', path, '--decorators', form)
      expect(status).to.equal(0)
      expect(stdout).to.include(`cd ${path} && npm install\n`)
      expect((await runHere('generate', 'record', 'Tag', '--dir', join(path, 'src'))).status).to.equal(0)
      process.chdir(path)
      const generated = await runHere('generate', 'controller', 'order-line')
      process.chdir(folder)
      expect(generated.error).to.equal(undefined)
      expect(generated.stdout).to.match(/src\/application\.ts has OrderLineController among its controllers\n$/)
      const { application, document } = await applicationOf(path)
      documents.push(document)
      const service = await bootstrap(application)
      const body = { title: 'First' }
      const added = await service.inject({ method: 'POST', url: '/order-lines', body })
      expect(added.json()).to.include({ title: 'First', priority: 3, id: 1 })
      expect((await service.inject({ method: 'DELETE', url: '/order-lines/1' })).statusCode).to.equal(204)
      expect((await service.inject('/order-lines/1')).statusCode).to.equal(404)
    }
    const [legacy, standard] = documents
    expect(legacy).to.have.nested.property('paths./notes/{id}.put')
    expect(differences(legacy, standard)).to.deep.equal([])
  })

  it('has specs, CI, a container, and the scripts that the readme names', async () => {
    await runHere('new', 'my-api')
    expect(filesOf('my-api')).to.deep.equal([
      '.dockerignore',
      '.github/workflows/ci.yml',
      '.gitignore',
      'Dockerfile',
      'README.md',
      'package.json',
      'spec/note-controller.spec.ts',
      'src/application.ts',
      'src/main.ts',
      'src/note-controller.ts',
      'src/note-store.ts',
      'src/note.ts',
      'tsconfig.json'
    ])
    const read = (file: string) => readFileSync(join('my-api', file), 'utf8')
    const { name, scripts } = JSON.parse(read('package.json'))
    expect(name).to.equal('my-api')
    const named = [...(read('README.md') + read('.github/workflows/ci.yml')).matchAll(/npm (?:run )?(\w+)/g)]
    expect(Object.keys(scripts)).to.include.members(
      named.map(([, script]) => script).filter((each) => each !== 'install')
    )
    expect(read('Dockerfile')).to.match(/USER node\n[\s\S]*HEALTHCHECK/)
  })

  it('depends on the versions that Fieldstone is built with', () => {
    const read = (file: string) => JSON.parse(readFileSync(join(home, file), 'utf8'))
    const { version, devDependencies } = read('package.json')
    const { fieldstone, 'fieldstone-cli': cli, 'fieldstone-verify': verify, ...others } = VERSIONS
    expect([fieldstone, cli, verify]).to.deep.equal([`^${version}`, `^${version}`, `^${version}`])
    const own = Object.keys(others).map((name) => [name, devDependencies[name]])
    const typescript = devDependencies['@typescript/native'].replace('npm:typescript@', '')
    expect(others).to.deep.equal({ ...Object.fromEntries(own), typescript })
  })

  it('leaves folders that have files as they are', async () => {
    mkdirSync('full')
    writeFileSync('full/notes.txt', 'mine')
    writeFileSync('file', '')
    mkdirSync('fresh/.git', { recursive: true })
    expect((await runHere('new', 'full')).error?.message).to.equal(
      'full has files already (notes.txt); name a new folder, or empty it'
    )
    expect((await runHere('new', 'file')).error?.message).to.match(
      /^file cannot be the folder of a project: it is a file$/
    )
    expect((await runHere('new', 'fresh')).status).to.equal(0)
    expect(readdirSync('full')).to.deep.equal(['notes.txt'])
    for (const name of ['My-Api', 'a b', '.hidden', 'node_modules'])
      expect((await runHere('new', name)).error?.message, name).to.match(/cannot be the name of (a|the) package/)
  })

  it('gets no file over one that exists', async () => {
    await runHere('new', 'my-api')
    process.chdir('my-api')
    const before = readFileSync('src/note-controller.ts', 'utf8')
    writeFileSync('src/card.ts', 'export class Card {}')
    const { error } = await runHere('generate', 'controller', 'note')
    expect(error?.message).to.match(
      /^src\/note-store\.ts and src\/note-controller\.ts and .* exist already, and nothing was written/
    )
    expect(readFileSync('src/note-controller.ts', 'utf8')).to.equal(before)
    expect((await runHere('generate', 'controller', 'card')).error?.message).to.match(
      /^src\/card\.ts exports no class NewCard, which the controller needs; rename/
    )
    expect(existsSync('src/card-store.ts')).to.equal(false)
  })

  it('has specs where the project has them, for the runner that it has', async () => {
    mkdirSync('app')
    mkdirSync('test')
    writeFileSync('package.json', JSON.stringify({ devDependencies: { vitest: '^4.0.0' } }))
    const { stdout } = await runHere('generate', 'controller', 'item', '--dir', 'app')
    expect(stdout).to.match(
      /test\/item-controller\.spec\.ts is written\nAdd it to your application: controllers: \[ItemController\]\n$/
    )
    const spec = readFileSync('test/item-controller.spec.ts', 'utf8')
    expect(spec).to.include("import { describe, it } from 'vitest'\n").and.to.include("'../app/item-controller.js'")
    // Without settings of decorators the form is the standard one.
    expect(readFileSync('app/item-controller.ts', 'utf8')).to.include('@Injectable(() => [ItemStore])')
    const { error } = await runHere('generate', 'record', 'item', '--dir', 'nowhere')
    expect(error?.message).to.match(/^There is no folder nowhere; name the one of the sources/)
  })

  const present: readonly (readonly [application: string, said: string])[] = [
    ['new X({ controllers: [ItemController, B] })', 'has ItemController among its controllers already'],
    [
      'new X({ controllers: [{ prefix: "/a", controllers: [\nItemController ] }] })',
      'has ItemController among its controllers already'
    ],
    [
      '// ItemController comes later\nnew X({ controllers: [] })',
      'names ItemController already, and nothing was added; see that it is among the controllers'
    ]
  ]
  for (const [application, said] of present) {
    it(`says that the application ${said}`, async () => {
      mkdirSync('src')
      writeFileSync('src/application.ts', application)
      writeFileSync('src/item.ts', 'export class Item {}\nexport class NewItem {}\n')
      const { stdout } = await runHere('generate', 'controller', 'item')
      expect(stdout.split('\n').slice(-3)).to.deep.equal([
        'src/item.ts exists already, and the controller uses it',
        `src/application.ts ${said}`,
        ''
      ])
      expect(readFileSync('src/application.ts', 'utf8')).to.equal(application)
    })
  }

  const names: readonly (readonly [given: string, type: string, file: string, path: string])[] = [
    ['item', 'Item', 'item', 'items'],
    ['items', 'Item', 'item', 'items'],
    ['OrderLine', 'OrderLine', 'order-line', 'order-lines'],
    ['order_lines', 'OrderLine', 'order-line', 'order-lines'],
    ['CategoryController', 'Category', 'category', 'categories'],
    ['categories', 'Category', 'category', 'categories'],
    ['address', 'Address', 'address', 'addresses'],
    ['boxes', 'Box', 'box', 'boxes'],
    ['day', 'Day', 'day', 'days'],
    ['status', 'Status', 'status', 'statuses'],
    // A global of the platform, which the generated code does not use.
    ['event', 'Event', 'event', 'events']
  ]
  it('has names in the spelling of each place', () => {
    const found = names.map(([given]) => {
      const { type, file, path } = resourceNames(given)
      return [given, type, file, path]
    })
    expect(found).to.deep.equal(names)
  })

  it('has no class with the name of something else', () => {
    for (const name of ['5th', 'a b', '', 'a/b', '-a'])
      expect(() => resourceNames(name), name).to.throw(/cannot be the name of a class/)
    for (const name of ['record', 'Date', 'promise', 'field'])
      expect(() => resourceNames(name), name).to.throw(/is the name of something else/)
  })

  describe('whose application gets a controller', () => {
    const cases: readonly (readonly [title: string, source: string, result: string | undefined])[] = [
      [
        'in a list',
        "import { A } from './a.js'\nnew X({ controllers: [A], docs })",
        "import { A } from './a.js'\nimport { B } from './b.js'\nnew X({ controllers: [A, B], docs })"
      ],
      [
        'in an empty list, without imports',
        'new X({ controllers: [] })',
        "import { B } from './b.js'\nnew X({ controllers: [B] })"
      ],
      [
        'in a list of several lines, with semicolons',
        "import {\n  A\n} from './a.js';\nnew X({\n  controllers: [\n    A,\n  ]\n});",
        "import {\n  A\n} from './a.js';\nimport { B } from './b.js';\nnew X({\n  controllers: [\n    A,\n    B\n  ]\n});"
      ],
      ['only once', 'const B = 1', 'const B = 1'],
      ['not where there is no list', 'new X({ controllers })', undefined],
      [
        'not in a list of groups',
        "new X({ controllers: [{ prefix: '/a', controllers: [A] }, C] })\n{ controllers: [] }",
        undefined
      ],
      ['not in a list that is made', 'new X({ controllers: [...all] })', undefined]
    ]
    for (const [title, source, result] of cases) {
      it(title, () => {
        expect(withController(source, 'B', './b.js')).to.equal(result)
      })
    }
  })

  it('finds its folder when it is the current one', async () => {
    mkdirSync('here')
    process.chdir('here')
    const { stdout } = await runHere('new', '.')
    expect(stdout).to.match(/^here is made.*\n\n {2}npm install\n/)
    expect(existsSync(join(dirname('src/x'), 'main.ts'))).to.equal(true)
  })
})
