import {
  BootstrapError,
  bearerScheme,
  type Context,
  type ErrorsOptions,
  Field,
  HttpError,
  type HttpOptions,
  NotFound,
  type Problem
} from 'fieldstone'
import {
  errorForm,
  hasErrorContent,
  isErrorContent,
  PROBLEM_FORM,
  withErrorContent
} from '../../src/http/error-form.js'
import { problemOf } from '../../src/http/problem.js'
import { httpSettings, isTime } from '../../src/http/settings.js'
import { type Violation, ViolationReports, violationsOf } from '../../src/http/violation-reports.js'
import { calls, expectWholeList, outcome, shown } from '../support/whole-list.js'

class ApiError {
  @Field({ minLength: 2 }) message!: string
  @Field(() => [String], { optional: true }) fields?: string[]
}

const work = () => undefined
const LOGGER = { debug: work, info: work, warn: work, error: work }
const MOST = 2_147_483_647
const SAFE = Number.MAX_SAFE_INTEGER

/** By the name of an option, values of it, right and wrong. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  bodyLimit: [0, 1, SAFE, SAFE + 1, -1, 1.5, '5', null, Number.NaN],
  uploads: [
    {},
    ...['requestSize', 'fileSize', 'files', 'fields', 'parts', 'fileMemory', 'requestMemory', 'totalMemory'].flatMap(
      (name) => [{ [name]: 0 }, { [name]: -1 }]
    ),
    { folder: '/var/uploads' },
    { folder: '' },
    { folder: 5 },
    { files: undefined },
    { size: 5 },
    null,
    5
  ],
  handlerTimeout: [0, 1, MOST, MOST + 1, -1, 1.5, '5', null],
  logger: [false, 'debug', 'info', 'warn', 'error', 'none', '', true, null, 5, {}, LOGGER, { ...LOGGER, warn: 5 }],
  accessLog: [true, false, 'debug', 'info', 'warn', 'error', 'none', '', null, 5],
  hooks: [
    [],
    [{ onRequest: work }],
    [{}],
    [null],
    [5],
    [{ onRequest: 5 }],
    [{ onRequest: work, onEnd: work }],
    {},
    null
  ],
  redirects: [{}, { origins: [] }, { origins: ['https://a.example'] }, { origins: 'https://a.example' }, [], null],
  trustProxy: [
    ...[false, true, null, undefined, 0, 1, 2, -1, 1.5, Number.NaN, '', 'any', 'lo', '1', '10.0.0.0/33', '127.0.0.1'],
    ...['loopback', 'linklocal, uniquelocal', 'loopback,', ' ::1 , 10.0.0.0/8', '2001:db8::7/64', '10.0.0.0/'],
    ...[[], [''], ['loopback'], ['any'], [5], ['loopback', '10.0.0.1/8']],
    ...[0, 1, -1, 1.5, '1', undefined].map((hops) => ({ hops, from: 'any' })),
    ...['', 'loopback', 'none', [], ['any'], ['::1'], 5, null, undefined].map((from) => ({ hops: 1, from })),
    ...[{}, { hop: 1, from: 'any' }, work]
  ],
  securitySchemes: [{}, { a: bearerScheme({ authenticate: () => true }) }, { a: 5 }, { 'a b': 5 }, [], null],
  security: [[], ['none'], [{}], 'none', null],
  responses: [{}, { 404: 'None' }],
  overload: [
    {},
    ...['maxRequests', 'maxMemory', 'retryAfter'].flatMap((name) =>
      [0, 1, -1, 1.5, '5', null].flatMap((value) => [{ [name]: value }, { maxRequests: 7, [name]: value }])
    ),
    { maxMemory: 5, maxRequests: 6, retryAfter: 7 },
    { maxRequest: 5 },
    [],
    null,
    5
  ],
  responseChecks: [
    ...['off', 'report', 'enforce', 'on', '', null, 5, [], {}],
    ...['off', 'enforce', 'on'].flatMap((mode) => [undefined, 1].map((sample) => ({ mode, sample }))),
    ...[undefined, 0, 0.5, 1, 1.01, -0.01, '1', Number.NaN].map((sample) => ({ mode: 'report', sample })),
    { mode: 'report', smaple: 1 }
  ],
  unknownFields: ['strip', 'reject', 'drop', '', null, 5],
  trustedPatterns: [[], ['a'], [/a/], ['['], ['a', '\\-'], [5], [null], 'a', null],
  versioning: [{ by: 'path' }, { by: 'none' }]
}

/** A value in one line; of what has its state in private, what it says. */
function valueText(name: string, value: unknown): string {
  if (name === 'logger')
    return `logger of ${Object.entries(value as object).map(([level, write]) => `${level} ${write.name}`)}`
  if (name === 'hooks' && value !== undefined) return 'hooks'
  if (name === 'originOf') return `reads by ${(value as { name: string }).name || 'a function'}`
  if (name === 'securitySchemes') return shown([...(value as Map<string, unknown>).keys()])
  return shown(value)
}

