import { Type } from 'class-transformer'
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested
} from 'class-validator'
import {
  Application,
  Body,
  Controller,
  Cookie,
  DateOnly,
  Delete,
  Double,
  enumOf,
  Field,
  File,
  Files,
  Float,
  Get,
  Header,
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
  Query,
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
  @Field({ exclusiveMinimum: 0, exclusiveMaximum: 1.5 }) open!: number
  @Field({ multipleOf: 0.01 }) cents!: number
  @Field(() => Integer, { multipleOf: 7, optional: true }) sevens?: number
}

class Texts {
  @Field({ name: 'short-text', minLength: 2, maxLength: 4 }) short!: string
  @Field({ pattern: '^[a-z]+-[0-9]{2,3}$' }) code!: string
  @Field({ format: 'alphanumeric', maxLength: 8 }) alphanumeric!: string
  @Field({ format: 'alpha' }) alpha!: string
  @Field({ format: 'numeric' }) numeric!: string
  @Field({ format: 'uuid' }) uuid!: string
  @Field({ format: 'byte' }) byte!: string
  @Field({ format: 'ipv4' }) ipv4!: string
  @Field({ format: 'date' }) date!: string
  @Field({ format: 'time' }) time!: string
  @Field({ format: 'date-time' }) dateTime!: string
  @Field({ format: 'password' }) password!: string
}

class RuledTexts {
  @Field({ format: 'email' }) email!: string
  @Field({ format: 'uri', optional: true }) uri?: string
  @Field({ format: 'hostname', optional: true }) hostname?: string
  @Field({ format: 'ipv6', optional: true }) ipv6?: string
  @Field({ format: 'phone', optional: true }) phone?: string
}

class Point {
  @Field() x!: number
  @Field({ optional: true, default: 1 }) y?: number
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
  @Field() flag!: boolean
  @Field(() => oneOf(String, Integer), { optional: true }) either?: string | number
}

class Moments {
  @Field() at!: Date
  @Field(() => Date, { nullable: true }) until!: Date | null
  @Field(() => DateOnly) day!: string
  @Field(() => [Date], { optional: true }) all?: Date[]
}

@Record({ unknownFields: 'reject' })
class Strict {
  @Field({ name: 'the-name' }) name!: string
  @Field(() => String, { optional: true, nullable: true }) maybe?: string | null
  @Field({ readOnly: true }) id!: string
}

class Account {
  @Field({ readOnly: true }) id!: string
  @Field() name!: string
  @Field({ writeOnly: true, minLength: 3 }) secret!: string
}

class Tree {
  @Field() label!: string
  @Field(() => [Tree], { optional: true }) children?: Tree[]
  @Field(() => Tree, { nullable: true, optional: true }) parent?: Tree | null
}

class Cat {
  @Field({ enum: ['cat'] }) kind!: 'cat'
  @Field(() => Integer, { minimum: 0, maximum: 9 }) lives!: number
}

class Dog {
  @Field({ enum: ['dog'] }) kind!: 'dog'
  @Field({ minLength: 1 }) name!: string
}

const Pet = oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })

class Base {
  @Field({ maxLength: 5 }) title!: string
}

class Derived extends Base {
  @Field(() => Integer, { minimum: 1 }) pages!: number
}

class Anything {
  @Field(() => Unknown) value!: unknown
  @Field(() => Unknown, { optional: true }) other?: unknown
}

/** As a NestJS user writes them. */
class AddressDto {
  @IsString() @Length(2, 6) city!: string
  @IsOptional() @IsString() @Matches(/^[0-9]{4}$/) zip?: string | null
}

class PersonDto {
  @IsString() @MaxLength(5) name!: string
  @IsInt() @Min(0) @Max(150) age!: number
  @ValidateNested() @Type(() => AddressDto) address!: AddressDto
}

class ContactDto {
  @IsString() @MaxLength(5) name!: string
  @IsEmail() email!: string
}

class Filter {
  @Field(() => Integer, { minimum: 1, maximum: 100, default: 10 }) limit?: number
  @Field(() => [String], { optional: true, maxItems: 3 }) tag?: string[]
  @Field({ optional: true, enum: Level }) level?: Level
  @Field({ optional: true }) since?: Date
}

class FormRecord {
  @Field({ minLength: 1 }) title!: string
  @Field(() => Integer, { minimum: 1 }) count!: number
  @Field(() => Double, { optional: true }) ratio?: number
  @Field({ optional: true }) flag?: boolean
  @Field(() => Date, { optional: true }) when?: Date
  @Field(() => [Integer], { optional: true, maxItems: 2 }) codes?: number[]
  @Field({ optional: true, enum: Level }) level?: Level
}

