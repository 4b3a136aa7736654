// biome-ignore-all lint/suspicious/noExplicitAny: a property of type any is compared with nothing
// What the compiler accepts and rejects of `@Field`, in both forms of decorators. `// error:` stands before a line that
// the compiler must reject, with a part of its message; every other line must compile.
import {
  DateOnly,
  enumOf,
  Field,
  type FieldDecorator,
  File,
  Files,
  genericRecord,
  Integer,
  IntersectionType,
  mapOf,
  nullable,
  OmitType,
  oneOf,
  PartialType,
  type Relation,
  type TypeExpression,
  tupleOf,
  Unknown,
  UploadedFile,
  type ValueOf
} from 'fieldstone'

enum State {
  Draft = 'draft',
  Live = 'live'
}

enum Level {
  Low,
  High
}

type UserId = string & { readonly brand: 'UserId' }

class Note {
  @Field() title!: string
  @Field({ minLength: 2 }) text?: string
}

class LongNote extends Note {
  @Field(() => Integer) pages!: number
}

class Cat {
  @Field() kind!: 'cat'
}

class Dog {
  @Field() kind!: 'dog'
}

export class Right {
  @Field(() => Integer) count!: number
  @Field(() => Integer, { optional: true }) maybe?: number
  @Field(() => Integer, { optional: true }) unsaid!: number
  @Field(() => Integer, { nullable: true }) orNull!: number | null
  @Field(() => String) text = 'initial'
  @Field(() => String) readonly fixed!: string
  @Field(() => String) anything: any
  @Field(() => String) something: unknown
  @Field(() => String) id!: UserId
  @Field(() => String, { enum: ['a', 'b'] }) letter!: 'a' | 'b'
  @Field(() => State) state!: State
  @Field(() => enumOf(State, 'State')) named!: State
  @Field(() => Level) level!: Level
  @Field(() => enumOf(['a', 'b'])) literal!: 'a' | 'b'
  @Field(() => enumOf(['a', 'b'])) wider!: string
  @Field(() => Boolean) flag!: boolean
  @Field(() => Date) at!: Date
  @Field(Date) constructed!: Date
  @Field(() => DateOnly) day!: string
  @Field(() => [String]) list!: string[]
  @Field(() => [String]) fixedList!: readonly string[]
  @Field(() => [String]) ids!: UserId[]
  @Field(() => [[Integer]]) grid!: number[][]
  @Field(() => Note) note!: Note
  @Field(() => Note) structural!: { title: string; text?: string }
  @Field(() => LongNote) base!: Note
  // A response may contain a subclass.
  @Field(() => Note) special!: LongNote
  @Field(() => Right, { optional: true }) self?: Right
  @Field(() => Right, { optional: true }) related?: Relation<Right>
  @Field(() => PartialType(Note)) partial!: Partial<Note>
  @Field(() => OmitType(LongNote, ['pages'] as const)) omitted!: Note
  @Field(() => IntersectionType(Note, Cat)) both!: Note & Cat
  @Field(() => mapOf(Integer)) map!: Record<string, number>
  @Field(() => mapOf(Integer)) indexed!: { [name: string]: number }
  @Field(() => tupleOf(Number, String)) tuple!: [number, string]
  @Field(() => nullable(String)) nothing!: string | null
  @Field(() => oneOf(Integer, String)) union!: number | string
  @Field(() => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })) pet!: Cat | Dog
  @Field(() => oneOf(Cat, Dog)) cat!: Cat
  @Field(() => Unknown) json!: Note
  @Field(() => 0) sample!: number
  @Field(() => '') sampleText!: string
  @Field({ type: Integer }) option!: number
  @Field({ type: () => [Note], maxItems: 3 }) optionList!: Note[]
  @Field(() => Integer) accessor kept = 1
  @Field(() => Integer) get length(): number {
    return this.kept
  }
  set length(value: number) {
    this.kept = value
  }
  @Field() untyped!: string
  @Field({ maxLength: 5 }) ruled!: string
  @File({ maxSize: 1 }) file!: UploadedFile
  @Files({ optional: true }) files?: UploadedFile[]
  // Where the compiler errs, `unknown` switches the comparison off.
  @Field((): unknown => String) transformed!: Date
  @Field(() => String as TypeExpression) cast!: Date
}

