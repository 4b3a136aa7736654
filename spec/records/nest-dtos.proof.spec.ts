import { expect } from 'chai'
import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsMobilePhone,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsStrongPassword,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested
} from 'class-validator'
import {
  Application,
  Body,
  bootstrap,
  Controller,
  Get,
  inGroups,
  OmitType,
  PartialType,
  Patch,
  PickType,
  Post,
  Query,
  Returns,
  type Service
} from 'fieldstone'
import { verify } from 'fieldstone-verify'

// As users of NestJS write them: nothing but class-validator's and class-transformer's decorators.

enum Role {
  Admin = 'admin',
  Member = 'member'
}

class SignUpDto {
  @IsEmail()
  email!: string

  @IsString()
  @MinLength(3)
  @MaxLength(20)
  @Matches(/^[a-z0-9_]+$/, { message: 'Only small letters, digits and underscores' })
  username!: string

  @IsStrongPassword({ minLength: 10, minSymbols: 0 })
  password!: string

  @IsBoolean()
  @IsIn([true])
  acceptsTerms!: boolean

  @IsOptional()
  @IsMobilePhone()
  phone?: string
}

class AccountDto {
  @Expose() id!: number
  @Expose() email!: string
  @Expose() username!: string
  @Exclude() passwordHash?: string
  @Expose({ name: 'created_at' }) @Type(() => Date) createdAt!: Date
}

class PageOptionsDto {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  page: number = 1

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  take: number = 10

  @IsOptional()
  @IsEnum(Role)
  role?: Role

  @IsOptional()
  @IsEnum(Role, { each: true })
  @ArrayUnique()
  roles?: Role[]

  @IsOptional()
  @Transform(({ value }) => value === 'true', { toClassOnly: true })
  @IsBoolean()
  active?: boolean

  @IsOptional()
  @IsDateString()
  since?: string

  get skip(): number {
    return (this.page - 1) * this.take
  }
}

class AddressDto {
  @IsString() @IsNotEmpty() street!: string
  @IsString() @Length(4, 5) zip!: string
  @IsIn(['CH', 'DE', 'AT']) country!: string
}

class OrderLineDto {
  @IsUUID('4') productId!: string
  @IsInt() @Min(1) @Max(99) quantity!: number
  @IsNumber({ maxDecimalPlaces: 2 }) @IsPositive() price!: number
}

class CardDto {
  @IsIn(['card']) kind!: 'card'
  @Matches(/^\d{4}$/) lastDigits!: string
}

class InvoiceDto {
  @IsIn(['invoice']) kind!: 'invoice'
  @IsOptional() @IsString() @MaxLength(40) reference?: string
}

class CreateOrderDto {
  @ValidateNested()
  @Type(() => AddressDto)
  address!: AddressDto

  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(5)
  @ValidateNested({ each: true })
  @Type(() => OrderLineDto)
  lines!: OrderLineDto[]

  @ValidateNested()
  @Type(() => Object as never, {
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'card', value: CardDto },
        { name: 'invoice', value: InvoiceDto }
      ]
    },
    keepDiscriminatorProperty: true
  })
  payment!: CardDto | InvoiceDto

  @IsBoolean()
  isGift!: boolean

  @ValidateIf((order: CreateOrderDto) => order.isGift)
  @IsString()
  @MaxLength(80)
  greeting?: string

  @IsOptional()
  @IsObject()
  metadata?: Record<string, unknown>

  @IsOptional()
  @IsUrl({ require_protocol: true })
  callback?: string
}

class OrderDto extends CreateOrderDto {
  @IsInt() id!: number
  @Exclude() secretMargin?: number
}

class UpdateOrderDto extends PartialType(OmitType(CreateOrderDto, ['payment', 'greeting'] as const)) {}

class TagsDto {
  @IsString({ each: true }) @ArrayMinSize(1) @ArrayUnique() tags!: string[]
  @IsEnum(Role, { each: true }) roles!: Role[]
}

class ArticleDto {
  @IsInt({ groups: ['update'] }) id!: number
  @IsString({ always: true }) @MinLength(3, { groups: ['create'] }) title!: string
}

