import { expect } from 'chai'
import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested
} from 'class-validator'
import { Conflict, Field, Record as RecordOf } from 'fieldstone'
import { compileBinder } from '../../src/record/binder.js'
import { SchemaEmitter } from '../../src/record/json-schema/json-schema.js'
import { recordSchemaOf } from '../../src/record/model/registry.js'
import type { Bound } from '../../src/record/type/fault-list.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { serializerOf } from '../../src/record/write/serializer.js'
import { compileWriter } from '../../src/record/writer.js'
import { accepted, refusals, setupErrors, told, validated } from '../support/binding.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

function written(target: abstract new () => object, value: object): unknown {
  const text = compileWriter({ kind: 'record', class: target })(value)
  const projected = JSON.parse(JSON.stringify(serializerOf(target)(value)))
  expect(JSON.parse(text), 'the generated writer').to.deep.equal(projected)
  return projected
}

/** Without what the compiler initialises with undefined. */
function plain(record: object): unknown {
  return JSON.parse(JSON.stringify(record))
}

describe('@Exclude', () => {
  class Account {
    @IsString() name!: string
    @IsString() @MinLength(8) @Exclude({ toPlainOnly: true }) password!: string
    @Exclude({ toClassOnly: true }) @IsOptional() @IsInt() id?: number
    @Exclude() @IsOptional() @IsString() secret?: string
  }

  it('keeps a property from being bound, or written, or both', () => {
    const account = accepted<Account>(Account, { name: 'a', password: '12345678', id: 5, secret: 's' })
    expect(plain(account)).to.deep.equal({ name: 'a', password: '12345678' })
    const sent = Object.assign(new Account(), { name: 'a', password: '12345678', id: 5, secret: 's' })
    expect(written(Account, sent)).to.deep.equal({ name: 'a', id: 5 })
  })

  it('is told by the document', () => {
    const sent = propertiesOf(Account)
    expect(Object.keys(sent)).to.deep.equal(['name', 'password'])
    expect(sent.password).to.include({ writeOnly: true, minLength: 8 })
    const received = propertiesOf(Account, '3.0', 'response')
    expect(Object.keys(received)).to.deep.equal(['name', 'id'])
    expect(received.id).to.include({ readOnly: true })
  })

  it('of a whole class leaves what is exposed', () => {
    @Exclude()
    class Profile {
      @Expose() @IsString() name!: string
      @Expose({ toPlainOnly: true }) id!: number
      @Expose({ toClassOnly: true }) @IsString() token!: string
      @Expose({ groups: ['admin'] }) note!: string
      hash!: string
    }
    class Heir extends Profile {
      @IsOptional() @IsString() more?: string
      @Expose() @IsOptional() @IsString() shown?: string
    }
    expect(plain(accepted(Profile, { name: 'a', id: 1, token: 't', hash: 'h', note: 'n' }))).to.deep.equal({
      name: 'a',
      token: 't'
    })
    const full = { name: 'a', id: 1, token: 't', hash: 'h', note: 'n', more: 'm', shown: 's' }
    expect(written(Profile, full)).to.deep.equal({ name: 'a', id: 1 })
    // class-transformer forgets the exclusion in a subclass.
    expect(written(Heir, full)).to.deep.equal({ name: 'a', id: 1, shown: 's' })
  })

  it('guards a property of @Field, too', () => {
    class Login {
      @Field({ name: 'pass_word' }) @Exclude({ toPlainOnly: true }) password!: string
      @Field() user!: string
    }
    expect(accepted<Login>(Login, { pass_word: 'p', user: 'u' }).password).to.equal('p')
    expect(written(Login, { password: 'p', user: 'u' })).to.deep.equal({ user: 'u' })
  })
})

