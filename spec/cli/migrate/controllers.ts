/** Files by their names: each text of the list as one, `c1.controller.ts` and so on. */
function each(texts: readonly string[], names: string): Record<string, string> {
  const files = texts.map((text, index) => [
    `c${index + 1}.controller.ts`,
    `import { ${names} } from '@nestjs/common'\n\n${text.replaceAll('#', String(index + 1))}\n`
  ])
  return Object.fromEntries(files)
}

/** A class with the methods of the list, one a line. */
function routes(names: string, swagger: string, methods: readonly string[]): string {
  const lines = methods.map((method) => `  ${method}`)
  return `import { Controller, ${names} } from '@nestjs/common'
import { ${swagger} } from '@nestjs/swagger'

@Controller('all')
export class AllController {
${lines.join('\n')}
}
`
}

/** Projects about controllers, paths, responses and guards: files by their names. */
export const CONTROLLERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'paths of controllers': each(
    [
      '',
      "''",
      "'/'",
      "'/a//b/'",
      "':id'",
      "'a/:id(\\\\d{2})/b'",
      "{ path: 'x' }",
      '{}',
      "{ path: 'x', version: '1' }",
      "{ path: ['a'] }",
      'PATH',
      "['a', 'b']",
      "'a', 'b'",
      '`t`',
      '`t${x}`',
      "'a*'",
      "'a?'",
      "'a+'",
      "'(a)'",
      "'{a}'",
      "'a:b'",
      "':a-b'",
      "'é'"
    ].map((path) => `@Controller(${path})\nexport class C#Controller {\n  @Get(':own') get(@Param() all): void {}\n}`),
    'Controller, Get, Param'
  ),
  'paths and methods of routes': each(
    [
      '@Get() one(): void {}\n  @Put() two(): void {}\n  @Patch() three(): void {}\n  @Head() four(): void {}',
      '@Options() one(): void {}\n  @Delete() two(): void {}\n  @Post() three(): void {}\n  none(): void {}\n  field = 1',
      "@Get('a') @Post('b') both(): void {}",
      '@All() all(): void {}',
      "@Sse('events') events(): void {}",
      "@Search('find') find(): void {}",
      "@Get(['a', 'b']) lists(): void {}",
      "@Get(':a/:b') two(@Param() all): void {}",
      "@Get('*rest') rest(): void {}",
      '@Get(`a`) text(): void {}'
    ].map((methods) => `@Controller('c')\nexport class C#Controller {\n  ${methods}\n}`),
    'Controller, Get, Put, Patch, Head, Options, Delete, Post, All, Sse, Search, Param'
  ),
  'controllers by their declaration': each(
    [
      'export default @Controller() class One { @Get() get(): void {} }',
      '@Controller()\nexport default class Two { @Get() get(): void {} }',
      '@Controller()\nclass Three { @Get() get(): void {} }',
      '@Injectable()\n@Controller()\nexport class Four { @Get() get(): void {} }',
      'export class NoController { @Get() get(): void {} }',
      'const before = 1; @Controller() export class Six { @Get() get(@Param() all): void {} }',
      'export const seven = class { }'
    ],
    'Controller, Get, Injectable, Param'
  ),
  'statuses of routes': each(
    [
      '204',
      "'201'",
      'HttpStatus.NO_CONTENT',
      'HttpStatus.RESET_CONTENT',
      'HttpStatus.NOT_THERE',
      'Status.OK',
      'CODE',
      "'20'",
      "'2001'",
      ''
    ].map((status) => `@Controller()\nexport class C# {\n  @HttpCode(${status})\n  @Post()\n  post() {}\n}`),
    'Controller, Post, HttpCode, HttpStatus'
  ),
  'responses of routes': {
    'all.controller.ts': routes(
      'Get, Post, Delete, HttpCode, HttpStatus',
      'ApiOkResponse, ApiCreatedResponse, ApiAcceptedResponse, ApiNoContentResponse, ApiBadRequestResponse, ApiUnauthorizedResponse, ApiForbiddenResponse, ApiNotFoundResponse, ApiNotAcceptableResponse, ApiConflictResponse, ApiGoneResponse, ApiUnprocessableEntityResponse, ApiTooManyRequestsResponse, ApiInternalServerErrorResponse, ApiResponse',
      [
        '@ApiNotFoundResponse() @ApiOkResponse({ type: Item }) @Get() a() {}',
        '@ApiBadRequestResponse() @ApiUnauthorizedResponse() @ApiForbiddenResponse() @Get() b(): void {}',
        '@ApiNotAcceptableResponse() @ApiConflictResponse() @ApiGoneResponse() @Get() c(): void {}',
        '@ApiUnprocessableEntityResponse() @ApiTooManyRequestsResponse() @ApiInternalServerErrorResponse() @Get() d(): void {}',
        '@ApiCreatedResponse({ type: [Item] }) @Post() e() {}',
        "@ApiNoContentResponse({ description: 'gone' }) @HttpCode(204) @Delete() f() {}",
        '@ApiAcceptedResponse({ type: Item, isArray: true }) @HttpCode(202) @Post() g() {}',
        '@ApiOkResponse({ type: Item }) @Post() h() {}',
        "@ApiResponse({ status: 'default', type: Item }) @Get() i(): Item {}",
        '@ApiResponse({ type: Item }) @ApiResponse() @Get() j(): Promise<string> {}',
        "@ApiResponse({ status: 299 }) @ApiResponse({ status: 300 }) @ApiResponse({ status: '404', type: Problem }) @Get() k(): string {}",
        '@ApiOkResponse({ type: () => Item }) @Get() l() {}',
        "@ApiOkResponse({ type: 'string', schema: {}, example: 1 }) @Get() m() {}",
        '@ApiOkResponse({ type: Object }) @Get() n() {}',
        '@ApiOkResponse({ type: [A, B] }) @Get() o() {}',
        '@ApiOkResponse({ type: [Object], isArray: false, description: TEXT }) @Get() p() {}',
        '@ApiOkResponse({ type: [] }) @Get() q() {}',
        '@ApiOkResponse({ ...SHARED }) @Get() r() {}',
        '@ApiResponse({ status: HttpStatus.OK, type: Item }) @ApiResponse({ status: HttpStatus.CONFLICT }) @Get() s() {}',
        '@ApiOkResponse({ type: Item }) @ApiOkResponse({ type: Other }) @Get() t() {}',
        '@Get() u(): Promise<void> {}',
        '@Get() v(): Promise<{ a: Promise<void> }> {}',
        '@HttpCode(204) @Get() w() {}',
        '@ApiOkResponse({ type: Item }) @Get() x(): void {}'
      ]
    ),
    'class.controller.ts': `import { Controller, Get, HttpCode } from '@nestjs/common'
import { ApiResponse, ApiNotFoundResponse } from '@nestjs/swagger'

@HttpCode(204)
@ApiResponse({ status: 401 })
@ApiNotFoundResponse()
@Controller()
export class ClassController {
  @Get() get(): void {}
}
`
  },
  'descriptions of routes': {
    'all.controller.ts': routes(
      'Get',
      'ApiTags, ApiOperation, ApiExcludeEndpoint, ApiExcludeController, ApiBearerAuth, ApiBasicAuth, ApiCookieAuth, ApiOAuth2, ApiSecurity, ApiBody, ApiParam, ApiQuery, ApiHeader, ApiExtraModels, ApiConsumes, ApiProduces, ApiTag',
      [
        "@ApiTags('a', B) @Get('a') a(): void {}",
        '@ApiTags() @Get() b(): void {}',
        "@ApiOperation({ summary: 's', description: D, operationId: 'o', deprecated: false, tags: ['t'] }) @Get() c(): void {}",
        "@ApiOperation({ 'summary': 's', parameters: [], externalDocs: {} }) @Get() d(): void {}",
        '@ApiOperation(OPTIONS) @Get() e(): void {}',
        '@ApiOperation() @Get() f(): void {}',
        '@ApiOperation({ summary }) @Get() g(): void {}',
        '@ApiOperation({ [name]: 1 }) @Get() h(): void {}',
        '@ApiExcludeEndpoint(false) @Get() i(): void {}',
        "@ApiBearerAuth() @ApiBasicAuth() @ApiCookieAuth() @ApiOAuth2(['a']) @ApiSecurity('x') @Get() j(): void {}",
        "@ApiBody({ type: Item }) @ApiParam({ name: 'a' }) @ApiQuery({}) @ApiHeader({}) @Get() k(): void {}",
        "@ApiExtraModels(Item) @ApiConsumes('a/b') @ApiProduces('a/b') @Get() l(): void {}"
      ]
    ),
    'class.controller.ts': `import { Controller, Get } from '@nestjs/common'
import { ApiExcludeController, ApiTags, ApiBearerAuth } from '@nestjs/swagger'

@ApiTags('x')   // what it has
@ApiBearerAuth() @ApiExcludeController(true)
@Controller()
export class ClassController {
  @Get() get(): void {}
}
`
  },
  'guards of routes': {
    'all.controller.ts': routes('Get, UseGuards', 'ApiTags', [
      '@UseGuards() @Get() a(): void {}',
      '@UseGuards(A, B) @Get() b(): void {}',
      '@UseGuards(isOn ? A : B) @Get() c(): void {}',
      '@UseGuards(new A(), make(1), guards.Inner) @Get() d(): void {}',
      "@UseGuards(AuthGuard('jwt')) @Get() e(): void {}",
      '@own.Secret() @Get() f(): void {}',
      '@Public @Get() g(): void {}',
      '@UseGuards(A) @UseGuards(A) @Get() h(): void {}',
      '@UseGuards(...ALL) @Get() i(): void {}',
      "@UseGuards(guards['jwt'], new A) @Get() j(): void {}"
    ]),
    'family.ts': `import { Controller, Get, Injectable, UseGuards } from '@nestjs/common'
import { Outside as Renamed } from 'somewhere'
import { ApiTags } from '@nestjs/swagger'

@UseGuards(Oldest)
export class Grandparent {}

@Injectable() @Own() @ApiTags('p')
export class Parent extends Grandparent {}

@UseGuards(Self)
@Controller()
export class Child extends Parent {
  @Get() get(): void {}
  @UseGuards(Method) @Get('a') own(): void {}
}

@Controller('mixed')
export class Mixed extends Mixin(Parent) {
  @Get() get(): void {}
}

@Controller('class')
export class OfClass extends (class {}) {
  @Get() get(): void {}
}

@Controller('space')
export class OfSpace extends space.Guarded {
  @Get() get(): void {}
}

@Controller('renamed')
export class OfRenamed extends Renamed {
  @Get() get(): void {}
}
`,
    'circle.ts': `import { Controller, Get } from '@nestjs/common'

export class Round extends Circle {}
export class Circle extends Round {}
@Controller('circle')
export class OfCircle extends Round {
  @Get() get(): void {}
}
`
  },
  'strategies of guards': {
    'one.controller.ts': routes('Get, UseGuards', 'ApiTags', [
      "@UseGuards(AuthGuard('jwt')) @Get() a(): void {}",
      "@UseGuards(AuthGuard('api-key local')) @Get() b(): void {}",
      '@UseGuards(AuthGuard()) @Get() c(): void {}',
      '@UseGuards(AuthGuard(NAME)) @Get() d(): void {}'
    ])
  },
  'parents of routes': {
    'parent.ts': `import { Get } from '@nestjs/common'
export class Outside {
  @Get() get() {}
}
`,
    'renamed.controller.ts': `import { Controller } from '@nestjs/common'
import { Routes as Renamed } from './routes.controller'

@Controller('renamed')
export class RenamedController extends Renamed {}
`,
    'routes.controller.ts': `import { Controller, Get } from '@nestjs/common'

@Controller('routes')
export class Routes {
  @Get() get() {}
}
`,
    'empty.controller.ts': `import { Controller } from '@nestjs/common'

@Controller('empty')
export class Empty {
  other() {}
}
export class Heir extends Empty {}
`
  }
}
