/** Small projects: files by their names. */
export const PROJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'paths, statuses, descriptions, parameters': {
    'item.controller.ts': `import { Body, Controller, DefaultValuePipe, Get, Headers, HttpCode, HttpStatus, Param, ParseIntPipe, ParseUUIDPipe, Post, Query, Req } from '@nestjs/common'
import { ApiExcludeEndpoint, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger'
import { Item } from './item'

/** Ä comment with more bytes than letters: é */
@ApiTags('Items')
@Controller('items/:shop')
export class ItemController {
  @Get(':id(\\\\d+)')
  @ApiOperation({ summary: 'Find', description: \`it's\`, deprecated: true })
  @ApiResponse({ status: HttpStatus.OK, type: [Item], description: 'found' })
  @ApiResponse({ status: 404, description: 'none' })
  find(@Param('id', ParseIntPipe) id: number, @Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number) {}

  @HttpCode(HttpStatus.ACCEPTED)
  @ApiExcludeEndpoint()
  @Post()
  add(@Param() params, @Body('item') { name }: Item, @Headers('x-key') key?: string): Promise<void> {
    return params.shop
  }

  @Get('by/:key')
  raw(@Param('key', ParseUUIDPipe) key: string, @Query() query, @Req() req, @Query('tag') tag: string[]) {}
}
`,
    'item.ts': `export class Item {
  name: string
  count?: number
  tags: string[]
  parent: Item
}
`
  },
  'all that may protect a route is required of it': {
    'roles.ts': `import { applyDecorators, UseGuards } from '@nestjs/common'
import { AdminGuard } from './guards'
export const Roles = (...roles: string[]) => applyDecorators(UseGuards(AdminGuard))
`,
    'base.ts': `import { UseGuards } from '@nestjs/common'
import { BaseGuard } from './guards'

@UseGuards(BaseGuard)
export class Base {}
`,
    'a.controller.ts': `import { Controller, Get, Post, UseGuards, UseInterceptors, Ip, Query } from '@nestjs/common'
import { AuthGuard } from '@nestjs/passport'
import { Base } from './base'
import { Roles } from './roles'
import { Hide } from './hide'
import { OwnPipe } from './own.pipe'

@UseGuards(AuthGuard('jwt'))
@Controller('a')
export class AController extends Base {
  @Get() open() {}
  @UseGuards(AuthGuard('admin'), new Other(1)) @Get('b') guarded() {}
  @Roles('admin') @Post() roles() {}
  @UseInterceptors(Hide)
  @Get('c')
  hidden(@Ip() ip: string, @Query('q', OwnPipe) q: string) {}
}
`,
    'foreign.controller.ts': `import { Controller, Get } from '@nestjs/common'
import { Secured } from 'a-package'

@Controller('foreign')
export class ForeignController extends Secured {
  @Get() get() {}
}
`,
    'app.module.ts': `import { Module } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { AController } from './a.controller'
import { ForeignController } from './foreign.controller'
import { Logged } from './logged'

@Module({ controllers: [AController, ForeignController], providers: [{ provide: APP_GUARD, useClass: Throttle }] })
export class AppModule {
  configure(consumer) {
    consumer.apply(Logged).forRoutes('*')
  }
}
`,
    'main.ts': `import { NestFactory } from '@nestjs/core'
import helmet from 'helmet'
import { protect } from './protect'
import { AppModule } from './app.module'

const app = await NestFactory.create(AppModule, { cors: true })
app.use(helmet())
app.useGlobalGuards(new Global())
app.useGlobalFilters(new Filter())
protect(app)
await app.listen(process.env.PORT ?? 8080)
`
  },
  'a file whose meaning would change is left as it is': {
    'parent.controller.ts': `import { Controller, Get, UseGuards } from '@nestjs/common'
import { G } from './g'

@Controller('parent')
export class ParentController {
  @UseGuards(G) @Get() get() {}
}
`,
    'child.controller.ts': `import { Controller, UseGuards } from '@nestjs/common'
import { H } from './h'
import { ParentController } from './parent.controller'

@UseGuards(H)
@Controller('child')
export class ChildController extends ParentController {}
`,
    'wild.controller.ts': `import { Controller, Get } from '@nestjs/common'

@Controller('wild')
export class WildController {
  @Get('*') all() {}
}
`,
    'alias.controller.ts': `import { Controller, Get as Read } from '@nestjs/common'

@Controller('alias')
export class AliasController {
  @Read() all() {}
}
`,
    'taken.controller.ts': `import { Controller, Get } from '@nestjs/common'
import { Returns } from './returns'

@Controller('taken')
export class TakenController {
  @Get() all(): Returns {}
}
`
  },
  'exceptions and statuses': {
    'service.ts': `import { BadRequestException, ConflictException, HttpException, HttpStatus, Injectable, NotFoundException } from '@nestjs/common'
const slug = require('slug')

@Injectable()
export class Service {
  run(id: string, error: unknown) {
    if (error instanceof NotFoundException) return HttpStatus.I_AM_A_TEAPOT
    if (id === '1') throw new NotFoundException(\`no \${id}\`)
    if (id === '2') throw new ConflictException()
    if (id === '3') throw new BadRequestException(['a', 'b'])
    if (id === '4') throw new HttpException('gone', HttpStatus.GONE)
    throw new HttpException({ id }, 418)
  }
}
`
  },
  'properties of DTOs': {
    'dto.ts': `import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger'
import { IsEmail } from 'class-validator'

export class Dto {
  @IsEmail()
  @ApiProperty({ description: 'mail', required: false })
  email: string

  @ApiProperty({ type: () => Dto, isArray: true })
  all: Dto[]

  @ApiProperty({ type: [String], maxItems: 3 }) tags: string[]
  @ApiPropertyOptional() note?: string
  @ApiProperty({ oneOf: [] }) other: unknown
}

export class Part extends PartialType(Dto) {}
`
  },
  'what is not written as Nest writes it': {
    'both.ts': `#!/usr/bin/env node
import { Controller, Get, Post, Query } from '@nestjs/common'; import { other } from './other'
@Controller('one') export class One { @Get() all(@Query('word') word: string, @Query('page') page?: number) {} }
// between
@Controller('two') export class Two { @Post() add() {} }
export const helper = other
`,
    'line.ts': `import{Controller,Get}from'@nestjs/common';@Controller('line')export class Line{@Get()all():void{}}`,
    'windows.ts':
      "\uFEFFimport { Controller, Get, HttpCode } from '@nestjs/common'\r\n\r\n// first\r\n@Controller('windows')\r\nexport class Windows {\r\n  @Get()\r\n  // between\r\n  @HttpCode(204)\r\n  all() {}\r\n}\r\n",
    'types.ts': `import { Injectable } from '@nestjs/common'
import type { ExecutionContext } from '@nestjs/common'
@Injectable() export class Types { of(context: ExecutionContext) { return context } }
`,
    'nest.ts': `export { Controller, Get } from '@nestjs/common'
`,
    'from-nest.ts': `import { Controller, Get } from './nest'
@Controller('again') export class Again { @Get() all() {} }
`,
    'required.ts': `import nest = require('@nestjs/common')
const { Get } = require('@nestjs/common')
@nest.Controller('required') export class Required { @Get() all() {} }
`,
    'gateway.ts': `import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets'
@WebSocketGateway() export class Gateway { @SubscribeMessage('a') a() {} }
`,
    'empty.ts': ''
  },
  'a program with other code': {
    'main.ts': `import 'dotenv/config'
import { NestFactory } from '@nestjs/core'
import session from 'express-session'
import { AppModule } from './app.module'

declare const module: any
const store = new Map()
process.env.TZ = 'UTC'

async function bootstrap() {
  const app = await NestFactory.create(AppModule)
  app.use(session({ store: storeOf(store) }))
  await app.listen(process.env.PORT ?? 3000)
}
bootstrap()
`,
    'app.module.ts': `import { Module } from '@nestjs/common'
@Module({}) export class AppModule {}
`
  },
  'a program with its controllers': {
    'main.ts': `import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

@Controller() class Hello { @Get() hello(): string { return 'hello' } }
@Module({ controllers: [Hello] }) class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(3000))
`
  },
  'two controllers of one name, imported under other names, inherit nothing': {
    'x.controller.ts': `import { Controller, Get } from '@nestjs/common'

@Controller('x')
export class ItemController {
  @Get() all() {}
}
`,
    'y.controller.ts': `import { Controller, Get } from '@nestjs/common'

@Controller('y')
export class ItemController {
  @Get() all() {}
}
`,
    'app.module.ts': `import { Module } from '@nestjs/common'
import { ItemController } from './x.controller'
import { ItemController as OtherController } from './y.controller'

@Module({ controllers: [ItemController, OtherController] })
export class AppModule {}
`,
    'main.ts': `import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module'

async function start() {
  const app = await NestFactory.create(AppModule)
  await app.listen(3000)
}
start()
`
  },
  'comments inside of what is rewritten are listed': {
    'a.controller.ts': `import { Controller, Get, Header } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'

// This one stays.
@ApiTags('http://example.com/*no*/' /* why */)
@Controller(
  // the old path
  'a'
)
export class AController {
  /** So does this. */
  @Get(/* all */) // and this
  all(/* nothing */) {}
}
`
  }
}
