import { expect } from 'chai'
import { BootstrapError, type HttpOptions, Router, SetupError } from 'fieldstone'

const LONGEST = 2_147_483_647
const work = () => undefined

describe('The HTTP options of an application', () => {
  const right: readonly HttpOptions[] = [
    {},
    { bodyLimit: 0 },
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    { uploads: { requestSize: 0, fileSize: 0, files: 0, fields: 0, parts: 0 } },
    { uploads: { fileMemory: 0, requestMemory: 0, totalMemory: 0, folder: '/var/uploads' } },
    { handlerTimeout: 0 },
    { handlerTimeout: LONGEST },
    { accessLog: false },
    { redirects: {} },
    { redirects: { origins: [] } },
    { overload: {} },
    { overload: { maxRequests: 0, maxMemory: 0, retryAfter: 1 } },
    { responseChecks: { mode: 'report', sample: 0 } },
    { responseChecks: { mode: 'report', sample: 1 } },
    { trustedPatterns: ['a', /a/] },
    { trustProxy: ' ::1 , 10.0.0.0/8' },
    { trustProxy: ['2001:db8::7/64', 'linklocal'] },
    { trustProxy: 'linklocal, uniquelocal' }
  ]
  for (const options of right) {
    it(`may be ${JSON.stringify(options)}`, () => {
      expect(() => new Router({ logger: false, ...options })).not.to.throw()
    })
  }

  const logger = { debug: work, info: work, warn: 5, error: work }
  const wrong: readonly [options: object, message: RegExp][] = [
    [{ bodyLimt: 5 }, /no option 'bodyLimt' \(did you mean 'bodyLimit'\?\), the router/],
    [{ errorFormatter: work }, /no option 'errorFormatter'.*write errors: \{ body/],
    [{ bodyLimit: -1 }, /bodyLimit is -1, the option bodyLimit; give a whole number of bytes/],
    [{ bodyLimit: 1.5 }, /bodyLimit is 1\.5/],
    [{ bodyLimit: '1mb' }, /bodyLimit is 1mb/],
    [{ bodyLimit: null }, /bodyLimit is null/],
    [{ bodyLimit: Number.MAX_SAFE_INTEGER + 1 }, /bodyLimit is 9007199254740992/],
    [{ bodyLimit: Number.POSITIVE_INFINITY }, /bodyLimit is Infinity/],
    [{ uploads: null }, /the options are null, the option uploads/],
    [{ uploads: { size: 5 } }, /no option 'size', the option uploads; the options are requestSize/],
    ...['requestSize', 'fileSize', 'files', 'fields', 'parts', 'fileMemory', 'requestMemory', 'totalMemory'].map(
      (name): [object, RegExp] => [{ uploads: { [name]: -1 } }, new RegExp(`${name} is -1, the option uploads.${name}`)]
    ),
    ...[5, '', null].map((folder): [object, RegExp] => [
      { uploads: { folder } },
      /the folder of uploads is not a path/
    ]),
    [{ handlerTimeout: LONGEST + 1 }, /handlerTimeout is 2147483648/],
    [{ handlerTimeout: -1 }, /handlerTimeout is -1/],
    [{ handlerTimeout: '5' }, /handlerTimeout is 5/],
    [{ logger: 'none' }, /the logger lacks a method/],
    [{ logger: null }, /the logger lacks a method/],
    [{ logger }, /the logger lacks a method/],
    [{ accessLog: 'none' }, /accessLog is none.*one of debug, info, warn, error/],
    [{ accessLog: null }, /accessLog is null/],
    [{ redirects: [] }, /the options are a list, the option redirects/],
    [{ redirects: null }, /the options are null, the option redirects/],
    [{ responseChecks: 'on' }, /responseChecks is on.*off, report, enforce/],
    [{ responseChecks: {} }, /the mode of responseChecks is undefined/],
    [{ responseChecks: { mode: 'off', sample: 1 } }, /has a sample for the mode off/],
    [{ responseChecks: { mode: 'enforce', sample: 1 } }, /has a sample for the mode enforce/],
    [{ responseChecks: { mode: 'report', sample: 1.01 } }, /the sample of responseChecks is 1\.01/],
    [{ responseChecks: { mode: 'report', sample: Number.NaN } }, /the sample of responseChecks is NaN/],
    [{ responseChecks: { mode: 'report', smaple: 1 } }, /did you mean 'sample'/],
    [{ unknownFields: 'drop' }, /unknownFields is drop.*'strip' or 'reject'/],
    [{ unknownFields: null }, /unknownFields is null/],
    [{ trustedPatterns: 'a' }, /trustedPatterns is a/],
    [{ trustedPatterns: ['['] }, /"\[" in trustedPatterns does not compile/],
    [{ trustedPatterns: [5] }, /trustedPatterns holds 5/],
    [{ overload: { retryAfter: 1.5 } }, /`overload.retryAfter` is 1\.5.*whole seconds/],
    [{ overload: { maxMemory: -1, maxRequests: 7 } }, /`overload.maxMemory` is -1/],
    [{ security: ['none'] }, /no security scheme "none", the option security/]
  ]
  for (const [options, message] of wrong) {
    it(`cannot be ${JSON.stringify(options)}`, () => {
      expect(() => new Router(options))
        .to.throw(message)
        .that.satisfies((error: unknown) => error instanceof SetupError || error instanceof BootstrapError)
    })
  }
})
