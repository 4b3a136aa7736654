import { expect } from 'chai'
import {
  type FaultPlace,
  Field,
  Int32,
  Integer,
  mapOf,
  nullable,
  Record,
  type TypeExpression,
  Unknown
} from 'fieldstone'
import { compileBinder } from '../../src/record/binder.js'
import type { Bound } from '../../src/record/type/fault-list.js'
import type { BinderSource, BindingOptions } from '../../src/record/type/reading-options.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { accepted, refusals, setupErrors, told, validated } from '../support/binding.js'

enum Level {
  Low,
  High = 5
}

enum Mixed {
  Off,
  Text = 'text'
}

class Line {
  @Field({ minLength: 2 }) sku!: string
  @Field(() => Integer, { minimum: 1 }) quantity!: number
}

class Order {
  @Field() placed!: Date
  @Field(() => [Line], { minItems: 1 }) lines!: Line[]
  @Field({ optional: true }) gift?: Line
  @Field(() => mapOf(Line), { optional: true }) named?: { [name: string]: Line }
}

class Tree {
  @Field() name!: string
  @Field(() => [Tree], { optional: true }) children?: Tree[]
  @Field(() => Tree, { optional: true, nullable: true }) next?: Tree | null
}

type Asked = [source: BinderSource, place: FaultPlace, options?: BindingOptions]