class Counter {
  @Field(() => Integer) protected shielded!: number
  @Field(() => Integer) private hidden!: number
  use = () => [this.shielded, this.hidden]
}

export const Page = genericRecord('Page', <E>(item: E) => {
  class Page {
    @Field(() => [item]) items!: ValueOf<E>[]
    @Field(() => item, { optional: true }) first?: ValueOf<E>
    @Field(() => mapOf(item)) byName!: Record<string, ValueOf<E>>
  }
  return Page
})

export function envelope<T extends object>(type: new () => T) {
  class Envelope {
    @Field(() => type) data!: T
    @Field(() => [type]) more!: readonly T[]
  }
  return Envelope
}

export class Box<T> {
  @Field(() => Unknown) content!: T
  @Field(() => [Unknown]) contents!: T[]
}

/** Decorators made of others. */
export const Id = (): PropertyDecorator => Field(() => Integer)
export const Name = (): FieldDecorator<string> => Field(() => String, { minLength: 1 })
Field(() => String)(Note.prototype, 'title')
Field(() => String)(Note.prototype, 'text' as string)

export class Named {
  @Name() name!: string
  // error: type '["the decorator gives", string, "but the property is", number]'
  @Name() wrong!: number
}

export class Wrong {
  // error: type '["the decorator gives", number, "but the property is", string]'
  @Field(() => Integer) text!: string
  // error: type '["the decorator gives", number, "but the property is", string
  @Field(() => Integer, { optional: true }) maybe?: string
  // error: type '["the decorator gives", number, "but the property is", string]'
  @Field({ type: Integer }) option!: string
  // error: type '["the decorator gives", Note[], "but the property is", Note]'
  @Field({ type: () => [Note] }) optionList!: Note
  // error: type '["the decorator gives", string[], "but the property is", string]'
  @Field(() => [String]) list!: string
  // error: type '["the decorator gives", number, "but the property is", number[]]'
  @Field(() => Integer) item!: number[]
  // error: type '["the decorator gives", Note, "but the property is", Cat]'
  @Field(() => Note) note!: Cat
  // error: type '["the decorator gives", Note, "but the property is", string]'
  @Field(() => Note) noteText!: string
  // error: type '["the decorator gives", string, "but the property is", Date]'
  @Field(() => DateOnly) day!: Date
  // error: type '["the decorator gives", Date, "but the property is", string]'
  @Field(() => Date) at!: string
  // error: type '["the decorator gives", Date, "but the property is", number]'
  @Field(() => Date) initial = 5
  // error: type '["the decorator gives", string[], "but the property is", Set<string>]'
  @Field(() => [String]) set!: Set<string>
  // error: type '["the decorator gives", Record<string, number>, "but the property is", Record<string, string>]'
  @Field(() => mapOf(Integer)) map!: Record<string, string>
  // error: type '["the decorator gives", State, "but the property is", Level]'
  @Field(() => State) state!: Level
  // error: type '["the decorator gives", "a" | "b", "but the property is", "c"]'
  @Field(() => enumOf(['a', 'b'])) literal!: 'c'
  // error: type '["the decorator gives", string, "but the property is", number]'
  @Field(() => String) accessor kept = 1
  // error: type '["the decorator gives", number, "but the property is", string]'
  @Field(() => Integer) get length(): string {
    return this.text
  }
  set length(value: string) {
    this.text = value
  }
  // strict error: type '["the decorator gives", string | null, "but the property is", string]'
  @Field(() => nullable(String)) noNull!: string
  // strict error: type '["the decorator gives", string | null, "but the property is", string | undefined]'
  @Field(() => nullable(String), { optional: true }) noNullEither?: string
  // error: type '["the decorator gives", UploadedFile, "but the property is", string]'
  @File() file!: string
}

export { Counter }
