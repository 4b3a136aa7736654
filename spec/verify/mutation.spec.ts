import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { Application } from '../../src/application/application.js'
import { bootstrap } from '../../src/application/bootstrap.js'
import type { Service } from '../../src/application/service.js'
import { formatReport } from '../../src/verify/report/format-report.js'
import { verify } from '../../src/verify/verify.js'
import { wideApplication } from './wide-application.js'

const BUILD = fileURLToPath(new URL('../../', import.meta.url))

/** A mistake that somebody could make: in a compiled file of `src`, this text in place of that. */
type Mistake = readonly [file: string, what: string, text: string, mistake: string]

const MISTAKES: readonly Mistake[] = [
  [
    'record/type/text-forms.js',
    'integers may have leading zeros',
    'const INTEGER = /^-?(?:0|[1-9]\\d*)$/',
    'const INTEGER = /^-?\\d+$/'
  ],
  ['record/type/text-forms.js', 'integers may have a plus', 'const INTEGER = /^-?(?:', 'const INTEGER = /^[+-]?(?:'],
  ['record/type/text-forms.js', 'integers may be written as 1.0 and 1e3', '!INTEGER.test(text)', '!NUMBER.test(text)'],
  [
    'record/type/text-forms.js',
    'integers may stand between spaces',
    '!INTEGER.test(text)',
    '!INTEGER.test(text.trim())'
  ],
  [
    'record/type/text-forms.js',
    'integers may be hexadecimal',
    '!INTEGER.test(text)',
    '!INTEGER.test(String(Number(text)))'
  ],
  [
    'record/type/text-forms.js',
    'numbers may begin with a dot, or be empty',
    'const NUMBER = /^-?(?:0|[1-9]\\d*)(?:',
    'const NUMBER = /^-?(?:0|[1-9]\\d*)?(?:'
  ],
  ['record/type/text-forms.js', 'TRUE is true', "text === 'true' ? true", "text.toLowerCase() === 'true' ? true"],
  ['record/type/text-forms.js', '0 is false', "text === 'false' ? false", "text === 'false' || text === '0' ? false"],
  ['record/type/text-forms.js', '32 bits are more', 'value === (value | 0)', 'Number.isSafeInteger(value)'],
  [
    'record/type/text-forms.js',
    'integers go beyond the safe ones',
    ': Number.isSafeInteger(value)',
    ': Number.isInteger(value)'
  ],
  [
    'record/type/text-forms.js',
    'single precision is double',
    'Math.abs(value) <= FLOAT_MAXIMUM',
    'Math.abs(value) <= 1e300'
  ],
  [
    'record/read/value-readers.js',
    'JSON numbers become strings',
    "typeof raw === 'string' ? raw : undefined)",
    "typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined)"
  ],
  [
    'record/read/value-readers.js',
    'JSON strings become integers',
    '(isIntegerOf(raw, format) ? raw : undefined)',
    "(isIntegerOf(raw, format) ? raw : raw === '5' ? 5 : undefined)"
  ],
  [
    'record/read/value-readers.js',
    '1 becomes true',
    "typeof raw === 'boolean' ? raw : undefined",
    "typeof raw === 'boolean' ? raw : raw === 1 ? true : undefined"
  ],
  [
    'record/read/value-readers.js',
    'enums are read in any case',
    'byRaw.get(raw) ??',
    "byRaw.get(typeof raw === 'string' ? raw.toLowerCase() : raw) ??"
  ],
  [
    'record/generate/value-code.js',
    'generated code takes null for a text',
    "typeof ${raw} !== 'string'`, code)",
    "typeof ${raw} !== 'string' && ${raw} !== null`, code)"
  ],
  [
    'record/read/value-readers.js',
    'one item passes for a list',
    "source === 'text' && typeof raw === 'string' ? [raw] : raw",
    'Array.isArray(raw) ? raw : [raw]'
  ],
  [
    'record/read/value-readers.js',
    'the last item is not read',
    'index < items.length && !faults.isFull',
    'index < items.length - 1 && !faults.isFull'
  ],
  ['record/read/value-readers.js', 'the values of maps are not read', 'readValue(raw[key], faults)', 'raw[key]'],
  ['record/type/reading-options.js', 'lists pass for objects', ' && !Array.isArray(raw)', ''],
  [
    'record/read/record-reader.js',
    'required fields may be absent',
    'else if (isRequired)',
    'else if (isRequired && name.length > 99)'
  ],
  [
    'record/read/unknown-fields.js',
    'unknown fields are let be',
    "?? unknownFields) === 'reject'",
    "?? unknownFields) === 'refuse'"
  ],
  [
    'record/type/reading-options.js',
    'read-only fields are demanded of requests',
    "(access === 'readOnly') === (direction === 'response')",
    "access === 'readOnly' || direction !== 'response'"
  ],
  [
    'record/type/rule-check.js',
    'the rules of values are not asked',
    '!rule.test(asked, owner)',
    '!rule.test(asked, owner) && false'
  ],
  [
    'record/type/rule-check.js',
    'the rules of the first item are not asked',
    'for (let index = 0; index < items.length',
    'for (let index = 1; index < items.length'
  ],
  ['record/type/plain-check.js', 'lengths are counted in UTF-16', 'length--;', ''],
  ['record/type/plain-check.js', 'maxLength is one less for long characters', 'length <= maximum', 'length < maximum'],
  ['record/rule/unique-items.js', 'items may be equal', 'if (seen.has(key))', 'if (seen.size > 9 && seen.has(key))'],
  [
    'record/rule/number-rules.js',
    'multiples are those of binary fractions',
    'const [dividend,',
    'if (divisor !== 7) return Number.isInteger(value / divisor);\n    const [dividend,'
  ],
  ['record/type/date-time.js', 'a space may stand for the T', '[tT]', '[tT ]'],
  ['record/type/date-time.js', 'every minute has a leap second', '=== 1439', '>= 0'],
  ['record/type/date-time.js', '1900 was a leap year', '(year % 100 !== 0 || year % 400 === 0)', 'true'],
  ['record/type/date-time.js', 'offsets may be left out', "const OFFSET = '(?:", "const OFFSET = '(?:|"],
  [
    'record/json-schema/json-schema.js',
    'required fields are not told',
    '.filter((field) => field.required)',
    ".filter((field) => field.required && field.name !== 'count' && field.name !== 'x')"
  ],
  ['record/json-schema/json-schema.js', 'closed records are not told', "=== 'reject')", "=== 'refuse')"],
  ['record/json-schema/json-schema.js', 'fields are told by their property', 'field.name,\n', 'field.property,\n'],
  [
    'record/json-schema/json-schema.js',
    'rules of items are not told',
    '.filter((rule) => rule.each)',
    '.filter((rule) => rule.each && false)'
  ],
  ['record/json-schema/schema-dialect.js', 'null is not told', 'nullable ? { nullable } : {}', '{}'],
  [
    'record/json-schema/schema-dialect.js',
    'exclusive bounds are told as inclusive',
    'if (out[bound] === exclusive)',
    'if (out[bound] === exclusive && out[bound] > 1e9)'
  ],
  [
    'record/json-schema/scalar-schema.js',
    'the first value of an enum is not told',
    'enum: [...type.values]',
    'enum: type.values.length > 1 ? type.values.slice(1) : type.values'
  ],
  [
    'record/rule/text-rules.js',
    'maxLength is told one too large',
    '{ maxLength: maximum } :',
    '{ maxLength: maximum + 1 } :'
  ],
  [
    'record/rule/number-rules.js',
    'minimum is told one too small',
    "bound('minimum', minimum)",
    "bound('minimum', minimum - 1)"
  ],
  ['record/rule/formats.js', 'the pattern of a format is too wide', "'^[A-Za-z0-9]+$'", "'^[A-Za-z0-9_]+$'"],
  [
    'openapi/parameters.js',
    'required parameters are not told',
    'option?.required ?? field?.required ?? false',
    'false'
  ],
  ['openapi/parameters.js', 'the regular expressions of paths are told wrongly', '^(?:${regex})$', '^(?:${regex})x$'],
  [
    'http/response/framework-statuses.js',
    'refusals of bodies are not told',
    'statuses.push(413, 415)',
    'statuses.push(413)'
  ],
  ['http/syntax/form.js', 'broken percent sequences are let be', 'throw new BadRequest(refusal)', 'return spaced'],
  ['http/syntax/cookies.js', 'the last cookie counts', 'cookies[name] = [present, value]', 'cookies[name] = value'],
  ['http/body/request-body.js', 'bytes that are no UTF-8 are read', '!isUtf8(bytes)', 'false'],
  ['http/body/media-types.js', 'every media type is taken', 'if (this.#exact.has(essence))', 'if (true)'],
  ['http/exchange/unmatched.js', 'Allow names no method', 'allowed.add(method);', ''],
  ['http/response/problem.js', 'problems have no title', 'title: reasonPhrase(status)', "title: ''"]
]

