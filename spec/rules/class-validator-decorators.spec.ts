import Ajv2020Module from 'ajv/dist/2020.js'
import AjvDraft04Module from 'ajv-draft-04'
import { expect } from 'chai'
import { plainToInstance, Type } from 'class-transformer'
import * as cv from 'class-validator'
import { type ConcreteClass } from 'fieldstone'
import { NUMBER_FORMATS, STRING_FORMATS } from '../../packages/verify/src/document/keyword-checks.js'
import { refusals, validated } from '../support/bound.js'
import { isDeep } from '../support/chance.js'
import { DECORATOR_CASES, type DecoratorCase, NESTED } from '../support/decorator-cases.js'
import type { DialectVersion } from '../support/dialect-version.js'
import { componentsOf } from '../support/documented.js'
import { knowOnly } from '../support/forgotten-classes.js'

type Judge = (body: object) => boolean

/** Decorators that are not rules of their own. */
const STRUCTURAL = new Set([
  ...['Validate', 'ValidateBy', 'ValidateIf', 'ValidateNested', 'ValidatePromise'],
  ...['ValidatorConstraint', 'Validator', 'ValidationError', 'ValidationTypes', 'MetadataStorage']
])

/** Values of every kind, which each rule checks in addition to its own. */
const ANYTHING: readonly unknown[] = [
  ...[undefined, null, true, false, 0, 1, -1, 1.5, 1e15, '', ' ', 'a', 'A', '1', 'a\n', '\n', '\u0000', '\uD800'],
  ...['😀', 'ſ', 'é', '__proto__', 'constructor', [], [1], ['a'], [null], [[]], {}, { a: 1 }, { length: 3 }]
]

function classOf({ decorators }: DecoratorCase): ConcreteClass {
  const target = { Case: class {} }.Case
  for (const decorator of decorators) decorator(target.prototype, 'v')
  const isDate = cv
    .getMetadataStorage()
    .getTargetValidationMetadatas(target, '', false, false)
    .some((metadata) => /date$/i.test(String((metadata as { name?: string }).name)))
  if (isDate) Type(() => Date)(target.prototype, 'v')
  if (decorators.length > 1 && decorators[1]?.toString().includes('NESTED')) Type(() => NESTED)(target.prototype, 'v')
  return target
}

/** One for all cases: making one takes longer than compiling a case. */
function makeAjv(version: DialectVersion) {
  const options = { strict: false, logger: false, multipleOfPrecision: 9 } as const
  const ajv = version === '3.0' ? new AjvDraft04Module.default(options) : new Ajv2020Module.default(options)
  for (const [name, validate] of Object.entries(STRING_FORMATS)) ajv.addFormat(name, validate)
  for (const [name, validate] of Object.entries(NUMBER_FORMATS)) ajv.addFormat(name, { type: 'number', validate })
  const others = ['email', 'uri', 'uri-reference', 'hostname', 'ipv6', 'phone', 'alpha', 'alphanumeric']
  for (const name of others) ajv.addFormat(name, true)
  return ajv
}

const JUDGES = { '3.0': makeAjv('3.0'), '3.1': makeAjv('3.1') }

function judgeOf(target: ConcreteClass, version: DialectVersion): Judge {
  const schemas = componentsOf(target, version)
  return JUDGES[version].compile({ $ref: '#/components/schemas/Case', components: { schemas } }) as Judge
}

function bodyOf(value: unknown): { v?: unknown } {
  return value === undefined ? {} : { v: value }
}

function isAcceptedByClassValidator(target: ConcreteClass, value: unknown): boolean {
  try {
    return cv.validateSync(plainToInstance(target, bodyOf(value)), { forbidUnknownValues: false }).length === 0
  } catch {
    // Some predicates throw: IsEmail at half a character.
    return false
  }
}

const PUT = ['0', '9', 'x', 'Z', '-', '.', ':', ' ', '\n', '=', '_', ',', 'é']

