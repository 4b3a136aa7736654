import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { bearerScheme, bootstrap } from '../../src/index.js'
import { runHere } from '../support/command.js'
import { expectListed } from '../support/listed.js'
import { APPLICATIONS } from './migrate/applications.js'
import { CONTROLLERS } from './migrate/controllers.js'
import { INPUTS } from './migrate/inputs.js'
import { PROJECTS } from './migrate/projects.js'
import { SOURCES } from './migrate/sources.js'

const INDEX = import.meta.resolve('fieldstone')

const PROJECT: Readonly<Record<string, string>> = {
  'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }',
  'src/cat.ts': `import { ApiProperty } from '@nestjs/swagger';

export class NewCat {
  @ApiProperty({ minLength: 1, example: 'Tom' })
  name: string;
}

export class Cat extends NewCat {
  @ApiProperty()
  id: number;
}
`,
  'src/jwt.guard.ts': `import { CanActivate, Injectable } from '@nestjs/common';

@Injectable()
export class JwtGuard implements CanActivate {
  canActivate() {
    return false;
  }
}
`,
  'src/cat.service.ts': `import { Injectable, NotFoundException } from '@nestjs/common';
import { Cat } from './cat';

@Injectable()
export class CatService {
  readonly cats: Cat[] = [];

  find(id: number): Cat {
    const cat = this.cats.find((each) => each.id === id);
    if (!cat) throw new NotFoundException('There is no such cat');
    return cat;
  }
}
`,
  'src/cat.controller.ts': `import { Body, Controller, Delete, Get, HttpCode, Param, ParseIntPipe, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiNotFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Cat, NewCat } from './cat';
import { CatService } from './cat.service';
import { JwtGuard } from './jwt.guard';

@ApiTags('cats')
@Controller('cats')
export class CatController {
  constructor(private readonly service: CatService) {}

  // Comments stay.
  @Get(':id')
  @ApiOkResponse({ type: Cat })
  @ApiNotFoundResponse({ description: 'no such cat' })
  find(@Param('id', ParseIntPipe) id: number) {
    return this.service.find(id);
  }

  @Post()
  @ApiCreatedResponse({ type: Cat })
  add(@Body() cat: NewCat) {
    const added = { ...cat, id: this.service.cats.length + 1 };
    this.service.cats.push(added);
    return added;
  }

  @UseGuards(JwtGuard)
  @HttpCode(204)
  @Delete(':id')
  remove(@Param('id', ParseIntPipe) id: number): void {
    this.service.cats.splice(id - 1, 1);
  }
}
`,
  'src/app.module.ts': `import { Module } from '@nestjs/common';
import { CatController } from './cat.controller';
import { CatService } from './cat.service';

@Module({ controllers: [CatController], providers: [CatService] })
export class AppModule {}
`,
  'src/main.ts': `import { NestFactory } from '@nestjs/core';
import { ValidationPipe } from '@nestjs/common';
import { AppModule } from './app.module';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.setGlobalPrefix('api');
  app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
  await app.listen(3000);
}
bootstrap();
`
}

