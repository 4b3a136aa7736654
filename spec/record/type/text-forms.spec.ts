import { expect } from 'chai'
import {
  isIntegerOf,
  isNumberOf,
  parseBooleanText,
  parseIntegerText,
  parseNumberText
} from '../../../src/record/type/text-forms.js'

describe('The text of an integer', () => {
  const integers: [string, number][] = [
    ['0', 0],
    ['7', 7],
    ['-1', -1],
    ['-0', -0],
    ['1000', 1000],
    ['2147483648', 2147483648],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991]
  ]
  for (const [text, value] of integers) {
    it(`${text} is read`, () => expect(parseIntegerText(text, 'int64')).to.equal(value))
  }

  for (const text of [
    ...[
      '',
      ' ',
      ' 5',
      '5 ',
      '5\n',
      '+1',
      '--1',
      '-',
      '01',
      '-01',
      '00',
      '1.0',
      '1.',
      '.1',
      '1e3',
      '1E3',
      '0x10',
      '0b1'
    ],
    ...['0o7', '12abc', 'abc', '1_000', '1,000', '١', '½', 'NaN', 'Infinity', '-Infinity', 'null', 'true', '1n'],
    ...['9007199254740992', '-9007199254740992', '99999999999999999999', '1'.repeat(400)]
  ]) {
    it(`is not ${JSON.stringify(text.slice(0, 30))}`, () => expect(parseIntegerText(text, 'int64')).to.equal(undefined))
  }

  it('is within the range of its format: 32 bits', () => {
    expect(parseIntegerText('2147483647', 'int32')).to.equal(2147483647)
    expect(parseIntegerText('-2147483648', 'int32')).to.equal(-2147483648)
    expect(parseIntegerText('2147483648', 'int32')).to.equal(undefined)
    expect(parseIntegerText('-2147483649', 'int32')).to.equal(undefined)
  })
})

describe('The text of a number', () => {
  const numbers: [string, number][] = [
    ['0', 0],
    ['-0', -0],
    ['1.5', 1.5],
    ['-1.50', -1.5],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['2.5e-3', 0.0025],
    ['1e-400', 0],
    ['1.7976931348623157e308', Number.MAX_VALUE]
  ]
  for (const [text, value] of numbers) {
    it(`${text} is read`, () => expect(parseNumberText(text, 'double')).to.equal(value))
  }

  for (const text of [
    ...['', ' 1', '1 ', '+1', '01', '.5', '5.', '1.e3', '1e', 'e3', '1e3.5', '0x1F', 'NaN', 'Infinity', '-Infinity'],
    ...['1e309', '-1e309', '1,5', '1_0', '1.5.2', '1 000']
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => expect(parseNumberText(text, 'double')).to.equal(undefined))
  }

  it('is within the range of its format: single precision for a float', () => {
    expect(parseNumberText('3.4028234663852886e38', 'float')).to.equal(3.4028234663852886e38)
    expect(parseNumberText('3.5e38', 'float')).to.equal(undefined)
    expect(parseNumberText('-3.5e38', 'float')).to.equal(undefined)
    expect(parseNumberText('3.5e38', 'double')).to.equal(3.5e38)
  })
})

describe('The text of a boolean', () => {
  it('is true or false', () => {
    expect(parseBooleanText('true')).to.equal(true)
    expect(parseBooleanText('false')).to.equal(false)
  })

  for (const text of ['', '1', '0', 'yes', 'no', 'on', 'off', 'TRUE', 'True', ' true', 'true ', 'null', 't']) {
    it(`is not ${JSON.stringify(text)}`, () => expect(parseBooleanText(text)).to.equal(undefined))
  }
})

describe('A number of JSON', () => {
  it('is an integer only if it is a whole safe number', () => {
    for (const value of [0, -0, 1, 5.0, -3, 2 ** 53 - 1]) expect(isIntegerOf(value, 'int64'), `${value}`).to.equal(true)
    for (const value of [
      0.5,
      2 ** 53,
      -(2 ** 53),
      1e300,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '5',
      true,
      null,
      [5],
      {}
    ]) {
      expect(isIntegerOf(value, 'int64'), `${value}`).to.equal(false)
      expect(isIntegerOf(value, 'int32'), `${value}`).to.equal(false)
    }
  })

  it('is recognized without calling valueOf or toString of a client’s object', () => {
    const body = JSON.parse('{"toString": 1, "valueOf": 2}')
    expect(isIntegerOf(body, 'int32')).to.equal(false)
    expect(isIntegerOf(body, 'int64')).to.equal(false)
    expect(isNumberOf(body, 'float')).to.equal(false)
  })

  it('is a number only if it is finite', () => {
    for (const value of [0, 0.5, -1e300]) expect(isNumberOf(value, 'double')).to.equal(true)
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '0.5', null, [1]]) {
      expect(isNumberOf(value, 'double'), `${value}`).to.equal(false)
    }
  })
})
