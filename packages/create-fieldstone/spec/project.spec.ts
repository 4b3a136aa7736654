import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { bootstrap } from 'fieldstone'
import { runHere, runProgramHere } from '../../../spec/support/command.js'

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

  const create = (...args: string[]) => runProgramHere(args, { program: 'create-fieldstone' })

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
    const { error, stdout } = await runHere('document', join(path, 'src/application.ts'))
    expect(error).to.equal(undefined)
    const { application } = await import(join(folder, path, 'src/application.ts'))
    return { application, document: JSON.parse(stdout) }
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
      expect(
        (await service.inject({ method: 'PUT', url: '/order-lines/1', body: { title: 'x'.repeat(999) } })).statusCode
      ).to.equal(400)
      expect((await service.inject({ method: 'DELETE', url: '/order-lines/1' })).statusCode).to.equal(204)
      expect((await service.inject('/order-lines/1')).statusCode).to.equal(404)
      expect((await service.inject('/notes')).statusCode).to.equal(200)
    }
    const [legacy, standard] = documents
    expect(legacy).to.have.nested.property('paths./notes/{id}.put')
    expect(standard).to.deep.equal(legacy)
  })

  it('has specs, CI, a container, and the scripts that the readme names', async () => {
    expect((await create('my-api')).status).to.equal(0)
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

  for (const [form, args, hasMetadata] of [
    ['legacy', [], true],
    ['legacy', ['--decorators', 'legacy'], true],
    ['standard', ['--decorators', 'standard'], undefined]
  ] as const)
    it(`has ${form} decorators by ${['create-fieldstone my-api', ...args].join(' ')}, as by fieldstone new`, async () => {
      await create('my-api', ...args)
      const { compilerOptions } = JSON.parse(readFileSync('my-api/tsconfig.json', 'utf8'))
      expect(compilerOptions.emitDecoratorMetadata).to.equal(hasMetadata)
      const files = filesOf('my-api').map((file) => [file, readFileSync(join('my-api', file), 'utf8')])
      rmSync('my-api', { recursive: true })
      await runHere('new', 'my-api', ...args)
      expect(filesOf('my-api').map((file) => [file, readFileSync(join('my-api', file), 'utf8')])).to.deep.equal(files)
    })

  it('depends on the versions that Fieldstone is built with', async () => {
    await create('my-api')
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
    const { version, devDependencies: own } = read(join(home, 'package.json'))
    const { dependencies, devDependencies } = read('my-api/package.json')
    const { 'fieldstone-cli': cli, 'fieldstone-verify': verify, typescript, ...others } = devDependencies
    expect([dependencies.fieldstone, cli, verify]).to.deep.equal([`^${version}`, `^${version}`, `^${version}`])
    expect(typescript).to.equal(own['@typescript/native'].replace('npm:typescript@', ''))
    for (const [name, range] of Object.entries(others)) expect(range, name).to.equal(own[name])
  })

  it('leaves folders that have files as they are', async () => {
    mkdirSync('full')
    writeFileSync('full/notes.txt', 'mine')
    writeFileSync('file', '')
    mkdirSync('fresh/.git', { recursive: true })
    writeFileSync('fresh/.DS_Store', '')
    for (const make of [create, (name: string) => runHere('new', name)]) {
      expect((await make('full')).error?.message).to.equal(
        'full has files already (notes.txt); name a new folder, or empty it'
      )
      expect((await make('file')).error?.message).to.equal('file cannot be the folder of a project: it is a file')
    }
    expect((await create('fresh')).status).to.equal(0)
    expect(readdirSync('full')).to.deep.equal(['notes.txt'])
  })

  for (const [name, reason] of [
    [
      'My-Api',
      /^'My-Api' cannot be the name of a package: a package has small letters, digits, and - \. _ between them/
    ],
    ['a b', /cannot be the name of a package/],
    ['.hidden', /cannot be the name of a package/],
    ['_a', /cannot be the name of a package/],
    ['a'.repeat(215), /cannot be the name of a package/],
    [
      'node_modules',
      /^'node_modules' cannot be the name of the package: it is that of another one; give another name$/
    ],
    ['fieldstone', /it is that of another one/]
  ] as const)
    it(`is not called ${name.slice(0, 20)}`, async () => {
      expect((await create(name)).error?.message.trim()).to.match(reason)
      expect(existsSync(name)).to.equal(false)
    })

  it('finds its folder when it is the current one', async () => {
    mkdirSync('here')
    process.chdir('here')
    const { stdout } = await create('.')
    expect(stdout).to.match(/^here is made.*\n\n {2} *npm install\n/)
    expect(existsSync('src/main.ts')).to.equal(true)
  })
})

describe('npm create fieldstone', () => {
  const create = (...args: string[]) => runProgramHere(args, { program: 'create-fieldstone' })

  it('prints how it is used', async () => {
    for (const option of ['--help', '-h'])
      expect(await create(option)).to.deep.equal({
        status: 0,
        stdout:
          'Usage: npm create fieldstone <folder> [-- --decorators legacy|standard]\n\nMakes a project in a new or empty folder, as fieldstone new does.\n',
        stderr: ''
      })
  })

  for (const [args, message] of [
    [[], /^name one folder, as npm create fieldstone my-api$/],
    [['a', 'b'], /^name one folder/],
    [['--none'], /^Unknown option '--none'/],
    [['a', '--decorators'], /argument missing/],
    [['a', '--decorators', 'none'], /^--decorators is legacy or standard, not none$/]
  ] as const)
    it(`is called wrongly by ${JSON.stringify(args)}: exit code 2`, async () => {
      const { status, stdout, error } = await create(...args)
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
      expect(error?.message).to.match(message)
    })
})
