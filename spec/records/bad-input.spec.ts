import { expect } from 'chai'
import { ArrayUnique, IsString } from 'class-validator'
import { Field, Int32, Integer, mapOf, Record, type TypeExpression, tupleOf, Unknown } from 'fieldstone'
import { accepted, JsonText, refusals } from '../support/bound.js'
import { longSearches } from '../support/comparisons.js'

class Tree {
  @Field(() => [Tree], { optional: true }) children?: Tree[]
  @Field(() => Tree, { optional: true }) next?: Tree
  @Field(() => Unknown, { optional: true }) any?: unknown
  @Field(() => [Unknown], { optional: true, uniqueItems: true }) list?: unknown[]
  @Field(() => mapOf(Tree), { optional: true }) map?: { [key: string]: Tree }
  @Field(() => tupleOf(Integer, Tree), { optional: true }) pair?: [number, Tree]
}

/** Text of `depth` openings, a middle, and as many ends. */
function deep(start: string, middle: string, end: string, depth = 100_000): string {
  return start.repeat(depth) + middle + end.repeat(depth)
}

const json = (text: string) => new JsonText(text)

describe('A number that JSON.parse reads as infinite', () => {
  const tooLarge = 'contains a number beyond 1.7976931348623157e+308'

  it('is refused where any value may stand, which would be null in a response', async () => {
    for (const text of ['1e400', '-1e400', '[[{"a":1e400}]]']) {
      expect(await refusals(Unknown, json(text))).to.deep.equal([tooLarge])
      expect(await refusals(Tree, json(`{"any":${text}}`))).to.deep.equal([`any ${tooLarge}`])
    }
    expect(await refusals(Unknown, [Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324])).to.deep.equal([])
  })

  it('is refused of every number, and no matter in a key that is dropped', async () => {
    class Sample {
      @Field(() => Number) n!: number
    }
    expect(await refusals(Sample, json('{"n":1e400}'))).to.deep.equal(['n must be a number'])
    expect(await refusals(Sample, json('{"n":1,"x":1e400}'))).to.deep.equal([])
  })
})

describe('A body that nests 100,000 levels', () => {
  const bodies: [string, string, string, string][] = [
    ['records', '{"next":', '{}', '}'],
    ['lists of records', '{"children":[', '{}', ']}'],
    ['maps of records', '{"map":{"a":', '{}', '}}'],
    ['tuples with records', '{"pair":[1,', '{}', ']}']
  ]
  for (const [what, start, middle, end] of bodies) {
    it(`is refused: ${what}`, async () => {
      const [told = '', ...more] = await refusals(Tree, json(deep(start, middle, end)))
      expect(more).to.deep.equal([])
      expect(told).to.match(/^(?:next|children|map|pair)\b.* is nested more than 256 levels deep$/)
    })
  }

  it('is refused where anything may stand', async () => {
    const body = deep('[', '', ']')
    expect(await refusals(Tree, json(`{"any":${body}}`))).to.deep.equal(['any is nested more than 256 levels deep'])
    expect(await refusals(Tree, json(`{"list":[${body},${body}]}`))).to.deep.equal([
      'list[0] is nested more than 256 levels deep',
      'list[1] is nested more than 256 levels deep'
    ])
    expect(await refusals(Unknown, json(deep('{"a":', '1', '}')))).to.deep.equal([
      'is nested more than 256 levels deep'
    ])
  })

  it('is no matter in a key that is dropped', async () => {
    expect(await refusals(Tree, json(`{"other":${deep('[', '', ']')}}`))).to.deep.equal([])
  })

  it('is of wrong type at its top', async () => {
    expect(await refusals(Tree, json(deep('[', '', ']')))).to.deep.equal(['must be an object'])
    expect(await refusals(Tree, json(`{"next":${deep('[', '', ']')}}`))).to.deep.equal(['next must be an object'])
  })

  it('may nest as deep as the limit', async () => {
    const at = (depth: number) => json(deep('{"next":', '{}', '}', depth))
    expect(await refusals(Tree, at(255))).to.deep.equal([])
    expect((await refusals(Tree, at(256))).map((line) => line.replace(/^next[.…next]+ /, 'next… '))).to.deep.equal([
      'next… is nested more than 256 levels deep'
    ])
    expect(await refusals(Tree, json(`{"any":${deep('[', '', ']', 256)}}`))).to.deep.equal([
      'any is nested more than 256 levels deep'
    ])
    expect(await refusals(Tree, json(`{"any":${deep('[', '', ']', 255)}}`))).to.deep.equal([])
  })
})

