import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  BootstrapError,
  connect,
  Field,
  File,
  type RouteOptions,
  Router,
  SetupError,
  type UploadedFile
} from 'fieldstone'
import { setupErrorsOf } from '../support/applications.js'
import { SpecFolder } from '../support/files.js'

class Item {
  @Field() name!: string
}

class Upload {
  @File() file!: UploadedFile
}

/** The messages of what is wrong; the source of the route is left out. */
function faultsOf(call: (router: Router) => unknown): string[] {
  const router = new Router({ logger: false })
  try {
    call(router)
    router.freeze()
  } catch (error) {
    const errors = error instanceof BootstrapError ? error.errors : [error as SetupError]
    return errors.map(({ message }) => message)
  }
  return []
}

const work = () => undefined
const LONGEST = 2_147_483_647

describe('An option of a route', () => {
  const right: readonly RouteOptions[] = [
    {},
    { middleware: [], interceptors: [], tags: [] },
    { middleware: undefined, interceptors: undefined, tags: undefined, summary: undefined, bodyLimit: undefined },
    { tags: ['a'], summary: '', description: '', operationId: 'a', deprecated: false, hidden: true },
    { requestTimeout: 0, handlerTimeout: LONGEST, bodyLimit: 0 },
    { bodyLimit: Number.MAX_SAFE_INTEGER, uploads: { files: 0, fileSize: 0, requestSize: 0, fields: 0, parts: 0 } }
  ]
  for (const options of right) {
    it(`may be ${JSON.stringify(options)}`, () => {
      expect(faultsOf((router) => router.getFunc('/', work, options))).to.deep.equal([])
    })
  }

  const wrong: readonly [options: object, message: RegExp][] = [
    [{ sumary: 'x' }, /OPTION_UNKNOWN: there is no option 'sumary' \(did you mean 'summary'\?\)/],
    [{ middleware: 5 }, /middleware is not a list/],
    [{ middleware: null }, /middleware is not a list/],
    [{ interceptors: work }, /interceptors is not a list/],
    [{ tags: ['a', 5] }, /tags is not a list of texts/],
    [{ tags: [''] }, /tags is not a list of texts/],
    [{ tags: null }, /tags is not a list of texts/],
    [{ summary: null }, /summary is not a text/],
    [{ description: 5 }, /description is not a text/],
    [{ operationId: 5 }, /operationId is not a text/],
    [{ deprecated: 'yes' }, /deprecated is not a boolean/],
    [{ hidden: null }, /hidden is not a boolean/],
    [{ requestTimeout: LONGEST + 1 }, /requestTimeout must be a time/],
    [{ requestTimeout: '5' }, /requestTimeout must be a time/],
    [{ handlerTimeout: -1 }, /handlerTimeout must be a time/],
    [{ handlerTimeout: 1.5 }, /handlerTimeout must be a time/],
    [{ bodyLimit: -1 }, /bodyLimit must be a size/],
    [{ bodyLimit: 1.5 }, /bodyLimit must be a size/],
    [{ bodyLimit: '1mb' }, /bodyLimit must be a size/],
    [{ bodyLimit: Number.MAX_SAFE_INTEGER + 1 }, /bodyLimit must be a size/],
    [{ uploads: 5 }, /OPTION_UNKNOWN: the options are a number.*uploads/],
    [{ uploads: { folder: '/tmp' } }, /no option 'folder'.*set the folder for all routes/],
    [{ uploads: { requestSize: -1 } }, /uploads: requestSize is -1/],
    [{ uploads: { fileSize: 1.5 } }, /uploads: fileSize is 1\.5/],
    [{ uploads: { files: '1' } }, /uploads: files is '?1/],
    [{ uploads: { fields: -1 } }, /uploads: fields is -1/],
    [{ uploads: { parts: -1 } }, /uploads: parts is -1/],
    [{ consumes: 'text/plain' }, /consumes is given, but the route declares no body/],
    [{ requestBody: { type: Upload, required: false } }, /a record with files is required/],
    [{ parameters: 5 }, /PARAMETER_INVALID: the parameters are not a list/]
  ]
  for (const [options, message] of wrong) {
    it(`cannot be ${JSON.stringify(options)}`, () => {
      const [fault, ...more] = faultsOf((router) => router.postFunc('/', work, options as never))
      expect(fault)
        .to.match(message)
        .and.match(/route-options\.spec/)
      expect(more).to.deep.equal([])
    })
  }
})

describe('What a router is given', () => {
  const three = (_a: unknown, _b: unknown, _c: unknown) => 1
  for (const value of ['text', 5, null, undefined, {}]) {
    const shown = JSON.stringify(value) ?? 'undefined'
    it(`is no handler: ${shown}`, () => {
      const calls: ((router: Router) => unknown)[] = [
        (router) => router.getFunc('/', value as never),
        (router) => router.get('/', value as never),
        (router) => router.notFound(value as never),
        (router) => router.methodNotAllowed(value as never)
      ]
      for (const call of calls) expect(faultsOf(call)[0]).to.match(/^ROUTE_HANDLER_INVALID: .*; give a function/)
      expect(() => connect(value as never)).to.throw(SetupError, /^MIDDLEWARE_INVALID: connect was given /)
      expect(faultsOf((router) => router.use(value as never))[0]).to.match(/^MIDDLEWARE_INVALID: .* is not middleware/)
    })
  }

  it('is no middleware where it takes three parameters, but for connect', () => {
    expect(faultsOf((router) => router.use(three as never))[0]).to.match(/wrap Express-style functions .* in connect/)
    expect(faultsOf((router) => router.use(connect(three as never)))).to.deep.equal([])
  })

  for (const method of ['get', 'head', 'trace'] as const) {
    it(`is no body of ${method.toUpperCase()}, which the document could not have`, async () => {
      const routes = (router: Router) => router[`${method}Func`]('/', work, { requestBody: Item })
      const faults = await setupErrorsOf([], { routes })
      expect(faults).to.have.length(1)
      expect(faults[0]?.message).to.match(/^ROUTE_OPTIONS_INVALID: a (?:GET|HEAD|TRACE) request cannot have a body/)
    })
  }

  it('is no response of a status that does not exist, by a route or by a group', () => {
    expect(faultsOf((router) => router.returns({ 99: 'x' } as never))[0]).to.match(/"99" is not an HTTP status code/)
    expect(faultsOf((router) => router.returns(5 as never))[0]).to.match(/the responses are not an object/)
  })

  it('is a group or a method that it has no more once it is frozen', () => {
    const router = new Router()
    const group = router.group('/a')
    router.freeze()
    const calls: Record<string, () => unknown> = {
      intercept: () => router.intercept((value) => value),
      secure: () => group.secure([]),
      returns: () => group.returns({ 404: 'None' }),
      static: () => router.static('/b', '/'),
      handle: () => group.handle('GET', '/b', () => {})
    }
    for (const [name, call] of Object.entries(calls)) {
      expect(call, name).to.throw(SetupError, 'register everything before the first request')
    }
  })
})

describe('A folder of a router', () => {
  const folder = new SpecFolder()
  before(() => writeFileSync(join(folder.path, 'a.html'), ''))
  after(() => folder.remove())

  const wrong: readonly [what: string, register: (router: Router) => unknown, message: RegExp][] = [
    ['one that is not there', (router) => router.static('/a', join(folder.path, 'none')), /there is no folder/],
    ['a file', (router) => router.static('/a', join(folder.path, 'a.html')), /there is no folder/],
    ['a number', (router) => router.static('/a', 5 as never), /there is no folder 5/],
    ['an index in another folder', (router) => router.static('/a', folder.path, { index: 'a/b' }), /name of a file/],
    ['an empty index', (router) => router.static('/a', folder.path, { index: '' }), /name of a file/],
    [
      'an unknown option',
      (router) => router.static('/a', folder.path, { maxage: 5 } as never),
      /did you mean 'maxAge'/
    ],
    ['the prefix of its group', (router) => router.group('/a').static('/', folder.path), /the prefix of its group/],
    ['a prefix without a slash', (router) => router.static('a', folder.path), /does not start with a slash/]
  ]
  for (const [what, register, message] of wrong) {
    it(`cannot be ${what}`, () => expect(faultsOf(register)[0]).to.match(message))
  }
})
