import { expect } from 'chai'
import { Exclude, Expose, Type } from 'class-transformer'
import {
  IsArray,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Min,
  MinLength,
  ValidateNested
} from 'class-validator'
import { Field, Record as RecordOf } from 'fieldstone'
import { accepted, declarationErrors, refusals, replied } from '../support/bound.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

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

  it('keeps a property from being bound, or written, or both', async () => {
    const account = await accepted<Account>(Account, { name: 'a', password: '12345678', id: 5, secret: 's' })
    expect(plain(account)).to.deep.equal({ name: 'a', password: '12345678' })
    const sent = Object.assign(new Account(), { name: 'a', password: '12345678', id: 5, secret: 's' })
    expect(await replied(Account, sent)).to.deep.equal({ name: 'a', id: 5 })
  })

  it('is told by the document', () => {
    const sent = propertiesOf(Account)
    expect(Object.keys(sent)).to.deep.equal(['name', 'password'])
    expect(sent.password).to.include({ writeOnly: true, minLength: 8 })
    const received = propertiesOf(Account, '3.0', 'response')
    expect(Object.keys(received)).to.deep.equal(['name', 'id'])
    expect(received.id).to.include({ readOnly: true })
  })

  it('of a whole class leaves what is exposed', async () => {
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
    expect(plain(await accepted(Profile, { name: 'a', id: 1, token: 't', hash: 'h', note: 'n' }))).to.deep.equal({
      name: 'a',
      token: 't'
    })
    const full = { name: 'a', id: 1, token: 't', hash: 'h', note: 'n', more: 'm', shown: 's' }
    expect(await replied(Profile, full)).to.deep.equal({ name: 'a', id: 1 })
    // class-transformer forgets the exclusion in a subclass.
    expect(await replied(Heir, full)).to.deep.equal({ name: 'a', id: 1, shown: 's' })
  })

  it('guards a property of @Field, too', async () => {
    class Login {
      @Field({ name: 'pass_word' }) @Exclude({ toPlainOnly: true }) password!: string
      @Field() user!: string
    }
    expect((await accepted<Login>(Login, { pass_word: 'p', user: 'u' })).password).to.equal('p')
    expect(await replied(Login, { password: 'p', user: 'u' })).to.deep.equal({ user: 'u' })
  })
})