describe('Keys that every object inherits', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf', 'prototype']

  class Plain {
    @Field({ optional: true }) name?: string
  }
  @Record({ unknownFields: 'reject' })
  class Strict {
    @Field({ optional: true }) name?: string
  }

  for (const name of names) {
    const text = `{"${name}": {"polluted": true, "constructor": {"prototype": {"polluted": true}}}}`

    it(`are dropped or refused like any other: ${name}`, async () => {
      const record = await accepted<Plain>(Plain, json(text))
      expect(Object.keys(record).filter((key) => key !== 'name')).to.deep.equal([])
      expect(Object.getPrototypeOf(record)).to.equal(Plain.prototype)
      expect(await refusals(Strict, json(text))).to.deep.equal([`${name} is not a field of this record`])
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined)
    })

    it(`are keys of a map: ${name}`, async () => {
      const map = await accepted(mapOf(Unknown), json(text))
      expect(Object.keys(map)).to.deep.equal([name])
      expect(Object.getPrototypeOf(map)).to.equal(Object.prototype)
      expect(Object.getOwnPropertyDescriptor(map, name)?.value).to.deep.equal(JSON.parse(text)[name])
      expect((map as { polluted?: unknown }).polluted).to.equal(undefined)
    })

    it(`are read only when they were sent: ${name}`, async () => {
      class Odd {}
      Field(() => Unknown, { name })(Odd.prototype, 'value')
      expect(await refusals(Odd, {})).to.deep.equal([`${name} is required`])
      expect(await accepted(Odd, json(`{"${name}": 5}`))).to.include({ value: 5 })
    })
  }

  it('are read only when they were sent, from class-validator’s decorators too', async () => {
    class Odd {}
    IsString()(Odd.prototype, 'toString')
    expect(await refusals(Odd, {})).to.deep.equal(['toString is required'])
    expect(await accepted<object>(Odd, { toString: 'x' })).to.have.own.property('toString', 'x')
  })

  it('are harmless as the values that a client sends for its own', async () => {
    const evil = () =>
      JSON.parse('{"toString": 1, "valueOf": 2, "toJSON": 3, "length": 4, "then": 5, "constructor": 6}')
    const types: [type: TypeExpression, message: string][] = [
      [String, 'must be a string'],
      [Number, 'must be a number'],
      [Integer, 'must be an integer'],
      [Int32, 'must be an integer of 32 bits'],
      [Boolean, 'must be true or false'],
      [Date, 'must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z'],
      [[String], 'must be an array'],
      [Object.freeze({ A: 'a' }), 'must be one of "a"']
    ]
    for (const [type, message] of types) {
      expect(await refusals(type, evil())).to.deep.equal([message])
      expect(await refusals([type], [evil()])).to.deep.equal([`[0] ${message}`])
    }
    expect(await refusals(Tree, evil())).to.deep.equal([])
    expect(await refusals(Tree, { list: [evil(), evil()] })).to.deep.equal(['list must not hold the same item twice'])
    class Listed {
      @Field({ enum: ['a'] }) letter!: string
      @Field({ pattern: /a/, minLength: 1, format: 'email' }) text!: string
    }
    expect(await refusals(Listed, { letter: evil(), text: evil() })).to.deep.equal([
      'letter must be one of "a"',
      'text must be a string'
    ])
  })
})

describe('A body of another kind', () => {
  for (const body of [null, [], [[]], 'text', '', 0, 1, true, false]) {
    it(`is refused as a whole: ${JSON.stringify(body)}`, async () => {
      expect(await refusals(Tree, body)).to.deep.equal([body === null ? 'must not be null' : 'must be an object'])
    })
  }
})

describe('Numbers at the ends', () => {
  class Numbers {
    @Field(() => Integer, { optional: true }) integer?: number
    @Field(() => Int32, { optional: true }) small?: number
    @Field({ optional: true }) number?: number
  }

  const read: [json: string, value: number][] = [
    ['{"integer": 9007199254740991}', 9007199254740991],
    ['{"integer": 1.0}', 1],
    ['{"integer": 1e2}', 100],
    ['{"integer": 1.0000000000000001}', 1],
    ['{"integer": -0}', 0],
    ['{"small": -0.0}', 0],
    ['{"number": 1e-400}', 0],
    ['{"number": 1.7976931348623157e308}', Number.MAX_VALUE]
  ]
  for (const [text, value] of read) {
    it(`are read: ${text}`, async () => {
      const [found] = Object.values(await accepted(Numbers, json(text))).filter((each) => each !== undefined)
      // A minus before a zero says nothing in JSON.
      expect(found === value, String(found)).to.equal(true)
    })
  }

  const rejected: [json: string, message: string][] = [
    ['{"integer": 9007199254740992}', 'integer must be an integer'],
    ['{"integer": 9007199254740993}', 'integer must be an integer'],
    ['{"integer": -9007199254740993}', 'integer must be an integer'],
    ['{"integer": 1e400}', 'integer must be an integer'],
    ['{"small": 2147483648}', 'small must be an integer of 32 bits'],
    ['{"small": 1e400}', 'small must be an integer of 32 bits'],
    ['{"number": 1e400}', 'number must be a number'],
    ['{"number": -1e400}', 'number must be a number']
  ]
  for (const [text, message] of rejected) {
    it(`are rejected: ${text}`, async () => expect(await refusals(Numbers, json(text))).to.deep.equal([message]))
  }
})

