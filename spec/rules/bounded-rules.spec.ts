import { expect } from 'chai'
import {
  IsByteLength,
  IsFQDN,
  IsLocale,
  IsStrongPassword,
  isByteLength,
  isFQDN,
  isLocale,
  isStrongPassword
} from 'class-validator'
import fc from 'fast-check'
import { type Class } from 'fieldstone'
import { refusals } from '../support/bound.js'
import { cases, seed } from '../support/chance.js'

/** A record with one text `value`, by decorators of class-validator only. */
function recordOf(decorate: PropertyDecorator): Class {
  class Ruled {}
  Reflect.defineMetadata('design:type', String, Ruled.prototype, 'value')
  decorate(Ruled.prototype, 'value')
  return Ruled
}

const accepts = async (type: Class, value: unknown): Promise<boolean> => (await refusals(type, { value })).length === 0

const sample = <T>(arbitrary: fc.Arbitrary<T>, few: number, many: number): T[] =>
  fc.sample(arbitrary, { seed: seed(20261120), numRuns: cases(few, many) })

describe('A host name', () => {
  const parts = [
    'a',
    'Z',
    '0',
    '9',
    '-',
    '.',
    '_',
    '*',
    ' ',
    '\u3000',
    'é',
    '\uff41',
    '\u00a0',
    '\u00a9',
    'xn--',
    'com',
    'a'.repeat(62)
  ]
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((all) => all.join(''))

  for (const [what, options] of [
    ['no options', undefined],
    ['no domain', { require_tld: false }],
    ['underscores', { allow_underscores: true }],
    ['a trailing dot', { allow_trailing_dot: true }],
    ['numbers at the end', { allow_numeric_tld: true }],
    ['a wildcard', { allow_wildcard: true }]
  ] as const) {
    it(`is what class-validator’s isFQDN accepts with ${what}`, async () => {
      const type = recordOf(IsFQDN({ ...options }))
      const names = ['a.example', 'a', '_a.example', 'a.example.', '*.a.example', 'a.1', '-a.example', 'a..b', '']
      for (const name of [...names, ...sample(text, 100, 5_000)]) {
        expect(await accepts(type, name), JSON.stringify(name)).to.equal(isFQDN(name, { ...options }))
      }
    })
  }

  it('may be long', async () => {
    expect(await accepts(recordOf(IsFQDN()), `${'a.'.repeat(50_000)}example`)).to.equal(true)
  })
})

describe('The length in bytes', () => {
  const text = fc.array(fc.constantFrom('a', '%', '\n', 'é', '€', '👍', '\u2028', '\u{10ffff}', '\x7f', '\x80'), {
    maxLength: 8
  })

  it('is what class-validator counts', async () => {
    for (const [minimum, maximum] of [
      [0, 4],
      [3, 9],
      [5, undefined]
    ] as const) {
      const type = recordOf(IsByteLength(minimum, maximum))
      for (const units of sample(text, 100, 3_000)) {
        const value = units.join('')
        expect(await accepts(type, value), JSON.stringify(value)).to.equal(isByteLength(value, minimum, maximum))
      }
    }
  })

  it('is not known of half a character, which is refused', async () => {
    for (const value of ['\ud800', '\udc00a', '\udc00\ud800'])
      expect(await accepts(recordOf(IsByteLength(1, 99)), value)).to.equal(false)
  })

  it('is counted of long texts', async () => {
    const type = recordOf(IsByteLength(1, 100_000))
    expect(await accepts(type, 'é'.repeat(50_000))).to.equal(true)
    expect(await accepts(type, 'é'.repeat(50_001))).to.equal(false)
    expect(await accepts(type, 'a'.repeat(100_001))).to.equal(false)
  })
})

describe('A strong password', () => {
  const text = fc.array(fc.constantFrom('a', 'Z', '5', '-', '£', '\\', ' ', '§', 'é', '_'), { maxLength: 12 })
  const needs = [
    undefined,
    { minLength: 2, minLowercase: 1, minUppercase: 0, minNumbers: 2, minSymbols: 0 },
    { minLength: 5, minLowercase: 0, minUppercase: 2, minNumbers: 0, minSymbols: 1 },
    { minLength: 0, minLowercase: 0, minUppercase: 0, minNumbers: 0, minSymbols: 0 }
  ]
  for (const options of needs) {
    it(`is what class-validator accepts with ${JSON.stringify(options) ?? 'no options'}`, async () => {
      const type = recordOf(IsStrongPassword(options && { ...options }))
      const usual = ['Abcdef1!', 'abcdef1!', 'Abcdefg!', 'Abcdef12', 'Abc1!']
      for (const value of [...usual, ...sample(text, 100, 3_000).map((units) => units.join(''))]) {
        expect(await accepts(type, value), JSON.stringify(value)).to.equal(
          isStrongPassword(value, options && { ...options })
        )
      }
    })
  }
})

describe('A long locale', () => {
  const parts = [
    'en',
    'eng',
    'abc',
    'abcd',
    'abcde',
    'abcdefgh',
    'abcdefghi',
    'US',
    '001',
    '1-ab',
    '1abc',
    '0',
    '00',
    'a',
    'aa',
    'x',
    'X',
    'A1',
    '!'
  ]
  const text = fc
    .tuple(
      fc.constantFrom('en', 'eng', 'abcde', 'x', 'e'),
      fc.array(fc.tuple(fc.constantFrom('-', '-', '-', '_'), fc.constantFrom(...parts)), { maxLength: 9 })
    )
    .map(([head, rest]) => head + rest.map((part) => part.join('')).join(''))

  it('is what class-validator accepts', async () => {
    const type = recordOf(IsLocale())
    let taken = 0
    for (const value of sample(text, 300, 20_000)) {
      expect(await accepts(type, value), value).to.equal(isLocale(value))
      if (isLocale(value)) taken += 1
    }
    expect(taken).to.be.greaterThan(cases(30, 2_000))
  })

  it('is judged where the one expression of class-validator would take hours', async () => {
    const type = recordOf(IsLocale())
    expect(await accepts(type, `en${'-0-00'.repeat(4_000)}!`)).to.equal(false)
    expect(await accepts(type, `en${'-0-00'.repeat(4_000)}`)).to.equal(true)
    expect(await accepts(type, 'sgn-BE-FR')).to.equal(true)
  })
})
