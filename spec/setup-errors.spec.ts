import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Application, BootstrapError, bootstrap, type Class, Controller, Post, Router, SetupError } from 'fieldstone'
import { SETUP_CODES } from '../src/errors.js'
import * as fieldstone from '../src/index.js'
import { ExampleFolder } from './support/guide.js'

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

/** The short words of the page, as its first paragraph explains them. */
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
  it('has one section for each code, and no others, in alphabetical order', () => {
    const documented = sections.map(({ code }) => code)
    expect(documented).to.have.members(Object.keys(SETUP_CODES))
    expect(documented).to.deep.equal([...documented].sort())
  })

  for (const { code, text, example } of sections) {
    it(`explains ${code} by its sentence, an example and a remedy`, () => {
      expect(text).to.contain(`\n${SETUP_CODES[code as keyof typeof SETUP_CODES]}\n`)
      expect(example).not.to.equal('')
      expect(text).to.match(/^\*\*Remedy:\*\* [A-Z`].*\.$/m)
    })
  }

  describe('its examples', () => {
    const folders = new Map<string, ExampleFolder>()

    before('compiles them', function () {
      this.timeout(180_000)
      const common = new ExampleFolder('setup-errors')
      common.write('words.d.ts', SHORT_WORDS_TYPES)
      for (const { code, language, example, compilerOptions } of sections) {
        const folder = compilerOptions === undefined ? common : new ExampleFolder(`setup-errors-${code}`)
        folders.set(code, folder)
        folder.write(`${code}.${language}`, `${importsFor(example)}\n${example}\nexport {}\n`)
        if (compilerOptions !== undefined) folder.compile({ noUnusedLocals: false, ...compilerOptions })
      }
      const complaints = common.compile({ noUnusedLocals: false })
      if (complaints) throw new Error(`The examples do not compile:\n${complaints}`)
    })

    for (const { code } of sections) {
      it(`${code} is what its example causes`, async () => {
        expect(await codesFrom(folders.get(code)!, code)).to.deep.equal([code])
      })
    }
  })
})

/** The examples leave out their imports: the public names that they mention. */
function importsFor(example: string): string {
  const names = Object.keys(fieldstone).filter((name) => new RegExp(`\\b${name}\\b`).test(example))
  return `import { ${names.join(', ')} } from 'fieldstone'`
}

/** The codes of the setup errors that a module causes while it is imported. */
async function codesFrom(folder: ExampleFolder, name: string): Promise<string[]> {
  Object.assign(globalThis, SHORT_WORDS)
  try {
    await folder.import(name)
  } catch (error) {
    if (error instanceof SetupError) return [error.code]
    if (error instanceof BootstrapError) return error.errors.map(({ code }) => code)
    throw error
  } finally {
    for (const word of Object.keys(SHORT_WORDS)) Reflect.deleteProperty(globalThis, word)
  }
  return []
}