/** What a call comes to; of setup errors their messages alone. */
function brief(call: () => unknown): string {
  try {
    const value = call()
    return typeof value === 'string' ? value : shown(value)
  } catch (error) {
    const all = error instanceof BootstrapError ? error.errors : [error as Error]
    return all.map(({ name, message }) => `${name === 'SetupError' ? 'wrong' : name}: ${message}`).join(' ')
  }
}

/** What the settings are, where they are others than without the options. */
function changed(options: object, plain = httpSettings({ logger: false })): string {
  return brief(() => {
    const own = httpSettings({ logger: false, ...options } as HttpOptions)
    const texts = Object.entries(own).flatMap(([name, value]) => {
      const text = valueText(name, value)
      return text === valueText(name, plain[name as keyof typeof plain]) ? [] : [`${name}: ${text}`]
    })
    return texts.join(', ') || 'as ever'
  })
}

const format = (problem: Problem) => ({ message: problem.detail })
const form = (options: object) => errorForm({ body: ApiError, format, ...options } as ErrorsOptions, 'strip')

const FORMS: readonly unknown[] = [
  undefined,
  {},
  { body: ApiError },
  { body: undefined },
  { body: undefined, format },
  { format },
  { contentType: 'application/json' },
  { contentType: 'application/json', format },
  { body: ApiError, format },
  { body: ApiError, format: 5 },
  { body: [String], format },
  { body: Buffer, format },
  { body: 5, format },
  ...[
    'application/json',
    'application/vnd.a+json',
    'application/JSON',
    'application/json; charset=utf-8',
    'text/plain',
    'text/',
    '',
    5,
    undefined
  ].map((contentType) => ({ body: ApiError, format, contentType })),
  ...[400, 422, 409, '400', undefined].map((validation) => ({ statuses: { validation } })),
  ...[null, 5, {}, { validtion: 422 }].map((statuses) => ({ statuses })),
  { bdy: ApiError },
  ...[
    work,
    [],
    [[Error, work]],
    [[Error, 5]],
    [[work, work]],
    [[Error]],
    [[Error, work, work]],
    [5],
    [null],
    5,
    null,
    {}
  ].map((map) => ({ map }))
]

const PROBLEM: Problem = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'no such book' }
/** What `format` may come to. */
const BODIES: Readonly<Record<string, (problem: Problem) => unknown>> = {
  'the body': format,
  'the body, with a list': () => ({ message: 'ab', fields: ['a'] }),
  'an unknown key': () => ({ message: 'ab', other: 5 }),
  'a short text': () => ({ message: 'a' }),
  'two faults': () => ({ message: '', fields: [5] }),
  'no object': () => 5,
  nothing: () => undefined,
  null: () => null,
  'a promise': async () => ({ message: 'ab' }),
  'a promise that is rejected': () => Promise.reject(new Error('late')),
  'what looks like a promise': () => Object.defineProperty({ message: 'ab' }, 'then', { value: work }),
  'what has another then': () => Object.defineProperty({ message: 'ab' }, 'then', { value: 5 }),
  'what throws': () => {
    throw new RangeError('no format')
  }
}

const MAPS: Readonly<Record<string, ErrorsOptions['map']>> = {
  'a function': (error) => (error instanceof RangeError ? new NotFound('out of range') : undefined),
  'a list': [
    [RangeError, (error: Error) => new HttpError(409, error.message)],
    [Error, () => new HttpError(410, 'any')]
  ],
  'what is no error': () => 5 as never,
  null: () => null as never,
  'a promise': (() => Promise.reject(new Error('late'))) as never,
  'what throws': () => {
    throw new RangeError('no map')
  }
}

const ctx = { method: 'GET' } as unknown as Context

