import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import * as fieldstone from 'fieldstone'
import {
  Application,
  BootstrapError,
  bootstrap,
  type Class,
  Controller,
  Post,
  Router,
  type SetupCode,
  SetupError
} from 'fieldstone'
import { ExampleFolder } from '../support/guide.js'

interface Section {
  readonly code: string
  readonly text: string
  readonly language: 'ts' | 'js'
  readonly example: string
  /** Set where the example needs other settings than the readme's; the compiler may complain there. */
  readonly compilerOptions: object | undefined
}

/** What the example of each code is told; the compiler asks for each code. */
const MESSAGES: Readonly<Record<SetupCode, string>> = {
  APPLICATION_INVALID: '`controllers` must be a list of classes, the application; write controllers: [ItemController].',
  CONTROLLER_INVALID:
    'the class has no @Controller, ItemController; decorate it with @Controller(); if it is decorated, its decorators did not run: set "experimentalDecorators": true in the tsconfig.json that your compiler or Vite reads.',
  DECORATOR_MISPLACED: '@Field is on a static property, Item.count; declare it on a property of the instance.',
  DECORATOR_MODE:
    'a decorator of class-validator or class-transformer was compiled as a standard decorator, and exists as a legacy one only, Signup; write TheDecorator()(TheClass) below the class, or set "experimentalDecorators": true.',
  DOCUMENT_CONFLICT:
    'two routes have the operationId "list", GET /items (ItemController.items) and GET /orders (ItemController.orders); change one of them.',
  DOCUMENT_CONTRADICTED: 'it adds {}, editDocument, #/paths/~1items~1all; change it where it is declared.',
  DOCUMENT_INVALID: 'version is empty, OpenAPIConfig; make version a non-empty string.',
  FIELD_OPTION_INVALID: 'the option minLength does not apply to the type number, Item.price; remove it.',
  FIELD_TYPE_UNKNOWN:
    'the type leaves no class at run time (a union such as `string | null`, an interface, `unknown`, `import type` or a circular import), Item.size; write @Field(() => TheType) with TheType imported as a value; where two files import each other, let the property be of type Relation<TheType>.',
  LISTEN_FAILED: 'the port is not a port number, *:99999; choose a whole number from 0 to 65535.',
  MIDDLEWARE_INVALID:
    "{ origin: '*' } is not middleware, use at §; give functions (ctx, next) => …, and wrap Express-style functions (req, res, next) in connect(…).",
  NESTED_CLASS_UNKNOWN:
    'the class of a nested object is not named, Entry.tags; add @Type(() => TheClass), or @Field(() => TheClass) where there are two copies of class-transformer.',
  OPTION_UNKNOWN:
    "there is no option 'responseCheck' (did you mean 'responseChecks'?), the application; correct its name or remove it.",
  PARAMETER_INVALID:
    "the path /items/{id} has no parameter 'key', ItemController.show; write {key} in the path or remove the decorator.",
  PATH_INVALID: 'the path "items/{id" does not start with a slash, §; write "/items/{id".',
  PATH_REGEX_INVALID:
    'the regular expression "[0-9" in the path "/items/{id:[0-9}" does not compile (Invalid regular expression: /[0-9/u: Unterminated character class), §; correct it; it is read with the u flag, where only syntax characters may be escaped.',
  PATH_REGEX_UNSAFE:
    'the regular expression "(a+)+b" in the path "/items/{id:(a+)+b}" can backtrack catastrophically, §; let no two repeated parts of it match the same text, as in "[^-]+-.+" instead of ".+-.+".',
  PATTERN_UNSAFE:
    'the pattern /^(a+)+$/u takes time that doubles with each character of some texts, Item.name; add maxLength: 12; let no two repeated parts of it match the same text, as in "[^-]+-.+" instead of ".+-.+"; or name it in trustedPatterns of the application if its texts are short by other means.',
  RECORD_INVALID: 'the class declares no field, Item; decorate its properties with @Field, or name another type.',
  RECORD_NAME_DUPLICATE:
    "two different records or enums are named Item, used by BodyController.accept, request body and by BodyController.accept, request body; rename one of them, or give one another name in the document: @Record({ name: '…' }).",
  RESPONSE_INVALID: `"20" is not an HTTP status code, ItemController.list, response 20; use an integer from 100 to 599, a range such as '4XX', or 'default'.`,
  ROUTER_FROZEN: 'the router is in use already, GET /late §); register everything before the first request.',
  ROUTE_DUPLICATE:
    'two routes match the same requests, GET /items/{id} §) and GET /items/{key} §); change the path of one, or remove it.',
  ROUTE_HANDLER_INVALID: "its handler is 'ItemController.list', GET /items §); give a function.",
  ROUTE_OPTIONS_INVALID: "tags is not a list of texts, GET /items §); write tags: ['Items'].",
  ROUTE_SHADOWED:
    'GET /files/{name} §) can never be reached, GET /files/{name:.+} §) always matches first; narrow the regular expression of the one that matches, or remove a route.',
  SCHEMA_UNDOCUMENTED:
    "the schema of valibot gives no JSON Schema, UserController.create, parameter 1; wrap it: toStandardJsonSchema(schema), from '@valibot/to-json-schema'.",
  SECURITY_INVALID: 'there is no security scheme "bearr", the option security; the schemes are bearer.',
  TYPE_CONTRADICTED: 'the declared type is an integer, but the property is a String, Item.count; let both be the same.',
  UNION_INVALID: `a member of a union lacks its discriminator 'kind', Dog; declare it: @Field({ enum: ["dog"] }) kind!: "dog".`,
  VERSION_INVALID:
    "it has a version, and the application does not say how requests name one, GET /items (ItemController.list); write versioning: { by: 'path' } among the options of the application, or remove the version."
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
    expect(documented).to.have.members(Object.keys(MESSAGES))
    expect(documented).to.deep.equal([...documented].sort())
  })

  for (const { code, text, example } of sections) {
    it(`explains ${code} by an example and a remedy`, () => {
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
        expect(await messagesFrom(folders.get(code)!, code)).to.deep.equal([`${code}: ${MESSAGES[code as SetupCode]}`])
      })
    }
  })
})

/** The examples leave out their imports: the public names that they mention. */
function importsFor(example: string): string {
  const names = Object.keys(fieldstone).filter((name) => new RegExp(`\\b${name}\\b`).test(example))
  return `import { ${names.join(', ')} } from 'fieldstone'`
}

/** The messages of the setup errors that a module causes while it is imported; § is the place in its source. */
async function messagesFrom(folder: ExampleFolder, name: string): Promise<string[]> {
  Object.assign(globalThis, SHORT_WORDS)
  try {
    await folder.import(name)
  } catch (error) {
    const shortened = (message: string) => message.replace(/\S+\.[jt]s:\d+/g, '§')
    if (error instanceof SetupError) return [shortened(error.message)]
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => shortened(message))
    throw error
  } finally {
    for (const word of Object.keys(SHORT_WORDS)) Reflect.deleteProperty(globalThis, word)
  }
  return []
}