describe('A binder', () => {
  it('builds instances of the declared classes, with Dates in them', () => {
    const order = accepted<Order>(Order, {
      placed: '2024-05-17T08:30:00Z',
      lines: [{ sku: 'ab', quantity: 1 }],
      gift: { sku: 'cd', quantity: 2 },
      named: { x: { sku: 'ef', quantity: 3 } }
    })
    expect(order).to.be.instanceOf(Order)
    expect(order.placed).to.deep.equal(new Date('2024-05-17T08:30:00Z'))
    expect(order.lines[0]).to.be.instanceOf(Line).and.to.include({ sku: 'ab', quantity: 1 })
    expect(order.gift).to.be.instanceOf(Line)
    expect(order.named?.x).to.be.instanceOf(Line)
  })

  it('is one for all who ask for the same of a class', () => {
    const binder = (type: TypeExpression, ...[source, place, options]: Asked) =>
      compileBinder(parseType(type, 'here'), source, place, options)
    const types = [Line, Order, [Line], [[Line]], mapOf(Line), mapOf([Line]), [mapOf(Line)]]
    const asked: readonly Asked[] = [
      ['json', 'body'],
      ['text', 'body'],
      ['json', 'query'],
      ['json', 'body', { unknownFields: 'reject' }],
      ['json', 'body', { direction: 'response' }],
      ['json', 'body', { generatesCode: false }]
    ]
    const made = types.flatMap((type) => asked.map((ask) => binder(type, ...ask)))
    expect(new Set(made)).to.have.property('size', types.length * asked.length)
    expect(types.flatMap((type) => asked.map((ask) => binder(type, ...ask)))).to.have.ordered.members(made)
    expect(binder(Line, 'json', 'body', { unknownFields: 'strip', direction: 'request' })).to.equal(made[0])
    const strict = binder([Line], 'json', 'body', { unknownFields: 'reject' })
    expect(told(strict.validate([{ sku: 'ab', quantity: 1, more: 1 }]) as Bound<unknown>)).to.deep.equal([
      '[0].more is not a field of this record'
    ])
  })

  it('names the way to each fault', () => {
    const body = {
      placed: 'yesterday',
      lines: [{ sku: 'ab', quantity: 1 }, { sku: 'a', quantity: 0 }, 'line', null],
      gift: {},
      named: { 'a b': { sku: 'ab', quantity: '1' }, 'c.d': null }
    }
    expect(refusals(Order, body)).to.deep.equal([
      'placed must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z',
      'lines[1].sku must be at least 2 characters long',
      'lines[1].quantity must be at least 1',
      'lines[2] must be an object',
      'lines[3] must not be null',
      'gift.sku is required',
      'gift.quantity is required',
      'named["a b"].quantity must be an integer',
      'named["c.d"] must not be null'
    ])
  })

  it('tells the place and the rule of a fault besides', () => {
    const bound = compileBinder(parseType(Line, 'here'), 'json', 'query').validate({ sku: 'a', quantity: 1, x: 1 })
    expect(bound).to.deep.include({
      value: undefined,
      faults: [{ in: 'query', path: 'sku', rule: 'minLength', message: 'must be at least 2 characters long', limit: 2 }]
    })
  })

  it('leaves what it reads as it is, and keeps nothing of it', () => {
    const body = Object.freeze({ name: 'a', children: Object.freeze([Object.freeze({ name: 'b' })]) })
    const tree = accepted<Tree>(Tree, body)
    tree.children?.push(tree)
    tree.name = 'changed'
    expect(body).to.deep.equal({ name: 'a', children: [{ name: 'b' }] })
  })

  it('reads recursive records', () => {
    const body = { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }], next: { name: 'd', next: null } }
    const tree = accepted<Tree>(Tree, body)
    expect(tree.children?.[0]?.children?.[0]).to.be.instanceOf(Tree).and.to.include({ name: 'c' })
    expect(tree.next).to.include({ name: 'd', next: null })
    expect(refusals(Tree, { name: 'a', children: [{ name: 'b', next: { name: 5 } }] })).to.deep.equal([
      'children[0].next.name must be a string'
    ])
  })

  it('reads records that hold each other', () => {
    class Author {
      @Field() name!: string
      @Field(() => [Book], { optional: true }) books?: unknown[]
    }
    class Book {
      @Field() title!: string
      @Field(() => Author, { optional: true }) author?: Author
    }
    const body = { name: 'A', books: [{ title: 'T', author: { name: 'B', books: [{ title: 5 }] } }] }
    expect(refusals(Author, body)).to.deep.equal(['books[0].author.books[0].title must be a string'])
  })

  it('decodes without asking for presence or rules, but never wrong types', () => {
    const binder = compileBinder<Order>(parseType(Order, 'here'), 'json', 'body')
    expect(binder.decode({ lines: [] }))
      .to.have.nested.property('value.lines')
      .that.deep.equals([])
    expect(binder.decode({ lines: [{ sku: '' }] })).to.have.nested.property('value.lines[0].sku', '')
    expect(binder.decode({ lines: {} })).to.have.nested.property('faults[0].message', 'must be an array')
    expect(binder.decode([])).to.have.nested.property('faults[0].message', 'must be an object')
  })

  it('reads types without a record around them', () => {
    expect(accepted([Integer], [1, 2])).to.deep.equal([1, 2])
    expect(accepted(mapOf([Line]), { a: [{ sku: 'ab', quantity: 1 }] }))
      .to.have.nested.property('a[0]')
      .instanceOf(Line)
    expect(accepted(nullable(Line), null)).to.equal(null)
    expect(accepted(Unknown, [1, { a: null }])).to.deep.equal([1, { a: null }])
    expect(refusals([Integer], [1, 'a'])).to.deep.equal(['[1] must be an integer'])
    expect(refusals(Integer, null)).to.deep.equal(['must not be null'])
  })

  it('reads the values of enums, and not their names', () => {
    class Holder {
      @Field(() => Level, { optional: true }) level?: Level
      @Field(() => Mixed, { optional: true }) mixed?: Mixed
      @Field({ enum: Level, optional: true }) byOption?: Level
    }
    expect(refusals(Holder, { level: 0, mixed: 'text', byOption: 5 })).to.deep.equal([])
    expect(refusals(Holder, { level: 'Low', mixed: 'Off', byOption: '5' })).to.deep.equal([
      'level must be one of 0, 5',
      'mixed must be one of 0, "text"',
      'byOption must be one of 0, 5'
    ])
  })
})

