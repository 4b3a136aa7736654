import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { bootstrap } from 'fieldstone'
import { parse } from 'yaml'
import { BUILD } from '../../../spec/support/build.js'
import { runHere } from '../../../spec/support/command.js'

/** What the module's classes count. */
const counts = globalThis as { constructed?: number }

const INDEX = import.meta.resolve('fieldstone')

const SOURCE = `
import { Application, Controller, Field, Get, Integer, Param, Returns } from '${INDEX}'
import { Store } from './store.js'

export class Item {
  @Field() name!: string
  @Field(() => Integer) size!: number
}

@Controller('/items')
export class ItemController {
  constructor(readonly store: Store) { globalThis.constructed++ }

  @Get('/{id}') @Returns(200, Item)
  find(@Param('id', Integer) id: number): Item { return { name: this.store.nameOf(id), size: 1 } }
}

export const application = new Application({ title: 'Items', version: '1', controllers: [ItemController] })
`

const STORE = `export class Store {
  constructor() { globalThis.constructed++ }
  nameOf(id: number): string { return \`item \${id}\` }
}
`

const LEGACY = { compilerOptions: { target: 'ES2022', experimentalDecorators: true, emitDecoratorMetadata: true } }

describe('fieldstone document', () => {
  let folder: string
  let file: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-document-'))
    file = join(folder, 'application.ts')
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    // The rules of JSON with comments, as in every project.
    writeFileSync(join(folder, 'tsconfig.json'), `{ /* by */ "extends": "./base.json", }`)
    writeFileSync(join(folder, 'base.json'), JSON.stringify(LEGACY))
    writeFileSync(join(folder, 'store.ts'), STORE)
    writeFileSync(file, SOURCE)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('prints the document of TypeScript as JSON and as YAML, and constructs nothing', async () => {
    counts.constructed = 0
    const { status, stdout, error } = await runHere('document', file)
    expect(error).to.equal(undefined)
    const document = JSON.parse(stdout)
    expect(status).to.equal(0)
    // The types are emitted by the compiler.
    expect(document.components.schemas.Item.properties).to.deep.equal({
      name: { type: 'string' },
      size: { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
    })
    expect(parse((await runHere('document', file, '--format', 'yaml')).stdout)).to.deep.equal(document)
    expect(counts.constructed).to.equal(0)
  })

  it('prints one of several documents by its name', async () => {
    const several = join(folder, 'several.ts')
    const list = "[{ path: '/first.json' }, { path: '/second.json', title: 'Second' }]"
    writeFileSync(several, SOURCE.replace("version: '1',", `version: '1', documents: ${list},`))
    const titleOf = async (...options: string[]) =>
      JSON.parse((await runHere('document', several, ...options)).stdout).info.title
    expect(await titleOf()).to.equal('Items')
    expect(await titleOf('--name', 'second')).to.equal('Second')
    expect((await runHere('document', several, '--name', 'third')).error?.message).to.equal(
      'The application has no document third, only first, second'
    )
  })

  it('finds the classes that constructors take in TypeScript', async () => {
    await runHere('document', file)
    const { application } = await import(file)
    const service = await bootstrap(application)
    expect((await service.inject({ url: '/items/7' })).body).to.equal('{"name":"item 7","size":1}')
  })

  it('has the same document of the sample in both forms of decorators as the compiled application', async () => {
    for (const form of ['sample-app', 'sample-app/standard-decorators']) {
      // Here `fieldstone` is the build under test.
      const copy = join(folder, form)
      mkdirSync(copy, { recursive: true })
      for (const name of readdirSync(form).filter((each) => each.endsWith('.ts'))) {
        writeFileSync(join(copy, name), readFileSync(join(form, name), 'utf8').replace("'fieldstone'", `'${INDEX}'`))
      }
      const isLegacy = form === 'sample-app'
      writeFileSync(join(copy, 'tsconfig.json'), isLegacy ? JSON.stringify(LEGACY) : '{}')
      const found = await runHere('document', join(copy, 'application.ts'))
      const expected = await runHere('document', join(BUILD, form, 'application.js'))
      expect(found.error).to.equal(undefined)
      expect(found.stdout).to.equal(expected.stdout)
    }
  })

  it('says where TypeScript cannot be compiled', async () => {
    const wrong = join(folder, 'wrong.ts')
    writeFileSync(wrong, 'export const application = {\n  a: 1,,\n}')
    const { error } = await runHere('document', wrong)
    expect(error?.message).to.match(/wrong\.ts cannot be compiled:[\s\S]*a: 1,,/)
    expect(error?.message).not.to.include('\u001B')
  })

  it('writes JSON or YAML, by the name of the file or by --format', async () => {
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    const write = (name: string, ...args: string[]) => runHere('document', file, '--out', join(folder, name), ...args)
    for (const name of ['openapi.json', 'openapi.yaml', 'openapi.yml']) {
      expect(await write(name)).to.deep.equal({ status: 0, stdout: '', stderr: '' })
    }
    await write('openapi.txt', '--format', 'json')
    expect(read('openapi.txt')).to.equal(read('openapi.json'))
    expect(read('openapi.yml')).to.equal(read('openapi.yaml'))
    expect(parse(read('openapi.yaml'))).to.deep.equal(JSON.parse(read('openapi.json')))
    expect((await write('openapi.txt')).error?.message).to.match(/does not say its format: end its name in \.json/)
    await write('made/folder/openapi.json')
    expect(read('made/folder/openapi.json')).to.equal(read('openapi.json'))
    expect((await write('openapi.json/openapi.json')).error?.message).to.match(/cannot be written: /)
    expect((await runHere('document', file, '--format', 'toml')).error?.message).to.equal(
      "The option --format <format> cannot be 'toml'. Allowed choices are json, yaml; see fieldstone document --help"
    )
  })

  it('checks a file, shows what is stale in it, and exits with 1', async () => {
    const out = join(folder, 'checked.yaml')
    const check = () => runHere('document', file, '--out', out, '--check')
    expect(await check()).to.include({ status: 1 })
    expect((await check()).stderr).to.match(/^\S+checked\.yaml does not exist; write it again: fieldstone document/)
    await runHere('document', file, '--out', out)
    expect(await check()).to.deep.equal({ status: 0, stdout: '', stderr: '' })
    writeFileSync(
      out,
      readFileSync(out, 'utf8').replace('title: Items', 'title: Things').replace('/items/{id}', '/items/{key}')
    )
    const { status, stderr } = await check()
    expect(status).to.equal(1)
    expect(stderr).to.equal(`${out} is stale: - is in the file, + in the application
  ~ info › title: "Things" → "Items"
  - paths › /items/{key}
  + paths › /items/{id}
write it again: fieldstone document ${file} --out ${out}
`)
    writeFileSync(out, 'a: [')
    expect((await check()).stderr).to.match(/checked\.yaml is not YAML: .*; write it again/)
    const { error } = await runHere('document', file, '--check')
    expect(error?.message).to.equal('--check needs the file to compare with: --out openapi.yaml')
  })

  it('takes a file with other spaces and another order of keys', async () => {
    const out = join(folder, 'formatted.json')
    const { openapi, ...others } = JSON.parse((await runHere('document', file)).stdout)
    writeFileSync(out, JSON.stringify({ ...others, openapi }))
    expect((await runHere('document', file, '--out', out, '--check')).status).to.equal(0)
  })

  it('shows values of every type, and forty of many', async () => {
    const out = join(folder, 'types.json')
    const document = JSON.parse((await runHere('document', file)).stdout)
    const stale = async (changed: object) => {
      writeFileSync(out, JSON.stringify({ ...document, ...changed }))
      const { status, stderr } = await runHere('document', file, '--out', out, '--check')
      expect(status).to.equal(1)
      return stderr.split('\n').slice(1, -2)
    }
    expect(await stale({ info: [1], paths: null })).to.deep.equal([
      '  ~ info: a list of 1 → an object',
      '  ~ paths: null → an object'
    ])
    expect(await stale({ 'x-a': 'x'.repeat(80), 'x-b': [1], 'x-c': {} })).to.deep.equal([
      `  - x-a: "${'x'.repeat(59)}…`,
      '  - x-b',
      '  - x-c'
    ])
    const parameters = Object.values<{ get: { parameters: object[] } }>(document.paths)[0]?.get.parameters
    expect(await stale({ tags: parameters })).to.deep.equal(['  - tags'])
    const many = await stale(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, at])))
    expect(many).to.have.length(41)
    expect(many.at(-1)).to.equal('  … and 20 more')
  })
})
