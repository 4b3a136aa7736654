import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { expectListed } from '../../../spec/support/listed.js'
import { outcome, settled, shown } from '../../../spec/support/whole-list.js'
import type { OpenAPIDocument } from '../../../src/openapi/document.js'
import { documentNamed, loadDescription } from '../src/module/load-description.js'
import { loadService } from '../src/module/load-service.js'
import { findCompiler, installTypeScript } from '../src/module/typescript.js'
import type * as Hooks from '../src/module/typescript-hooks.js'
import type { HookSettings, LoadedFile } from '../src/module/typescript-hooks.js'

const LIST = 'cli/module-list.txt'
const INDEX = import.meta.resolve('fieldstone')

/** Returns how it was called in place of code. */
const COMPILER = `
exports.transformSync = (source, options) => {
  if (source === 'wrong') throw new Error('\\x1b[31mnot this\\x1b[0m\\n  at 1  \\n\\n  Caused by:\\n    frames')
  return { code: source + ' by ' + JSON.stringify(options) }
}`

const FILES: Readonly<Record<string, string>> = {
  'compiler.cjs': COMPILER,
  'plain/a.ts': 'a',
  'plain/a.js': 'a of JavaScript',
  'plain/b.tsx': 'b',
  'plain/c.mts': 'c',
  'plain/d.cts': 'd',
  'plain/e.js': 'e',
  'plain/f/index.ts': 'f',
  'plain/g/index.js': 'g',
  'plain/h': 'h',
  'plain/i.jsx.ts': 'i',
  'plain/wrong.ts': 'wrong',
  'legacy/tsconfig.json':
    '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true, "target": "es2021", "verbatimModuleSyntax": true } }',
  'legacy/a.ts': 'a',
  'legacy/below/b.ts': 'b',
  'standard/tsconfig.json': '{ "compilerOptions": { "target": "ESNext", "experimentalDecorators": false } }',
  'standard/a.ts': 'a',
  'fields/tsconfig.json': '{ "compilerOptions": { "useDefineForClassFields": false, "emitDecoratorMetadata": false } }',
  'fields/a.ts': 'a',
  'empty/tsconfig.json': '{}',
  'empty/a.ts': 'a',
  'paths/tsconfig.json':
    '{ "compilerOptions": { "paths": { "@/*": ["./none/*", "./src/*"], "own": ["./src/x.ts"] } } }',
  'paths/main.ts': '',
  'paths/main.js': '',
  'paths/src/x.ts': 'x',
  'paths/node_modules/p/a.ts': 'a'
}

const TARGETS = ['es5', 'es2021', 'es2022', 'ES2023', 'es2029', 'es2030', 'esnext', 'ESNext', 'es6']

let imports = 0

