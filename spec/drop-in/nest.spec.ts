import 'reflect-metadata'
import type { AddressInfo } from 'node:net'
import {
  Body,
  Controller,
  type INestApplication,
  Module,
  Post,
  Query,
  ValidationPipe,
  type ValidationPipeOptions
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { expect } from 'chai'
import * as originalTransformer from 'class-transformer'
import { Expose, Transform, Type } from 'class-transformer'
import * as originalValidator from 'class-validator'
import {
  IsArray,
  IsEmail,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Min,
  Validate,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface
} from 'class-validator'
import * as transformerPackage from '../../src/drop-in/class-transformer.js'
import * as validatorPackage from '../../src/drop-in/class-validator.js'

enum Role {
  Admin = 'admin',
  User = 'user'
}

@ValidatorConstraint({ name: 'isFree', async: true })
class IsFree implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    return value !== 'taken'
  }
}

class LineDto {
  @IsString() @Length(2, 8) sku!: string
  @IsInt() @Min(1) quantity!: number
}

class OrderDto {
  @IsEmail() @Expose({ name: 'e_mail' }) email!: string
  @IsArray() @ValidateNested({ each: true }) @Type(() => LineDto) lines!: LineDto[]
  @IsOptional() @IsEnum(Role) role?: Role
  @IsOptional() @Transform(({ value }) => String(value).trim()) @IsString() @Length(1, 5) note?: string
}

class NameDto {
  @Validate(IsFree) name!: string
}

class PageDto {
  @IsOptional() @IsInt() @Min(1) @Type(() => Number) page?: number
}

const kind = (value: unknown): string => (value as object).constructor.name

@Controller()
class OrderController {
  @Post('/orders')
  order(@Body() body: OrderDto): object {
    return { kind: kind(body), lines: body.lines.map(kind), body }
  }

  @Post('/names')
  name(@Body() body: NameDto): object {
    return { kind: kind(body), body }
  }

  @Post('/pages')
  page(@Query() query: PageDto): object {
    return { kind: kind(query), page: query.page, type: typeof query.page }
  }
}

@Module({ controllers: [OrderController] })
class AppModule {}

const LINE = { sku: 'ab', quantity: 1 }
const REQUESTS: readonly (readonly [path: string, body: unknown])[] = [
  ['/orders', { e_mail: 'a@example.org', lines: [LINE, { ...LINE, extra: 1 }], role: 'admin', note: '  x ' }],
  ['/orders', { e_mail: 'a@example.org', lines: [], unknown: true }],
  [
    '/orders',
    { e_mail: 'no', lines: [{ sku: 'a', quantity: 0 }, LINE, { quantity: 'x' }, 5], role: 'root', note: 'too long' }
  ],
  ['/orders', { lines: { sku: 'ab' } }],
  ['/orders', { e_mail: 'a@example.org', lines: [[LINE]] }],
  ['/orders', []],
  ['/orders', [{ e_mail: 'a@example.org', lines: [] }]],
  ['/orders', { e_mail: 'a@example.org', lines: [], constructor: { a: 1 }, hasOwnProperty: 1 }],
  ['/names', { name: 'free' }],
  ['/names', { name: 'taken' }],
  ['/pages?page=2', {}],
  ['/pages?page=x', {}],
  ['/pages?page=0&page=1', {}]
]

const PIPES: readonly ValidationPipeOptions[] = [
  { transform: true },
  {},
  { transform: true, whitelist: true },
  { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true },
  { transform: true, transformOptions: { enableImplicitConversion: true }, stopAtFirstError: true },
  { transform: true, skipMissingProperties: true, exceptionFactory: (errors) => new Error(JSON.stringify(errors)) }
]

/** Answers of a real NestJS application with this pipe. */
async function answers(options: ValidationPipeOptions): Promise<string[]> {
  const app: INestApplication = await NestFactory.create(AppModule, { logger: false })
  app.useGlobalPipes(new ValidationPipe(options))
  await app.listen(0, '127.0.0.1')
  try {
    const { port } = app.getHttpServer().address() as AddressInfo
    const told: string[] = []
    for (const [path, body] of REQUESTS) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body)
      })
      told.push(`${response.status} ${await response.text()}`)
    }
    return told
  } finally {
    await app.close()
  }
}

