import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import * as cv from 'class-validator'
import { build } from 'esbuild'
import { type ConcreteClass } from 'fieldstone'
import { type Binder, compileBinder } from '../../../src/record/binder.js'
import { originOf } from '../../../src/record/library/constraint-origin.js'
import type { ConstraintClass } from '../../../src/record/library/metadata-storage.js'
import type { Bound } from '../../../src/record/type/fault-list.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { componentsOf } from '../../support/documented.js'
import { SpecFolder } from '../../support/files.js'

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

function isAccepted(target: ConcreteClass, value: unknown): { byLibrary: boolean; bound: boolean } {
  const object = Object.assign(new target() as object, { v: value })
  const binder: Binder = compileBinder(parseType(target, 'Item'), 'json', 'body')
  return {
    byLibrary: cv.validateSync(object).length === 0,
    bound: (binder.validate({ v: value }) as Bound<unknown>).faults === undefined
  }
}

const ACCEPTED = { byLibrary: true, bound: true }
const REJECTED = { byLibrary: false, bound: false }

function originsOf(target: ConcreteClass): string[] {
  const storage = cv.getMetadataStorage()
  return storage
    .getTargetValidationMetadatas(target, '', false, false)
    .flatMap(({ constraintCls }) =>
      storage
        .getTargetValidatorConstraints(constraintCls)
        .map(({ name, instance }) => originOf(constraintCls as ConstraintClass, name, instance))
    )
}

describe('A user’s constraint that has all of a built-in one but one verdict', () => {
  for (const row of STRICTER) {
    const [name, , , , rejected] = row
    it(`rejects what it rejects, as ${name}`, () => {
      expect(isAccepted(recordOf(stricter(row)), rejected)).to.deep.equal(REJECTED)
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
    const binder: Binder = compileBinder(parseType(moody, 'Item'), 'json', 'body')
    const faultsOf = (v: unknown) => (binder.validate({ v }) as Bound<unknown>).faults
    expect(faultsOf(12)).to.equal(undefined)
    expect(faultsOf(1.5)).to.have.length(1)
    expect(faultsOf(13)).to.have.length(1)
    expect(faultsOf(14)).to.have.length(1)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).to.deep.equal([])
  })
})

describe('A decorator of class-validator', function () {
  this.timeout(60_000)

  it('is known by where its function is, and a user’s function that calls it is not', () => {
    const users = (validate: (value: unknown, args?: cv.ValidationArguments) => boolean) =>
      recordOf(cv.ValidateBy({ name: 'isEmail', constraints: [], validator: { validate } }))
    expect(originsOf(recordOf(cv.IsEmail()))).to.deep.equal(['library'])
    expect(originsOf(recordOf(cv.IsString()))).to.deep.equal(['library'])
    expect(originsOf(recordOf(cv.IsArray()))).to.deep.equal(['library'])
    expect(originsOf(users((value, args) => cv.isEmail(value, args?.constraints[0])))).to.deep.equal(['user'])
    expect(originsOf(users(cv.isString))).to.deep.equal(['user'])
    expect(originsOf(users(() => true))).to.deep.equal(['unknown'])
    @cv.ValidatorConstraint({ name: 'isEmail' })
    class Own {
      validate(): boolean {
        return true
      }
    }
    expect(originsOf(recordOf(cv.Validate(Own)))).to.deep.equal(['user'])
  })

  it('leaves the settings of errors as they were', () => {
    const { stackTraceLimit, prepareStackTrace } = Error
    originsOf(recordOf(cv.IsEmail(), cv.IsInt()))
    expect([Error.stackTraceLimit, Error.prepareStackTrace]).to.deep.equal([stackTraceLimit, prepareStackTrace])
  })

  it('is documented as before where its function shows nothing', () => {
    expect(componentsOf(recordOf(cv.IsInt(), cv.IsPositive()), '3.1').Item)
      .to.have.nested.property('properties.v')
      .that.deep.includes({ type: 'integer', exclusiveMinimum: 0 })
    expect(componentsOf(recordOf(cv.IsInt()), '3.1').Item).not.to.have.nested.property('properties.v.x-rules')
  })

  describe('in a minified bundle', () => {
    const folder = new SpecFolder()
    after(() => folder.remove())

    for (const field of ['main', 'module']) {
      it(`of the field \`${field}\` decides as class-validator does, and so does a user’s of its name`, async () => {
        const outfile = join(folder.path, `${field}.mjs`)
        await build({
          stdin: { contents: BUNDLED, resolveDir: process.cwd() },
          bundle: true,
          minify: true,
          platform: 'node',
          mainFields: [field, 'main'],
          banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
          format: 'esm',
          outfile
        })
        const { stdout } = await promisify(execFile)(process.execPath, [outfile], { timeout: 30_000 })
        expect(JSON.parse(stdout)).to.deep.equal({
          own: [true, false],
          users: [false, false],
          origins: ['unknown', 'unknown']
        })
      })
    }
  })

  it('accepts what it accepted', () => {
    const samples: readonly [PropertyDecorator, unknown][] = [
      [cv.IsEmail(), 'ann@example.org'],
      [cv.IsInt(), 5],
      [cv.IsDateString(), '2001-01-01'],
      [cv.IsLocale(), 'de-CH']
    ]
    for (const [decorate, value] of samples) expect(isAccepted(recordOf(decorate), value)).to.deep.equal(ACCEPTED)
  })
})

/** The application, whose copy of class-validator is in one file with Fieldstone. */
const BUNDLED = `
import 'reflect-metadata'
import { IsEmail, ValidateBy, buildMessage, getMetadataStorage, isEmail, validateSync } from 'class-validator'
import { compileBinder } from './dist/src/record/binder.js'
import { parseType } from './dist/src/record/type/type-expression.js'
import { originOf } from './dist/src/record/library/constraint-origin.js'

const users = ValidateBy({
  name: 'isEmail',
  constraints: [undefined],
  validator: {
    validate: (value, args) => isEmail(value, args?.constraints[0]) && value !== 'ann@blocked.example',
    defaultMessage: buildMessage((each) => each + '$property must be an email')
  }
})
const records = [IsEmail(), users].map((decorate) => {
  class Item {}
  decorate(Item.prototype, 'v')
  return Item
})
const accepts = (target, v) => [
  validateSync(Object.assign(new target(), { v })).length === 0,
  compileBinder(parseType(target, 'Item'), 'json', 'body').validate({ v }).faults === undefined
]
const [own, theirs] = records
const both = (list) => { if (list[0] !== list[1]) throw new Error('They differ'); return list[0] }
const storage = getMetadataStorage()
const origins = records.map((target) => {
  const [{ constraintCls }] = storage.getTargetValidationMetadatas(target, '', false, false)
  return originOf(constraintCls, 'isEmail', new constraintCls())
})
console.log(JSON.stringify({
  own: [both(accepts(own, 'ann@blocked.example')), both(accepts(own, 'ann'))],
  users: [both(accepts(theirs, 'ann@blocked.example')), both(accepts(theirs, 'ann'))],
  origins
}))
`
