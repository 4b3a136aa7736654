import { deflateSync, gzipSync } from 'node:zlib'
import {
  DateOnly,
  enumOf,
  Field,
  File,
  Files,
  Integer,
  mapOf,
  nullable,
  Record,
  SetupError,
  Unknown,
  type UploadedFile
} from 'fieldstone'
import * as z from 'zod'
import { ByteCollector } from '../../../src/http/body/byte-collector.js'
import { contentCodings, decode } from '../../../src/http/body/codings.js'
import { carriesFiles, declareBody, declareContent, hasFiles } from '../../../src/http/body/declared-body.js'
import { FormLimits, fileTooLarge, plannedTooLarge, textOf } from '../../../src/http/body/form-limits.js'
import { BodyTypes, formatOf, JSON_TYPES, RECORD_TYPES } from '../../../src/http/body/media-types.js'
import { MemoryBudget } from '../../../src/http/body/memory-budget.js'
import { formPlanOf } from '../../../src/http/body/multipart-fields.js'
import { MultipartScanner } from '../../../src/http/body/multipart-scanner.js'
import { parsePartHead } from '../../../src/http/body/part-head.js'
import { checkUploadLimits, limitsOf, uploadSettings } from '../../../src/http/body/uploads.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { calls, expectWholeList, outcome, settled, shown } from '../../support/whole-list.js'

/** Each argument alone. */
const each = (...values: unknown[]) => values.map((value) => [value])

class Texts {
  @Field(() => String) name!: string
  @Field(() => Integer) count!: number
  @Field(() => [Boolean], { optional: true }) flags?: boolean[]
  @Field(() => DateOnly, { optional: true }) day?: unknown
  @Field(() => enumOf(['a', 'b']), { optional: true }) choice?: string
  @Field(() => Unknown, { optional: true }) any?: unknown
}

class Upload {
  @Field(() => String) title!: string
  @File({ maxSize: 10 }) one!: UploadedFile
  @Files({ optional: true, messages: { maxSize: 'too heavy' }, maxSize: 5 }) more?: UploadedFile[]
}

class Inner {
  @Field(() => String) a!: string
}

class Nested {
  @Field(() => String) name!: string
  @Field(() => Inner) inner!: Inner
}

class ListOfRecords {
  @Field(() => [Inner]) inners!: Inner[]
}

class ListOfLists {
  @Field(() => [[String]]) lists!: string[][]
}

class MaybeText {
  @Field(() => nullable(String)) text!: string | null
}

@Record({ additionalProperties: String })
class Open {
  @Field(() => String) a!: string
}

@Record({ minProperties: 1 })
class Least {
  @Field(() => String, { optional: true }) a?: string
}

@Record({ maxProperties: 1 })
class Most {
  @Field(() => String, { optional: true }) a?: string
}

class Wrong {
  @Field(() => String, { minLength: -1 }) a!: string
  @File() b!: UploadedFile
}

const TYPES: readonly (readonly [name: string, expression: unknown])[] = [
  ...(Object.entries({ String, Number, Boolean, Date, Buffer, Integer, DateOnly, Unknown }) as [string, unknown][]),
  ['[String]', [String]],
  ['map', mapOf(String)],
  ['nullable', nullable(String)],
  ['enum of texts', enumOf(['a', 'b'])],
  ['enum of numbers', enumOf([1, 2])],
  ['enum of both', enumOf(['a', 1])],
  ...[Texts, Upload, Inner, Nested, ListOfRecords, ListOfLists, MaybeText, Open, Least, Most, Wrong].map(
    (type) => [type.name, type] as const
  ),
  ['zod text', z.string()],
  ['zod number', z.number()],
  ['zod object', z.object({ name: z.string(), tags: z.array(z.string()).optional() })],
  ['zod object in object', z.object({ name: z.string(), inner: z.object({ a: z.string() }) })],
  ['zod list of objects', z.object({ list: z.array(z.object({})) })],
  ['zod union', z.union([z.string(), z.object({ a: z.string() })])]
]

const CONSUMES: readonly unknown[] = [
  undefined,
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'application/octet-stream',
  'image/*'
]

const NAMES: readonly (readonly string[])[] = [
  [],
  ['text/*', 'image/*'],
  ['application/json'],
  ['application/problem+json', 'text/csv'],
  ['application/*+json'],
  ['image/*', 'image/png', '*/*', 'image/svg+*'],
  ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
  ['*/*']
]

