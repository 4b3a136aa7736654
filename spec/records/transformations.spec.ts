import { expect } from 'chai'
import { Expose, Transform, Type } from 'class-transformer'
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsInt,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested
} from 'class-validator'
import { Conflict, Field } from 'fieldstone'
import { accepted, refusals, replied, validated, violations } from '../support/bound.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

/** Without what the compiler initialises with undefined. */
function plain(record: object): unknown {
  return JSON.parse(JSON.stringify(record))
}

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

  it('runs after the type and before the rules', async () => {
    expect(plain(await accepted(Search, { term: '  ab ', exact: 'true', tags: 'a,b', page: 2.4 }))).to.deep.equal({
      term: 'ab',
      exact: true,
      tags: ['a', 'b'],
      page: 2
    })
    expect(await refusals(Search, { term: '   ' })).to.deep.equal(['term must be 1 to 5 characters long'])
    expect(await refusals(Search, { term: 'abcdefg', page: 0.2 })).to.have.members([
      'term must be 1 to 5 characters long',
      'page must be at least 1'
    ])
    expect(await refusals(Search, { term: 'a', page: 'x' })).to.deep.equal(['page must be a number'])
  })

  it('is told of the property and of the whole input', async () => {
    const body = { term: 'a', any: 5 }
    await accepted(Search, body)
    expect(seen.at(-1)).to.deep.equal(['any', body, 0])
  })

  it('that throws refuses the value, and answers where it means to', async () => {
    expect(await refusals(Search, { term: 5 })).to.deep.equal(['term cannot be read'])
    expect(await refusals(Search, { term: null })).to.deep.equal(['term cannot be read'])
    expect(await refusals(Search, {})).to.deep.equal(['term is required'])
    class Answering {
      @Transform(() => {
        throw new Conflict('no')
      })
      @IsString()
      name!: string
    }
    const error = await validated(Answering, { name: 'a' }).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(Conflict)
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

  it('that runs one way leaves what is documented of the other way as it is', async () => {
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
    expect(await accepted(Label, { price: 1, text: ' ab ', name: ' ab ' })).to.include({ text: 'ab', name: 'ab' })
  })

  it('that runs for requests alone is no excuse for a response that breaks the rules', async () => {
    class Label {
      @Transform(({ value }) => String(value).trim(), { toClassOnly: true }) @IsString() @Length(1, 5) text!: string
      @IsOptional() @Transform(({ value }) => new Date(value), { toClassOnly: true }) @IsDate() at?: Date
    }
    const at = new Date('2024-05-17T08:30:00Z')
    expect(await violations(Label, { text: 'abc', at })).to.deep.equal([])
    expect(await violations(Label, { text: 'abcdef' })).to.deep.equal(['text must be 1 to 5 characters long'])
  })

  it('beside @Field is about a value of the declared type', async () => {
    class Trimmed {
      @Field({ minLength: 2 }) @Transform(({ value }) => value.trim()) name!: string
    }
    expect(await accepted(Trimmed, { name: ' ab ' })).to.include({ name: 'ab' })
    expect(await refusals(Trimmed, { name: 5 })).to.deep.equal(['name must be a string'])
    expect(await refusals(Trimmed, { name: ' a  ' })).to.deep.equal(['name must be at least 2 characters long'])
    expect(propertiesOf(Trimmed).name).to.include({ type: 'string' }).and.not.to.have.property('minLength')
  })

  it('does not run for what is absent where a default is declared, which is taken as it is', async () => {
    class Page {
      @Field({ default: ' all ', minLength: 2 }) @Transform(({ value }) => value?.trim()) filter!: string
      @Field(() => [String], { default: ['a'] }) @Transform(({ value }) => value?.reverse()) order!: string[]
    }
    expect(plain(await accepted(Page, {}))).to.deep.equal({ filter: ' all ', order: ['a'] })
    expect(plain(await accepted(Page, { filter: ' ab ', order: ['b', 'c'] }))).to.deep.equal({
      filter: 'ab',
      order: ['c', 'b']
    })
  })

  it('is asked about what is exposed and absent', async () => {
    class Filled {
      @Expose() @Transform(({ value }) => value ?? 'none') @IsString() name!: string
      @Expose() @Transform(({ value }) => value) @IsString() needed!: string
      @Transform(({ value }) => value ?? 'none') @IsOptional() @IsString() other?: string
    }
    expect(plain(await accepted(Filled, { needed: 'a' }))).to.deep.equal({ name: 'none', needed: 'a' })
    expect(await refusals(Filled, {})).to.deep.equal(['needed is required'])
    expect(componentsOf(Filled).Filled).not.to.have.property('required')
  })

  it('runs one way alone where it is told so', async () => {
    class Price {
      @Transform(({ value }) => `${value} CHF`, { toPlainOnly: true }) @IsInt() amount!: number
      @Transform(({ value }) => value.map((tag: { name: string }) => tag.name), { toPlainOnly: true })
      @IsOptional()
      @IsArray()
      tags?: unknown[]
    }
    const price = await accepted<Price>(Price, { amount: 5 })
    expect(price.amount).to.equal(5)
    expect(await replied(Price, { amount: 5, tags: [{ name: 'a', hidden: 1 }] })).to.deep.equal({
      amount: '5 CHF',
      tags: ['a']
    })
    expect(await refusals(Price, { amount: 'x' })).to.deep.equal(['amount must be an integer'])
    const [{ amount: sent }, { amount: got }] = [propertiesOf(Price), propertiesOf(Price, '3.0', 'response')]
    expect(sent).to.include({ type: 'integer' }).and.not.to.have.property('x-rules')
    expect(got?.['x-rules']?.[0]).to.deep.equal({ rule: 'transform' })
  })

  it('may leave anything for an answer, but of a record no more than it declares', async () => {
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
    expect(await replied(Address, { text: country, whole: country, price: 5, list: [1] })).to.deep.equal({
      text: 'Chile',
      whole: { name: 'Chile' },
      price: { amount: 5, currency: 'CHF' },
      list: { of: [1] }
    })
  })

  it('is no excuse for what is absent where a condition holds', async () => {
    class Guarded {
      @IsBoolean() strict!: boolean
      @ValidateIf((record: Guarded) => record.strict) @Transform(({ value }) => value.trim()) @IsString() name!: string
      @Transform(({ value }) => value.trim()) @IsString() other!: string
    }
    expect(await refusals(Guarded, { strict: true })).to.include('other is required')
    expect(await refusals(Guarded, { strict: true, other: 'b' })).to.deep.equal(['name is required'])
    expect(await refusals(Guarded, { strict: false, other: ' a ' })).to.deep.equal([])
    expect(await accepted(Guarded, { strict: true, name: ' a ', other: ' b ' })).to.include({ name: 'a', other: 'b' })
  })

  it('writes what was accepted where a condition did not hold', async () => {
    class Part {
      @IsString() sku!: string
    }
    class Guarded {
      @IsString() kind!: string
      @ValidateIf(({ kind }) => kind === 'part') @ValidateNested() @Type(() => Part) part!: Part
      @ValidateIf(({ kind }) => kind === 'text') @IsString() text!: string
    }
    const sent = { kind: 'none', part: 'p', text: { a: [1] } }
    expect(await replied(Guarded, await accepted<Guarded>(Guarded, sent))).to.deep.equal(sent)
    const part = { sku: 'a', secret: 1 }
    expect(await replied(Guarded, { kind: 'part', part, text: 't' })).to.deep.equal({
      kind: 'part',
      part: { sku: 'a' },
      text: 't'
    })
  })

  it('runs from top to bottom, and before a condition is asked', async () => {
    class Chain {
      @Transform(({ value }) => `${value}1`) @Transform(({ value }) => `${value}2`) @IsString() name!: string
      @Transform(({ value }) => value.trim()) @ValidateIf((_chain, value) => value !== '') @MaxLength(2) text?: string
    }
    expect(await accepted(Chain, { name: '0', text: '' })).to.include({ name: '012' })
    expect(await refusals(Chain, { name: '0', text: '    ' })).to.deep.equal([])
    expect(await refusals(Chain, { name: '0', text: ' abc ' })).to.deep.equal([
      'text must be at most 2 characters long'
    ])
  })
})