describe('Modules of users', () => {
  let folder: string
  const plain = (text: string) => text.replaceAll(folder, '<folder>').replaceAll('file://<folder>', '<url>')
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fieldstone-modules-')))
    for (const [name, text] of Object.entries(FILES)) write(name, text)
    for (const target of TARGETS)
      write(`target-${target}/tsconfig.json`, JSON.stringify({ compilerOptions: { target } }))
    for (const target of TARGETS) write(`target-${target}/a.ts`, 'a')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const url = (path: string) => pathToFileURL(join(folder, path)).href

  /** The hooks as a process imports them: they keep what they have read. */
  async function hooks(settings?: HookSettings): Promise<typeof Hooks> {
    const own = await import(`${new URL('../src/module/typescript-hooks.js', import.meta.url).href}?${++imports}`)
    if (settings !== undefined) own.initialize(settings)
    return own
  }

  it('are compiled as module-list.txt says', async () => {
    const posted: string[] = []
    const postMessage = ({ path, at }: LoadedFile) => {
      posted.push(`${path}${Math.abs(Date.now() - at) < 60_000 ? '' : ' at another time'}`)
    }
    const compiler = join(folder, 'compiler.cjs')
    const { load } = await hooks({ compiler, port: { postMessage } })
    const next = (specifier: string, context: object) => `next of ${specifier} ${shown(context)}`
    const lines: string[] = []
    const line = (address: string, call = load) => {
      const loaded = outcome(() => {
        const result = call(address, { format: 'module' }, next) as string | { readonly source: string }
        if (typeof result === 'string') return result
        const { source, ...more } = result
        // A long text is cut.
        return [more, ...source.split(',"jsc"')]
      })
      lines.push(`${address} → ${loaded}; ${posted.splice(0)}`)
    }
    for (const path of Object.keys(FILES).filter((each) => /\.[cm]?[jt]sx?$/.test(each))) line(url(path))
    for (const target of TARGETS) line(url(`target-${target}/a.ts`))
    for (const address of ['node:fs', 'data:text/javascript,1', url('none.ts'), url('plain/a.d.ts.map')]) line(address)
    const without = await hooks()
    line(url('plain/a.ts'), without.load)
    line(url('plain/a.js'), without.load)
    line(url('plain/a.ts'), (await hooks({ compiler: join(folder, 'none.cjs') })).load)
    expectListed(
      LIST,
      'compiled',
      lines.map(plain).map((each) => each.replace(/\\nRequire stack.*\}/, ''))
    )
  })

  it('are found as module-list.txt says', async () => {
    const { resolve } = await hooks({ compiler: undefined })
    const next = (specifier: string, context: object) => `${specifier} ${shown(context)}`
    const lines: string[] = []
    const line = (specifier: string, parentURL?: string) => {
      const context = parentURL === undefined ? {} : { parentURL }
      const found = outcome(() => resolve(specifier, context, next)).replace(/ \{\\?"parentURL.*\}/, '')
      lines.push(plain(`${specifier} from ${parentURL ?? 'nothing'} → ${found}`))
    }
    for (const name of [
      'a',
      'a.js',
      'a.ts',
      'a.jsx',
      'b.js',
      'b.jsx',
      'b',
      'c.mjs',
      'c.js',
      'd.cjs',
      'e',
      'e.js',
      'f',
      'g'
    ])
      line(`./${name}`, url('plain/x.ts'))
    for (const name of ['h', 'i.jsx', 'f/index.js', 'g/', 'none', 'none.js', 'a.js?x'])
      line(`./${name}`, url('plain/x.mts'))
    for (const specifier of ['../plain/a.js', '..', '.', join(folder, 'plain/a'), url('plain/b.js'), 'a.js', 'node:fs'])
      line(specifier, url('standard/a.cts'))
    for (const specifier of ['@/x', '@/x.js', '@/y', 'own', 'other', 'node:own', './src/x']) {
      line(specifier, url('paths/main.ts'))
      line(specifier, url('paths/main.js'))
    }
    line('own', url('paths/src/x.tsx'))
    line('.', url('plain/f/x.ts'))
    line('..', url('plain/f/deep/x.ts'))
    line('', url('plain/f/x.ts'))
    line('...', url('plain/f/x.ts'))
    line('./a.js', url('paths/node_modules/p/x.ts'))
    line('./a.js')
    line('./a.js', 'data:text/javascript,1')
    expectListed(LIST, 'found', lines)
  })

  it('are compiled from when it is said on, by the compiler that is nearest', async () => {
    write('own/node_modules/@swc/core/package.json', '{ "name": "@swc/core", "main": "own.js" }')
    write('own/node_modules/@swc/core/own.js', '')
    const node = module as { registerHooks?: unknown; register?: unknown }
    const { registerHooks, register } = node
    const lines: string[] = []
    const files: LoadedFile[] = []
    const onFile = (file: LoadedFile) => files.push(file)
    const setSourceMapsEnabled = process.setSourceMapsEnabled
    process.setSourceMapsEnabled = (isOn) => lines.push(`source maps ${isOn}`)
    const shownCompiler = (compiler: string | undefined) => (compiler?.startsWith(folder) ? compiler : typeof compiler)
    try {
      for (const from of ['own/main.ts', 'plain/a.ts'])
        lines.push(`${from}: ${shownCompiler(findCompiler(join(folder, from)))}`)
      let given: Partial<typeof Hooks> = {}
      node.registerHooks = (all: typeof given) => {
        given = all
      }
      for (const listener of [onFile, undefined]) {
        lines.push(`hooks: ${await installTypeScript(join(folder, 'own/main.ts'), listener)}, ${Object.keys(given)}`)
        given.load?.(url('plain/e.js'), {}, () => 'next')
        lines.push(`files: ${files.splice(0).map(({ path }) => path)}`)
      }
      node.registerHooks = undefined
      for (const listener of [onFile, undefined]) {
        const calls: unknown[][] = []
        node.register = (...args: unknown[]) => calls.push(args)
        const isFound = await installTypeScript(join(folder, 'own/main.ts'), listener)
        const [[address, { data, transferList }]] = calls as [[URL, { data: HookSettings; transferList: unknown[] }]]
        const port = data.port as MessagePort | undefined
        lines.push(`a thread: ${isFound}, ${address.href.replace(/.*\//, '')}, ${shownCompiler(data.compiler)}`)
        lines.push(
          `the port is ${port === undefined ? 'missing' : 'there'}, ${transferList.map((each) => each === port)}`
        )
        if (port === undefined) continue
        const isThere = new Promise<void>((done) => {
          files.push = (file) => {
            lines.push(`file: ${file.path}`)
            done()
            return 1
          }
        })
        port.postMessage({ path: 'a', at: 1 })
        await isThere
        port.close()
      }
    } finally {
      Object.assign(node, { registerHooks, register })
      process.setSourceMapsEnabled = setSourceMapsEnabled
    }
    expectListed(LIST, 'installed', lines.map(plain))
  })

  it('export applications and services as module-list.txt says', async () => {
    const application = (title: string) => `new Application({
      title: ${JSON.stringify(title)}, version: '1', documents: [{ path: '/b.json', title: 'B' }], spec: '/a.json' })`
    const imports = `import { Application, bootstrap } from '${INDEX}'\n`
    const modules: Readonly<Record<string, string>> = {
      'application.mjs': `${imports}export const application = ${application('A')}`,
      'promise.mjs': `${imports}export const app = Promise.resolve(${application('A')})`,
      'default.mjs': `${imports}export const service = 5; export default ${application('A')}\nexport const reset = () => 'reset'`,
      'service.mjs': `${imports}export const service = await bootstrap(${application('A')})\nexport const reset = 5`,
      'wrong.mjs': `${imports}export const app = ${application('')}`,
      'wrong-service.mjs': `${imports}export const app = await bootstrap(${application('')})`,
      'foreign.mjs': "export const app = { inject() {}, document: { info: { title: 'F' } } }",
      'half.mjs': 'export const app = { inject() {} }',
      'half-too.mjs': 'export const app = { document: {} }',
      'text.mjs': 'export default "a"',
      'null.mjs': 'export const app = null',
      'copy.mjs': 'export default new (class Application {})()',
      'empty.mjs': 'export {}',
      'throws.mjs': "throw Object.assign(new Error('a'), { stack: undefined })",
      'throws-text.mjs': "throw 'a'",
      'folder.mjs/x': ''
    }
    const lines: string[] = []
    for (const [name, text] of Object.entries(modules)) write(name, text)
    for (const name of [...Object.keys(modules).filter((each) => !each.endsWith('/x')), 'folder.mjs', 'none.mjs']) {
      const description = await settled(async () => {
        const { documents, router } = await loadDescription(join(folder, name))
        const titles = [...documents].map(([path, document]) => `${path} ${document().info.title}`)
        return [...titles, `${router.routes.length} routes`]
      })
      const service = await settled(async () => {
        const { service: own, reset } = await loadService(join(folder, name))
        return `${(own.document as OpenAPIDocument).info?.title} ${reset?.() ?? 'without reset'}`
      })
      lines.push(`${name} → ${description}`, `  as a service: ${service}`)
    }
    const document = (title: string) => () => ({ info: { title } }) as never
    for (const documents of [{}, { '/a': document('A') }, { '/a': document('A'), '/b': document('B') }]) {
      for (const name of [undefined, '/a', '/b', 'c']) {
        const found = outcome(() => documentNamed(new Map(Object.entries(documents)), name)().info.title)
        lines.push(`${name} of ${Object.keys(documents)} → ${found}`)
      }
    }
    expectListed(LIST, 'exports', lines.map(plain))
  })
})
