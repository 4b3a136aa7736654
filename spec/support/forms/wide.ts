import {
  ArrayMaxSize,
  IsDateString,
  IsEmail,
  IsIn,
  IsNumber,
  IsOptional,
  IsPositive,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf
} from 'class-validator'
import {
  Application,
  Body,
  body,
  Context,
  Controller,
  context,
  cookie,
  DateOnly,
  Delete,
  Double,
  enumOf,
  Field,
  File,
  Float,
  Get,
  Header,
  header,
  Injectable,
  Int32,
  Integer,
  IntersectionType,
  mapOf,
  NotFound,
  nullable,
  OmitType,
  oneOf,
  Param,
  PartialType,
  Patch,
  PickType,
  Post,
  Put,
  param,
  Query,
  query,
  Record,
  RequiredType,
  Returns,
  tupleOf,
  Unknown,
  UploadedFile
} from 'fieldstone'

enum Level {
  Low = 'low',
  High = 'high'
}

enum Priority {
  None = 0,
  Some = 5
}

class Numbers {
  @Field(() => Integer) integer!: number
  @Field(() => Int32) int32!: number
  @Field(() => Float) float!: number
  @Field(() => Double) double!: number
  @Field(() => Integer, { minimum: 3, maximum: 7 }) between!: number
  @Field(() => Number, { exclusiveMinimum: 0, exclusiveMaximum: 1.5 }) open!: number
  @Field(() => Number, { multipleOf: 0.01 }) cents!: number
  @Field(() => Integer, { multipleOf: 7, optional: true }) sevens?: number
}

class Texts {
  @Field(() => String, { name: 'short-text', minLength: 2, maxLength: 4 }) short!: string
  @Field(() => String, { pattern: '^[a-z]+-[0-9]{2,3}$' }) code!: string
  @Field(() => String, { format: 'alphanumeric', maxLength: 8 }) alphanumeric!: string
  @Field(() => String, { format: 'alpha' }) alpha!: string
  @Field(() => String, { format: 'numeric' }) numeric!: string
  @Field(() => String, { format: 'uuid' }) uuid!: string
  @Field(() => String, { format: 'byte' }) byte!: string
  @Field(() => String, { format: 'ipv4' }) ipv4!: string
  @Field(() => String, { format: 'date' }) date!: string
  @Field(() => String, { format: 'time' }) time!: string
  @Field(() => String, { format: 'date-time' }) dateTime!: string
  @Field(() => String, { format: 'password' }) password!: string
}

class RuledTexts {
  @Field(() => String, { format: 'email' }) email!: string
  @Field(() => String, { format: 'uri', optional: true }) uri?: string
  @Field(() => String, { format: 'hostname', optional: true }) hostname?: string
  @Field(() => String, { format: 'ipv6', optional: true }) ipv6?: string
  @Field(() => String, { format: 'phone', optional: true }) phone?: string
}

class Point {
  @Field(() => Number) x!: number
  @Field(() => Number, { optional: true, default: 1 }) y?: number
}

class Lists {
  @Field(() => [String], { minItems: 1, maxItems: 3 }) names!: string[]
  @Field(() => [Integer], { uniqueItems: true }) distinct!: number[]
  @Field(() => [[Point]]) grid!: Point[][]
  @Field(() => mapOf(Integer)) counts!: { [name: string]: number }
  @Field(() => mapOf(Point), { optional: true }) points?: { [name: string]: Point }
  @Field(() => tupleOf(String, Integer), { optional: true }) pair?: [string, number]
  @Field(() => [nullable(String)], { optional: true }) holes?: (string | null)[]
  @Field(() => [String], { each: true, minLength: 2, optional: true }) words?: string[]
}

class Choices {
  @Field({ enum: Level }) level!: Level
  @Field({ enum: Priority }) priority!: Priority
  @Field({ enum: ['a', 'b', 'c'], nullable: true }) letter!: string | null
  @Field(() => enumOf(Level, 'Level')) named!: Level
  @Field(() => Boolean) flag!: boolean
  @Field(() => oneOf(String, Integer), { optional: true }) either?: string | number
}

