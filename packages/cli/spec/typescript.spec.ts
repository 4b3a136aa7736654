import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { runHere } from '../../../spec/support/command.js'
import { INDEX } from './small-application.js'

describe('TypeScript that the command imports', () => {
  let folder: string
  let projects = 0
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-typescript-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** The title of the application of a project: settings are read once for each folder. */
  async function titleOf(files: Readonly<Record<string, string>>, main = 'app.ts') {
    const project = join(folder, String(projects++))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
    }
    const { stdout, error } = await runHere('document', join(project, main))
    return error === undefined ? JSON.parse(stdout).info.title : error.message.replaceAll(project, '')
  }

  const application = (imports: string, title: string) => `import { Application } from '${INDEX}'
${imports}
export const application = new Application({ title: ${title}, version: '1' })
`
  const importing = (specifier: string) => application(`import { title } from '${specifier}'`, 'title')
  const exporting = (title: string) => `export const title: string = '${title}'\n`

  for (const [specifier, file] of [
    ['./title.js', 'title.ts'],
    ['./title.ts', 'title.ts'],
    ['./title', 'title.ts'],
    ['./title.js', 'title.tsx'],
    ['./title.jsx', 'title.tsx'],
    ['./title.mjs', 'title.mts'],
    ['./title', 'title/index.ts'],
    ['./below/title.js', 'below/title.ts']
  ] as const)
    it(`finds ${file} as ${specifier}`, async () => {
      expect(await titleOf({ 'app.ts': importing(specifier), [file]: exporting('Found') })).to.equal('Found')
    })

  it('finds JavaScript, and TypeScript of that name before it', async () => {
    const javascript = "export const title = 'JavaScript'\n"
    expect(await titleOf({ 'app.ts': importing('./title.js'), 'title.js': javascript })).to.equal('JavaScript')
    expect(
      await titleOf({ 'app.ts': importing('./title.js'), 'title.js': javascript, 'title.ts': exporting('TypeScript') })
    ).to.equal('TypeScript')
  })

  it('finds modules by the paths of tsconfig.json, the first that exists', async () => {
    const settings = JSON.stringify({
      compilerOptions: { paths: { '@/*': ['./none/*', './src/*'], own: ['./src/title.ts'] } }
    })
    for (const specifier of ['@/title', '@/title.js', 'own'])
      expect(
        await titleOf({
          'tsconfig.json': settings,
          'app.ts': importing(specifier),
          'src/title.ts': exporting('By path')
        })
      ).to.equal('By path')
  })

  it('says which module is missing', async () => {
    expect(await titleOf({ 'app.ts': importing('./none.js') })).to.match(
      /^\/app\.ts cannot be imported: .*Cannot find module '\/none\.js'/
    )
  })

  it('reads .mts as a module and .cts as CommonJS', async () => {
    expect(
      await titleOf(
        {
          'app.mts': importing('./title.cjs'),
          'title.cts': "const title: string = 'CommonJS'\nexports.title = title\n"
        },
        'app.mts'
      )
    ).to.equal('CommonJS')
  })

  const members = "Object.keys(new Fields()).join() || 'none'"
  const fields = application('class Fields { declare a: string; b?: string }', members)
  for (const [options, title] of [
    [{ target: 'ES2022' }, 'b'],
    [{ target: 'ESNext' }, 'b'],
    [{ target: 'ES2021' }, 'none'],
    [{ target: 'ES2022', useDefineForClassFields: false }, 'none'],
    [{ target: 'ES2021', useDefineForClassFields: true }, 'b'],
    [{}, 'b']
  ] as const)
    it(`defines class fields as ${JSON.stringify(options)} says`, async () => {
      expect(
        await titleOf({ 'tsconfig.json': JSON.stringify({ compilerOptions: options }), 'app.ts': fields })
      ).to.equal(title)
    })

  const decorated = application(
    `function form(...args: unknown[]) { forms.push(typeof args[1] === 'object' ? 'standard' : 'legacy') }
const forms: string[] = []
const types = (Reflect as any).getMetadata ?? (() => undefined)
class Decorated { @form method(a: string): Date { return new Date() } }
const type = types('design:returntype', Decorated.prototype, 'method')?.name`,
    "forms[0] + ' ' + type"
  )
  for (const [options, title] of [
    [{ experimentalDecorators: true, emitDecoratorMetadata: true }, 'legacy Date'],
    [{ experimentalDecorators: true }, 'legacy undefined'],
    [{}, 'standard undefined']
  ] as const)
    it(`compiles decorators as ${JSON.stringify(options)} says`, async () => {
      expect(
        await titleOf({ 'tsconfig.json': JSON.stringify({ compilerOptions: options }), 'app.ts': decorated })
      ).to.equal(title)
    })

  it('follows links to folders', async () => {
    mkdirSync(join(folder, 'linked'))
    writeFileSync(join(folder, 'linked/title.ts'), exporting('Linked'))
    symlinkSync(join(folder, 'linked'), join(folder, 'link'))
    expect(await titleOf({ 'app.ts': importing('../link/title.js') })).to.equal('Linked')
  })
})
