import { inspect } from 'node:util'
import { expect } from 'chai'
import { IsString, Matches } from 'class-validator'
import { type Class, Field, File, inGroups, oneOf, Record } from 'fieldstone'
import { setupErrors } from '../support/applications.js'
import { declarationErrors } from '../support/bound.js'
import type { Author as AuthorType } from '../support/circular-author.js'
import { Book } from '../support/circular-book.js'
import { componentsOf } from '../support/documented.js'

function lineOf(...fields: readonly PropertyDecorator[]) {
  class Line {}
  fields.forEach((field, index) => {
    field(Line.prototype, `field${index}`)
  })
  return Line
}

describe('The error of a declaration has its place and a remedy', () => {
  it('for two records of one name', async () => {
    class Order {
      @Field(() => lineOf(Field(() => String))) first!: object
      @Field(() => lineOf(Field(() => Number))) second!: object
    }
    const [message] = await declarationErrors(Order)
    expect(message).to.match(/^RECORD_NAME_DUPLICATE: two different records or enums are named Line, /)
    expect(message).to.include('used by Order.first and by Order.second; ')
    expect(message).to.include("rename one of them, or give one another name in the document: @Record({ name: '…' })")
  })

  it('and the remedy works', () => {
    const other = lineOf(Field(() => Number))
    Record({ name: 'PricedLine' })(other)
    expect(Object.keys(componentsOf(oneOf(lineOf(Field(() => String)), other)))).to.have.members(['Line', 'PricedLine'])
  })

  it('for a class that is imported as a type', async () => {
    class Chapter {
      @Field() author!: AuthorType
    }
    const [message] = await declarationErrors(Chapter)
    expect(message).to.match(
      /^FIELD_TYPE_UNKNOWN: the type leaves no class at run time .*`import type`.*, Chapter\.author; /
    )
    expect(message).to.include('write @Field(() => TheType) with TheType imported as a value; ')
    expect(message).to.include('let the property be of type Relation<TheType>')
  })

  it('for a circular import that leaves undefined', async () => {
    class Chapter {
      @Field(() => [undefined]) authors!: object[]
    }
    const [message] = await declarationErrors(Chapter)
    expect(message).to.match(/^FIELD_TYPE_UNKNOWN: the type is undefined \(a circular import.*, Chapter\.authors; /)
    expect(message).to.include('import the class as a value and name it in a function, @Field(() => TheType)')
  })

  it('and two files that import each other can follow it', () => {
    expect(Object.keys(componentsOf(Book))).to.have.members(['Book', 'Author'])
  })

  it('for a missing type', async () => {
    class Chapter {
      @Field() size!: string | number
      @Field() lines!: string[]
    }
    const messages = await declarationErrors(Chapter)
    expect(messages[0]).to.include('Chapter.size; write @Field(() => TheType)')
    expect(messages[1]).to.include('Chapter.lines; write @Field(() => [TheType])')
  })
})

describe('A declaration that cannot be meant', () => {
  const call = (decorate: unknown, ...args: unknown[]) => (decorate as (...args: unknown[]) => void)(...args)
  const made = (...decorators: unknown[]) => {
    class Holder {}
    for (const decorate of decorators) call(decorate, Holder.prototype, 'value')
    return Holder
  }
  const recordWith = (options: unknown) => {
    const Holder = made(Field(() => String))
    Record(options as { name: string })(Holder)
    return Holder
  }
  const unionOf = (discriminator: unknown, mapping: object) => {
    const type = oneOf({ discriminator: discriminator as string, mapping: mapping as never })
    return made(Field(() => type as never))
  }
  const Kind = lineOf(Field(() => String, { name: 'kind', writeOnly: true }))
  const cases: readonly (readonly [what: string, declare: () => Class, error: RegExp])[] = [
    ['@Field that is not called', () => made(Field), /^DECORATOR_MISPLACED: @Field is not called/],
    ...[null, 5, true, [], () => String].map((options): [what: string, declare: () => Class, error: RegExp] => [
      `a field whose options are ${inspect(options)}`,
      () => made(Field(() => String, options as never)),
      /^OPTION_UNKNOWN: the options are (null|a number|a boolean|a list|a function), Holder\.value; give an object\.$/
    ]),
    [
      'a field with options, and with a type that is undefined',
      () => made(Field(undefined as never, { optional: true })),
      /^FIELD_TYPE_UNKNOWN: the type is undefined \(a circular import/
    ],
    ['a misspelt option of @Record', () => recordWith({ nam: 'A' }), /no option 'nam' \(did you mean 'name'\?\)/],
    ['a record whose name is no text', () => recordWith({ name: 5 }), /^RECORD_INVALID: the name is not a text/],
    [
      'an example beside examples',
      () => made(Field(() => String, { example: 'a', examples: ['b'] })),
      /^FIELD_OPTION_INVALID: it has example and examples/
    ],
    [
      'a discriminator that is no name',
      () => unionOf(5, { a: Kind }),
      /^UNION_INVALID: the discriminator of a union is not/
    ],
    [
      'a discriminator that responses do not have',
      () => unionOf('kind', { a: Kind }),
      /^UNION_INVALID: the discriminator of a union is writeOnly/
    ],
    ['a file of no size', () => made(File({ maxSize: -1 })), /^FIELD_OPTION_INVALID: maxSize is -1/],
    [
      'a file of no media type',
      () => made(File({ contentTypes: 'image' as never })),
      /^FIELD_OPTION_INVALID: contentTypes is not a list of media types/
    ],
    [
      'an option of groups that is misspelt',
      () => inGroups(made(Field(() => String)), 'a', { allways: true } as never),
      /no option 'allways' \(did you mean 'always'\?\)/
    ],
    [
      'a pattern of class-validator that can take long',
      () => made(IsString(), Matches(/^(a+)+$/)),
      /^PATTERN_UNSAFE: the pattern .* takes time that doubles with each character/
    ]
  ]
  for (const [what, declare, error] of cases) {
    it(`is a setup error: ${what}`, async () => {
      const errors = await setupErrors(async () => {
        const found = await declarationErrors(declare())
        expect(found).not.to.deep.equal([])
        expect(found[0]).to.match(error)
      })
      // Some are found when the decorator is called.
      if (errors.length > 0) expect(errors[0]).to.match(error)
    })
  }

  it('is a setup error: @Field on a class, and @Record that is not called', async () => {
    class Other {}
    expect(
      (
        await setupErrors(() =>
          call(
            Field(() => String),
            Other
          )
        )
      )[0]
    ).to.match(/^DECORATOR_MISPLACED: @Field is on a class/)
    expect((await setupErrors(() => call(Record, Other)))[0]).to.match(/^DECORATOR_MISPLACED: @Record is not called/)
  })
})