/** Texts that are almost these: `npm run deep` puts each character at each place, other runs every third. */
function neighbours(texts: readonly unknown[]): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    if (typeof text !== 'string' || text.length > 48) continue
    for (let at = 0; at <= text.length; at++) {
      found.add(text.slice(0, at) + text.slice(at + 1))
      // The first and the last place are where patterns differ most.
      const isWhole = isDeep || at === 0 || at >= text.length - 1
      for (const put of isWhole ? PUT : PUT.filter((_, index) => (index + at) % 3 === 0)) {
        found.add(text.slice(0, at) + put + text.slice(at))
        found.add(text.slice(0, at) + put + text.slice(at + 1))
      }
    }
    found.add(text.toUpperCase()).add(text.toLowerCase()).add(`${text}${text}`)
  }
  return [...found]
}

/** At most a hundred faults are reported. */
const BATCH = 20

const lists = new Map<ConcreteClass, [ConcreteClass]>()

/** The list of a class, which is the same each time: a service is made for a type. */
function listOf(target: ConcreteClass): [ConcreteClass] {
  const list = lists.get(target) ?? [target]
  lists.set(target, list)
  return list
}

describe('Every decorator of class-validator', () => {
  const classes = new Set<unknown>([NESTED])
  let restore: () => void
  before(() => {
    restore = knowOnly(classes)
  })
  after(() => restore())

  it('is among the cases', () => {
    const decorators = Object.keys(cv).filter((name) => /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$/.test(name))
    const known = new Set(DECORATOR_CASES.map(({ name }) => name))
    expect(decorators.filter((name) => !STRUCTURAL.has(name) && !known.has(name))).to.deep.equal([])
  })

  for (const each of DECORATOR_CASES) {
    const { name, told, good, bad, exact, closed = [], isClosed = () => false, needs31 } = each
    describe(told === undefined ? name : `${name} (${told})`, () => {
      const target = classOf(each)
      classes.add(target)
      const values = [...good, ...bad, ...ANYTHING, ...neighbours(good), ...closed.map(([value]) => value)]
      const known = new Map<unknown, boolean>()
      // Many values a request: one at a time takes minutes.
      before(async () => {
        const bodies = values.map((value) => [value, bodyOf(value)] as const)
        for (let at = 0; at < bodies.length; at += BATCH) {
          const batch = bodies.slice(at, at + BATCH)
          const { faults = [] } = await validated(
            listOf(target),
            batch.map(([, body]) => body)
          )
          const wrong = new Set(faults.map(({ path }) => /^\[(\d+)\]/.exec(path)?.[1]))
          for (const [index, [value]] of batch.entries()) known.set(value, !wrong.has(String(index)))
        }
      })
      const isAccepted = (value: unknown): boolean => known.get(value) as boolean
      const listed = () => JSON.stringify(componentsOf(target, needs31 ? '3.1' : '3.0').Case).includes('x-rules')

      it('accepts and rejects what class-validator does', async () => {
        for (const value of good) expect(await refusals(target, bodyOf(value)), JSON.stringify(value)).to.deep.equal([])
        for (const value of bad)
          expect(await refusals(target, bodyOf(value)), JSON.stringify(value)).not.to.deep.equal([])
        const exceptions = new Set(closed.map(([value]) => value))
        for (const value of values) {
          if (exceptions.has(value) || isClosed(value)) continue
          if (isAccepted(value) === isAcceptedByClassValidator(target, value)) continue
          expect.fail(`${JSON.stringify(value)} is ${isAccepted(value) ? 'accepted' : 'rejected'}`)
        }
      })

      for (const [value, isSound] of closed) {
        it(`${isSound ? 'accepts' : 'rejects'} ${JSON.stringify(value)}, unlike class-validator`, async () => {
          expect(isAccepted(value)).to.equal(isSound)
          expect(isAcceptedByClassValidator(target, value)).to.equal(!isSound)
        })
      }

      it(`${exact ? 'is not' : 'is'} listed in the document as a rule that it cannot express`, () => {
        expect(listed()).to.equal(!exact)
      })

      for (const version of ['3.0', '3.1'] as const) {
        const isExact = exact && (version === '3.1' || needs31 === undefined)
        it(`accepts what the document says, ${isExact ? 'no more and no less' : 'or less'} (${version})`, async () => {
          const isValid = judgeOf(target, version)
          for (const value of values) {
            if (isAccepted(value) === isValid(bodyOf(value)) || (!isExact && !isAccepted(value))) continue
            const found = isAccepted(value) ? 'accepted, but not valid' : 'valid, but rejected'
            expect.fail(`${JSON.stringify(value)} is ${found}`)
          }
        })
      }
    })
  }
})