class Moments {
  @Field(() => Date) at!: Date
  @Field(() => Date, { nullable: true }) until!: Date | null
  @Field(() => DateOnly) day!: string
  @Field(() => [Date], { optional: true }) all?: Date[]
}

@Record({ unknownFields: 'reject' })
class Strict {
  @Field(() => String, { name: 'the-name' }) name!: string
  @Field(() => String, { optional: true, nullable: true }) maybe?: string | null
  @Field(() => String, { readOnly: true }) id!: string
}

class Account {
  @Field(() => String, { readOnly: true }) id!: string
  @Field(() => String) name!: string
  @Field(() => String, { writeOnly: true, minLength: 3 }) secret!: string
}

class Tree {
  @Field(() => String) label!: string
  @Field(() => [Tree], { optional: true }) children?: Tree[]
  @Field(() => Tree, { nullable: true, optional: true }) parent?: Tree | null
}

class Cat {
  @Field({ enum: ['cat'] }) kind!: 'cat'
  @Field(() => Integer, { minimum: 0, maximum: 9 }) lives!: number
}

class Dog {
  @Field({ enum: ['dog'] }) kind!: 'dog'
  @Field(() => String, { minLength: 1 }) name!: string
}

const Pet = oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })

class Base {
  @Field(() => String, { maxLength: 5 }) title!: string
}

class Derived extends Base {
  @Field(() => Integer, { minimum: 1 }) pages!: number
}

class Anything {
  @Field(() => Unknown) value!: unknown
  @Field(() => Unknown, { optional: true }) other?: unknown
}

/** With rules of class-validator. */
class Address {
  @Field(() => String, { rules: [Length(2, 6)] }) city!: string
  @Field(() => String, { optional: true, nullable: true, rules: [Matches(/^[0-9]{4}$/)] }) zip?: string | null
}

class Person {
  @Field(() => String, { rules: [MaxLength(5)] }) name!: string
  @Field(() => Integer, { rules: [Min(0), Max(150)] }) age!: number
  @Field(() => Address) address!: Address
}

class Contact {
  @Field(() => String, { maxLength: 5 }) name!: string
  @Field(() => String, { rules: [IsEmail()] }) email!: string
}

class Filter {
  @Field(() => Integer, { minimum: 1, maximum: 100, default: 10 }) limit?: number
  @Field(() => [String], { optional: true, maxItems: 3 }) tag?: string[]
  @Field({ optional: true, enum: Level }) level?: Level
  @Field(() => Date, { optional: true }) since?: Date
}

class FormRecord {
  @Field(() => String, { minLength: 1 }) title!: string
  @Field(() => Integer, { minimum: 1 }) count!: number
  @Field(() => Double, { optional: true }) ratio?: number
  @Field(() => Boolean, { optional: true }) flag?: boolean
  @Field(() => Date, { optional: true }) when?: Date
  @Field(() => [Integer], { optional: true, maxItems: 2 }) codes?: number[]
  @Field({ optional: true, enum: Level }) level?: Level
}

class Upload {
  @Field(() => String, { maxLength: 9 }) title!: string
  @File({ optional: true }) picture?: UploadedFile
}

class PartialTexts extends PartialType(Texts) {}
class SomeNumbers extends PickType(Numbers, ['between', 'cents'] as const) {}
class OtherNumbers extends OmitType(Numbers, ['float', 'double', 'open'] as const) {}
class Both extends IntersectionType(SomeNumbers, Derived) {}
class AllPoint extends RequiredType(Point) {}

