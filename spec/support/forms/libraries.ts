import { Expose, Transform } from 'class-transformer'
import { IsCreditCard, MinLength } from 'class-validator'
import { Field, Integer, Record } from 'fieldstone'

/** New classes at each call, which nothing has read. */
export function makeClasses() {
  class Inner {
    @Field(() => Integer, { minimum: 1 }) count!: number
  }

  class Outer {
    @Field(() => String, { rules: [IsCreditCard()] }) card!: string
    @Field(() => Inner) inner!: Inner
    @Field(() => [Inner], { optional: true }) list?: Inner[]
    @Field(() => Date, { name: 'made_at', optional: true }) madeAt?: Date
    @Field(() => String, { rules: [Transform(({ value }) => String(value).trim()), MinLength(2)] }) trimmed!: string
    @Field(() => String, { optional: true, rules: [Expose({ name: 'other_name' })] }) other?: string
  }

  class Heir extends Outer {}

  return { Inner, Outer, Heir }
}

export function makeNamed() {
  @Record({})
  class Named {
    @Field(() => String, { maxLength: 3 }) name!: string
  }
  return Named
}

/** A class whose field has a type that may not be known yet, as in a module that another one imports in a circle. */
export function makeEarly(typeOf: () => unknown) {
  class Early {
    @Field(typeOf as () => StringConstructor) one!: unknown
  }
  return Early
}
