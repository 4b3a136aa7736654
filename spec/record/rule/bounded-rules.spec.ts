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
import { isHostname } from '../../../src/record/format/host-name.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { isLongLocale } from '../../../src/record/rule/locale.js'
import { byteLength, isDomainName } from '../../../src/record/rule/one-pass-checks.js'
import { cases, chance } from '../../support/chance.js'

/** The predicate that the binder calls. */
function ruleOf(decorate: PropertyDecorator): (value: unknown) => boolean {
  class Ruled {}
  Reflect.defineMetadata('design:type', String, Ruled.prototype, 'value')
  decorate(Ruled.prototype, 'value')
  const [rule] = recordSchemaOf(Ruled).fields[0]?.rules ?? []
  if (rule === undefined) throw new Error('no rule')
  return (value) => rule.test(value, {})
}

/** Counts how often one function of the texts' own is called while work is done. */
function callsOf(name: 'split' | 'replace' | 'match', work: () => void): number {
  const original = String.prototype[name]
  let calls = 0
  Object.assign(String.prototype, {
    [name](this: string, ...args: never[]) {
      calls += 1
      return (original as (...all: never[]) => unknown).apply(this, args)
    }
  })
  try {
    work()
  } finally {
    Object.assign(String.prototype, { [name]: original })
  }
  return calls
}

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
    '\ud83d',
    'xn--',
    'com',
    'a'.repeat(62)
  ]
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((all) => all.join(''))

  it('is what class-validator’s isFQDN accepts, with a domain and without', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(isDomainName(name, true), JSON.stringify(name)).to.equal(isFQDN(name))
        expect(isDomainName(name, false), JSON.stringify(name)).to.equal(isFQDN(name, { require_tld: false }))
      }),
      chance(2000, 20_000)
    )
  })

  for (const [what, options] of [
    ['no options', undefined],
    ['no domain', { require_tld: false }],
    ['underscores', { allow_underscores: true }],
    ['a trailing dot', { allow_trailing_dot: true }],
    ['numbers at the end', { allow_numeric_tld: true }],
    ['a wildcard', { allow_wildcard: true }]
  ] as const) {
    it(`is the same to @IsFQDN with ${what}`, () => {
      const holds = ruleOf(IsFQDN({ ...options }))
      for (const name of [
        'a.example',
        'a',
        '_a.example',
        'a.example.',
        '*.a.example',
        'a.1',
        '-a.example',
        'a..b',
        '',
        5
      ]) {
        expect(holds(name), String(name)).to.equal(isFQDN(name, { ...options }))
      }
    })
  }

  it('is recognized without splitting the text', () => {
    const long = `${'a.'.repeat(50_000)}example`
    const holds = ruleOf(IsFQDN())
    const work = () => {
      expect(holds(long)).to.equal(true)
      expect(isHostname(long)).to.equal(false)
    }
    expect(callsOf('split', work)).to.equal(0)
  })
})

describe('The length in bytes', () => {
  const text = fc.array(fc.constantFrom('a', '%', '\n', 'é', '€', '👍', '\ud800', '\udc00', '\u2028'), { maxLength: 8 })

  it('counts the bytes of the first and the last character of each length', () => {
    const texts = [
      '\0',
      '\x7f',
      '\x80',
      '\u07ff',
      '\u0800',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{10fc00}',
      '\u{103ff}',
      '\u{10ffff}'
    ]
    expect(texts.map(byteLength)).to.deep.equal([1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4])
    const lone = [
      '\ud800',
      '\udbff',
      '\udc00',
      '\udfff',
      '\ud800\udbff',
      '\udbff\ue000',
      '\ud800a',
      '\udc00\ud800',
      '\udc00\udc00'
    ]
    expect(lone.map(byteLength)).to.deep.equal(Array(lone.length).fill(undefined))
  })

  it('is what class-validator counts', () => {
    fc.assert(
      fc.property(text, fc.nat(12), fc.option(fc.nat(20), { nil: undefined }), (units, minimum, maximum) => {
        const value = units.join('')
        const holds = ruleOf(IsByteLength(minimum, maximum))
        let expected = false
        try {
          expected = isByteLength(value, minimum, maximum)
        } catch (error) {
          // Half of a character has no bytes.
          expect(error).to.be.instanceOf(URIError)
        }
        expect(holds(value), JSON.stringify(value)).to.equal(expected)
        expect(byteLength(value)).to.equal(/\p{Cs}/u.test(value) ? undefined : Buffer.byteLength(value))
      }),
      chance(1000, 10_000)
    )
  })

  it('is counted without encoding the text as a URI, and not counted for a text with more units', () => {
    const holds = ruleOf(IsByteLength(1, 100_000))
    expect(callsOf('split', () => expect(holds('é'.repeat(50_000))).to.equal(true))).to.equal(0)
    expect(holds('é'.repeat(50_001))).to.equal(false)
    expect(holds('a'.repeat(100_001))).to.equal(false)
    expect(holds(5)).to.equal(false)
  })
})

describe('A strong password', () => {
  const text = fc.array(fc.constantFrom('a', 'Z', '5', '-', '£', '\\', ' ', '§', 'é', '_'), { maxLength: 12 })

  it('is what class-validator accepts, with any options', () => {
    const options = fc.record({
      minLength: fc.nat(5),
      minLowercase: fc.nat(3),
      minUppercase: fc.nat(3),
      minNumbers: fc.nat(3),
      minSymbols: fc.nat(3)
    })
    fc.assert(
      fc.property(text, options, (units, needs) => {
        const value = units.join('')
        const expected = isStrongPassword(value, { ...needs })
        expect(ruleOf(IsStrongPassword({ ...needs }))(value), JSON.stringify([value, needs])).to.equal(expected)
      }),
      chance(1000, 10_000)
    )
    const usual = ruleOf(IsStrongPassword())
    for (const value of ['Abcdef1!', 'abcdef1!', 'Abcdefg!', 'Abcdef12', 'Abc1!']) {
      expect(usual(value), value).to.equal(isStrongPassword(value))
    }
  })

  it('is read only as far as necessary', () => {
    const { charCodeAt } = String.prototype
    let read = 0
    String.prototype.charCodeAt = function (this: string, at: number) {
      read += 1
      return charCodeAt.call(this, at)
    }
    try {
      expect(ruleOf(IsStrongPassword())(`Abcdef1!${'x'.repeat(100_000)}`)).to.equal(true)
    } finally {
      String.prototype.charCodeAt = charCodeAt
    }
    expect(read).to.be.lessThan(1000)
  })
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

  it('is what class-validator accepts', () => {
    let taken = 0
    fc.assert(
      fc.property(text, (value) => {
        expect(isLongLocale(value), value).to.equal(isLocale(value))
        if (isLocale(value)) taken += 1
      }),
      chance(5000, 40_000)
    )
    expect(taken).to.be.greaterThan(cases(700, 6000))
  })

  it('is rejected in one pass, where one expression would take seconds', () => {
    const holds = ruleOf(IsLocale())
    const { test } = RegExp.prototype
    let longest = 0
    RegExp.prototype.test = function (this: RegExp, value: string) {
      // Those that are anchored, and part a text in one way alone.
      if (this.source.includes('art-lojban')) longest = Math.max(longest, value.length)
      return test.call(this, value)
    }
    try {
      expect(holds(`en${'-0-00'.repeat(4000)}!`)).to.equal(false)
      expect(holds(`en${'-0-00'.repeat(4000)}`)).to.equal(true)
      expect(holds('sgn-BE-FR')).to.equal(true)
    } finally {
      RegExp.prototype.test = test
    }
    expect(longest).to.equal(9)
  })
})