describe('Presence, null and defaults', () => {
  class Holder {
    @Field() required!: string
    @Field({ optional: true }) optional?: string
    @Field(() => String, { nullable: true }) nullable!: string | null
    @Field(() => String, { optional: true, nullable: true }) both?: string | null
    @Field({ default: 'd' }) filled!: string
    @Field(() => String, { default: null, nullable: true }) nulled!: string | null
    @Field(() => Unknown) any!: unknown
  }

  it('are independent of each other', () => {
    expect(refusals(Holder, { required: '', nullable: null, any: null })).to.deep.equal([])
    expect(refusals(Holder, {})).to.deep.equal(['required is required', 'nullable is required', 'any is required'])
    expect(
      refusals(Holder, {
        required: null,
        optional: null,
        nullable: null,
        both: null,
        filled: null,
        nulled: null,
        any: 1
      })
    ).to.deep.equal(['required must not be null', 'optional must not be null', 'filled must not be null'])
  })

  it('fill in defaults, and leave the rest undefined', () => {
    expect(accepted(Holder, { required: 'r', nullable: null, any: 0 })).to.include({
      required: 'r',
      optional: undefined,
      nullable: null,
      both: undefined,
      filled: 'd',
      nulled: null,
      any: 0
    })
  })

  it('make a fresh default for each record, bound like a value that was sent', () => {
    class Filled {
      @Field(() => [String], { default: ['a'] }) tags!: string[]
      @Field({ default: { sku: 'ab', quantity: 1 } }) line!: Line
      @Field({ default: '2024-05-17T08:30:00Z' }) moment!: Date
    }
    const first = accepted<Filled>(Filled, {})
    first.tags.push('b')
    first.line.quantity = 9
    first.moment.setFullYear(1)
    const second = accepted<Filled>(Filled, {})
    expect(second.tags).to.deep.equal(['a'])
    expect(second.line).to.be.instanceOf(Line).and.to.include({ quantity: 1 })
    expect(second.moment).to.deep.equal(new Date('2024-05-17T08:30:00Z'))
  })

  it('keep what a class sets itself, where an optional field is absent', () => {
    class Paged {
      @Field(() => Integer, { optional: true }) page = 1
    }
    expect(accepted(Paged, {})).to.include({ page: 1 })
    expect(accepted(Paged, { page: 2 })).to.include({ page: 2 })
  })

  const broken: [string, () => abstract new () => object, string][] = [
    [
      'a type',
      () => {
        class Broken {
          @Field({ default: '1' }) value!: number
        }
        return Broken
      },
      'FIELD_OPTION_INVALID: the default must be a number, Broken.value; give a default that the field accepts.'
    ],
    [
      'a rule',
      () => {
        class Broken {
          @Field({ default: 'a', minLength: 2 }) value!: string
        }
        return Broken
      },
      'FIELD_OPTION_INVALID: the default must be at least 2 characters long, Broken.value; give a default that the field accepts.'
    ],
    [
      'a rule deep inside',
      () => {
        class Broken {
          @Field(() => [Line], { default: [{ sku: 'ab', quantity: 0 }] }) value!: Line[]
        }
        return Broken
      },
      'FIELD_OPTION_INVALID: the default [0].quantity must be at least 1, Broken.value; give a default that the field accepts.'
    ],
    [
      'null',
      () => {
        class Broken {
          @Field({ default: null }) value!: string
        }
        return Broken
      },
      'FIELD_OPTION_INVALID: the default must not be null, Broken.value; give a default that the field accepts.'
    ],
    [
      'the end, since it holds itself',
      () => {
        class Broken {
          @Field(() => Broken, { default: {} }) left!: object
          @Field(() => Broken, { default: {} }) right!: object
        }
        return Broken
      },
      // However it is said.
      'nest'
    ]
  ]
  for (const [what, declare, message] of broken) {
    it(`refuse a default that breaks ${what}, at start-up`, () => {
      const [error] = setupErrors(() => validated(declare(), {}))
      expect(error).to.include(message)
    })
  }

  for (const message of ['is wrong', () => 'is wrong']) {
    it(`do not let a ${typeof message} for a message decide whether a record is accepted`, () => {
      class Tagged {
        @Field(() => [String], { default: ['a'], uniqueItems: true, message }) tags!: string[]
        @Field(() => String, { optional: true, minLength: 3, message }) name = ''
      }
      expect(accepted(Tagged, {})).to.deep.include({ tags: ['a'], name: '' })
      expect(refusals(Tagged, { tags: ['a', 'a'], name: '' })).to.deep.equal(['tags is wrong', 'name is wrong'])
    })
  }

  it('let a recursive record have defaults', () => {
    class Node {
      @Field({ default: 'unnamed' }) name!: string
      @Field(() => Node, { nullable: true, default: null }) next!: Node | null
      @Field(() => [Node], { default: [] }) children!: Node[]
    }
    class Root {
      @Field(() => Node, { default: { next: { name: 'second' }, children: [{}] } }) node!: Node
    }
    const { node } = accepted<Root>(Root, {})
    expect(node).to.be.instanceOf(Node).and.to.include({ name: 'unnamed' })
    expect(node.next).to.be.instanceOf(Node).and.to.deep.include({ name: 'second', next: null, children: [] })
    expect(node.children[0]).to.deep.include({ name: 'unnamed', next: null, children: [] })
    expect(accepted<Node>(Node, { children: [{ next: {} }] }).children[0]?.next).to.deep.include({ children: [] })
  })
})