describe('@Expose', () => {
  class Names {
    @Expose({ name: 'both' }) @IsString() both1!: string
    @Expose({ name: 'in', toClassOnly: true }) @IsString() inward!: string
    @Expose({ name: 'out', toPlainOnly: true }) @IsString() outward!: string
  }

  it('names a property, one way or both', () => {
    const names = accepted<Names>(Names, { both: 'b', in: 'i', outward: 'o' })
    expect(plain(names)).to.deep.equal({ both1: 'b', inward: 'i', outward: 'o' })
    expect(written(Names, names)).to.deep.equal({ both: 'b', inward: 'i', out: 'o' })
    expect(refusals(Names, { both1: 'b', inward: 'i', out: 'o' })).to.deep.equal([
      'both is required',
      'in is required',
      'outward is required'
    ])
  })

  it('is told by the document as the property that travels', () => {
    const sent = propertiesOf(Names)
    expect(Object.keys(sent)).to.deep.equal(['both', 'in', 'outward'])
    expect(sent.in).to.include({ writeOnly: true })
    const received = propertiesOf(Names, '3.0', 'response')
    expect(Object.keys(received)).to.deep.equal(['both', 'inward', 'out'])
    expect(received.out).to.include({ readOnly: true })
  })

  it('alone declares a property, by its emitted type; a getter travels in responses', () => {
    class Owner {
      secret = 's'
    }
    class Thing {
      @Expose() id!: number
      @Expose() owner!: Owner
      @Expose() @Type(() => Date) made!: Date
      @Expose() get label(): string {
        return `#${this.id}`
      }
    }
    const properties = propertiesOf(Thing, '3.0', 'response')
    expect(properties.id).to.include({ type: 'number' })
    expect(properties.owner).to.deep.equal({})
    expect(properties.made).to.include({ format: 'date-time' })
    expect(properties.label).to.include({ type: 'string', readOnly: true })
    expect(componentsOf(Thing).Thing).not.to.have.property('required')
    const thing = accepted<Thing>(Thing, { id: 5, label: 'x' })
    expect(thing.label).to.equal('#5')
    expect(written(Thing, thing)).to.deep.equal({ id: 5, label: '#5' })
  })
})

