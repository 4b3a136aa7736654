import { expect } from 'chai'
import { plainToInstance, Transform, Type } from 'class-transformer'
import {
  Equals,
  IsEmail,
  IsInt,
  IsLocale,
  IsOptional,
  IsString,
  MinLength,
  ValidateNested,
  ValidationError,
  validateSync
} from 'class-validator'
import { type ConcreteClass, Field, Integer, mapOf, oneOf, type TypeExpression } from 'fieldstone'
import { type Source, validated } from '../support/bound.js'
import { cases, seed } from '../support/chance.js'
import { drawFrom } from '../support/drawing.js'
import { forgetLater } from '../support/forgotten-classes.js'
import { drawRecord } from '../support/generated-record.js'
import { difference } from '../support/same-value.js'

class Line {
  @Field({ minLength: 2, name: 'SKU' }) sku!: string
  @Field(() => Integer, { minimum: 1, message: 'take at least $constraint1' }) quantity!: number
}

class Order {
  @Field({ format: 'email', name: 'e-mail' }) email!: string
  @Field() placed!: Date
  @Field(() => [Line], { minItems: 1 }) lines!: Line[]
  @Field({ optional: true }) gift?: Line
}

class AddressDto {
  @IsString() @MinLength(3, { message: '$property of $target: $value' }) street!: string
}

class UserDto {
  @IsEmail() email!: string
  @IsInt({ each: true }) @IsOptional() marks?: number[]
  @ValidateNested({ each: true, context: { code: 7 } }) @Type(() => AddressDto) addresses!: AddressDto[]
}

async function treeOf(type: TypeExpression, body: unknown, source?: Source): Promise<ValidationError[]> {
  const bound = await validated(type, body, source)
  if (bound.faults === undefined) throw new Error(`accepted ${JSON.stringify(body)}`)
  return [...bound.tree]
}

function asTold(target: unknown, body: object): ValidationError[] {
  return validateSync(plainToInstance(target as ConcreteClass, body))
}

class TermsDto {
  // Transformed in responses, too: the document knows no type of it then. Boolean('false') is true.
  @Type(() => Boolean)
  @Transform(({ value }) => value)
  @Equals(true)
  accepted!: boolean
}

/** The libraries throw at some bodies. */
function outcomeOf<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const LINE = { SKU: 'ab', quantity: 1 }
const ORDER = { 'e-mail': 'a@example.org', placed: '2024-05-17T08:30:00Z', lines: [LINE] }