describe('A NestJS application with the drop-ins', () => {
  for (const options of PIPES) {
    it(`answers as it does without them: ${JSON.stringify(options)}`, async () => {
      // NestJS keeps the packages of the last pipe in its module, so that one application runs after the other.
      const expected = await answers({
        ...options,
        validatorPackage: originalValidator,
        transformerPackage: originalTransformer as never
      })
      const own = await answers({ ...options, validatorPackage, transformerPackage: transformerPackage as never })
      expect(own).to.deep.equal(expected)
      expect(own.filter((answer) => answer.startsWith('201 {"kind":')).length).to.be.greaterThan(2)
      expect(own.filter((answer) => answer.startsWith('4') || answer.startsWith('5')).length).to.be.greaterThan(4)
    })
  }

  it('asks them, and not the libraries', async () => {
    const asked: string[] = []
    const spied = {
      validate: (...args: Parameters<typeof validatorPackage.validate>) => {
        asked.push('validate')
        return validatorPackage.validate(...args)
      }
    }
    const spiedTransformer = {
      ...transformerPackage,
      plainToInstance: (...args: Parameters<typeof transformerPackage.plainToInstance>) => {
        asked.push('plainToInstance')
        return transformerPackage.plainToInstance(...args)
      }
    }
    await answers({ transform: true, validatorPackage: spied as never, transformerPackage: spiedTransformer as never })
    expect(new Set(asked)).to.deep.equal(new Set(['validate', 'plainToInstance']))
  })
})

/** What is no decorator, or, as ValidatorConstraint, one that works in both forms. */
const OTHERS = [
  ...['ValidatorConstraint', 'ValidationError', 'ValidationTypes', 'Validator', 'MetadataStorage'],
  'ClassTransformer'
]

function isDecorator(library: object, name: string): boolean {
  return /^[A-Z]/.test(name) && typeof Reflect.get(library, name) === 'function' && !OTHERS.includes(name)
}

describe('The drop-in packages', () => {
  it('export all that the libraries export, with the functions that plans serve, and guarded decorators, in their place', () => {
    const pairs = [
      [validatorPackage, originalValidator, ['validate', 'validateOrReject', 'validateSync', 'Validator']],
      [transformerPackage, originalTransformer, ['plainToInstance', 'plainToClass']]
    ] as const
    for (const [own, original, replaced] of pairs) {
      const names = Object.keys(original).filter((name) => name !== 'default' && name !== 'module.exports')
      expect(Object.keys(own)).to.include.members(names)
      const other = names.filter((name) => Reflect.get(own, name) !== Reflect.get(original, name))
      expect(other).to.have.members([...replaced, ...names.filter((name) => isDecorator(original, name))])
    }
  })

  it('reject their decorators in the standard form, and say what to write', () => {
    const decorate = (decorator: unknown, value: unknown, kind: string, name: string) =>
      (decorator as (value: unknown, context: object) => void)(value, { kind, name, metadata: {} })
    expect(() => decorate(validatorPackage.IsEmail(), undefined, 'field', 'email')).to.throw(
      'DECORATOR_MODE: @IsEmail was compiled as a standard decorator, and exists as a legacy one only, the field email; ' +
        'write @Field(() => TheType, { rules: [IsEmail()] }), or set "experimentalDecorators": true.'
    )
    expect(() => decorate(transformerPackage.Exclude(), class {}, 'class', 'User')).to.throw(
      'the class User; write Exclude()(TheClass) below the class, or set "experimentalDecorators": true.'
    )
    const { TransformInstanceToPlain } = transformerPackage
    expect(() => decorate(TransformInstanceToPlain(), () => 1, 'method', 'find')).to.throw(
      'the method find; call the function of that purpose in the method'
    )
  })

  it('follow decorators that are applied after the first use', () => {
    class Late {
      @IsString() name: unknown = 5
    }
    const check = () => validatorPackage.validateSync(new Late()).map(({ property }) => property)
    expect(check()).to.deep.equal(['name'])
    IsInt()(Late.prototype, 'count')
    expect(check()).to.deep.equal(['name', 'count'])
    const make = () => transformerPackage.plainToInstance(Late, { count: '5' }) as { count?: unknown }
    expect(make().count).to.equal('5')
    Type(() => Number)(Late.prototype, 'count')
    expect(make().count).to.equal(5)
  })

  it('survive a promise that nobody declared, in a synchronous validation', async () => {
    class Promising {
      @IsString() name = 'a'
    }
    originalValidator.registerDecorator({
      name: 'late',
      target: Promising,
      propertyName: 'name',
      validator: { validate: () => Promise.reject(new Error('gone')) }
    })
    expect(validatorPackage.validateSync(new Promising())).to.deep.equal([])
    await new Promise((resolve) => setImmediate(resolve))
  })
})
