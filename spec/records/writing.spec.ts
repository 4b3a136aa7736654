import { expect } from 'chai'
import { Type } from 'class-transformer'
import { IsString, ValidateIf, ValidateNested } from 'class-validator'
import {
  DateOnly,
  Field,
  Int32,
  Integer,
  mapOf,
  nullable,
  oneOf,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { replied, responseErrors, violations, written } from '../support/bound.js'
import { Part, Tree } from '../support/written-records.js'

class Everything {
  @Field({ name: 'the_text' }) text!: string
  @Field(() => Integer) number!: number
  @Field() moment!: Date
  @Field({ nullable: true }) maybe!: Date
  @Field() part!: Part
  @Field(() => [nullable(Part)]) parts!: (Part | null)[]
  @Field(() => mapOf([Part])) byName!: { [name: string]: Part[] }
  @Field(() => Unknown, { optional: true }) anything?: unknown
}

/** What a 500 is sent for. */
async function failureOf(type: TypeExpression, value: unknown): Promise<string> {
  return written(type, value).catch((error: Error) => error.message)
}

const MOMENT = new Date('2024-05-17T08:30:00.250Z')
const ISO = '2024-05-17T08:30:00.250Z'

describe('A response', () => {
  const values: [what: string, type: TypeExpression, value: unknown, json: unknown][] = [
    ['a text', String, 'a', 'a'],
    ['a number', Number, 1.5, 1.5],
    ['a Date', Date, MOMENT, ISO],
    ['a Date of the year 0', Date, new Date('0000-01-01T00:00:00Z'), '0000-01-01T00:00:00.000Z'],
    ['a Date of the year 9999', Date, new Date('9999-12-31T23:59:59.999Z'), '9999-12-31T23:59:59.999Z'],
    [
      'the last moment that a request can have',
      Date,
      new Date('9999-12-31T23:59:59.999-23:59'),
      '9999-12-31T23:59:59.999-23:59'
    ],
    [
      'a moment after the year 9999 in UTC',
      Date,
      new Date('9999-12-31T23:59:59-00:01'),
      '9999-12-31T00:01:59.000-23:59'
    ],
    [
      'the first moment that a request can have',
      Date,
      new Date('0000-01-01T00:00:00+23:59'),
      '0000-01-01T00:00:00.000+23:59'
    ],
    ['a date-time that is text already', Date, ISO, ISO],
    ['null where it is allowed', nullable(Date), null, null],
    ['what is nullable, but not null', nullable(Date), MOMENT, ISO],
    ['a list of Dates', [Date], [MOMENT, MOMENT], [ISO, ISO]],
    ['a list of lists', [[Date]], [[MOMENT], []], [[ISO], []]],
    ['a map', mapOf(Date), { a: MOMENT, b: undefined }, { a: ISO }],
    ['a Map', mapOf(Integer), new Map([['a', 1]]), { a: 1 }],
    ['a safe bigint', Integer, 7n, 7],
    ['a record’s declared fields alone', Part, { sku: 'a', secret: 1 }, { sku: 'a' }],
    ['JSON names', Part, { sku: 'a', madeAt: MOMENT }, { sku: 'a', made_at: ISO }],
    ['a property and not its JSON name', Part, { sku: 'a', made_at: MOMENT }, { sku: 'a' }],
    ['no undefined field', Part, { sku: undefined, madeAt: undefined }, {}],
    ['an instance like a plain object', Part, Object.assign(new Part(), { sku: 'a' }), { sku: 'a' }],
    ['an object without a prototype', Part, Object.assign(Object.create(null), { sku: 'a' }), { sku: 'a' }],
    ['a list of records', [Part], [{ sku: 'a', x: 1 }], [{ sku: 'a' }]],
    ['what has its own JSON form, where anything may stand', Unknown, { toJSON: () => 'own' }, 'own'],
    ['a Date, where anything may stand', Unknown, MOMENT, ISO],
    ['plain data, where anything may stand', Unknown, { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ['an id with its own JSON form', String, { toJSON: () => '507f191e810c19729de860ea' }, '507f191e810c19729de860ea'],
    ['a Date for a text', String, MOMENT, ISO],
    ['a URL for a text', String, new URL('http://127.0.0.1/a'), 'http://127.0.0.1/a'],
    ['what is null in JSON', String, { toJSON: () => null }, null],
    ['a boxed text', String, new String('a'), 'a'],
    ['a boxed number', Integer, new Number(5), 5],
    ['a boxed boolean', Boolean, new Boolean(false), false],
    ['a boxed bigint', Integer, Object(5n), 5],
    ['what is a Date in JSON', Date, { toJSON: () => MOMENT }, ISO],
    ['a collection that is a list in JSON', [Part], { toJSON: () => [{ sku: 'a', secret: 1 }] }, [{ sku: 'a' }]],
    ['a scalar of a union', oneOf(Part, String), 'text', 'text'],
    ['an id in a union of texts and records', oneOf(Part, String), { toJSON: () => 'id' }, 'id']
  ]
  for (const [what, type, value, json] of values) {
    it(`writes ${what}`, async () => expect(await replied(type, value)).to.deep.equal(json))
  }

  it('writes a whole record, whatever its parts are', async () => {
    const part = Object.assign(new Part(), { sku: 'a', madeAt: MOMENT, secret: true })
    const everything = {
      text: 't',
      number: 1,
      moment: MOMENT,
      maybe: null,
      part,
      parts: [part, null],
      byName: { x: [part], __proto__: undefined },
      anything: [{ toJSON: () => 1 }],
      password: 'secret'
    }
    const part1 = { sku: 'a', made_at: ISO }
    expect(await replied(Everything, everything)).to.deep.equal({
      the_text: 't',
      number: 1,
      moment: ISO,
      maybe: null,
      part: part1,
      parts: [part1, null],
      byName: { x: [part1] },
      anything: [1]
    })
  })

  it('reads getters and what a class inherits', async () => {
    class Base {
      @Field() first!: string
    }
    class Person extends Base {
      @Field() last!: string
      @Field() get full(): string {
        return `${this.first} ${this.last}`
      }
    }
    const person = Object.assign(new Person(), { first: 'Ada', last: 'Lovelace' })
    expect(await replied(Person, person)).to.deep.equal({ first: 'Ada', last: 'Lovelace', full: 'Ada Lovelace' })
    expect(await replied(Base, person)).to.deep.equal({ first: 'Ada' })
  })

  it('writes what a condition guards by its type', async () => {
    class Guarded {
      @ValidateIf(() => true) @ValidateNested() @Type(() => Part) part!: Part
      @IsString() name!: string
    }
    expect(await replied(Guarded, { name: 'n', part: { sku: 'a', secret: 1 } })).to.deep.equal({
      part: { sku: 'a' },
      name: 'n'
    })
  })

  const misfits: [what: string, type: TypeExpression, value: unknown, text: string][] = [
    ['null for a record', Part, null, 'null'],
    ['a number for a date-time', Date, 5, '5'],
    ['a number for a text', String, 5, '5'],
    ['NaN', Number, Number.NaN, 'null']
  ]
  for (const [what, type, value, text] of misfits) {
    it(`leaves ${what} to the check of the response`, async () => {
      expect(await written(type, value)).to.equal(text)
      expect(await violations(type, value)).to.have.length(1)
    })
  }

  class User {
    name = 'Ada'
    passwordHash = 'secret'
    toString(): string {
      return this.name
    }
  }
  const user = new User()
  class Refusing {
    @Field({ optional: true }) text?: string
    @Field(() => Integer, { optional: true }) number?: number
    @Field({ optional: true, nullable: true }) boolean?: boolean
    @Field({ optional: true }) moment?: Date
    @Field(() => DateOnly, { optional: true }) day?: string
    @Field({ optional: true, enum: ['draft', 'live'] }) state?: string
    @Field(() => [String], { optional: true }) texts?: string[]
    @Field(() => mapOf(Number), { optional: true }) numbers?: Record<string, number>
    @Field(() => tupleOf(String, Part), { optional: true }) pair?: [string, Part]
    @Field({ optional: true }) part?: Part
    @Field(() => [Part], { optional: true }) parts?: Part[]
    @Field(() => oneOf(Part, Tree), { optional: true }) union?: Part | Tree
    @Field(() => oneOf(String, Number), { optional: true }) scalars?: string | number
  }
  const leaks: [what: string, field: keyof Refusing, value: unknown, path: string, reason: string][] = [
    ['an instance for a text', 'text', user, 'text', 'it is an object of the class User where a string is declared'],
    ['an object for a text', 'text', { a: 1 }, 'text', 'it is an object where a string is declared'],
    ['a list for a text', 'text', [user], 'text', 'it is a list where a string is declared'],
    ['an object without a prototype for a text', 'text', Object.create(null), 'text', 'it is an object where a string'],
    ['an object for a number', 'number', user, 'number', 'it is an object of the class User where an integer is'],
    ['an object for a boolean', 'boolean', user, 'boolean', 'it is an object of the class User where true or false'],
    ['an object for a date-time', 'moment', user, 'moment', 'it is an object of the class User where a date-time is'],
    ['an object for a date', 'day', user, 'day', 'it is an object of the class User where a date is declared'],
    ['an object for a choice', 'state', user, 'state', 'it is an object of the class User where "draft", "live" is'],
    [
      'an object in a list of texts',
      'texts',
      ['a', user],
      'texts[1]',
      'it is an object of the class User where a string'
    ],
    [
      'an object in a long list of texts',
      'texts',
      [...new Array(20).fill('a'), user],
      'texts[20]',
      'it is an object of'
    ],
    [
      'an object in a map of numbers',
      'numbers',
      { a: user },
      'numbers.a',
      'it is an object of the class User where a number'
    ],
    [
      'an object in a tuple',
      'pair',
      [user, { sku: 'a' }],
      'pair[0]',
      'it is an object of the class User where a string'
    ],
    [
      'an object deep inside',
      'parts',
      [{ sku: 'a' }, { sku: user }],
      'parts[1].sku',
      'it is an object of the class User'
    ],
    ['a text for a record', 'part', 'text', 'part', 'it is a string where a Part is declared'],
    ['a number for a record', 'part', 5, 'part', 'it is a number where a Part is declared'],
    ['a list for a record', 'part', [{ sku: 'a' }], 'part', 'it is a list where a Part is declared'],
    ['a record for a list', 'parts', { sku: 'a', secret: 1 }, 'parts', 'it is an object where a list is declared'],
    ['a Set for a list', 'texts', new Set(['a']), 'texts', 'it is an object of the class Set where a list is declared'],
    ['a record for a tuple', 'pair', { 0: 'a' }, 'pair', 'it is an object where a list of 2 is declared'],
    ['a list for a map', 'numbers', [1], 'numbers', 'it is a list where an object is declared'],
    ['a text for a union of records', 'union', 'text', 'union', 'it is a string where a Part, a Tree is declared'],
    [
      'an object for a union of scalars',
      'scalars',
      user,
      'scalars',
      'it is an object of the class User where a string, a'
    ],
    [
      'a Buffer for a text',
      ...(['text', Buffer.from('secret'), 'text'] as const),
      'it is an object of the class Buffer, which in JSON is an object where a string is declared'
    ],
    [
      'what is a list in JSON for a number',
      ...(['number', { toJSON: () => [1] }, 'number'] as const),
      'it is an object, which in JSON is a list where an integer is declared'
    ],
    [
      'a function that is an object in JSON for a record',
      ...(['part', Object.assign(() => 1, { toJSON: () => 'secret' }), 'part'] as const),
      'it is a function, which in JSON is a string where a Part is declared'
    ]
  ]
  for (const [what, field, value, path, reason] of leaks) {
    it(`writes nothing of ${what}, and says so by its kind`, async () => {
      const message = `The value at '${path}' cannot be written as JSON: ${reason}`
      expect(await failureOf(Refusing, { [field]: value })).to.contain(message)
    })
  }

  it('writes nothing of an object where the whole is declared a text', async () => {
    expect(await failureOf(String, user)).to.equal(
      'The value cannot be written as JSON: it is an object of the class User where a string is declared'
    )
  })

  it('tells nothing of a value that names itself', async () => {
    const sly = { constructor: { name: 'secret' }, [Symbol.toStringTag]: 'secret' }
    expect(await failureOf(String, sly))
      .to.contain('cannot be written')
      .and.not.contain('secret')
  })

  it('leaves out what JSON has no form for', async () => {
    expect(await written(Refusing, { text: () => 'a', part: Symbol('a') })).to.equal('{}')
  })

  it('keeps a key __proto__ in a map a key', async () => {
    const map = JSON.parse('{"__proto__": {"sku": "a", "polluted": true}, "constructor": {"sku": "b"}}')
    expect(await written(mapOf(Part), map)).to.equal('{"__proto__":{"sku":"a"},"constructor":{"sku":"b"}}')
  })

  it('writes a JSON name __proto__ as a name', async () => {
    class Odd {
      @Field(() => Unknown, { name: '__proto__' }) odd!: unknown
    }
    expect(await written(Odd, { odd: { a: 1 } })).to.equal('{"__proto__":{"a":1}}')
  })

  const impossible: [what: string, type: TypeExpression, value: unknown, message: string][] = [
    ['an invalid Date', Date, new Date('never'), 'The value cannot be written as JSON: it is an invalid Date'],
    [
      'an invalid Date deep inside',
      Everything,
      { parts: [null, { madeAt: new Date('never') }] },
      "The value at 'parts[1].made_at' cannot be written as JSON: it is an invalid Date"
    ],
    [
      'an invalid Date under an odd key',
      mapOf([Date]),
      { 'a b': [MOMENT, new Date('never')] },
      `The value at '["a b"][1]' cannot be written as JSON: it is an invalid Date`
    ],
    [
      'a Date beyond RFC 3339',
      [Date],
      [new Date('+010000-01-01T23:59:00Z')],
      "The value at '[0]' cannot be written as JSON: it is a Date of the year 10000, and RFC 3339 has the years 0 to 9999"
    ],
    [
      'a Date before RFC 3339',
      Date,
      new Date('-000001-01-01T00:00:00Z'),
      'The value cannot be written as JSON: it is a Date of the year -1, and RFC 3339 has the years 0 to 9999'
    ],
    [
      'an unsafe bigint',
      Everything,
      { number: 2n ** 53n },
      "The value at 'number' cannot be written as JSON: it is the bigint 9007199254740992, beyond the safe integers"
    ],
    [
      'an invalid Date where anything may stand',
      Unknown,
      new Date('never'),
      'The value cannot be written as JSON: it is an invalid Date'
    ]
  ]
  for (const [what, type, value, message] of impossible) {
    it(`says where it met ${what}`, async () => expect(await failureOf(type, value)).to.equal(message))
  }

  it('ends at a cycle, and names the way into it', async () => {
    const tree = Object.assign(new Tree(), { name: 'a' })
    tree.parent = tree
    expect(await failureOf(Tree, tree)).to.match(
      /^The value at 'parent\.parent\..* nested more than 256 levels deep, as a cycle is/
    )
    tree.parent = undefined
    tree.children = [tree]
    expect(await failureOf(Tree, tree)).to.match(/^The value at 'children\[0\]\.children\[0\]/)
  })

  it('writes a tree as deep as a binder reads one', async () => {
    let deep: unknown = { name: 'leaf', children: [] }
    // Each level is a record and a list.
    for (let level = 1; level < 128; level++) deep = { name: 'x', children: [deep] }
    expect(await replied(Tree, deep)).to.deep.equal(deep)
  })

  it('lets an error of a getter through as it is', async () => {
    class Failing {
      @Field() get value(): string {
        throw new RangeError('own trouble')
      }
    }
    const failure = await written(Failing, new Failing()).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(RangeError).and.have.property('message', 'own trouble')
  })

  it('tells the setup errors of all records that the type reaches', async () => {
    class Broken {
      @Field() list!: string[]
    }
    class AlsoBroken {
      @Field(() => Broken) broken!: Broken
      @Field(() => Int32, { minLength: 3 }) number!: number
    }
    class Sound {
      @Field() broken!: Broken
      @Field() also!: AlsoBroken
    }
    expect(await responseErrors(Sound)).to.have.length(2)
    // And again: nothing half-made is kept.
    expect(await responseErrors(Sound)).to.have.length(2)
  })
})