const ESSENCES = [
  ...['application/json', 'application/vnd.a+json', 'application/+json', 'application/json+', 'text/json', 'text/csv'],
  ...['application/problem+json', 'image/png', 'image/', 'image/gif', 'image/svg+xml', 'image/svg+', 'a/b', 'image/*'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/mixed', '*/*', '', 'text/a+json']
]

const field = (rest: string) => `Content-Disposition: form-data; ${rest}`
const HEADS: readonly string[] = [
  ...['name="a"', 'name=""', 'name="a"; filename="b.png"', 'name="a"; filename=""', 'name="a"; filename=".."'].map(
    field
  ),
  ...[
    'name="a"; filename="."',
    'name="a"; filename="x/.."',
    'name="a"; filename="x/..."',
    'name="a"; filename="x/"'
  ].map(field),
  ...['name="a"; filename="C:\\\\x\\\\y.png"', 'name="a"; filename="C:\\x\\y"', 'name="a"; filename="/a\\b/c"'].map(
    field
  ),
  ...[
    'name="a\\"b"',
    'name="a\\\\b"',
    'name="a\\b"',
    'name="a\\"',
    'name=a',
    'name=',
    'name',
    'name="a" ;',
    'name="a";'
  ].map(field),
  ...['name="a";;filename="b"', 'NAME="a"; FileName="b"', 'name = "a"', 'name="a";filename=b', 'name="a"; x=1'].map(
    field
  ),
  ...[
    'filename="a"',
    'name="a"; name="b"',
    'name="a"; Name="a"',
    'name="a"; filename="b"; filename="c"',
    'x=1; x=2; name=a'
  ].map(field),
  ...[
    "name=a; filename*=UTF-8''a%20b",
    "name=a; filename*=utf-8'en'%e2%82%ac",
    'name=a; filename="x"; filename*=UTF-8\'\'y'
  ].map(field),
  ...["name=a; filename*=utf-8''%zz", "name=a; filename=x; filename*=latin1''y", 'name=a; filename*=y; filename=x'].map(
    field
  ),
  ...['name=a; filename*="UTF-8\'\'b"', "name=a; filename*=utf-8''", "name=a; filename*=xutf-8''b; filename=c"].map(
    field
  ),
  ...['name="\xc3\xa4"', 'name="\xff"', 'name="a\0"', 'name="a"; filename="b\0"', "name=a; filename*=utf-8''b%00"].map(
    field
  ),
  ...[
    'name="a\tb"',
    'name="~ !"',
    'name="\x7f"',
    'name="a"; filename="\xe2\x82\xac.txt"',
    'name="a]b[c"',
    'name="#"'
  ].map(field),
  `${field('name="a"')}\r\nContent-Type: image/PNG`,
  `${field('name="a"; filename="b"')}\r\nContent-Type: `,
  `${field('name="a"')}\r\nContent-Type: text/plain; charset=utf-8`,
  `${field('name="a"')}\r\nContent-Type:text/csv`,
  `${field('name="a"')}\r\nContent-Type:  text/csv `,
  `${field('name="a"')}\r\nContent-Type: ;x`,
  `${field('name="a"')}\r\nContent-Type: a b`,
  `Content-Type: text/csv\r\n${field('name="a"')}`,
  `content-type: a/b\r\nCONTENT-TYPE: c/d\r\n${field('name="a"')}`,
  `content-disposition:form-data; name="a"`,
  `content-disposition:\tform-data; name="a"`,
  `content-disposition:  form-data; name="a"`,
  `${field('')}`,
  'Content-Disposition: form-data',
  'Content-Disposition: form-data ',
  'Content-Disposition: Form-Data; name="a"',
  'Content-Disposition: form-datax; name="a"',
  'Content-Disposition: attachment; name="a"',
  `${field('name="a"')}\r\n${field('name="b"')}`,
  `Content-Disposition: form-data;\r\n name="a"`,
  `Content-Disposition: form-data;\r\n\tname="a"\r\n ; filename="b"`,
  ` folded: first\r\n${field('name="a"')}`,
  `\tfolded\r\n${field('name="a"')}`,
  `X: 1\r\n\r\n${field('name="a"')}`,
  `: 1\r\n${field('name="a"')}`,
  `x\r\n${field('name="a"')}`,
  `${field('name="a"')}\r\nX: 1\r2\r\nContent-Type: a/b`,
  `${field('name="a"')}\r\nX: 1\n2\r\nContent-Type: a/b`,
  `${'X: 1\r\n'.repeat(15)}${field('name="a"')}`,
  `${'X: 1\r\n'.repeat(16)}${field('name="a"')}`,
  `a: 1\r\n${'X: 1\r\n 2\r\n'.repeat(14)}${field('name="a"')}`,
  `__proto__: 1\r\n${field('name="__proto__"')}`,
  ''
]

const part = (name: string, content: string, more = '') =>
  `--x-1\r\n${field(`name="${name}"`)}${more}\r\n\r\n${content}\r\n`
const END = '--x-1--'
const BODIES: readonly string[] = [
  '',
  END,
  `${END}\r\n`,
  `\r\n${END}`,
  `a${END}`,
  `a\r\n${END}`,
  'a',
  '--x-1',
  '--x-1-',
  '--x-1-x',
  '--x-1 ',
  '--x-1 --',
  '--x-1\r',
  '--x-1\rx',
  '--x-1\r\n',
  '--x-1\r\n\r\n',
  '--x-1\r\n--x-1--',
  `${part('a', '1')}${END}`,
  `${part('a', '')}${END}`,
  `${part('a', '1')}${part('b', '\r\n2\r\n')}${END}epilogue${part('c', '3')}`,
  `preamble\r\n${part('a', '1\r\n--x-')}${END}`,
  `${part('a', '1')}--x-1\t \r\n${field('name="b"')}\r\n\r\n2\r\n${END}`,
  `${part('a', '\r')}${END}`,
  `${part('a', '\r\n')}${END}`,
  `${part('a', '\r\n--x-2')}${END}`,
  `${part('a', '--x-1')}${END}`,
  `${part('a', 'x'.repeat(300))}${END}`,
  `--x-1\r\n${field('name="a"')}\r\n--x-1\r\n\r\n1\r\n${END}`,
  `--x-1\r\n${field('name="a"')}\r\n--x-2: 1\r\n\r\n1\r\n${END}`,
  `--x-1\r\n--x-2: 1\r\n${field('name="a"')}\r\n\r\n1\r\n${END}`,
  `--x-1\r\n--x-1: 1\r\n${field('name="a"')}\r\n\r\n1\r\n${END}`,
  `--x-1\r\n${field('name="a"')}\r\n\r\n--x-1--`,
  `--x-1\r\n${field('name="a"')}\r\n\r\n\r\n--x-1--`,
  `--x-1${' '.repeat(257)}`,
  `--x-1${' '.repeat(256)}\r`,
  `--x-1\r\n${'x'.repeat(8_195)}`
]

/** What a receiver gets of a body in such chunks. */
function events(body: string, size: number): string {
  const said: string[] = []
  const scanner = new MultipartScanner('x-1', {
    begin: ({ name }) => said.push(`begin ${name}`),
    content: (bytes, start, end) => said.push(shown(bytes.toString('latin1', start, end))),
    finish: () => said.push('finish')
  })
  const bytes = Buffer.from(body, 'latin1')
  try {
    for (let at = 0; at < bytes.length; at += size) scanner.write(bytes.subarray(at, at + size))
    said.push('end')
    scanner.end()
  } catch (error) {
    said.push(`throws ${(error as Error).message}`)
  }
  const text = said.join(' ')
  return text.length > 300 ? `${text.slice(0, 150)}… of ${text.length}` : text
}

/** Calls in turn, and what each of them returns or throws. */
function steps(title: string, ...calls: readonly (() => unknown)[]): string {
  return `${title} → ${calls.map((call) => outcome(call)).join(' | ')}`
}

const invalid = (what: string, name: string, remedy: string) =>
  new SetupError('RATE_INVALID' as never, what, name, remedy)

describe('Bodies', () => {
  it('are declared, cut, counted and named as body-list.txt says', async () => {
    const place = 'Here.create, request body'
    const settings = uploadSettings({ parts: 2, files: 1, fields: 1, folder: '/f' })
    const lines = [
      ...calls('formatOf', formatOf, each(...ESSENCES)),
      ...NAMES.flatMap((names) => {
        const types = new BodyTypes(names)
        const formats = ['json', 'form'] as const
        const only = types.only(formats)
        return [
          `\ntypes ${shown(names)}${types.acceptsJSON ? ', JSON among them' : ''}`,
          ...ESSENCES.filter((essence) => types.accepts({ essence, charset: undefined })).map(
            (essence) => `${essence} → ${types.nameOf(essence)}`
          ),
          `without files ${shown(only.names)} ${only === types.only(formats)}`,
          outcome(() => {
            throw types.unsupportedError()
          })
        ]
      }),
      `declared ${[new BodyTypes([]), new BodyTypes([], false), JSON_TYPES, RECORD_TYPES, RECORD_TYPES.only(['json'])].map(({ isDeclared, names }) => `${isDeclared} ${names}`).join(' | ')}`,
      ...calls(
        'contentCodings',
        contentCodings,
        each(
          undefined,
          '',
          ' ',
          ',',
          'gzip',
          'x-gzip',
          ' GZIP , br',
          'deflate',
          'identity',
          'identity,gzip,identity,br',
          'gzip,gzip,gzip',
          'zstd',
          'constructor',
          'gzip br',
          'gzip;q=1',
          'X-GZIP'
        )
      ),
      ...calls('parsePartHead', parsePartHead, each(...HEADS)),
      '\nMultipartScanner',
      ...BODIES.flatMap((body) => {
        const whole = events(body, body.length + 1)
        const cut = [...new Set([1, 2, 7].map((size) => events(body, size)))].filter((text) => text !== whole)
        return [`${shown(body)} → ${whole}`, ...cut.map((text) => `  cut ${text}`)]
      }),
      '\nformPlanOf, declareBody and declareContent',
      ...TYPES.flatMap(([name, expression]) => {
        const type = parseType(expression, 'the type')
        const declared = CONSUMES.map((consumes) => {
          return `  ${consumes} → ${brief(() => {
            const body = declareBody(type, consumes, place, consumes !== undefined)
            return [
              body.types.names,
              body.required,
              carriesFiles(body),
              [...body.media.values()].every((each) => each === type)
            ]
          })}`
        })
        return [`${name} ${hasFiles(type) ? 'has files' : ''} ${outcome(() => formPlanOf(type))}`, ...declared]
      }),
      ...calls(
        'declareBody of a text',
        (consumes: unknown) => declareBody({ kind: 'string' }, consumes, place).types.names,
        each(
          null,
          5,
          '',
          'text',
          'text/plain; charset=utf-8',
          'TEXT/Plain',
          ['text/plain', 'text/PLAIN', 'text/csv'],
          [],
          ['text/plain', 5],
          [undefined],
          {},
          [['text/plain']],
          ' text/plain'
        )
      ),
      ...calls(
        'declareContent',
        ((...names: string[]) => {
          const body = declareContent(
            names.map((name, at) => [name, { kind: at === 0 ? 'string' : 'file' }]),
            place
          )
          return [[...body.media], body.required, carriesFiles(body)]
        }) as never,
        [
          [],
          ['text/plain'],
          ['text/plain', 'image/png'],
          ['application/json', 'image/png'],
          ['text'],
          ['text/plain', 'application/json'],
          ['text/a; b=c']
        ]
      ),
      '\nlimits of a form',
      steps('parts', ...limitsTwice(settings, (limits) => limits.part(), 3)),
      steps('files', ...limitsTwice(settings, (limits) => limits.file(), 2)),
      steps('texts', ...limitsTwice(settings, (limits) => limits.text(), 2)),
      steps('bytes of texts', ...limitsTwice(settings, (limits) => limits.textBytes(5), 3)),
      steps(
        'a file',
        () => fileTooLarge('a', 5),
        () => fileTooLarge('a', 5, [{ in: 'body', path: 'a', rule: 'r', message: 'm' }])
      ),
      ...[...formPlanOf(parseType(Upload, 'the type')).files].map(([name, planned]) =>
        outcome(() => {
          throw plannedTooLarge(planned, name, 7)
        })
      ),
      outcome(() => {
        throw plannedTooLarge({ isList: false, type: { kind: 'file' } as never }, 'free', 7)
      }),
      ...calls(
        'textOf',
        (bytes: Buffer) => {
          const collector = new ByteCollector()
          collector.add(bytes, 0, bytes.length)
          return textOf('a', collector)
        },
        each(Buffer.from('é'), Buffer.from([0xff]), Buffer.from('\ufffd'), Buffer.alloc(0))
      ),
      ...budgets(),
      ...collected(),
      ...calls('uploadSettings', uploadSettings as never, [
        [],
        ...each({}, { folder: '' }, { folder: 5 }, { folder: '/f' }, { files: 0 }, { files: -1 }, { files: 1.5 }),
        ...each({ requestSize: 2 ** 53 }, { fileSize: Number.NaN }, { fields: undefined }, { parts: '5' }),
        ...each({ requestMemory: -1 }, { totalMemory: null }, { fileMemory: true }, { size: 5 }, null, { filesize: 1 }),
        ...each({ totalMemory: 5, fileMemory: 0 })
      ]),
      ...calls('limitsOf', limitsOf as never, each(settings)),
      ...calls(
        'checkUploadLimits',
        ((limits: never) => checkUploadLimits(limits, invalid)) as never,
        each({}, { files: -1 }, { parts: 0 }, { parts: 0.5 }, { fileMemory: -1 })
      ),
      ...(await decoded())
    ]
    expectWholeList('http/body/body-list.txt', lines)
  })
})

/** What a call returns, or the message of the error that it throws. */
function brief(call: () => unknown): string {
  try {
    return shown(call())
  } catch (error) {
    return (error as Error).message
  }
}

function limitsTwice(settings: ReturnType<typeof uploadSettings>, count: (limits: FormLimits) => void, times: number) {
  const limits = new FormLimits(settings, 12)
  return Array.from({ length: times }, () => () => count(limits))
}

function budgets(): string[] {
  const whole = new MemoryBudget(10)
  const [one, other] = [new MemoryBudget(6, whole), new MemoryBudget(6, whole)]
  const say = () => [whole.taken, one.taken, other.taken]
  return [
    steps(
      '\nMemoryBudget',
      () => one.take(6),
      say,
      () => one.take(1),
      say,
      () => other.take(5),
      say,
      () => other.take(4),
      say,
      () => one.give(5),
      say,
      () => other.take(2),
      () => other.take(3),
      say,
      () => whole.give(1),
      say
    )
  ]
}

function collected(): string[] {
  const source = Buffer.from('abcdefghij')
  const collector = new ByteCollector()
  const say = () => [
    collector.size,
    collector.bytes.toString(),
    collector.copy().toString(),
    collector.copy().buffer.byteLength
  ]
  const kept = () => collector.bytes.buffer.byteLength
  const long = Buffer.alloc(300, 'x')
  return [
    steps(
      '\nByteCollector',
      say,
      () => collector.add(source, 2, 4),
      say,
      () => collector.bytes.buffer === source.buffer,
      () => collector.add(source, 5, 7),
      say,
      kept,
      () => collector.add(source, 0, 10),
      say,
      kept,
      () => source.toString(),
      () => collector.add(long, 0, 242),
      () => [collector.size, kept()],
      () => collector.add(long, 0, 1),
      () => [collector.size, kept()],
      () => collector.add(long, 0, 300),
      () => [collector.size, kept()]
    )
  ]
}

async function decoded(): Promise<string[]> {
  const text = Buffer.from('plain '.repeat(10))
  const lines = ['\ndecode']
  for (const [what, codings, bytes] of [
    ['a text', [], text],
    ['a text', ['gzip'], gzipSync(text)],
    ['no gzip', ['gzip'], text],
    ['a text', ['deflate', 'gzip'], gzipSync(deflateSync(text))],
    ['no deflate', ['deflate', 'gzip'], gzipSync(text)],
    ['300,000 bytes', ['gzip'], gzipSync(Buffer.alloc(300_000))],
    ['300,000 bytes', ['gzip', 'gzip'], gzipSync(gzipSync(Buffer.alloc(300_000)))],
    ['40,000 bytes, no gzip', ['gzip'], Buffer.alloc(40_000)]
  ] as const) {
    for (const limit of [0, 20, 59, 60, 299_999, 300_000]) {
      let when = 'at once'
      const end = await settled(async () => {
        const content = decode(bytes, codings, limit)
        if (content instanceof Promise) when = 'later'
        return (await content).length
      })
      lines.push(`${what} by ${codings} up to ${limit} → ${when} ${end}`)
    }
  }
  return lines
}