class PageDto {
  @Expose() page!: number
  @Expose() take!: number
  @Expose() skip!: number
  @IsOptional() @IsBoolean() active?: boolean
  @IsOptional() @IsEnum(Role, { each: true }) roles?: Role[]
}

class ChangedDto {
  @IsString({ each: true }) changed!: string[]
}

@Controller('/api')
class NestController {
  @Post('/sign-up')
  @Returns(201, AccountDto)
  signUp(@Body() dto: SignUpDto): AccountDto {
    return Object.assign(new AccountDto(), {
      id: 7,
      email: dto.email,
      username: dto.username,
      passwordHash: 'do not show',
      createdAt: new Date('2024-05-17T08:30:00Z')
    })
  }

  @Get('/users')
  @Returns(200, PageDto)
  list(@Query() options: PageOptionsDto): PageDto {
    return { page: options.page, take: options.take, skip: options.skip, active: options.active, roles: options.roles }
  }

  @Post('/orders')
  @Returns(201, OrderDto)
  order(@Body() dto: CreateOrderDto): OrderDto {
    expect(dto.lines.every((line) => line instanceof OrderLineDto)).to.equal(true)
    expect(dto.payment).to.be.instanceOf(dto.payment.kind === 'card' ? CardDto : InvoiceDto)
    return Object.assign(new OrderDto(), dto, { id: 1, secretMargin: 0.5 })
  }

  @Patch('/orders')
  @Returns(200, ChangedDto)
  change(@Body() dto: UpdateOrderDto): ChangedDto {
    return { changed: Object.keys(dto).filter((key) => dto[key as keyof UpdateOrderDto] !== undefined) }
  }

  @Post('/tags')
  @Returns(201, TagsDto)
  tags(@Body() dto: TagsDto): TagsDto {
    return dto
  }

  @Post('/address')
  @Returns(201, PickType(AddressDto, ['zip'] as const))
  address(@Body(PickType(AddressDto, ['zip'] as const)) dto: { zip: string }): object {
    return dto
  }

  @Post('/articles')
  @Returns(201, inGroups(ArticleDto, 'create'))
  create(@Body(inGroups(ArticleDto, 'create')) dto: ArticleDto): object {
    return { title: dto.title }
  }

  @Patch('/articles')
  @Returns(200, inGroups(ArticleDto, 'update'))
  update(@Body(inGroups(ArticleDto, 'update')) dto: ArticleDto): ArticleDto {
    return dto
  }
}

const SIGN_UP = { email: 'ada@example.org', username: 'ada_1', password: 'Abcdefgh12', acceptsTerms: true }
const ORDER = {
  address: { street: 'Main', zip: '8000', country: 'CH' },
  lines: [{ productId: '123e4567-e89b-42d3-a456-426614174000', quantity: 2, price: 19.99 }],
  payment: { kind: 'card', lastDigits: '1234' },
  isGift: false
}

