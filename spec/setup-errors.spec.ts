import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { BootstrapError, SETUP_CODES, SetupError } from '../src/errors.js'
import * as fieldstone from '../src/index.js'
import { Application, bootstrap, type Class, Controller, Post, Router } from '../src/index.js'

interface Section {
  readonly code: string
  readonly text: string
  readonly language: 'ts' | 'js'
  readonly example: string
  /** Set where the example needs other settings than the readme's; the compiler may complain there. */
  readonly compilerOptions: object | undefined
}

const sections = readFileSync('docs/setup-errors.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((source): Section => {
    const [, code = ''] = /^(.*)\n/.exec(source) ?? []
    const [, language = '', example = ''] = /^```(ts|js)\n([\s\S]*?)^```$/m.exec(source) ?? []
    const [, json = '{}'] = /^```json\n([\s\S]*?)^```$/m.exec(source) ?? []
    const { compilerOptions } = JSON.parse(json) as { compilerOptions?: object }
    return { code, text: source, language: language as 'ts' | 'js', example, compilerOptions }
  })

const README_OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  types: ['node']
}

/** What the page's first paragraph says that its short words stand for. */
const SHORT_WORDS = {
  get router() {
    return new Router()
  },
  start: (...controllers: Class[]) => bootstrap(new Application({ title: 'Items', version: '1.0.0', controllers })),
  bodyOf(record: Class) {
    @Controller(`/${record.name}-${++bodies}`)
    class BodyController {
      @Post('', { requestBody: record })
      accept() {}
    }
    return BodyController
  }
}
let bodies = 0

const SHORT_WORDS_TYPES = `
import type { Class, Router, Service } from 'fieldstone'
declare global {
  const router: Router
  function start(...controllers: Class[]): Promise<Service>
  function bodyOf(record: Class): Class
}
`

describe('the page of setup errors', () => {
  it('has one section for each code, and none besides, in alphabetical order', () => {
    const told = sections.map(({ code }) => code)
    expect(told).to.have.members(Object.keys(SETUP_CODES))
    expect(told).to.deep.equal([...told].sort())
  })

  for (const { code, text, example } of sections) {
    it(`explains ${code} by its sentence, an example and a remedy`, () => {
      expect(text).to.contain(`\n${SETUP_CODES[code as keyof typeof SETUP_CODES]}\n`)
      expect(example).not.to.equal('')
      expect(text).to.match(/^\*\*Remedy:\*\* [A-Z`].*\.$/m)
    })
  }

  describe('its examples', () => {
    // Inside the repository, so that the examples import the package by its name.
    const folder = resolve('.build/setup-errors')

    before('compiles them', function () {
      this.timeout(60_000)
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(`${folder}/other-options`, { recursive: true })
      for (const { code, language, example, compilerOptions } of sections) {
        const place = compilerOptions === undefined ? folder : `${folder}/other-options`
        writeFileSync(`${place}/${code}.${language}`, `${importsFor(example)}\n${example}\nexport {}\n`)
        if (compilerOptions !== undefined) compile(place, compilerOptions)
      }
      const complaints = compile(folder, {})
      if (complaints) throw new Error(`The examples do not compile:\n${complaints}`)
    })

    for (const { code, compilerOptions } of sections) {
      it(`${code} is what its example causes`, async () => {
        const place = compilerOptions === undefined ? folder : `${folder}/other-options`
        expect(await codesFrom(`${place}/out/${code}.js`)).to.deep.equal([code])
      })
    }
  })
})

/** Compiles a folder of examples as the readme says, and answers what the compiler had to say. */
function compile(folder: string, compilerOptions: object): string {
  const options = { ...README_OPTIONS, ...compilerOptions, allowJs: true, outDir: 'out', rootDir: '.' }
  writeFileSync(`${folder}/words.d.ts`, SHORT_WORDS_TYPES)
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include: ['*.ts', '*.js'] }))
  return spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { encoding: 'utf8' }).stdout
}

/** The examples leave out their imports: the public names that they mention. */
function importsFor(example: string): string {
  const names = Object.keys(fieldstone).filter((name) => new RegExp(`\\b${name}\\b`).test(example))
  return `import { ${names.join(', ')} } from 'fieldstone'`
}

/** The codes of the setup errors that a module causes while it is imported. */
async function codesFrom(module: string): Promise<string[]> {
  Object.assign(globalThis, SHORT_WORDS)
  try {
    await import(pathToFileURL(module).href)
  } catch (error) {
    if (error instanceof SetupError) return [error.code]
    if (error instanceof BootstrapError) return error.errors.map(({ code }) => code)
    throw error
  } finally {
    for (const word of Object.keys(SHORT_WORDS)) Reflect.deleteProperty(globalThis, word)
  }
  return []
}
