/** A file of a controller that takes each of the parameters, in a method of its own. */
function parameters(texts: readonly string[]): string {
  const methods = texts.map((text, index) => `  @Get('${index}/:id') m${index}(${text}): void {}`)
  return `import { Body, Controller, DefaultValuePipe, Get, Headers, HostParam, Ip, Next, Param, ParseBoolPipe, ParseEnumPipe, ParseFloatPipe, ParseIntPipe, ParseUUIDPipe, Query, Req, Request, Res, Response, Session, ValidationPipe } from '@nestjs/common'

@Controller('items/:shop')
export class ItemController {
${methods.join('\n')}
}
`
}

function bodies(texts: readonly string[]): Record<string, string> {
  const files = texts.map((text, index) => [
    `b${index}.controller.ts`,
    `import { Body, Controller, Post } from '@nestjs/common'

@Controller('b${index}')
export class B${index}Controller {
  @Post() add(${text}): void {}
}
`
  ])
  return Object.fromEntries(files)
}

/** Projects about parameters, bodies and classes of inputs: files by their names. */
export const INPUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'single parameters': {
    'item.controller.ts': parameters([
      "@Param('id') id: string",
      "@Param('id') id: number",
      "@Param('id') id: boolean",
      "@Param('id') id",
      "@Query('q') q?: string",
      "@Query('q') q?: number",
      "@Query('q') q?: boolean",
      "@Query('q') q = 'x'",
      "@Query('q') q: string = 'x'",
      "@Query('q') q: string | undefined",
      "@Query('q') q: Item",
      "@Query('q') q: any",
      "@Headers('x-a') a: string",
      "@Headers('it\\'s') a: string",
      "@Query('q', ParseIntPipe) q: number",
      "@Query('q', ParseIntPipe) q?: number",
      "@Query('q', ParseFloatPipe) q: number",
      "@Query('q', ParseBoolPipe) q: boolean",
      "@Query('q', ParseUUIDPipe) q: string",
      "@Query('q', new ParseUUIDPipe()) q: string",
      "@Query('q', new ParseIntPipe) q: number",
      "@Query('q', pipes['int']) q: number",
      "@Query('q', new ParseIntPipe({ optional: true })) q: number",
      "@Query('q', new ParseIntPipe({ optional: true })) q?: number",
      "@Query('q', new ParseIntPipe({ optional: false })) q: number",
      "@Query('q', new ParseIntPipe({ errorHttpStatusCode: 406 })) q: number",
      "@Query('q', new ParseIntPipe({ optional: true, version: '4' })) q: number",
      "@Query('q', new ParseIntPipe({})) q: number",
      "@Query('q', new ParseIntPipe(OPTIONS)) q: number",
      "@Query('q', new DefaultValuePipe(7)) q: number",
      "@Query('q', new DefaultValuePipe(7), ParseIntPipe) q?: number",
      "@Query('q', ParseFloatPipe, new DefaultValuePipe(7)) q: number",
      "@Query('q', new DefaultValuePipe('it\\'s')) q: string",
      "@Query('q', new DefaultValuePipe(true)) q: boolean",
      "@Query('q', new DefaultValuePipe([])) q: string[]",
      "@Query('q', new DefaultValuePipe(7)) q",
      "@Query('q', new DefaultValuePipe('a')) q",
      "@Query('q', new DefaultValuePipe(false)) q",
      "@Query('q', ParseIntPipe, new DefaultValuePipe(7)) q",
      "@Query('q', new DefaultValuePipe('a'), new DefaultValuePipe(7)) q",
      "@Query('q', new ParseUUIDPipe({ optional: true })) q",
      "@Query('q', ParseIntPipe) q = 7",
      "@Query('q', new DefaultValuePipe()) q: string",
      "@Query('q', new DefaultValuePipe(-1)) q: number",
      "@Query('q', DefaultValuePipe) q: number",
      "@Query('q', new ParseEnumPipe(Kind)) q: Kind",
      "@Query('q', ParseIntPipe, OwnPipe) q: number",
      "@Query('q', (v) => v) q: number",
      "@Param('id', ParseIntPipe) id: number, @Query('q') q: string",
      '@Query(NAME) q: string',
      "@Query('q', ...PIPES) q: string"
    ])
  },
  'records of parameters, and what Node has': {
    'item.controller.ts': parameters([
      '@Query() query: Filter',
      '@Query() query: { a: string }',
      '@Query() query',
      '@Query(ValidationPipe) query: Filter',
      '@Query(new ValidationPipe({ transform: true })) query: Filter',
      '@Query(OwnPipe) query: Filter',
      '@Query(new ValidationPipe(), OwnPipe) query: Filter',
      '@Param() params: Filter',
      '@Param() params',
      '@Param() params: any',
      '@Headers() headers',
      '@Headers() headers: Filter',
      '@Body() body: Item',
      '@Body() body',
      '@Body() body: any',
      '@Body() body: Item = none',
      '@Body(OwnPipe) body: Item',
      '@Req() req',
      '@Request() req: Express',
      "@Req('user') user",
      '@Res() res',
      '@Response({ passthrough: true }) res',
      '@Res({ passthrough: true }) res',
      '@Ip() ip: string',
      '@Session() session',
      "@HostParam('h') host",
      '@Next() next',
      '@own.User() user',
      '@User user',
      'plain: string',
      "@Own() @Query('q') q: string"
    ])
  },
  'a pipe of validation that is not of Nest': {
    'own.controller.ts': `import { Body, Controller, Post } from '@nestjs/common'
import { ValidationPipe } from './pipes'

@Controller()
export class OwnController {
  @Post() add(@Body(ValidationPipe) body: Item): void {}
}
`
  },
  'parts of bodies': bodies([
    "@Body('a') a: string",
    "@Body('a') b: number",
    "@Body('a') a?: boolean",
    "@Body('a') a?: Item",
    "@Body('a') b?: Item[]",
    "@Body('a') a: Item",
    "@Body('a') a: Item[]",
    "@Body('a') a: string[]",
    "@Body('a') a: any",
    "@Body('a') a",
    "@Body('a') a: Item = none",
    "@Body('a-b') a: string",
    "@Body('') a: string",
    "@Body('1a') a: string",
    "@Body('$a_1') a: string",
    "@Body('a', ParseIntPipe) a: number",
    "@Body('a') a: string, @Body('b') b: string",
    "@Body('a') a: string, @Body() b: Item",
    '@Body() a: Item, @Body() b: Other',
    "@Body('a') { x }: Item",
    "@Body('a') a: B10AddBody"
  ]),
  'names that are taken': {
    'one.controller.ts': `import { Body, Controller, Param, Post } from '@nestjs/common'
import { OneAddBody } from './body'

@Controller()
export class OneController {
  @Post() add(@Body('a') a: OneAddBody): void {}
}
`,
    'two.controller.ts': `import { Controller, Param, Post } from '@nestjs/common'

class TwoPostParamsOther {}
/** What it does. */
@Controller(':a/x:b')
export class TwoController {
  @Post(':c') post(@Param() params): void {}
}
`,
    'three.controller.ts': `import { Controller, Param, Post } from '@nestjs/common'
type Controllers = typeof ThreeControllers
@Controller(':a')
export class ThreeControllers {
  @Post() post(@Param() params): void {}
  @Post('b') b(@Param() params): void {}
}
`
  },
  'classes of inputs': {
    'item.controller.ts': parameters([
      '@Query() q: Plain',
      '@Param() p: Path, @Body() b: Ruled',
      '@Body() b: space.Other'
    ]),
    'inputs.ts': `#!/usr/bin/env node
// What requests have.

export class Plain {
  flags: boolean[]
  counts?: number[]
  text: string
  count: number
  isOn: boolean
  maybe?: number
  texts: string[]
  maybeTexts?: string[]
  lists: string[][]
  item: Item
  items: Item[]
  either: string | number
  nothing
  value = 1
  static shared: string
  get computed(): string { return '' }
}
export class Path { id: string; #own: number; 'quoted': string }
export class Ruled {
  @IsString() a: string
  b: string
}
export class Other { a: string }
`,
    'decorated.ts': `import { Injectable } from '@nestjs/common'
@Injectable()
export class Path { id: string }
`
  },
  'properties of classes': {
    'dto.ts': `import { ApiProperty, ApiPropertyOptional, ApiHideProperty } from '@nestjs/swagger'
import { IsOptional, IsString } from 'class-validator'

export class Dto {
  @ApiProperty a: string
  @ApiProperty() b: string
  @ApiProperty({}) c: string
  @ApiProperty(OPTIONS) d: string
  @ApiProperty({ required: false }) e: string
  @ApiProperty({ required: true }) f: string
  @ApiProperty({ required: NO }) g: string
  @ApiPropertyOptional({ required: true }) h: string
  @ApiPropertyOptional({ description: 'd' }) i?: string
  @IsString() @ApiPropertyOptional() j?: string
  @IsOptional() @IsString() @ApiPropertyOptional() k?: string
  @ApiProperty({ type: Item }) l: Item
  @ApiProperty({ type: () => Item }) m: Item
  @ApiProperty({ type: () => [Item] }) n: Item[]
  @ApiProperty({ type: Item, isArray: true }) o: Item[]
  @ApiProperty({ type: Item, isArray: false }) p: Item
  @ApiProperty({ isArray: true }) q: Item[]
  @ApiProperty({ isArray: YES }) r: Item[]
  @ApiProperty({ type: 'string' }) s: string
  @ApiProperty({ enum: ['a', 'b'] }) t: string
  @ApiProperty({ enum: Kind }) u: Kind
  @ApiProperty({ example: 1, default: 2, minLength: 1, maxLength: 2, minimum: 1, maximum: 2 }) v: number
  @ApiProperty({ nullable: true, deprecated: true, format: 'uuid', title: 't' }) w: string
  @ApiProperty({ minItems: 1, maxItems: 2, uniqueItems: true, multipleOf: 2 }) x: number[]
  @ApiProperty({ pattern: 'a' }) y: string
  @ApiProperty({ xdescription: 'a' }) z: string
  @ApiProperty({ titles: 'a' }) z1: string
  @ApiHideProperty() z2: string
  @ApiProperty() static z3: string
  @ApiProperty() get z4(): string { return '' }
}
`,
    'own.ts': `import { Injectable } from '@nestjs/common'
import { ApiProperty } from './own'
export class Own { @ApiProperty() a: string; @ApiProperties() b: string; @Injectable() c: string }
`
  }
}