describe('@Transform', () => {
  const seen: unknown[] = []
  class Search {
    @Transform(({ value }) => value.trim()) @IsString() @Length(1, 5) term!: string
    @IsOptional() @Transform(({ value }) => value === 'true' || value === true) @IsBoolean() exact?: boolean
    @IsOptional() @Transform(({ value }) => String(value).split(',')) @IsString({ each: true }) tags?: string[]
    @IsOptional()
    @Type(() => Number)
    @Transform(({ value }) => Math.round(value), { toClassOnly: true })
    @IsInt()
    @Min(1)
    page?: number
    @IsOptional()
    @Transform(({ value, key, obj, type }) => seen.push([key, obj, type]) && value, { toClassOnly: true })
    any?: unknown
  }

  it('runs after the type and before the rules', () => {
    expect(plain(accepted(Search, { term: '  ab ', exact: 'true', tags: 'a,b', page: 2.4 }))).to.deep.equal({
      term: 'ab',
      exact: true,
      tags: ['a', 'b'],
      page: 2
    })
    expect(refusals(Search, { term: '   ' })).to.deep.equal(['term must be 1 to 5 characters long'])
    expect(refusals(Search, { term: 'abcdefg', page: 0.2 })).to.have.members([
      'term must be 1 to 5 characters long',
      'page must be at least 1'
    ])
    expect(refusals(Search, { term: 'a', page: 'x' })).to.deep.equal(['page must be a number'])
  })

  it('is told of the property and of the whole input', () => {
    const body = { term: 'a', any: 5 }
    accepted(Search, body)
    expect(seen.at(-1)).to.deep.equal(['any', body, 0])
  })

  it('that throws refuses the value, and answers where it means to', () => {
    expect(refusals(Search, { term: 5 })).to.deep.equal(['term cannot be read'])
    expect(refusals(Search, { term: null })).to.deep.equal(['term cannot be read'])
    expect(refusals(Search, {})).to.deep.equal(['term is required'])
    class Answering {
      @Transform(() => {
        throw new Conflict('no')
      })
      @IsString()
      name!: string
    }
    expect(() => validated(Answering, { name: 'a' })).to.throw(Conflict)
  })

  it('leaves the document honest: nothing is known of its input but what @Type says', () => {
    const { term, page } = propertiesOf(Search)
    expect(term).to.deep.equal({
      'x-rules': [
        { rule: 'transform' },
        { rule: 'isLength', fault: 'length', constraints: [1, 5] },
        { rule: 'isString' }
      ]
    })
    expect(page).to.include({ type: 'number', nullable: true })
    expect(page?.['x-rules']?.map(({ rule }) => rule)).to.deep.equal(['transform', 'min', 'isInt'])
    expect(componentsOf(Search).Search?.required).to.deep.equal(['term'])
  })

  it('that runs one way leaves what is documented of the other way as it is', () => {
    class Label {
      @Transform(({ value }) => `${value} CHF`, { toPlainOnly: true }) @IsInt() @Min(1) price!: number
      @Transform(({ value }) => String(value).trim(), { toClassOnly: true }) @Length(1, 5) text!: string
      @Field({ minLength: 2, description: 'Its name', example: 'ab', deprecated: true })
      @Transform(({ value }) => value.trim(), { toClassOnly: true })
      name!: string
    }
    const sent = propertiesOf(Label, '3.0', 'request')
    const got = propertiesOf(Label, '3.0', 'response')
    const integer = { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
    expect(sent.price).to.deep.equal(integer)
    expect(got.price).to.deep.equal({
      'x-rules': [{ rule: 'transform' }, { rule: 'min', fault: 'minimum', constraints: [1] }, { rule: 'isInt' }]
    })
    expect(got.text).to.deep.equal({ type: 'string', minLength: 1, maxLength: 5 })
    expect(sent.text).to.have.all.keys('x-rules')
    const said = { type: 'string', description: 'Its name', example: 'ab', deprecated: true }
    expect(got.name).to.deep.equal({ ...said, minLength: 2 })
    expect(sent.name).to.deep.include(said).and.not.to.have.property('minLength')
    expect(accepted(Label, { price: 1, text: ' ab ', name: ' ab ' })).to.include({ text: 'ab', name: 'ab' })
  })

  it('that runs for requests alone is no excuse for a response that breaks the rules', () => {
    class Label {
      @Transform(({ value }) => String(value).trim(), { toClassOnly: true }) @IsString() @Length(1, 5) text!: string
      @IsOptional() @Transform(({ value }) => new Date(value), { toClassOnly: true }) @IsDate() at?: Date
    }
    const binder = compileBinder(parseType(Label, 'here'), 'json', 'body', { direction: 'response' })
    const faultsOf = (body: object) => told(binder.validate(body) as Bound<unknown>)
    expect(faultsOf({ text: 'abc', at: '2024-05-17T08:30:00Z' })).to.deep.equal([])
    expect(faultsOf({ text: 'abcdef' })).to.deep.equal(['text must be 1 to 5 characters long'])
  })

  it('beside @Field is about a value of the declared type', () => {
    class Trimmed {
      @Field({ minLength: 2 }) @Transform(({ value }) => value.trim()) name!: string
    }
    expect(accepted(Trimmed, { name: ' ab ' })).to.include({ name: 'ab' })
    expect(refusals(Trimmed, { name: 5 })).to.deep.equal(['name must be a string'])
    expect(refusals(Trimmed, { name: ' a  ' })).to.deep.equal(['name must be at least 2 characters long'])
    expect(propertiesOf(Trimmed).name).to.include({ type: 'string' }).and.not.to.have.property('minLength')
  })

  it('does not run for what is absent where a default is declared, which is taken as it is', () => {
    class Page {
      @Field({ default: ' all ', minLength: 2 }) @Transform(({ value }) => value?.trim()) filter!: string
      @Field(() => [String], { default: ['a'] }) @Transform(({ value }) => value?.reverse()) order!: string[]
    }
    expect(plain(accepted(Page, {}))).to.deep.equal({ filter: ' all ', order: ['a'] })
    expect(plain(accepted(Page, { filter: ' ab ', order: ['b', 'c'] }))).to.deep.equal({
      filter: 'ab',
      order: ['c', 'b']
    })
  })

  it('is asked about what is exposed and absent', () => {
    class Filled {
      @Expose() @Transform(({ value }) => value ?? 'none') @IsString() name!: string
      @Expose() @Transform(({ value }) => value) @IsString() needed!: string
      @Transform(({ value }) => value ?? 'none') @IsOptional() @IsString() other?: string
    }
    expect(plain(accepted(Filled, { needed: 'a' }))).to.deep.equal({ name: 'none', needed: 'a' })
    expect(refusals(Filled, {})).to.deep.equal(['needed is required'])
    expect(componentsOf(Filled).Filled).not.to.have.property('required')
  })

  it('runs one way alone where it is told so', () => {
    class Price {
      @Transform(({ value }) => `${value} CHF`, { toPlainOnly: true }) @IsInt() amount!: number
      @Transform(({ value }) => value.map((tag: { name: string }) => tag.name), { toPlainOnly: true })
      @IsOptional()
      @IsArray()
      tags?: unknown[]
    }
    const price = accepted<Price>(Price, { amount: 5 })
    expect(price.amount).to.equal(5)
    expect(written(Price, { amount: 5, tags: [{ name: 'a', hidden: 1 }] })).to.deep.equal({
      amount: '5 CHF',
      tags: ['a']
    })
    expect(refusals(Price, { amount: 'x' })).to.deep.equal(['amount must be an integer'])
    const [{ amount: sent }, { amount: got }] = [propertiesOf(Price), propertiesOf(Price, '3.0', 'response')]
    expect(sent).to.include({ type: 'integer' }).and.not.to.have.property('x-rules')
    expect(got?.['x-rules']?.[0]).to.deep.equal({ rule: 'transform' })
  })

  it('may leave anything for an answer, but of a record no more than it declares', () => {
    class Country {
      @IsString() name!: string
      readonly secret = 1
    }
    class Address {
      @Transform(({ value }) => value.name, { toPlainOnly: true }) @ValidateNested() @Type(() => Country) text!: Country
      @Transform(({ value }) => value, { toPlainOnly: true }) @ValidateNested() @Type(() => Country) whole!: Country
      @Transform(({ value }) => ({ amount: value, currency: 'CHF' }), { toPlainOnly: true }) @IsInt() price!: number
      @Transform(({ value }) => ({ of: value }), { toPlainOnly: true })
      @IsArray()
      @IsInt({ each: true })
      list!: number[]
    }
    const country = Object.assign(new Country(), { name: 'Chile' })
    expect(written(Address, { text: country, whole: country, price: 5, list: [1] })).to.deep.equal({
      text: 'Chile',
      whole: { name: 'Chile' },
      price: { amount: 5, currency: 'CHF' },
      list: { of: [1] }
    })
  })

  it('writes what was accepted where a condition did not hold', () => {
    class Part {
      @IsString() sku!: string
    }
    class Guarded {
      @IsString() kind!: string
      @ValidateIf(({ kind }) => kind === 'part') @ValidateNested() @Type(() => Part) part!: Part
      @ValidateIf(({ kind }) => kind === 'text') @IsString() text!: string
    }
    const sent = { kind: 'none', part: 'p', text: { a: [1] } }
    expect(written(Guarded, accepted<Guarded>(Guarded, sent))).to.deep.equal(sent)
    const part = { sku: 'a', secret: 1 }
    expect(written(Guarded, { kind: 'part', part, text: 't' })).to.deep.equal({
      kind: 'part',
      part: { sku: 'a' },
      text: 't'
    })
  })

  it('runs from top to bottom, and before a condition is asked', () => {
    class Chain {
      @Transform(({ value }) => `${value}1`) @Transform(({ value }) => `${value}2`) @IsString() name!: string
      @Transform(({ value }) => value.trim()) @ValidateIf((_chain, value) => value !== '') @MaxLength(2) text?: string
    }
    expect(accepted(Chain, { name: '0', text: '' })).to.include({ name: '012' })
    expect(refusals(Chain, { name: '0', text: '    ' })).to.deep.equal([])
    expect(refusals(Chain, { name: '0', text: ' abc ' })).to.deep.equal(['text must be at most 2 characters long'])
  })
})

describe('What a class initialises', () => {
  class Paging {
    @IsOptional() @Type(() => Number) @IsInt() @Min(1) page: number = 1
    @IsInt() size = 20
    @IsNotEmpty() term = ''
    @IsIn(['asc', 'desc']) order: 'asc' | 'desc' = 'asc'
    @IsOptional() @IsDateString() at = new Date().toISOString() + Math.random()
    @IsOptional() @IsString({ each: true }) tags: string[] = []
  }

  it('stands where nothing was sent, and is no excuse where it breaks the rules itself', () => {
    const paging = accepted<Paging>(Paging, { term: 'a' })
    expect(paging).to.include({ page: 1, size: 20, order: 'asc' })
    expect(paging.tags).to.deep.equal([])
    expect(accepted<Paging>(Paging, { term: 'a' }).tags).not.to.equal(paging.tags)
    expect(refusals(Paging, {})).to.deep.equal(['term is required'])
    expect(refusals(Paging, { term: 'a', size: null })).to.deep.equal(['size must not be null'])
  })

  it('is the default in the document, unless it is another each time', () => {
    const { page, size, order, at, tags, term } = propertiesOf(Paging)
    expect([page, size, order, tags].map((property) => property?.default)).to.deep.equal([1, 20, 'asc', []])
    expect(at).not.to.have.property('default')
    expect(term).not.to.have.property('default')
    expect(componentsOf(Paging).Paging?.required).to.deep.equal(['term'])
  })
})

describe('@Type with a discriminator', () => {
  abstract class Shape {
    @IsOptional() @IsString() name?: string
  }
  class Circle extends Shape {
    @IsInt() radius!: number
  }
  class Square extends Shape {
    @IsString() kind!: string
    @IsInt() side!: number
  }
  const discriminator = {
    property: 'kind',
    subTypes: [
      { name: 'circle', value: Circle },
      { name: 'square', value: Square }
    ]
  }
  class Drawing {
    @ValidateNested() @Type(() => Shape as never, { discriminator }) shape!: Shape
    @IsOptional()
    @IsArray()
    @ValidateNested({ each: true })
    @Type(() => Shape as never, { discriminator, keepDiscriminatorProperty: true })
    more?: Shape[]
  }

  it('chooses the class; what the classes declare of it is bound', () => {
    const drawing = accepted<Drawing>(Drawing, {
      shape: { kind: 'circle', radius: 1 },
      more: [{ kind: 'square', side: 2 }]
    })
    expect(drawing.shape).to.be.instanceOf(Circle).and.not.to.have.property('kind')
    expect(drawing.more?.[0]).to.be.instanceOf(Square).and.to.include({ kind: 'square' })
    expect(refusals(Drawing, { shape: { kind: 'oval' } })).to.deep.equal([
      'shape.kind must be one of "circle", "square"'
    ])
    expect(refusals(Drawing, { shape: { radius: 1 } })).to.deep.equal(['shape.kind is required'])
    expect(refusals(Drawing, { shape: { kind: 'square', side: 'x' } })).to.deep.equal(['shape.side must be an integer'])
  })

  it('is written with the property, whether the class has it or not', () => {
    const circle = Object.assign(new Circle(), { radius: 1 })
    expect(written(Drawing, { shape: circle })).to.deep.equal({ shape: { radius: 1, kind: 'circle' } })
  })

  it('is told by the document', () => {
    const { shape } = propertiesOf(Drawing)
    expect(shape?.discriminator).to.have.property('propertyName', 'kind')
    expect(shape?.oneOf).to.have.lengthOf(2)
  })

  it('must be declared where a class refuses what it does not declare', () => {
    expect(setupErrors(() => componentsOfClosed(Drawing))).to.deep.equal([
      "UNION_INVALID: a member of a union refuses unknown fields, and does not declare its discriminator 'kind', " +
        'Circle; declare it: @IsString() kind!: string.'
    ])
  })

  it('must be declared where a class has additional properties, which its values would be among', () => {
    @RecordOf({ additionalProperties: Number })
    class Bag {
      @IsInt() size!: number
    }
    class Holder {
      @ValidateNested()
      @Type(() => Bag, { discriminator: { property: 'kind', subTypes: [{ name: 'bag', value: Bag }] } })
      bag!: Bag
    }
    expect(setupErrors(() => componentsOfClosed(Holder))).to.deep.equal([
      "UNION_INVALID: a member of a union has additional properties, and does not declare its discriminator 'kind', " +
        'Bag; declare it: @IsString() kind!: string.'
    ])
  })
})

function componentsOfClosed(target: abstract new () => object): unknown {
  return new SchemaEmitter('3.0', recordSchemaOf, { unknownFields: 'reject' }).schemaOf(
    { kind: 'record', class: target },
    'here'
  )
}