describe('The settings of a router', () => {
  it('come of its options as settings-list.txt says', () => {
    const lines = ['\n# defaults']
    const production = process.env.NODE_ENV
    for (const [name, value] of Object.entries(httpSettings())) lines.push(`${name}: ${valueText(name, value)}`)
    const plain = httpSettings({ logger: false })
    process.env.NODE_ENV = 'production'
    try {
      lines.push('\n# in production', changed({}, plain), changed({ responseChecks: 'report' }, plain))
    } finally {
      if (production === undefined) delete process.env.NODE_ENV
      else process.env.NODE_ENV = production
    }
    for (const [name, values] of Object.entries(VALUES)) {
      lines.push(`\n# ${name}`)
      for (const value of [undefined, ...values]) lines.push(`${shown(value)} → ${changed({ [name]: value })}`)
    }
    lines.push('\n# several', changed({ bodyLimt: 5 }), changed({ errorFormatter: work }))
    lines.push(changed({ logger: undefined }), changed({ logger: undefined, accessLog: true }))
    lines.push(changed({ logger: undefined, accessLog: 'error' }), changed({ logger: 'error', accessLog: 'info' }))
    lines.push(
      ...calls(
        'isTime',
        isTime,
        [0, 1, MOST, MOST + 1, -1, 0.5, '5', null].map((each) => [each])
      )
    )
    lines.push(outcome(() => httpSettings().services.resolve(ApiError)))
    lines.push(outcome(() => httpSettings().services.resolve(undefined as never)))
    expectWholeList('http/settings-list.txt', lines)
  })

  it('say how errors are sent as error-form-list.txt says', () => {
    const lines = calls(
      'errorForm',
      ((options: ErrorsOptions) => errorForm(options, 'strip')) as never,
      FORMS.map((one) => [one])
    )
    lines.push('\nwhat format returns')
    for (const unknownFields of ['strip', 'reject'] as const) {
      for (const [name, own] of Object.entries(BODIES)) {
        const { write } = errorForm({ body: ApiError, format: own }, unknownFields)
        lines.push(`${unknownFields}, ${name} → ${outcome(() => write?.(PROBLEM, ctx, undefined))}`)
      }
    }
    const given = form({
      format: (problem: Problem, of: Context, error: unknown) => ({ message: shown([problem, of, error]) })
    })
    lines.push(`what it gets → ${given.write?.(PROBLEM, ctx, new RangeError('thrown'))}`)
    const inner: (string | undefined)[] = []
    const again = form({
      format: (problem: Problem, of: Context) => {
        if (problem.status === 404) inner.push(again.write?.({ ...PROBLEM, status: 500 }, of, undefined))
        return { message: 'outer' }
      }
    })
    lines.push(`an error of its own → ${outcome(() => again.write?.(PROBLEM, ctx, undefined))}, ${shown(inner)}`)
    lines.push(`after it → ${outcome(() => again.write?.({ ...PROBLEM, status: 500 }, ctx, undefined))}`)
    lines.push('\nwhat map returns')
    for (const [name, map] of Object.entries(MAPS)) {
      const { map: mapped } = form({ map })
      for (const error of [new RangeError('far'), new Error('near'), 'a text'])
        lines.push(`${name} of ${shown(error)} → ${outcome(() => mapped?.(error, ctx))}`)
    }
    const own = form({})
    lines.push('\nwhose content it is')
    for (const [name, content] of Object.entries({
      own: own.content,
      problem: PROBLEM_FORM.content,
      another: { ...own.content },
      none: undefined
    }))
      lines.push(
        `${name} → ${[own, PROBLEM_FORM].map((each) => isErrorContent({ content } as never, each))} ${hasErrorContent({ content } as never)}`
      )
    lines.push(`no response → ${isErrorContent(undefined, own)}`)
    lines.push(
      ...calls('problemOf', problemOf as never, [
        [new NotFound('none')],
        [new HttpError(418, 'tea')],
        [{ status: 400, detail: 'wrong', faults: [{ in: 'body', path: 'a', rule: 'type', message: 'no' }] }]
      ])
    )
    const responses = {
      200: null,
      399: {},
      400: {},
      '4XX': { description: 'x' },
      404: null,
      405: 5,
      406: 'x',
      499: String,
      500: { body: null },
      599: { content: {} },
      default: {},
      600: {}
    }
    lines.push('\nwithErrorContent')
    for (const [status, option] of Object.entries(responses)) {
      const [found] = Object.values(withErrorContent({ [status]: option as never }, own))
      lines.push(`${status} ${shown(option)} → ${found === option ? 'as it is' : shown(found)}`)
    }
    expectWholeList('http/error-form-list.txt', lines)
  })

  it('lets the log repeat little of responses that break the document, as violation-list.txt says', () => {
    const fault = (path: string, rule = 'required', message = 'is required') => ({
      in: 'body' as const,
      path,
      rule,
      message
    })
    const lines = calls('violationsOf', violationsOf as never, [
      [[], 'the body'],
      [[fault(''), fault('a'), fault('a[0].b[15]'), fault('a[x]', 'type', 'is wrong')], 'the body'],
      [[fault(''), fault('a[0]')], 'the item', 'event added, ']
    ])
    const reports = new ViolationReports()
    const [one, other] = [{}, {}]
    const of =
      (...texts: string[]): (() => Violation[]) =>
      () =>
        texts.map((text) => ({ key: text, text }))
    const say = (what: object, status: number, ...texts: string[]) => shown(reports.textOf(what, status, of(...texts)))
    lines.push(
      '\nreports',
      say(one, 200, 'a'),
      say(one, 200, 'a'),
      say(one, 200, 'a', 'b'),
      say(one, 201, 'a'),
      say(other, 200, 'a', 'a')
    )
    const many = new ViolationReports()
    lines.push('\nmany of the same')
    for (let count = 1; count <= 10_010; count += 1) {
      const text = many.textOf(one, 200, of('a'))
      if (text !== undefined) lines.push(`${count} ${text}`)
    }
    lines.push('\nmany of others')
    const others = new ViolationReports()
    for (let count = 1; count <= 1_200; count += 1) {
      const text = others.textOf(one, 200, of(`a${count}`))
      if (text !== undefined) lines.push(`${count} ${text}`)
    }
    expectWholeList('http/violation-list.txt', lines)
  })
})