describe('Unknown fields', () => {
  class Lax {
    @Field() a!: string
  }
  @Record({ unknownFields: 'reject' })
  class Strict {
    @Field() a!: string
  }
  class Heir extends Strict {
    @Field() b!: string
  }
  @Record({ unknownFields: 'strip' })
  class Relaxed extends Strict {}

  it('are dropped', () => {
    expect(accepted(Lax, { a: 'x', b: 1, toString: 2 })).to.have.all.keys('a')
  })

  it('are refused where the record says so, each by its name', () => {
    expect(refusals(Strict, { a: 'x', b: 1, 'c d': 2 })).to.deep.equal([
      'b is not a field of this record',
      '["c d"] is not a field of this record'
    ])
  })

  it('are refused in a subclass, unless that says otherwise', () => {
    expect(refusals(Heir, { a: 'x', b: 'y', c: 1 })).to.deep.equal(['c is not a field of this record'])
    expect(refusals(Relaxed, { a: 'x', c: 1 })).to.deep.equal([])
  })
})

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

  it('is read by the exact form of the declared type', () => {
    const form = {
      text: '5',
      page: '2',
      price: '1.5e1',
      flag: 'true',
      since: '2024-05-17T08:30:00Z',
      ids: ['1', '2'],
      level: '5'
    }
    expect(accepted(Search, form, 'text')).to.deep.include({
      text: '5',
      page: 2,
      price: 15,
      flag: true,
      since: new Date('2024-05-17T08:30:00Z'),
      ids: [1, 2],
      level: 5
    })
    expect(accepted(Search, { text: '', ids: '7' }, 'text')).to.deep.include({ text: '', ids: [7] })
  })

  it('is refused in any other form, and by the rules', () => {
    const form = { text: ['a', 'b'], page: '0', price: 'NaN', flag: '1', since: 'now', ids: ['1', '1'], level: 'Low' }
    expect(refusals(Search, form, 'text')).to.deep.equal([
      'text must be given once',
      'page must be at least 1',
      'price must be a number',
      'flag must be true or false',
      'since must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z',
      'ids must not hold the same item twice',
      'level must be one of 0, 5'
    ])
    expect(refusals(Search, { text: '', level: ['0', '5'] }, 'text')).to.deep.equal(['level must be given once'])
  })

  it('may hold two texts of one moment where items must be unique, as JSON may', () => {
    class Moments {
      @Field(() => [Date], { uniqueItems: true }) moments!: Date[]
    }
    const [moment, same] = ['2024-05-17T08:30:00Z', '2024-05-17T10:30:00+02:00']
    for (const source of ['json', 'text'] as const) {
      expect(accepted<Moments>(Moments, { moments: [moment, same] }, source).moments, source).to.have.length(2)
      expect(refusals(Moments, { moments: [moment, moment] }, source), source).to.deep.equal([
        'moments must not hold the same item twice'
      ])
    }
    expect(accepted<Moments>(Moments, { moments: moment }, 'text').moments).to.have.length(1)
  })
})

