import {
  DateOnly,
  Double,
  enumOf,
  Field,
  File,
  Files,
  genericRecord,
  Int64,
  Integer,
  mapOf,
  nullable,
  oneOf,
  PartialType,
  Problem,
  Record,
  tupleOf,
  Unknown,
  type UploadedFile,
  type ValueOf
} from 'fieldstone'

export enum Flag {
  Denmark = 'dk',
  Panama = 'pa',
  Liberia = 'lr'
}

export class Position {
  @Field(() => Double, { minimum: -90, maximum: 90 }) latitude!: number
  @Field(() => Double, { minimum: -180, maximum: 180 }) longitude!: number
}

/** With a field of each kind that a client sends and one of each that only the service or only the client writes. */
@Record({ description: 'A ship that calls at the harbor' })
export class NewShip {
  @Field(() => String, { minLength: 1, maxLength: 40, example: 'Aurora' }) name!: string
  @Field(() => enumOf(Flag, 'Flag')) flag!: Flag
  @Field(() => Integer, { minimum: 1, maximum: 500_000, description: 'In tons' }) tonnage!: number
  @Field(() => Date, { optional: true, description: 'When it was last seen' }) seenAt?: Date
  @Field(() => DateOnly, { nullable: true, optional: true, description: 'Null for a ship that is not built yet' })
  built?: string | null
  @Field(() => mapOf(Integer), { default: {}, description: 'Crew by rank' }) crew!: { [rank: string]: number }
  @Field(() => String, { writeOnly: true, optional: true, minLength: 4, description: 'For its agent alone' })
  password?: string
}

export class Ship extends NewShip {
  @Field(() => String, { format: 'uuid', readOnly: true }) id!: string
}

export class ShipChange extends PartialType(NewShip) {}

export class ShipFilter {
  @Field(() => enumOf(Flag, 'Flag'), { optional: true }) flag?: Flag
  @Field(() => Integer, { minimum: 1, maximum: 100, default: 20 }) limit!: number
  @Field(() => Integer, { minimum: 0, default: 0 }) offset!: number
}

export class Container {
  @Field({ enum: ['container'] }) kind!: 'container'
  @Field(() => String, { pattern: '^[A-Z]{4}[0-9]{7}$', example: 'MSKU1234567' }) number!: string
  @Field(() => Boolean, { default: false }) cooled!: boolean
}

export class Bulk {
  @Field({ enum: ['bulk'] }) kind!: 'bulk'
  @Field(() => String, { minLength: 2, maxLength: 30 }) material!: string
  @Field(() => Number, { exclusiveMinimum: 0, maximum: 1e6, multipleOf: 0.5, description: 'In tons' }) weight!: number
}

const Cargo = oneOf({ discriminator: 'kind', mapping: { container: Container, bulk: Bulk } })

/** What a client keeps about a cargo: whatever it likes. */
@Record({ unknownFields: 'reject' })
export class Manifest {
  @Field(() => [Cargo], { minItems: 1, maxItems: 5 }) items!: (Container | Bulk)[]
  @Field(() => [nullable(String)], { maxItems: 3, optional: true }) remarks?: (string | null)[]
  @Field(() => tupleOf(Double, Double), { optional: true, description: 'From and to, in °C' }) range?: [number, number]
  @Field(() => Unknown, { optional: true }) extra?: unknown
}

export class ManifestReceipt {
  /** A `bigint` in the program. */
  @Field(() => Int64, { description: 'A running number' }) number!: number
  @Field(() => Manifest) manifest!: Manifest
}

export class Pilot {
  @Field(() => String, { format: 'email', example: 'ada@example.com' }) email!: string
  @Field(() => String, { optional: true, format: 'uri' }) page?: string
  @Field(() => String, { optional: true, format: 'time', description: 'When the shift begins' }) shift?: string
}

/** As an HTML form sends it. */
export class Registration {
  @Field(() => String, { minLength: 1, maxLength: 20 }) name!: string
  @Field(() => Integer, { minimum: 16, maximum: 99 }) age!: number
  @Field(() => Boolean, { default: false }) newsletter!: boolean
  @Field(() => [enumOf(Flag, 'Flag')], { minItems: 1, maxItems: 3, uniqueItems: true }) flags!: Flag[]
  @Field(() => DateOnly, { optional: true }) from?: string
}

export class Papers {
  @Field(() => String, { minLength: 1, maxLength: 30 }) title!: string
  @Field(() => Integer, { optional: true, minimum: 1 }) pages?: number
  @File({ maxSize: 2_000, contentTypes: ['application/pdf'] }) scan!: UploadedFile
  @Files({ optional: true, maxItems: 2, maxSize: 500, contentTypes: ['image/*'] }) photos?: UploadedFile[]
}

export class PapersReceipt {
  @Field(() => String) title!: string
  @Field(() => Integer, { minimum: 0, maximum: 2_000 }) size!: number
  @Field(() => Integer, { minimum: 0, maximum: 2 }) photos!: number
}

/** The data of events and of lines. */
export class Arrival {
  @Field(() => String, { minLength: 1 }) ship!: string
  @Field(() => Date) at!: Date
  @Field(() => Position, { nullable: true }) position!: Position | null
}

export class Warning {
  @Field(() => Integer, { minimum: 1, maximum: 12, description: 'Of Beaufort' }) force!: number
}

export class Quote {
  @Field(() => Number, { minimum: 0 }) price!: number
  @Field(() => Date) until!: Date
}

export class Ticket {
  @Field(() => String, { format: 'uuid' }) id!: string
  @Field({ enum: ['waiting', 'done'] }) state!: 'waiting' | 'done'
}

export const Page = genericRecord('Page', <I>(item: I) => {
  class Page {
    @Field(() => [item], { maxItems: 100 }) items!: ValueOf<I>[]
    @Field(() => Integer, { minimum: 0 }) total!: number
  }
  return Page
})

export class Badge {
  @Field(() => String) name!: string
  @Field(() => [String]) scopes!: string[]
}

export class Slice {
  @Field(() => Integer, { minimum: 0 }) from!: number
  @Field(() => Integer, { minimum: 1 }) to!: number
  @Field(() => String, { nullable: true }) agent!: string | null
}

export class NewOrder {
  @Field(() => String, {
    minLength: 1,
    maxLength: 12,
    pattern: '^[a-z]+$',
    messages: { pattern: 'is in small letters' }
  })
  thing!: string
  @Field(() => Integer, { minimum: 1, maximum: 999, default: 1 }) count!: number
}

/** As the telex writes it. */
export class LegacyOrder {
  @Field(() => String, { pattern: '^[a-z]{1,12}\\*[1-9][0-9]{0,2}$' }) line!: string
}

export class Order extends NewOrder {
  @Field(() => Integer, { minimum: 1 }) number!: number
}

export class OpeningChange {
  @Field(() => Boolean) isOpen!: boolean
}

export class Opening {
  @Field(() => Boolean) isOpen!: boolean
}

/** A problem with a member of its own. */
export class Moored extends Problem {
  @Field(() => Integer, { description: 'The berth where the ship is' }) berth!: number
}

/** The form of errors of the second harbor. */
@Record({ description: 'Every error of this service' })
export class ApiError {
  @Field(() => Integer, { minimum: 400, maximum: 599 }) code!: number
  @Field(() => String) message!: string
  @Field(() => [String], { optional: true, description: 'The names of the fields that are wrong' }) fields?: string[]
}