describe('@Expose', () => {
  class Names {
    @Expose({ name: 'both' }) @IsString() both1!: string
    @Expose({ name: 'in', toClassOnly: true }) @IsString() inward!: string
    @Expose({ name: 'out', toPlainOnly: true }) @IsString() outward!: string
  }

  it('names a property, one way or both', async () => {
    const names = await accepted<Names>(Names, { both: 'b', in: 'i', outward: 'o' })
    expect(plain(names)).to.deep.equal({ both1: 'b', inward: 'i', outward: 'o' })
    expect(await replied(Names, names)).to.deep.equal({ both: 'b', inward: 'i', out: 'o' })
    expect(await refusals(Names, { both1: 'b', inward: 'i', out: 'o' })).to.deep.equal([
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

  it('gives way to the name that @Field gives', async () => {
    class Named {
      @Field({ name: 'own' }) @Expose({ name: 'other' }) value!: string
      @Field() @Expose({ name: 'exposed' }) plain!: string
    }
    expect(Object.keys(propertiesOf(Named))).to.deep.equal(['own', 'exposed'])
    const named = await accepted<Named>(Named, { own: 'a', other: 'b', exposed: 'c' })
    expect({ ...named }).to.deep.equal({ value: 'a', plain: 'c' })
    expect(await replied(Named, named)).to.deep.equal({ own: 'a', exposed: 'c' })
  })

  it('of two names never lets a field travel the way that @Field excludes', async () => {
    class OneWay {
      @Field({ readOnly: true }) @Expose({ name: 'id_in', toClassOnly: true }) id!: string
      @Field({ writeOnly: true }) @Expose({ name: 'secret_out', toPlainOnly: true }) secret!: string
    }
    expect(Object.keys(propertiesOf(OneWay))).to.deep.equal(['secret'])
    expect(Object.keys(propertiesOf(OneWay, '3.0', 'response'))).to.deep.equal(['id'])
    const bound = await accepted<OneWay>(OneWay, { id_in: 'x', id: 'y', secret: 's' })
    expect(plain(bound)).to.deep.equal({ secret: 's' })
    expect(await replied(OneWay, { id: 'y', secret: 's' })).to.deep.equal({ id: 'y' })
  })

  it('alone declares a property, by its emitted type; a getter travels in responses', async () => {
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
    const thing = await accepted<Thing>(Thing, { id: 5, label: 'x' })
    expect(thing.label).to.equal('#5')
    expect(await replied(Thing, thing)).to.deep.equal({ id: 5, label: '#5' })
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

  it('stands where nothing was sent, and is no excuse where it breaks the rules itself', async () => {
    const paging = await accepted<Paging>(Paging, { term: 'a' })
    expect(paging).to.include({ page: 1, size: 20, order: 'asc' })
    expect(paging.tags).to.deep.equal([])
    expect((await accepted<Paging>(Paging, { term: 'a' })).tags).not.to.equal(paging.tags)
    expect(await refusals(Paging, {})).to.deep.equal(['term is required'])
    expect(await refusals(Paging, { term: 'a', size: null })).to.deep.equal(['size must not be null'])
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

  it('chooses the class; what the classes declare of it is bound', async () => {
    const drawing = await accepted<Drawing>(Drawing, {
      shape: { kind: 'circle', radius: 1 },
      more: [{ kind: 'square', side: 2 }]
    })
    expect(drawing.shape).to.be.instanceOf(Circle).and.not.to.have.property('kind')
    expect(drawing.more?.[0]).to.be.instanceOf(Square).and.to.include({ kind: 'square' })
    expect(await refusals(Drawing, { shape: { kind: 'oval' } })).to.deep.equal([
      'shape.kind must be one of "circle", "square"'
    ])
    expect(await refusals(Drawing, { shape: { radius: 1 } })).to.deep.equal(['shape.kind is required'])
    expect(await refusals(Drawing, { shape: { kind: 'square', side: 'x' } })).to.deep.equal([
      'shape.side must be an integer'
    ])
  })

  it('is written with the property, whether the class has it or not', async () => {
    const circle = Object.assign(new Circle(), { radius: 1 })
    expect(await replied(Drawing, { shape: circle })).to.deep.equal({ shape: { radius: 1, kind: 'circle' } })
  })

  it('is told by the document', () => {
    const { shape } = propertiesOf(Drawing)
    expect(shape?.discriminator).to.have.property('propertyName', 'kind')
    expect(shape?.oneOf).to.have.lengthOf(2)
  })

  it('must be declared where a class refuses what it does not declare', async () => {
    expect(await declarationErrors(Drawing, { unknownFields: 'reject' })).to.deep.equal([
      "UNION_INVALID: a member of a union refuses unknown fields, and does not declare its discriminator 'kind', " +
        'Circle; declare it: @IsString() kind!: string.'
    ])
  })

  it('must be declared where a class has additional properties, which its values would be among', async () => {
    @RecordOf({ additionalProperties: Number })
    class Bag {
      @IsInt() size!: number
    }
    class Holder {
      @ValidateNested()
      @Type(() => Bag, { discriminator: { property: 'kind', subTypes: [{ name: 'bag', value: Bag }] } })
      bag!: Bag
    }
    expect(await declarationErrors(Holder, { unknownFields: 'reject' })).to.deep.equal([
      "UNION_INVALID: a member of a union has additional properties, and does not declare its discriminator 'kind', " +
        'Bag; declare it: @IsString() kind!: string.'
    ])
  })
})