class Shape {
  @Field(() => String, { rules: [IsIn(['round', 'square'])] }) form!: string
  @Field(() => Number, { rules: [ValidateIf((shape: Shape) => shape.form === 'round'), IsPositive()] }) radius?: number
  @Field(() => Boolean, { rules: [IsOptional()] }) filled?: boolean | null
  @Field(() => [Number], { rules: [ArrayMaxSize(2), IsNumber({}, { each: true })] }) sizes!: number[]
  @Field({ enum: Level }) level!: Level
  @Field(() => String, { rules: [IsUUID()] }) key!: string
  @Field(() => String, { optional: true, rules: [IsDateString()] }) day?: string
}

/** The parts of one request. */
class MovePoint {
  @Param(() => Integer) id!: number
  @Query(() => Filter) filter!: Filter
  @Header('x-by', String, { optional: true }) by?: string
  @Body(Point) point!: Point
}

class Log {
  moves = 0
}

@Injectable(() => [Log])
class Moves {
  constructor(readonly log: Log) {}
}

@Controller('/moves')
@Injectable(() => [Moves])
class MoveController {
  readonly #moves: Moves

  constructor(moves: Moves) {
    this.#moves = moves
  }

  @Put('/{id}', { request: MovePoint, responses: { 200: Point } })
  move({ point }: MovePoint): Point {
    this.#moves.log.moves++
    return point
  }
}

@Controller('/bodies')
class BodyController {
  @Post('/form', body(FormRecord, { consumes: ['application/x-www-form-urlencoded', 'application/json'] }))
  @Returns(200, FormRecord)
  form(value: FormRecord): FormRecord {
    return value
  }

  @Post('/text', body(String, { consumes: 'text/plain' })) @Returns(200, String) text(value: string): string {
    return value
  }

  @Post('/bytes', body(Buffer, { consumes: 'image/*' })) @Returns(200, Int32) bytes(value: Buffer): number {
    return value.length
  }

  @Post('/upload', body(Upload)) @Returns(200, String) upload(value: Upload): string {
    return value.title
  }

  @Patch('/texts', body(PartialTexts)) @Returns(200, PartialTexts) partial(value: PartialTexts): PartialTexts {
    return value
  }

  @Post('/both', body(Both)) @Returns(200, Both) both(value: Both): Both {
    return value
  }

  @Post('/others', body(OtherNumbers)) @Returns(200, OtherNumbers) others(value: OtherNumbers): OtherNumbers {
    return value
  }

  @Post('/point', body(AllPoint)) @Returns(200, AllPoint) point(value: AllPoint): AllPoint {
    return value
  }

  @Post('/shape', body(Shape)) @Returns(200, Shape) shape(value: Shape): Shape {
    return value
  }

  @Post('/union', body(oneOf(Integer, [String], nullable(Point))))
  @Returns(200, oneOf(Integer, [String], nullable(Point)))
  union(value: unknown): unknown {
    return value
  }
}

@Controller('/records')
class RecordController {
  @Post('/numbers', body(Numbers)) @Returns(200, Numbers) numbers(value: Numbers): Numbers {
    return value
  }

  @Post('/texts', body(Texts)) @Returns(200, Texts) texts(value: Texts): Texts {
    return value
  }

  @Post('/ruled', body(RuledTexts)) @Returns(200, RuledTexts) ruled(value: RuledTexts): RuledTexts {
    return value
  }

  @Post('/lists', body(Lists)) @Returns(200, Lists) lists(value: Lists): Lists {
    return value
  }

  @Post('/choices', body(Choices)) @Returns(200, Choices) choices(value: Choices): Choices {
    return value
  }

  @Put('/moments', body(Moments)) @Returns(200, Moments) moments(value: Moments): Moments {
    return value
  }

  @Patch('/strict', body(Strict)) @Returns(200, Strict) strict(value: Strict): Strict {
    return Object.assign(value, { id: 'x' })
  }

  @Post('/accounts', body(Account)) @Returns(201, Account) account(value: Account): Account {
    return Object.assign(value, { id: '7' })
  }

  @Post('/trees', body(Tree)) @Returns(200, Tree) tree(value: Tree): Tree {
    return value
  }

  @Post('/pets', body(Pet)) @Returns(200, Pet) pet(value: Cat | Dog): Cat | Dog {
    return value
  }

