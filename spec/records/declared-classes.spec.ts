import { expect } from 'chai'
import { Field, mapOf } from 'fieldstone'
import { accepted, declarationErrors } from '../support/bound.js'

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
    it(`is told at start-up, ${why}`, async () => expect((await declarationErrors(declare()))[0]).to.include(message))
  }

  it('is told with all others that the type reaches', async () => {
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
    expect(await declarationErrors([Whole])).to.have.length(1)
    class Outer {
      @Field() first!: First
      @Field(() => mapOf(Second)) second!: object
    }
    expect(await declarationErrors(Outer)).to.have.length(2)
  })

  it('may have a setter beside its getter', async () => {
    class Trimmed {
      #name = ''
      @Field() get name(): string {
        return this.#name
      }
      set name(value: string) {
        this.#name = value.trim()
      }
    }
    expect((await accepted<Trimmed>(Trimmed, { name: ' a ' })).name).to.equal('a')
  })
})
