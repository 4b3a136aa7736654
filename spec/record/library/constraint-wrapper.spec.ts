import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import * as classValidator from 'class-validator'
import { build } from 'esbuild'
import { type ConcreteClass } from 'fieldstone'
import { compileBinder } from '../../../src/record/binder.js'
import { isWrapper } from '../../../src/record/library/constraint-wrapper.js'
import type { Bound } from '../../../src/record/type/fault-list.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { componentsOf } from '../../support/documented.js'
import { SpecFolder } from '../../support/files.js'

type Library = typeof classValidator

/** A record with one property `v`. */
function recordOf(...decorators: PropertyDecorator[]): ConcreteClass {
  const { Item } = { Item: class {} }
  for (const decorate of decorators) decorate(Item.prototype, 'v')
  return Item
}

function documented(...decorators: PropertyDecorator[]): unknown {
  return (componentsOf(recordOf(...decorators), '3.1').Item as { properties: { v: unknown } }).properties.v
}

/** Whether the binder accepts the value. */
function accepts(value: unknown, ...decorators: PropertyDecorator[]): boolean {
  const binder = compileBinder(parseType(recordOf(...decorators), 'Item'), 'json', 'body')
  return (binder.validate({ v: value }) as Bound<unknown>).faults === undefined
}

describe('A rule of class-validator', function () {
  this.timeout(60_000)
  const folder = new SpecFolder()
  after(() => folder.remove())

  /** class-validator as a minifier leaves it, in a bundle of its own beside Fieldstone. */
  async function minified(field: string): Promise<Library> {
    const outfile = join(folder.path, `${field}.mjs`)
    await build({
      stdin: {
        contents: `export { ${['ArrayUnique', 'getMetadataStorage', 'IsEmail', 'Length', 'ValidateBy']} } from 'class-validator'`,
        resolveDir: process.cwd()
      },
      bundle: true,
      minify: true,
      platform: 'neutral',
      mainFields: [field, 'main'],
      format: 'esm',
      outfile
    })
    return import(pathToFileURL(outfile).href)
  }

  for (const field of ['main', 'module', 'es2015']) {
    it(`is known in a minified copy of its build \`${field}\`, and a user's of the same name is not`, async () => {
      const cv = await minified(field)
      const probe = class {}
      cv.IsEmail()(probe.prototype, 'v')
      const [metadata] = cv.getMetadataStorage().getTargetValidationMetadatas(probe, '', false, false)
      expect((metadata as unknown as { constraintCls: { name: string } }).constraintCls.name).not.to.equal(
        'CustomConstraint'
      )
      for (const [own, copy] of [
        [classValidator.IsEmail(), cv.IsEmail()],
        [classValidator.Length(2, 5), cv.Length(2, 5)],
        [classValidator.ArrayUnique(), cv.ArrayUnique()]
      ] as const) {
        expect(documented(copy)).to.deep.equal(documented(own))
        // Once more: what is known of a class must not be forgotten after its methods were replaced.
        const Item = recordOf(copy)
        expect(classValidator.validateSync(new Item() as object)).to.have.length(1)
        expect(componentsOf(Item, '3.1').Item).to.deep.equal(componentsOf(recordOf(own), '3.1').Item)
      }
      const users = cv.ValidateBy({ name: 'isEmail', validator: { validate: (value) => value === 'ann' } })
      expect(documented(users)).to.deep.equal({ 'x-rules': [{ rule: 'isEmail' }] })
      expect([accepts('ann', users), accepts('ann@example.org', users)]).to.deep.equal([true, false])
    })
  }

  describe('is not taken for a user’s own that has its name and its message', () => {
    const { ValidateBy, buildMessage } = classValidator
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
    for (const [name, constraints, message, validate, accepted, rejected] of IMPOSTORS) {
      it(`${name}: its verdicts hold, and the document lists it as a rule without keywords`, () => {
        const own = ValidateBy({
          name,
          constraints: [...constraints],
          validator: { validate, defaultMessage: buildMessage((each) => `${each}$property ${message}`) }
        })
        expect(documented(own)).to.have.property('x-rules').that.has.length(1)
        expect(Object.keys(documented(own) as object)).to.deep.equal(['x-rules'])
        expect([accepts(accepted, own), accepts(rejected, own)]).to.deep.equal([true, false])
      })
    }
  })

  it('is not seen in a class of the user’s own that passes its values on to a service', () => {
    const service = { validate: () => true, defaultMessage: () => '' }
    class Shorter {
      validate(value: unknown, args: unknown): boolean {
        return (service as { validate(...given: unknown[]): boolean }).validate(value, args)
      }
    }
    class WithState {
      service = service
      validate(): boolean {
        return this.service.validate()
      }
      defaultMessage(): string {
        return this.service.defaultMessage()
      }
    }
    class Derived extends WithState {}
    class Extending extends WithState {
      override validate(value?: unknown, args?: unknown): boolean {
        return (service as { validate(...given: unknown[]): boolean }).validate(value, args)
      }
      override defaultMessage(): string {
        return service.defaultMessage()
      }
    }
    // Twice, since what was found is kept.
    for (const each of [Shorter, WithState, Derived, Extending, () => true, undefined])
      expect([isWrapper(each), isWrapper(each)]).to.deep.equal([false, false])
  })
})