  @Post('/derived', body(Derived)) @Returns(200, Derived) derived(value: Derived): Derived {
    return value
  }

  @Post('/anything', body(Anything)) @Returns(200, Anything) anything(value: Anything): Anything {
    return value
  }

  @Post('/people', body(Person)) @Returns(200, Person) person(value: Person): Person {
    return value
  }

  @Post('/contacts', body(Contact)) @Returns(200, Contact) contact(value: Contact): Contact {
    return value
  }

  @Post('/points', body([Point])) @Returns(200, [Point]) points(value: Point[]): Point[] {
    return value
  }
}

@Controller('/inputs')
class InputController {
  @Get(
    '/query',
    query('id', Integer),
    query('ratio', Double, { optional: true }),
    query('deep', Boolean, { optional: true }),
    query('when', Date, { optional: true }),
    query('level', enumOf(Level), { optional: true }),
    query('priority', enumOf(Priority), { optional: true }),
    query('codes', [Integer], { optional: true, maxItems: 3 })
  )
  @Returns(200, String)
  query(
    id: number,
    _ratio?: number,
    _deep?: boolean,
    _when?: Date,
    _level?: Level,
    _priority?: Priority,
    _codes?: number[]
  ): string {
    return String(id)
  }

  @Get('/filter', query(Filter)) @Returns(200, Filter) filter(filter: Filter): Filter {
    return filter
  }

  @Get(
    '/headers',
    header('x-count', Int32),
    header('x-tags', [String], { optional: true }),
    header('x-flag', Boolean, { optional: true })
  )
  @Returns(200, String)
  headers(count: number, _tags?: string[], _flag?: boolean): string {
    return String(count)
  }

  @Get('/cookies', cookie('session', String, { minLength: 2 }), cookie('page', Integer, { optional: true }))
  @Returns(200, String)
  cookies(session: string, _page?: number): string {
    return session
  }

  @Get('/path/{id}/{flag}', param('id', Int32, { minimum: 1 }), param('flag', Boolean)) @Returns(200, String) path(
    id: number,
    _flag: boolean
  ): string {
    return String(id)
  }

  @Get('/regex/{code:[a-z]{2}[0-9]+}', param('code', String)) @Returns(200, String) regex(code: string): string {
    return code
  }

  @Get('/files/{path:*}', param('path', String)) @Returns(200, String) files(path: string): string {
    return path
  }

  @Get('/dates/{day}', param('day', DateOnly)) @Returns(200, String) dates(day: string): string {
    return day
  }

  @Delete('/things/{id}', param('id', Integer))
  @Returns(204)
  @Returns(404, { description: 'There is no such thing' })
  remove(id: number): void {
    if (id > 5) NotFound.throw()
  }

  @Get('/events') @Returns(200, { events: { point: Point, level: enumOf(Level) } }) async *events() {
    yield { event: 'point' as const, data: { x: 1, y: 2 }, id: '1' }
    yield { event: 'level' as const, data: Level.High }
  }

  @Get('/lines') @Returns(200, [Point], { lines: Point }) lines(): Point[] {
    return [{ x: 1, y: 2 }]
  }

  @Get('/heads', context())
  @Returns(200, String, {
    headers: { 'x-total': { type: Integer, minimum: 0 }, 'x-levels': { type: [enumOf(Level)], optional: true } }
  })
  heads(ctx: Context): string {
    ctx.header('x-total', 3)
    ctx.header('x-levels', [Level.Low, Level.High])
    return ''
  }

  @Get('/ping') @Returns(200, String) ping(): string {
    return 'pong'
  }
}

/** A service that uses all types and rules, written so that it compiles in both forms; it returns what it accepts. */
export const application = new Application({
  title: 'Wide',
  version: '1.0.0',
  controllers: [RecordController, BodyController, InputController, MoveController],
  responseChecks: 'off',
  logger: { debug() {}, info() {}, warn() {}, error() {} }
})