describe('fieldstone migrate nestjs', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-migrate-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function lay(files: Readonly<Record<string, string>>): string {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    mkdirSync(join(folder, 'src'), { recursive: true })
    return join(folder, 'src')
  }

  const filesOf = (path: string) =>
    Object.fromEntries(names(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]))
  const names = (path: string) =>
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .sort()

  for (const [title, files] of Object.entries({
    ...PROJECTS,
    ...CONTROLLERS,
    ...INPUTS,
    ...APPLICATIONS,
    ...SOURCES
  }))
    it(`rewrites what it can, keeps what protects, and lists the rest: ${title}`, async () => {
      const src = lay(Object.fromEntries(Object.entries(files).map(([name, text]) => [join('src', name), text])))
      const { status, stdout, error } = await runHere('migrate', 'nestjs', src, '--force')
      expect(error?.message).to.equal(undefined)
      expect(status).to.equal(0)
      const now = filesOf(src)
      const lines: string[] = []
      for (const name of [...new Set([...Object.keys(files), ...Object.keys(now)])].sort()) {
        const text = now[name]
        if (text === undefined) lines.push(`--- ${name} is removed`, '')
        else if (text === files[name]) lines.push(`--- ${name} stays`, '')
        else lines.push(`--- ${name}`, text, '')
      }
      expectListed('cli/migrate/result-list.txt', title, [...lines, '--- report', stdout.replaceAll(`${folder}/`, '')])
      await runHere('migrate', 'nestjs', src, '--force')
      expect(filesOf(src), 'for the second time').to.deep.equal(now)
    })

  it('makes a project that serves the same, once the guard is a security scheme', async () => {
    const src = lay(PROJECT)
    expect((await runHere('migrate', 'nestjs', src, '--force')).status).to.equal(0)
    expect(names(src)).to.not.include('app.module.ts')
    for (const [name, text] of Object.entries(filesOf(src)))
      writeFileSync(
        join(src, name),
        text.replaceAll("from 'fieldstone'", `from '${INDEX}'`).replace(/import .* from '@nestjs\/.*'/, '')
      )
    const printed = await runHere('document', join(src, 'application.ts'))
    expect(printed.error?.message).to.include('JwtGuard')
    const { application } = await import(join(src, 'application.ts'))
    const securitySchemes = { JwtGuard: bearerScheme({ authenticate: (token: string) => token === 'good' }) }
    const service = await bootstrap(new application.constructor({ ...application.options, securitySchemes }))
    const send = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, headers = {}) =>
      service.inject({ method, url, headers, ...(body && { payload: body }) })
    const statuses: number[] = []
    for (const response of [
      await send('POST', '/api/cats', { name: 'Tom' }),
      await send('POST', '/api/cats', { name: '' }),
      await send('GET', '/api/cats/1'),
      await send('GET', '/api/cats/x'),
      await send('GET', '/api/cats/9'),
      await send('DELETE', '/api/cats/1'),
      await send('DELETE', '/api/cats/1', undefined, { authorization: 'Bearer good' })
    ])
      statuses.push(response.statusCode)
    expect(statuses).to.deep.equal([201, 400, 200, 400, 404, 401, 204])
    await service.close()
  }).timeout(60_000)

  it('prints a diff with --dry-run, and writes nothing', async () => {
    const src = lay(PROJECT)
    const before = filesOf(src)
    const { stdout } = await runHere('migrate', 'nestjs', src, '--dry-run')
    expect(stdout)
      .to.include(`--- ${join(src, 'cat.service.ts')}\n`)
      .and.to.include("\n-@Controller('cats')\n")
      .and.to.include("\n+@Controller('/cats', { tags: ['cats'] })\n")
    expect(stdout).to.include('+++ /dev/null').and.to.include('Would rewrite 6 files and remove 1')
    expect(filesOf(src)).to.deep.equal(before)
  })

  it('writes nothing outside of a clean git tree without --force', async () => {
    const src = lay(PROJECT)
    const before = filesOf(src)
    expect((await runHere('migrate', 'nestjs', src)).error?.message)
      .to.include('is in no git repository')
      .and.to.include('--force')
    expect(filesOf(src)).to.deep.equal(before)
  })

  it('writes nothing when one file cannot be read, or is called wrongly', async () => {
    const src = lay({ ...PROJECT, 'src/broken.ts': 'class {' })
    const before = filesOf(src)
    expect((await runHere('migrate', 'nestjs', src, '--force')).error?.message).to.include(
      'broken.ts cannot be read, and nothing was written'
    )
    expect((await runHere('migrate', 'koa', src)).error?.message).to.equal(
      `'koa' is not known: write fieldstone migrate nestjs ${src}`
    )
    expect((await runHere('migrate', 'nestjs', 'nowhere')).error?.message).to.equal('There is no folder nowhere')
    expect(filesOf(src)).to.deep.equal(before)
  })
})
