import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import * as cv from 'class-validator'
import { build } from 'esbuild'
import { type ConcreteClass } from 'fieldstone'
import { refusals } from '../support/bound.js'
import { componentsOf, propertiesOf } from '../support/documented.js'
import { SpecFolder } from '../support/files.js'

const UUID = '0b5a2a1e-9b0c-4b57-8a52-0d2f8b7c6e12'

/** Built-in rules: their arguments, their predicates, their messages, and a valid value that a stricter one rejects. */
const STRICTER: readonly [
  rule: string,
  constraints: readonly unknown[],
  predicate: (value: unknown, ...constraints: never[]) => boolean,
  message: string,
  rejected: unknown
][] = [
  ['isEmail', [undefined], cv.isEmail, 'must be an email', 'ann@blocked.example'],
  ['isString', [], cv.isString, 'must be a string', 'blocked'],
  ['isInt', [], cv.isInt, 'must be an integer number', 13],
  ['isBoolean', [], cv.isBoolean, 'must be a boolean value', true],
  ['isPositive', [], cv.isPositive, 'must be a positive number', 13],
  ['isNotEmpty', [], cv.isNotEmpty, 'should not be empty', 'blocked'],
  ['min', [3], cv.min as never, 'must not be less than $constraint1', 13],
  ['minLength', [3], cv.minLength as never, 'must be longer than or equal to $constraint1 characters', 'blocked'],
  ['matches', [/^[a-z]+$/], cv.matches as never, 'must match $constraint1 regular expression', 'blocked'],
  ['isIn', [['a', 'b']], cv.isIn as never, 'must be one of the following values: $constraint1', 'b'],
  ['isUuid', ['4'], cv.isUUID as never, 'must be a UUID', UUID],
  ['isMongoId', [], cv.isMongoId, 'must be a mongodb id', '0123456789abcdef01234567'],
  ['isDateString', [], cv.isDateString, 'must be a valid ISO 8601 date string', '2001-01-01'],
  ['isLocale', [], cv.isLocale, 'must be locale', 'de-CH']
]

/** A record with one property `v`. */
function recordOf(...decorators: PropertyDecorator[]): ConcreteClass {
  const { Item } = { Item: class {} }
  for (const decorate of decorators) decorate(Item.prototype, 'v')
  return Item
}

/** A constraint that has all of a built-in one, and rejects one value more. */
function stricter([name, constraints, predicate, message, rejected]: (typeof STRICTER)[number]): PropertyDecorator {
  return cv.ValidateBy({
    name,
    constraints: [...constraints],
    validator: {
      validate: (value) => predicate(value, ...(constraints as never[])) && value !== rejected,
      defaultMessage: cv.buildMessage((each) => `${each}$property ${message}`)
    }
  })
}

async function isAccepted(target: ConcreteClass, value: unknown): Promise<{ byLibrary: boolean; byService: boolean }> {
  const object = Object.assign(new target() as object, { v: value })
  return {
    byLibrary: cv.validateSync(object).length === 0,
    byService: (await refusals(target, { v: value })).length === 0
  }
}

const ACCEPTED = { byLibrary: true, byService: true }
const REJECTED = { byLibrary: false, byService: false }

describe('A user’s constraint that has all of a built-in one but one verdict', () => {
  for (const row of STRICTER) {
    const [name, , , , rejected] = row
    it(`rejects what it rejects, as ${name}`, async () => {
      expect(await isAccepted(recordOf(stricter(row)), rejected)).to.deep.equal(REJECTED)
    })
  }

  it('may throw, and return a promise, which does not end the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const moody = recordOf(
      cv.ValidateBy({
        name: 'isInt',
        validator: {
          validate: (value) => {
            if (value === 13) throw new RangeError('no')
            return value === 14 ? (Promise.reject(new Error('later')) as never) : cv.isInt(value)
          },
          defaultMessage: cv.buildMessage((each) => `${each}$property must be an integer number`)
        }
      })
    )
    expect(await refusals(moody, { v: 12 })).to.deep.equal([])
    for (const v of [1.5, 13, 14]) expect(await refusals(moody, { v })).to.have.length(1)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).to.deep.equal([])
  })
})