/** Where class-validator keeps the rules of all classes; looking one up takes longer the more classes there are. */
const RULES = globalThis as { classValidatorMetadataStorage?: unknown }

describe('verify finds the mistakes of a framework', () => {
  let folder: string
  let rules: unknown

  before(() => {
    rules = RULES.classValidatorMetadataStorage
    mkdirSync('.build', { recursive: true })
    // Each copy of the framework adds its own, which stay until the end of the process.
    process.setMaxListeners(process.getMaxListeners() + MISTAKES.length)
    // Inside of the repository, so that the copies find their dependencies.
    folder = mkdtempSync(join('.build', 'mistakes-'))
  })

  after(function () {
    this.timeout(120_000)
    RULES.classValidatorMetadataStorage = rules
    rmSync(folder, { recursive: true, force: true })
  })

  const options = { runs: 12_000, seed: 11, shrinkRuns: 0, maxDisagreements: 1 }

  it('and nothing where there is none', async () => {
    const report = await verify(await bootstrap(wideApplication), options)
    expect(formatReport(report)).to.match(/^(?:[A-Z].*\n)*\n?No disagreement/)
  }).timeout(120_000)

  for (const [index, [file, what, text, mistake]] of MISTAKES.entries()) {
    it(`${file}: ${what}`, async () => {
      RULES.classValidatorMetadataStorage = undefined
      const copy = join(folder, String(index))
      cpSync(join(BUILD, 'src'), join(copy, 'src'), {
        recursive: true,
        filter: (path) => !/\.(?:map|d\.ts)$/.test(basename(path))
      })
      mkdirSync(join(copy, 'spec/verify'), { recursive: true })
      cpSync(join(BUILD, 'spec/verify/wide-application.js'), join(copy, 'spec/verify/wide-application.js'))
      const path = join(copy, 'src', file)
      const source = readFileSync(path, 'utf8')
      expect(source, 'the mistake no longer fits the file: write it anew').to.include(text)
      writeFileSync(
        path,
        source.replace(text, () => mistake)
      )
      const load = (module: string) => import(pathToFileURL(join(copy, module)).href)
      const mutant = (await load('src/index.js')) as { bootstrap(application: Application): Promise<Service> }
      const { wideApplication: application } = (await load('spec/verify/wide-application.js')) as {
        wideApplication: Application
      }
      const report = await verify(await mutant.bootstrap(application), options)
      expect(report.ok, formatReport(report)).to.equal(false)
    }).timeout(120_000)
  }
})