describe('Texts at the ends', () => {
  class Text {
    @Field({ maxLength: 2, optional: true }) short?: string
    @Field({ pattern: /^[^a]*$/, optional: true }) noA?: string
    @Field({ format: 'email', optional: true }) email?: string
    @Field({ format: 'uri', optional: true }) uri?: string
    @Field({ format: 'phone', optional: true }) phone?: string
    @Field({ format: 'hostname', optional: true }) host?: string
  }

  it('are lone surrogates and control characters, kept as they are', async () => {
    for (const text of ['\uD83D', '\uDE00', '\uD83Dx', '\0\u0001', '\u2028']) {
      expect(await accepted(Text, { short: text, noA: text })).to.include({ short: text, noA: text })
    }
  })

  it('are of a mebibyte, and refused or accepted all the same', async () => {
    const long = 'x'.repeat(2 ** 20)
    expect(await refusals(Text, { short: long })).to.deep.equal(['short must be at most 2 characters long'])
    expect(await refusals(Text, { noA: long })).to.deep.equal([])
    const broken = {
      email: `${long}@`,
      uri: `http://${long} `,
      phone: `+${'1'.repeat(2 ** 20)}`,
      host: `${'a.'.repeat(2 ** 18)}!`
    }
    expect((await refusals(Text, broken)).map((line) => line.split(' ')[0])).to.deep.equal([
      'email',
      'uri',
      'phone',
      'host'
    ])
  })
})

class Unique {
  @Field(() => [String], { uniqueItems: true }) list!: string[]
}
class UniqueByLibrary {
  @ArrayUnique() @IsString({ each: true }) list!: string[]
}

describe('A huge list', () => {
  const length = 500_000

  it('of right items is read', async () => {
    expect(
      await accepted<number[]>(
        [Integer],
        Array.from({ length }, (_, index) => index)
      )
    ).to.have.length(length)
  })

  it('of wrong items is answered by a hundred faults', async () => {
    const told = await refusals([Integer], new Array(length).fill('x'))
    expect(told).to.have.length(100)
    expect(told[99]).to.equal('[99] must be an integer')
  })

  it('under a long key is answered without repeating all of it for each fault', async () => {
    const key = `a${' '.repeat(1e6)}z`
    const [fault = '', ...more] = await refusals(mapOf([Integer]), { [key]: new Array(200).fill('x') })
    expect(more).to.have.length(99)
    expect(fault).to.match(/^\["a.*….*z"\]\[0\] must be an integer$/)
    expect(fault.length).to.be.below(1100)
    let tree: object = { next: 1 }
    for (let level = 0; level < 100; level++) tree = { map: { ['k'.repeat(1000)]: tree } }
    const [deepest = ''] = await refusals(Tree, tree)
    expect(deepest).to.match(/^map\.k+….*\.next must be an object$/)
    expect(deepest.length).to.be.below(1100)
  })

  it('of wrong records, keys or items by a rule is answered by a hundred faults', async () => {
    class Row {
      @Field() a!: string
      @Field() b!: string
      @Field() c!: string
    }
    @Record({ unknownFields: 'reject' })
    class Strict {
      @Field(() => [String], { each: true, minLength: 2, optional: true }) list?: string[]
    }
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, 1]))
    const hundred = (fault: (index: number) => string) => Array.from({ length: 100 }, (_, index) => fault(index))
    expect(await refusals([Row], new Array(length).fill({}))).to.deep.equal(
      hundred((index) => `[${Math.floor(index / 3)}].${'abc'[index % 3]} is required`)
    )
    expect(await refusals(Strict, many)).to.deep.equal(hundred((index) => `key${index} is not a field of this record`))
    expect(await refusals(mapOf(String), many)).to.deep.equal(hundred((index) => `key${index} must be a string`))
    expect(await refusals(Strict, { list: new Array(length).fill('x') })).to.deep.equal(
      hundred((index) => `list[${index}] must be at least 2 characters long`)
    )
  })

  for (const [what, type] of [
    ['uniqueItems', Unique],
    ['class-validator’s ArrayUnique', UniqueByLibrary]
  ] as const) {
    it(`is compared by ${what} without a search for each item`, async () => {
      const list = Array.from({ length: length / 10 }, (_, index) => String(index))
      expect(await refusals(type, { list: [] })).to.deep.equal([])
      const searches = await longSearches(async () => await refusals(type, { list }))
      expect(searches).to.deep.equal({ result: [], searches: 0 })
      list.push('7')
      expect(await refusals(type, { list })).to.deep.equal(['list must not hold the same item twice'])
    })
  }
})
