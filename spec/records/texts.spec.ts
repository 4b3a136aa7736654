import { expect } from 'chai'
import { enumOf, Field, Float, Int32, Integer, type TypeExpression } from 'fieldstone'
import { accepted, refusals } from '../support/bound.js'

enum Level {
  Low,
  High = 5
}

describe('Text', () => {
  class Search {
    @Field() text!: string
    @Field(() => Int32, { optional: true, minimum: 1 }) page?: number
    @Field({ optional: true }) price?: number
    @Field({ optional: true }) flag?: boolean
    @Field({ optional: true }) since?: Date
    @Field(() => [Integer], { optional: true, uniqueItems: true, maxItems: 3 }) ids?: number[]
    @Field(() => Level, { optional: true }) level?: Level
  }

  it('is read by the exact form of the declared type', async () => {
    const form = {
      text: '5',
      page: '2',
      price: '1.5e1',
      flag: 'true',
      since: '2024-05-17T08:30:00Z',
      ids: ['1', '2'],
      level: '5'
    }
    expect(await accepted(Search, form, 'text')).to.deep.include({
      text: '5',
      page: 2,
      price: 15,
      flag: true,
      since: new Date('2024-05-17T08:30:00Z'),
      ids: [1, 2],
      level: 5
    })
    expect(await accepted(Search, { text: '', ids: '7' }, 'text')).to.deep.include({ text: '', ids: [7] })
  })

  it('is refused in any other form, and by the rules', async () => {
    const form = { text: ['a', 'b'], page: '0', price: 'NaN', flag: '1', since: 'now', ids: ['1', '1'], level: 'Low' }
    expect(await refusals(Search, form, 'text')).to.deep.equal([
      'text must be given once',
      'page must be at least 1',
      'price must be a number',
      'flag must be true or false',
      'since must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z',
      'ids must not hold the same item twice',
      'level must be one of 0, 5'
    ])
    expect(await refusals(Search, { text: '', level: ['0', '5'] }, 'text')).to.deep.equal(['level must be given once'])
  })

  it('may hold two texts of one moment where items must be unique, as JSON may', async () => {
    class Moments {
      @Field(() => [Date], { uniqueItems: true }) moments!: Date[]
    }
    const [moment, same] = ['2024-05-17T08:30:00Z', '2024-05-17T10:30:00+02:00']
    for (const source of ['json', 'text'] as const) {
      expect((await accepted<Moments>(Moments, { moments: [moment, same] }, source)).moments, source).to.have.length(2)
      expect(await refusals(Moments, { moments: [moment, moment] }, source), source).to.deep.equal([
        'moments must not hold the same item twice'
      ])
    }
    expect((await accepted<Moments>(Moments, { moments: moment }, 'text')).moments).to.have.length(1)
  })
})

/** Texts that are values of a type, and texts that are none. */
const FORMS: readonly (readonly [
  name: string,
  type: TypeExpression,
  read: readonly [string, unknown][],
  refused: string[]
])[] = [
  [
    'an integer',
    Integer,
    [
      ...([
        ['0', 0],
        ['7', 7],
        ['-1', -1],
        ['-0', 0],
        ['1000', 1000],
        ['2147483648', 2147483648],
        ['9007199254740991', 9007199254740991],
        ['-9007199254740991', -9007199254740991]
      ] as [string, number][])
    ],
    [
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
    ]
  ],
  [
    'an integer of 32 bits',
    Int32,
    [
      ['2147483647', 2147483647],
      ['-2147483648', -2147483648]
    ],
    ['2147483648', '-2147483649']
  ],
  [
    'a number',
    Number,
    [
      ['0', 0],
      ['-0', 0],
      ['1.5', 1.5],
      ['-1.50', -1.5],
      ['1e3', 1000],
      ['1E+3', 1000],
      ['2.5e-3', 0.0025],
      ['1e-400', 0],
      ['1.7976931348623157e308', Number.MAX_VALUE]
    ],
    [
      ...['', ' 1', '1 ', '+1', '01', '.5', '5.', '1.e3', '1e', 'e3', '1e3.5', '0x1F', 'NaN', 'Infinity', '-Infinity'],
      ...['1e309', '-1e309', '1,5', '1_0', '1.5.2', '1 000']
    ]
  ],
  ['a number of single precision', Float, [['3.4028234663852886e38', 3.4028234663852886e38]], ['3.5e38', '-3.5e38']],
  [
    'a boolean',
    Boolean,
    [
      ['true', true],
      ['false', false]
    ],
    ['', '1', '0', 'yes', 'no', 'on', 'off', 'TRUE', 'True', ' true', 'true ', 'null', 't']
  ],
  [
    'an enum of integers',
    enumOf([0, 5]),
    [
      ['5', 5],
      ['-0', 0]
    ],
    ['5.0', '05', 'five']
  ],
  [
    'an enum of numbers',
    enumOf([0.5, 1]),
    [
      ['0.50', 0.5],
      ['5e-1', 0.5]
    ],
    ['.5']
  ],
  [
    'an enum of texts and numbers',
    enumOf(['a', 5]),
    [
      ['a', 'a'],
      ['5', 5]
    ],
    ['b', '6']
  ],
  ['an enum of texts', enumOf(['5']), [['5', '5']], ['5.0']]
]

describe('The text of a parameter', () => {
  for (const [name, type, read, refused] of FORMS) {
    for (const [text, value] of read) {
      it(`that is ${name} is read: ${text}`, async () => {
        // A minus before a zero says nothing.
        expect((await accepted<unknown>(type, text, 'text')) === value).to.equal(true)
      })
    }
    for (const text of refused) {
      it(`that is ${name} is not ${JSON.stringify(text.slice(0, 30))}`, async () => {
        expect(await refusals(type, text, 'text')).to.have.length(1)
      })
    }
  }
})
