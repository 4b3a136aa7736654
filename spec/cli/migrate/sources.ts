/** Projects about exceptions, imports and the text of files: files by their names. */
export const SOURCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'all exceptions': {
    'all.ts': `import { BadRequestException, UnauthorizedException, ForbiddenException, NotFoundException, MethodNotAllowedException, NotAcceptableException, ConflictException, GoneException, PayloadTooLargeException, UnsupportedMediaTypeException, UnprocessableEntityException, InternalServerErrorException, ServiceUnavailableException, ImATeapotException, HttpException } from '@nestjs/common'
export const all = [
  new BadRequestException(), new UnauthorizedException(), new ForbiddenException(), new NotFoundException(),
  new MethodNotAllowedException(), new NotAcceptableException(), new ConflictException(), new GoneException(),
  new PayloadTooLargeException(), new UnsupportedMediaTypeException(), new UnprocessableEntityException(),
  new InternalServerErrorException(), new ServiceUnavailableException(), new ImATeapotException()
]
export const is = (e) => e instanceof HttpException || e instanceof GoneException || e instanceof ImATeapotException || e instanceof Error
`,
    'own.ts': `import { NotFoundException } from './own-exceptions'
import { Injectable } from '@nestjs/common'
@Injectable()
export class Own { run(e) { if (e instanceof NotFoundException) throw new NotFoundException() } }
`
  },
  'exceptions with arguments': {
    'one.ts': `import { NotFoundException, HttpException, HttpStatus } from '@nestjs/common'
new NotFoundException('a')
new NotFoundException(\`a \${b}\`)
new NotFoundException(text)
new NotFoundException('a', 'b')
new NotFoundException('a', { cause: e })
new NotFoundException(...all)
new HttpException('a', 404)
new HttpException(\`a\`, HttpStatus.CONFLICT)
new HttpException('a', '409')
new HttpException('a', 'x409')
new HttpException('a', status)
new HttpException('a', HttpStatus.NOT_THERE)
new HttpException('a', 404, { cause: e })
new HttpException(text, 404)
new HttpException('a')
new HttpException()
const Nothing = NotFoundException
`
  },
  'members of HttpStatus': {
    'all.ts': `import { HttpStatus } from '@nestjs/common'
const s = HttpStatus
export const all = [
  HttpStatus.OK, HttpStatus.CREATED, HttpStatus.ACCEPTED, HttpStatus.NON_AUTHORITATIVE_INFORMATION, HttpStatus.NO_CONTENT,
  HttpStatus.RESET_CONTENT, HttpStatus.PARTIAL_CONTENT, HttpStatus.AMBIGUOUS, HttpStatus.MOVED_PERMANENTLY, HttpStatus.FOUND,
  HttpStatus.SEE_OTHER, HttpStatus.NOT_MODIFIED, HttpStatus.TEMPORARY_REDIRECT, HttpStatus.PERMANENT_REDIRECT,
  HttpStatus.BAD_REQUEST, HttpStatus.UNAUTHORIZED, HttpStatus.PAYMENT_REQUIRED, HttpStatus.FORBIDDEN, HttpStatus.NOT_FOUND,
  HttpStatus.METHOD_NOT_ALLOWED, HttpStatus.NOT_ACCEPTABLE, HttpStatus.REQUEST_TIMEOUT, HttpStatus.CONFLICT, HttpStatus.GONE,
  HttpStatus.LENGTH_REQUIRED, HttpStatus.PRECONDITION_FAILED, HttpStatus.PAYLOAD_TOO_LARGE, HttpStatus.URI_TOO_LONG,
  HttpStatus.UNSUPPORTED_MEDIA_TYPE, HttpStatus.EXPECTATION_FAILED, HttpStatus.I_AM_A_TEAPOT, HttpStatus.UNPROCESSABLE_ENTITY,
  HttpStatus.LOCKED, HttpStatus.FAILED_DEPENDENCY, HttpStatus.PRECONDITION_REQUIRED, HttpStatus.TOO_MANY_REQUESTS,
  HttpStatus.INTERNAL_SERVER_ERROR, HttpStatus.NOT_IMPLEMENTED, HttpStatus.BAD_GATEWAY, HttpStatus.SERVICE_UNAVAILABLE,
  HttpStatus.GATEWAY_TIMEOUT, HttpStatus.NOT_THERE, Other.OK, HttpStatus['OK']
]
`,
    'own.ts': `import { HttpStatus } from './own'
import { Injectable } from '@nestjs/common'
@Injectable()
export class Own { status = HttpStatus.OK }
`
  },
  imports: {
    'same.ts': `import { Injectable } from '@nestjs/common';
import { PartialType, PickType, OmitType, IntersectionType } from '@nestjs/mapped-types';

@Injectable()
export class A extends IntersectionType(PartialType(B), PickType(C, ['a']), OmitType(D, ['b'])) {}
`,
    'there.ts': `import { Field } from 'fieldstone'
import { ApiProperty } from '@nestjs/swagger'
import { Injectable } from '@nestjs/common'
@Injectable()
export class A { @ApiProperty() a: string; @Field() b: string }
`,
    'members.ts': `import { Get, Head, HttpStatus, Logger, Post, Put, Req } from '@nestjs/common'
export const status = [OtherStatus.OK, HttpStatus.OK, http.HttpStatus.OK]
export const a = { Get: 1, Head() {}, log: [Logger], other: b.Post, [Put]: 1, Req }
`,
    'unused.ts': `import { Get, Injectable } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import 'reflect-metadata'
export const a = 1
`,
    'kept.ts': `import type { Request } from 'express'
import { Inject, Logger } from '@nestjs/common'
import { Repository } from '@nestjs/typeorm'
export class A { constructor(@Inject('x') private readonly x: Repository, log: Logger) { require('a'); other('b') } }
`,
    'subpath.ts': `import { Injectable } from '@nestjs/common/decorators'
import { x } from '@nestjs/common-more'
@Injectable() export class A {}
`,
    'default.ts': `import nest from '@nestjs/common'
export const a = nest
`,
    'star.ts': `import * as nest from '@nestjs/common'
export const a = nest
`,
    'same-name.ts': `import { Injectable as Injectable } from '@nestjs/common'
@Injectable() export class A {}
`,
    'view.tsx': `import { Logger, Injectable } from '@nestjs/common'
@Injectable()
export class View { show() { return <Logger /> } }
`
  },
  'names that are there already': Object.fromEntries(
    [
      'class NotFound {}',
      'export class NotFound {}',
      'const NotFound = 1',
      'export const NotFound = 1',
      'function NotFound() {}',
      'enum NotFound {}',
      'const { NotFound } = all',
      'const { a: [NotFound], ...rest } = all',
      'export enum NotFound {}',
      'interface NotFound {}',
      'export type NotFound = 1',
      'export default class NotFound {}',
      'const a = class NotFound {}, b = { NotFound: 1 }',
      "import NotFound from './not-found'",
      "import * as NotFound from './not-found'",
      'let Other = 1, NotFound = 2'
    ].map((text, index) => [
      `taken${index}.ts`,
      `import { NotFoundException } from '@nestjs/common'\n${text}\nthrow new NotFoundException()\n`
    ])
  ),
  'classes that Nest calls': {
    'all.ts': `import { CanActivate, NestMiddleware, NestInterceptor, PipeTransform, ExceptionFilter, OnModuleInit, Inject, Optional, Injectable } from '@nestjs/common'
@Injectable() export class A implements CanActivate {}
export default class implements NestInterceptor {}
export class B implements NestMiddleware, NestInterceptor<string> {}
export class C implements PipeTransform, Other {}
export class D implements ExceptionFilter, OnModuleInit {
  constructor(@Inject('x') private readonly x: X, @Optional() y: Y, z: Z) {}
  other(@Inject('y') y) {}
}
`
  },
  'the text around': {
    'windows.ts':
      "import { Injectable } from '@nestjs/common'\r\nimport { ApiTags, ApiProperty } from '@nestjs/swagger'\r\n\r\n@Injectable()\r\nexport class A {\r\n  @ApiProperty()\r\n  a: string\r\n}\r\n",
    'tight.controller.ts': `// é
import{Controller,Get,HttpCode}from'@nestjs/common';import{ApiTags}from'@nestjs/swagger';
@ApiTags('é')@Controller()export class Tight{@HttpCode(200)@Get()get():void{}}`,
    'spaced.controller.ts': `/* ü */ import { Controller, Get, HttpCode } from '@nestjs/common'
import { ApiTags, ApiOperation } from '@nestjs/swagger'

/* é */ @ApiTags('a')
@Controller()
export class Spaced {
\t@HttpCode(200) // why
\t@ApiOperation({ summary: 'it' })

\t@Get('ß')
\tget(): void {}
  /* é */ @HttpCode(202)
  @Get('b') b(): void {}
}
`
  }
}