describe('A class that cannot be bound', () => {
  const broken: [string, () => abstract new () => object, string][] = [
    [
      'since its constructor fails without arguments',
      () => {
        class Broken {
          @Field() value!: string
          constructor(source: { value: string }) {
            this.value = source.value
          }
        }
        return Broken as unknown as new () => object
      },
      'RECORD_INVALID: the class cannot be constructed without arguments (Cannot read properties of undefined'
    ],
    [
      'since a field has only a getter',
      () => {
        class Broken {
          @Field() get value(): string {
            return ''
          }
        }
        return Broken
      },
      'RECORD_INVALID: the field has only a getter or is read-only, so that it cannot be bound, Broken.value;'
    ],
    [
      'since its instances are frozen',
      () => {
        class Broken {
          @Field() value!: string
          constructor() {
            Object.freeze(this)
          }
        }
        return Broken
      },
      'RECORD_INVALID: the field has only a getter or is read-only'
    ],
    [
      'since it declares nothing',
      () => class Broken {},
      'RECORD_INVALID: the class declares no field, Broken; decorate its properties with @Field, or name another type.'
    ]
  ]
  for (const [why, declare, message] of broken) {
    it(`is told at start-up, ${why}`, () => expect(setupErrors(() => validated(declare(), {}))[0]).to.include(message))
  }

  it('is told with all others that the type reaches', () => {
    class First {
      @Field() list!: string[]
    }
    class Second {
      @Field() union!: string | number
    }
    class Whole {
      @Field() first!: First
      @Field(() => [Second]) second!: Second[]
      @Field({ minimum: 1 }) text!: string
    }
    expect(setupErrors(() => validated([Whole], []))).to.have.length(1)
    class Outer {
      @Field() first!: First
      @Field(() => mapOf(Second)) second!: object
    }
    expect(setupErrors(() => validated(Outer, {}))).to.have.length(2)
  })

  it('may have a setter beside its getter', () => {
    class Trimmed {
      #name = ''
      @Field() get name(): string {
        return this.#name
      }
      set name(value: string) {
        this.#name = value.trim()
      }
    }
    expect(accepted<Trimmed>(Trimmed, { name: ' a ' }).name).to.equal('a')
  })

  it('may bind another body in a setter, and each has its own faults', () => {
    const within: string[][] = []
    class Note {
      #text = ''
      @Field({ minLength: 2 }) get text(): string {
        return this.#text
      }
      set text(value: string) {
        this.#text = value
        if (value === 'outer')
          within.push(refusals(Note, { text: 'x', size: 1 }), refusals(Note, { text: 'inner', size: 1 }))
        if (value === 'fails') throw new Error('of the setter')
      }
      @Field(() => Integer) size!: number
    }
    expect(refusals(Note, { text: 'first', size: 1 })).to.deep.equal([])
    expect(refusals(Note, { text: 'outer', size: 1 })).to.deep.equal([])
    expect(refusals(Note, { text: 'outer', size: 'x' })).to.deep.equal(['size must be an integer'])
    expect(() => refusals(Note, { text: 'fails', size: 1 })).to.throw('of the setter')
    expect(refusals(Note, { text: 'after it', size: 1 })).to.deep.equal([])
    expect(within).to.deep.equal([TOO_SHORT, [], TOO_SHORT, []])
  })
})

const TOO_SHORT = ['text must be at least 2 characters long']