class Upload {
  @Field({ maxLength: 9 }) title!: string
  @File({ optional: true }) picture?: UploadedFile
}

class Avatar {
  @File({ maxSize: 500, contentTypes: ['image/png', 'image/jpeg'] }) avatar!: UploadedFile
  @Files({ optional: true, maxItems: 3 }) photos?: UploadedFile[]
}

@Record({ unknownFields: 'reject' })
class Claim {
  @Field({ minLength: 1, maxLength: 20 }) title!: string
  @Field(() => Integer, { minimum: 1 }) count!: number
  @Field({ optional: true }) when?: Date
  @Field({ optional: true, enum: Level }) level?: Level
  @Field(() => [Integer], { optional: true, maxItems: 2 }) codes?: number[]
  @Files({ minItems: 1, maxItems: 2, maxSize: 500_000, contentTypes: ['image/*', 'application/pdf'] })
  scans!: UploadedFile[]
  @File({ optional: true, contentTypes: ['text/csv', 'text/plain'] }) table?: UploadedFile
}

class PartialTexts extends PartialType(Texts) {}
class SomeNumbers extends PickType(Numbers, ['between', 'cents'] as const) {}
class OtherNumbers extends OmitType(Numbers, ['float', 'double', 'open'] as const) {}
class Both extends IntersectionType(SomeNumbers, Derived) {}
class AllPoint extends RequiredType(Point) {}

class ShapeDto {
  @IsIn(['round', 'square']) form!: string
  @ValidateIf((shape: ShapeDto) => shape.form === 'round') @IsPositive() radius?: number
  @IsOptional() @IsBoolean() filled?: boolean | null
  @IsArray() @ArrayMaxSize(2) @IsNumber({}, { each: true }) sizes!: number[]
  @IsEnum(Level) level!: Level
  @IsUUID() key!: string
  @IsDateString() @IsOptional() day?: string
}

@Controller('/bodies')
class BodyController {
  @Post('/form') @Returns(200, FormRecord) form(
    @Body(FormRecord, { consumes: ['application/x-www-form-urlencoded', 'application/json'] }) body: FormRecord
  ): FormRecord {
    return body
  }

  @Post('/text') @Returns(200, String) text(@Body(String, { consumes: 'text/plain' }) body: string): string {
    return body
  }

  @Post('/bytes') @Returns(200, Int32) bytes(@Body({ consumes: 'image/*' }) body: Buffer): number {
    return body.length
  }

  @Post('/upload') @Returns(200, String) upload(@Body() body: Upload): string {
    return body.title
  }

  @Post('/avatar') @Returns(200, Int32) avatar(@Body() body: Avatar): number {
    return body.avatar.size
  }

  @Post('/claim') @Returns(200, Int32) claim(@Body() body: Claim): number {
    return body.scans.length
  }

  @Patch('/texts') @Returns(200, PartialTexts) partial(@Body() body: PartialTexts): PartialTexts {
    return body
  }

  @Post('/both') @Returns(200, Both) both(@Body() body: Both): Both {
    return body
  }

  @Post('/others') @Returns(200, OtherNumbers) others(@Body() body: OtherNumbers): OtherNumbers {
    return body
  }

  @Post('/point') @Returns(200, AllPoint) point(@Body() body: AllPoint): AllPoint {
    return body
  }

  @Post('/shape') @Returns(200, ShapeDto) shape(@Body() body: ShapeDto): ShapeDto {
    return body
  }

  @Post('/union') @Returns(200, oneOf(Integer, [String], nullable(Point))) union(
    @Body(oneOf(Integer, [String], nullable(Point))) body: unknown
  ): unknown {
    return body
  }
}

@Controller('/records')
class RecordController {
  @Post('/numbers') @Returns(200, Numbers) numbers(@Body() body: Numbers): Numbers {
    return body
  }

  @Post('/texts') @Returns(200, Texts) texts(@Body() body: Texts): Texts {
    return body
  }

  @Post('/ruled') @Returns(200, RuledTexts) ruled(@Body() body: RuledTexts): RuledTexts {
    return body
  }

  @Post('/lists') @Returns(200, Lists) lists(@Body() body: Lists): Lists {
    return body
  }

  @Post('/choices') @Returns(200, Choices) choices(@Body() body: Choices): Choices {
    return body
  }