describe('A user’s constraint that has the name and the message of a built-in one', () => {
  const IMPOSTORS: readonly [
    rule: string,
    constraints: readonly unknown[],
    message: string,
    validate: (value: unknown) => boolean,
    accepted: unknown,
    rejected: unknown
  ][] = [
    [
      'isEmail',
      [],
      'must be an email',
      (v) => String(v).endsWith('@corp.example'),
      'a@corp.example',
      'ann@example.org'
    ],
    ['isString', [], 'must be a string', (v) => v !== 7, 8, 7],
    ['isInt', [], 'must be an integer number', (v) => v === 'one', 'one', 1],
    ['matches', [/^[A-Z]+$/], 'must match $constraint1 regular expression', (v) => v === 'low', 'low', 'UP'],
    ['minLength', [3], 'must be longer than or equal to $constraint1 characters', (v) => v === 'x', 'x', 'xxxx'],
    ['min', [3], 'must not be less than $constraint1', (v) => v === 1, 1, 5],
    ['isUuid', ['4'], 'must be a UUID', (v) => v === 'x', 'x', '0b5a2a1e-9b0c-4b57-8a52-0d2f8b7c6e11'],
    ['isIn', [['a', 'b']], 'must be one of the following values: $constraint1', (v) => v === 'c', 'c', 'a']
  ]

  for (const [name, constraints, message, validate, good, bad] of IMPOSTORS) {
    it(`decides itself, and is in the document as a rule without keywords: ${name}`, async () => {
      const own = recordOf(
        cv.ValidateBy({
          name,
          constraints: [...constraints],
          validator: { validate, defaultMessage: cv.buildMessage((each) => `${each}$property ${message}`) }
        })
      )
      const { v } = propertiesOf(own, '3.1')
      expect(Object.keys(v as object)).to.deep.equal(['x-rules'])
      expect(v?.['x-rules']).to.have.length(1)
      expect(await refusals(own, { v: good })).to.deep.equal([])
      expect(await refusals(own, { v: bad })).to.have.length(1)
    })
  }

  it('may be a class of its own', async () => {
    @cv.ValidatorConstraint({ name: 'isEmail' })
    class Own {
      validate(value: unknown): boolean {
        return value === 'ann'
      }
    }
    const own = recordOf(cv.Validate(Own))
    expect(await refusals(own, { v: 'ann' })).to.deep.equal([])
    expect(await refusals(own, { v: 'ann@example.org' })).to.have.length(1)
    expect(propertiesOf(own).v).to.deep.equal({ 'x-rules': [{ rule: 'isEmail' }] })
  })
})

describe('A decorator of class-validator', function () {
  this.timeout(120_000)

  it('accepts what it accepted', async () => {
    const samples: readonly [PropertyDecorator, unknown][] = [
      [cv.IsEmail(), 'ann@example.org'],
      [cv.IsInt(), 5],
      [cv.IsDateString(), '2001-01-01'],
      [cv.IsLocale(), 'de-CH']
    ]
    for (const [decorate, value] of samples) expect(await isAccepted(recordOf(decorate), value)).to.deep.equal(ACCEPTED)
  })

  it('leaves the settings of errors as they were', () => {
    const { stackTraceLimit, prepareStackTrace } = Error
    componentsOf(recordOf(cv.IsEmail(), cv.IsInt()))
    expect([Error.stackTraceLimit, Error.prepareStackTrace]).to.deep.equal([stackTraceLimit, prepareStackTrace])
  })

  const folder = new SpecFolder()
  after(() => folder.remove())

  for (const field of ['main', 'module']) {
    it(`decides as class-validator does in a minified bundle of its build \`${field}\`, and so does a user’s of its name`, async () => {
      const outfile = join(folder.path, `${field}.mjs`)
      await build({
        stdin: { contents: BUNDLED, resolveDir: process.cwd() },
        bundle: true,
        minify: true,
        platform: 'node',
        mainFields: [field, 'main'],
        conditions: ['fieldstone-modules'],
        banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
        format: 'esm',
        outfile
      })
      const { stdout } = await promisify(execFile)(process.execPath, [outfile], { timeout: 60_000 })
      expect(JSON.parse(stdout)).to.deep.equal({
        own: { blocked: [true, true], none: [false, false] },
        users: { blocked: [false, false], none: [false, false] }
      })
    })
  }
})

/** The application, whose copy of class-validator is in one file with Fieldstone: verdicts of the library and of the service. */
const BUNDLED = `
import 'reflect-metadata'
import { IsEmail, ValidateBy, buildMessage, isEmail, validateSync } from 'class-validator'
import { Application, bootstrap } from './dist/src/index.js'

const users = ValidateBy({
  name: 'isEmail',
  constraints: [undefined],
  validator: {
    validate: (value, args) => isEmail(value, args?.constraints[0]) && value !== 'ann@blocked.example',
    defaultMessage: buildMessage((each) => each + '$property must be an email')
  }
})
const judge = async (decorate) => {
  const { Item } = { Item: class {} }
  decorate(Item.prototype, 'v')
  const routes = (router) => router.postFunc('/', async (ctx) => { await ctx.bindValidated(Item); ctx.noContent() }, { requestBody: Item })
  const service = await bootstrap(new Application({ title: 'Items', version: '1', logger: false, routes }))
  const verdicts = async (v) => [
    validateSync(Object.assign(new Item(), { v })).length === 0,
    (await service.inject({ method: 'POST', url: '/', body: { v } })).statusCode === 204
  ]
  return { blocked: await verdicts('ann@blocked.example'), none: await verdicts('ann') }
}
console.log(JSON.stringify({ own: await judge(IsEmail()), users: await judge(users) }))
`