describe('DTOs as users of NestJS have them', () => {
  let service: Service

  before(async () => {
    service = await bootstrap(
      new Application({ title: 'Nest', version: '1.0.0', controllers: [NestController], spec: '/openapi.json' })
    )
  })
  after(() => service.close())

  async function post(path: string, body: unknown, method = 'POST') {
    const headers = { 'content-type': 'application/json' }
    const response = await service.inject({ method, url: path, headers, body: JSON.stringify(body) })
    return { status: response.statusCode, body: JSON.parse(response.body) }
  }

  it('are bodies, and responses that show what is exposed', async () => {
    expect(await post('/api/sign-up', SIGN_UP)).to.deep.equal({
      status: 201,
      body: { id: 7, email: 'ada@example.org', username: 'ada_1', created_at: '2024-05-17T08:30:00.000Z' }
    })
  })

  it('reject what class-validator rejects, all of it at once', async () => {
    const refused = await post('/api/sign-up', { ...SIGN_UP, username: 'A!', password: 'short', acceptsTerms: false })
    expect(refused.status).to.equal(400)
    expect(
      refused.body.errors.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)
    ).to.have.members(['username pattern', 'username minLength', 'password isStrongPassword', 'acceptsTerms enum'])
    expect(refused.body.detail).to.include("Field 'username' Only small letters, digits and underscores")
  })

  it('are queries', async () => {
    const ask = async (query: string) => {
      const { statusCode, body } = await service.inject({ method: 'GET', url: `/api/users${query}` })
      return { status: statusCode, body: JSON.parse(body) }
    }
    expect((await ask('')).body).to.deep.equal({ page: 1, take: 10, skip: 0 })
    expect((await ask('?page=3&take=5&active=true&roles=admin&roles=member')).body).to.deep.equal({
      ...{ page: 3, take: 5, skip: 10, active: true, roles: ['admin', 'member'] }
    })
    expect((await ask('?active=no')).body.active).to.equal(false)
    for (const query of [
      '?page=0',
      '?page=1e1',
      '?take=51',
      '?role=root',
      '?roles=admin&roles=admin',
      '?since=today'
    ]) {
      expect((await ask(query)).status, query).to.equal(400)
    }
  })

  it('can be nested, and are distinguished by their discriminator', async () => {
    const made = await post('/api/orders', ORDER)
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    expect(made.body).to.include({ id: 1, isGift: false }).and.not.to.have.property('secretMargin')
    expect(made.body.payment).to.deep.equal({ kind: 'card', lastDigits: '1234' })
    const refused = await post('/api/orders', {
      ...ORDER,
      isGift: true,
      payment: { kind: 'invoice', reference: 5 },
      lines: [{ ...ORDER.lines[0], price: 1.999 }]
    })
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).to.have.members([
      'lines[0].price',
      'payment.reference'
    ])
    expect((await post('/api/orders', { ...ORDER, isGift: true })).body.detail).to.include(
      "Field 'greeting' is required"
    )
  })

  it('may be mapped', async () => {
    expect((await post('/api/orders', { isGift: true }, 'PATCH')).body).to.deep.equal({ changed: ['isGift'] })
    expect((await post('/api/orders', { lines: [] }, 'PATCH')).status).to.equal(400)
    expect((await post('/api/address', { zip: '1' })).status).to.equal(400)
  })

  it('are checked by groups', async () => {
    expect((await post('/api/articles', { title: 'abc' })).status).to.equal(201)
    expect((await post('/api/articles', { title: 'a' })).status).to.equal(400)
    expect((await post('/api/articles', { title: 'a', id: 1 }, 'PATCH')).status).to.equal(200)
    expect((await post('/api/articles', { title: 'a' }, 'PATCH')).status).to.equal(400)
  })

  it('are in the document, by the names of their classes', () => {
    const schemas = service.document.components?.schemas ?? {}
    expect(Object.keys(schemas)).to.include.members([
      ...['SignUpDto', 'AccountDto', 'CreateOrderDto', 'OrderDto', 'UpdateOrderDto', 'AddressDto', 'CardDto'],
      ...['ArticleDtoCreate', 'ArticleDtoUpdate']
    ])
    expect(schemas.AccountDto?.properties).to.have.all.keys('id', 'email', 'username', 'created_at')
    const parameters = service.document.paths['/api/users']?.get?.parameters ?? []
    const schemaOf = (wanted: string) => {
      const found = parameters.find((parameter) => 'name' in parameter && parameter.name === wanted)
      return found !== undefined && 'schema' in found ? found.schema : undefined
    }
    expect(schemaOf('take')).to.include({ type: 'integer', minimum: 1, maximum: 50, default: 10 })
    expect(schemaOf('active')?.['x-rules']).to.deep.include({ rule: 'transform' })
    expect(schemaOf('skip')).to.equal(undefined)
  })

  it('keep the promise: a request is accepted if and only if the document says so', async function () {
    this.timeout(120_000)
    const report = await verify(service, { runs: 1500, seed: 7 })
    expect(report.disagreements.map((each) => JSON.stringify(each, undefined, 1))).to.deep.equal([])
  })
})
