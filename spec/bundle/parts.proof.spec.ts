import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { build } from 'esbuild'

const OPTIONS = "title: 'Items', version: '1.0.0', spec: '/openapi.json'"
const STARTS = (options: string) => `await bootstrap(new Application({ ${OPTIONS}, ${options} }))`
const CONTROLLER = (method: string) =>
  `@Controller('/items') class Items { ${method} }\n${STARTS('controllers: [Items]')}`
const BODY = (record: string) => `${record}\n${CONTROLLER('@Post() @Returns(204) add(@Body(Item) _item: Item) {}')}`

/** By part, a program that needs it. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'class-validator': `import { IsInt } from 'class-validator'\n${BODY('class Item { @IsInt() count!: number }')}`,
  docs: STARTS("docs: '/docs'"),
  edit: STARTS('editDocument: (document) => document'),
  fetch: `const service = ${STARTS('')}\nawait service.fetch(new Request('http://localhost/openapi.json'))`,
  files: `const router = new Router()\nrouter.static('/assets', '.')\n${STARTS('')}`,
  formats: BODY("class Item { @Field(() => String, { format: 'hostname' }) host!: string }"),
  forms: BODY('class Item { @File() file!: UploadedFile }'),
  http2: `const service = ${STARTS('')}\nawait service.listen({ port: 0, host: '127.0.0.1', http2: true })\nawait service.close()`,
  inject: `const service = ${STARTS('')}\nawait service.inject('/openapi.json')`,
  links: CONTROLLER(
    "@Get('/', { operationId: 'all' }) @Returns(200, String, { links: { again: { operation: 'all' } } }) all() { return '' }"
  ),
  operation: STARTS('hooks: [{ onRequest() {} }]'),
  outgoing: `@Controller('items') class Sent { @Post() @Returns(204) changed(@Body(String) _id: string) {} }
    ${STARTS('webhooks: [Sent]')}`,
  patterns: BODY("class Item { @Field(() => String, { pattern: '^(?:a|b)+$' }) code!: string }"),
  phone: BODY("class Item { @Field(() => String, { format: 'phone' }) phone!: string }"),
  proxies: STARTS("trustProxy: 'loopback'"),
  security: STARTS('securitySchemes: { bearer: bearerScheme({ authenticate: () => undefined }) }'),
  standard: CONTROLLER(`@Post('/', { requestBody: {
    '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) } }
    } }) @Returns(204) add() {}`),
  streams: CONTROLLER('@Get() @Returns(200, { events: String }) async *all() {}'),
  tuples: BODY('class Item { @Field(() => tupleOf(Number, Number)) at!: [number, number] }'),
  versions: STARTS("versioning: { by: 'path' }"),
  yaml: "await bootstrap(new Application({ title: 'Items', version: '1.0.0', spec: '/openapi.yaml' }))"
}

const PARTS = readdirSync('src/bundle')
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((part) => part !== 'all')

describe('a bundle', function () {
  this.timeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-parts-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  let count = 0

  /** Bundles a program, runs it, and returns the message of what it throws; undefined where it throws nothing. */
  async function run(program: string, imports: readonly string[]): Promise<string | undefined> {
    const outfile = join(folder, `${count++}.mjs`)
    const names =
      'Application, bearerScheme, Body, bootstrap, Controller, Field, File, Get, Post, Returns, Router, tupleOf, UploadedFile'
    const lines = [
      ...imports.map((part) => `import 'fieldstone/parts/${part}'`),
      `import { ${names} } from 'fieldstone'`
    ]
    const [ahead, body] = /^import .*\n/.test(program)
      ? [program.slice(0, program.indexOf('\n')), program.slice(program.indexOf('\n'))]
      : ['', program]
    await build({
      stdin: {
        contents: `${[...lines, ahead].join('\n')}\nexport const run = async () => {\n${body}\n}`,
        resolveDir: process.cwd(),
        loader: 'ts'
      },
      bundle: true,
      minify: true,
      keepNames: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
      outfile,
      logLevel: 'error',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } }
    })
    const { run } = (await import(pathToFileURL(outfile).href)) as { run: () => Promise<void> }
    return run().then(
      () => undefined,
      (error: Error) => error.message
    )
  }

  it('has a program here for each part', () => {
    expect(Object.keys(PROGRAMS)).to.deep.equal(PARTS.sort())
  })

  for (const [part, program] of Object.entries(PROGRAMS)) {
    it(`without the part ${part} says which import it lacks, and with it works`, async () => {
      expect(await run(program, [])).to.match(
        new RegExp(
          `APPLICATION_INVALID: the bundle does not contain .*, the part ${part} of Fieldstone; write import 'fieldstone/parts/${part}' as the first import of the application\\.`
        )
      )
      expect(await run(program, [part])).to.equal(undefined)
    })
  }

  it('without the part class-validator has an error for each fault in error.tree, and says so', async () => {
    const program = `class Line { @Field(() => String, { minLength: 2 }) sku!: string }
      class Item { @Field(() => [Line]) lines!: Line[] }
      const trees = []
      const tells = async (_ctx, next) => next().catch((error) => { trees.push(...error.tree.map(String)); throw error })
      @Controller('/items') class Items { @Post() @Returns(204) add(@Body(Item) _item: Item) {} }
      const service = await bootstrap(new Application({ ${OPTIONS}, middleware: [tells], controllers: [Items] }))
      const warned = new Promise((resolve) => process.once('warning', resolve))
      for (const sku of ['a', 'b'])
        trees.push((await service.inject({ method: 'POST', url: '/items', body: { lines: [{ sku }] } })).statusCode)
      await service.close()
      throw new Error(JSON.stringify([trees, (await warned).message]))`
    const text =
      'An instance of an object has failed the validation:\n - property lines[0].sku has failed the following constraints: minLength \n'
    const [trees, warning] = JSON.parse(String(await run(program, ['inject'])))
    expect(trees).to.deep.equal([text, 400, text, 400])
    expect(warning).to.match(
      /^error\.tree has an error for each fault alone: .* import 'fieldstone\/parts\/class-validator' /
    )
    const [[nested]] = JSON.parse(
      String(
        await run(program.replace(/const warned.*/, 'const warned = { message: "" }'), ['inject', 'class-validator'])
      )
    )
    expect(nested).to.equal(text.replace('an object', 'Item'))
  })

  it('with all parts has each of them', () => {
    const all = readFileSync('src/bundle/all.ts', 'utf8')
    expect([...all.matchAll(/^import '\.\/([\w-]+)\.js'$/gm)].map(([, part]) => part)).to.deep.equal(PARTS)
    const { exports, sideEffects } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const part of PARTS) {
      expect(exports).to.have.property(`./parts/${part}`)
      expect(sideEffects).to.include(`./dist/lib/parts/${part}.js`)
    }
  })
})
