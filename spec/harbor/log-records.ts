import { Field, Integer, Record } from 'fieldstone'

/** What was measured, by whatever instruments there are. */
@Record({
  additionalProperties: Integer,
  maxProperties: 12,
  description: 'The readings of instruments, by their names'
})
export class Reading {
  @Field(() => Date, { description: 'When it was read' }) at!: Date
  @Field(() => Integer, { minimum: 0, maximum: 12, description: 'The wind, by Beaufort' }) wind!: number;
  [instrument: string]: unknown
}

export class NewEntry {
  @Field(() => String, { minLength: 1, maxLength: 200 }) text!: string
  @Field(() => Reading, { optional: true }) reading?: Reading
}

export class Entry extends NewEntry {
  @Field(() => String, { format: 'uuid' }) id!: string
}

/** An entry that says who wrote it. */
export class SignedEntry extends Entry {
  @Field(() => String, { minLength: 1 }) by!: string
}

export class NewSubscription {
  @Field(() => String, { format: 'uri', maxLength: 200, example: 'https://agent.example.com/harbor' }) url!: string
}

export class Subscription extends NewSubscription {
  @Field(() => Integer, { minimum: 1 }) number!: number
}

export class Alarm {
  @Field({ enum: ['storm', 'fog', 'fire'] }) kind!: 'storm' | 'fog' | 'fire'
  @Field(() => Reading, { optional: true }) reading?: Reading
}