  @Put('/moments') @Returns(200, Moments) moments(@Body() body: Moments): Moments {
    return body
  }

  @Patch('/strict') @Returns(200, Strict) strict(@Body() body: Strict): Strict {
    return Object.assign(body, { id: 'x' })
  }

  @Post('/accounts') @Returns(201, Account) account(@Body() body: Account): Account {
    return Object.assign(body, { id: '7' })
  }

  @Post('/trees') @Returns(200, Tree) tree(@Body() body: Tree): Tree {
    return body
  }

  @Post('/pets') @Returns(200, Pet) pet(@Body(Pet) body: Cat | Dog): Cat | Dog {
    return body
  }

  @Post('/derived') @Returns(200, Derived) derived(@Body() body: Derived): Derived {
    return body
  }

  @Post('/anything') @Returns(200, Anything) anything(@Body() body: Anything): Anything {
    return body
  }

  @Post('/people') @Returns(200, PersonDto) person(@Body() body: PersonDto): PersonDto {
    return body
  }

  @Post('/contacts') @Returns(200, ContactDto) contact(@Body() body: ContactDto): ContactDto {
    return body
  }

  @Post('/points') @Returns(200, [Point]) points(@Body([Point]) body: Point[]): Point[] {
    return body
  }
}

@Controller('/inputs')
class InputController {
  @Get('/query')
  @Returns(200, String)
  query(
    @Query('id', Integer) id: number,
    @Query('ratio', Double, { optional: true }) _ratio?: number,
    @Query('deep', Boolean, { optional: true }) _deep?: boolean,
    @Query('when', Date, { optional: true }) _when?: Date,
    @Query('level', enumOf(Level), { optional: true }) _level?: Level,
    @Query('priority', enumOf(Priority), { optional: true }) _priority?: Priority,
    @Query('codes', [Integer], { optional: true, maxItems: 3 }) _codes?: number[]
  ): string {
    return String(id)
  }

  @Get('/filter') @Returns(200, Filter) filter(@Query() filter: Filter): Filter {
    return filter
  }

  @Get('/headers')
  @Returns(200, String)
  headers(
    @Header('x-count', Int32) count: number,
    @Header('x-tags', [String], { optional: true }) _tags?: string[],
    @Header('x-flag', Boolean, { optional: true }) _flag?: boolean
  ): string {
    return String(count)
  }

  @Get('/cookies') @Returns(200, String) cookies(
    @Cookie('session', String, { minLength: 2 }) session: string,
    @Cookie('page', Integer, { optional: true }) _page?: number
  ): string {
    return session
  }

  @Get('/path/{id}/{flag}') @Returns(200, String) path(
    @Param('id', Int32, { minimum: 1 }) id: number,
    @Param('flag', Boolean) _flag: boolean
  ): string {
    return String(id)
  }

  @Get('/regex/{code:[a-z]{2}[0-9]+}') @Returns(200, String) regex(@Param('code', String) code: string): string {
    return code
  }

  @Get('/files/{path:*}') @Returns(200, String) files(@Param('path', String) path: string): string {
    return path
  }

  @Get('/dates/{day}') @Returns(200, String) dates(@Param('day', DateOnly) day: string): string {
    return day
  }

  @Delete('/things/{id}') @Returns(204) @Returns(404, { description: 'There is no such thing' }) remove(
    @Param('id', Integer) id: number
  ): void {
    if (id > 5) NotFound.throw()
  }

  @Get('/ping') @Returns(200, String) ping(): string {
    return 'pong'
  }
}

/** By the beginning of their paths. */
const CONTROLLERS = { '/records': RecordController, '/bodies': BodyController, '/inputs': InputController }

function applicationWith(controllers: readonly (new () => object)[]): Application {
  return new Application({
    title: 'Wide',
    version: '1.0.0',
    controllers,
    // A file beyond the usual limit takes more time than it is worth.
    uploads: { fileSize: 1_000_000 },
    responseChecks: 'off',
    logger: { debug() {}, info() {}, warn() {}, error() {} }
  })
}

/** A service that uses all types and rules; it returns what it accepts. */
export const wideApplication = applicationWith(Object.values(CONTROLLERS))

/** The part of it that has the operations whose path begins like this. */
export function partAt(path: string): Application {
  const found = Object.entries(CONTROLLERS).filter(([start]) => path.startsWith(start))
  return applicationWith(found.map(([, controller]) => controller))
}