describe('class-validator’s errors of a rejected body', () => {
  const bodies: [type: ConcreteClass, body: object][] = [
    [Order, {}],
    [Order, { ...ORDER, 'e-mail': 'no' }],
    [Order, { ...ORDER, placed: 'yesterday', extra: 1 }],
    [Order, { ...ORDER, lines: [LINE, { SKU: 'a', quantity: 0 }, { SKU: 5 }] }],
    [Order, { ...ORDER, lines: 'x', gift: { quantity: 1.5 } }],
    [Order, { ...ORDER, lines: [], gift: null }],
    [UserDto, { email: 'no', marks: [1, 'a'], addresses: [{ street: 'x' }, { street: 'long' }, {}] }],
    [UserDto, { email: 'a@example.org', marks: null, addresses: 'none' }]
  ]
  for (const [type, body] of bodies) {
    it(`are those of class-validator: ${type.name} ${JSON.stringify(body)}`, async () => {
      const tree = await treeOf(type, body)
      expect(tree).to.deep.equal(asTold(type, body))
      expect(tree).not.to.have.length(0)
      expect(tree[0]).to.be.instanceOf(ValidationError)
      expect(tree[0]?.target).to.be.instanceOf(type)
    })
  }

  it('are under the property’s own name', async () => {
    const [error] = await treeOf(Order, { ...ORDER, 'e-mail': 'no' })
    expect(error?.property).to.equal('email')
    expect(error?.value).to.equal('no')
    expect(error?.constraints).to.have.property('isMailbox')
  })

  it('are those of class-validator for every kind of fault in a record', async () => {
    let compared = 0
    const draw = drawFrom(seed(20261130))
    for (let records = cases(10, 400); records > 0; records--) {
      const forget = forgetLater()
      const record = drawRecord(draw)
      for (let at = 0; at < 10; at++) {
        const body: unknown = JSON.parse(JSON.stringify(record.draw(draw)))
        const { faults, tree } = await validated(record.class, body)
        if (faults === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) continue
        const expected = outcomeOf(() => asTold(record.class, structuredClone(body)))
        if (expected === undefined) continue
        const found = difference([...tree], expected)
        if (found !== undefined) throw new Error(`${found} of ${JSON.stringify(body)}`)
        compared++
      }
      forget()
    }
    expect(compared).to.be.greaterThan(cases(12, 500))
  })

  it('are by index for a list, and by key for a map', async () => {
    const wrong = { SKU: 'ab', quantity: 0 }
    for (const [type, body, property] of [
      [[Line], [LINE, wrong], '1'],
      [mapOf(Line), { a: LINE, 'b c': wrong }, 'b c']
    ] as const) {
      const tree = await treeOf(type, body)
      expect(tree).to.have.length(1)
      expect(tree[0]).to.deep.include({ property, value: wrong, children: asTold(Line, wrong) })
    }
  })

  it('are those of the record that a discriminator names', async () => {
    class Cat {
      @Field({ enum: ['cat'] }) kind!: string
      @Field(() => Integer, { minimum: 0 }) lives!: number
    }
    class Dog {
      @Field({ enum: ['dog'] }) kind!: string
    }
    const pet = oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })
    const body = { kind: 'cat', lives: -1 }
    expect(await treeOf(pet, body)).to.deep.equal(asTold(Cat, body))
    expect(await treeOf(pet, { kind: 'bird' })).to.deep.equal([])
  })

  it('have the typed value if a text has its form, and the text if not', async () => {
    class Search {
      @Field(() => Integer, { maximum: 5 }) page!: number
      @Field(() => [Integer]) ids!: number[]
      @Field() flag!: boolean
    }
    const tree = await treeOf(Search, { page: '7', ids: ['1', 'x'], flag: 'true' }, 'text')
    expect(
      tree.map(({ property, value, constraints }) => ({ property, value, rules: Object.keys(constraints ?? {}) }))
    ).to.deep.equal([
      { property: 'page', value: 7, rules: ['max'] },
      {
        property: 'ids',
        value: [1, 'x'],
        rules: asTold(Search, { page: 1, ids: [1, 'x'], flag: true }).flatMap(({ constraints }) =>
          Object.keys(constraints ?? {})
        )
      }
    ])
  })

  it('are none if class-validator would accept the body', async () => {
    expect(await treeOf(Order, [])).to.deep.equal([])
    expect(await treeOf(Integer, 'x')).to.deep.equal([])
  })

  it('come from the faults if class-transformer throws', async () => {
    const body = { 'e-mail': 'no', placed: '2024-05-17T08:30:00Z', lines: [LINE], x: { constructor: { a: 1 } } }
    expect(() => asTold(Order, body)).to.throw(TypeError)
    expect(await treeOf(Order, body)).to.deep.equal([
      Object.assign(new ValidationError(), {
        property: 'e-mail',
        constraints: { format: 'must be an email address' },
        children: []
      })
    ])
  })

  it('come from the faults if a rule takes class-validator too long on a long text', async () => {
    class Reader {
      @IsLocale() locale!: string
    }
    const [error] = await treeOf(Reader, { locale: `en${'-0-00'.repeat(100_000)}!` })
    expect(error).to.deep.include({ property: 'locale', constraints: { isLocale: 'must be locale' } })
  })

  it('is of texts in their types, including those before a transformation', async () => {
    const [error, ...others] = await treeOf(TermsDto, { accepted: 'false' }, 'text')
    expect(others).to.deep.equal([])
    expect(error).to.deep.include({ value: false, constraints: { equals: 'accepted must be equal to true' } })
  })
})
