const CAT = `import { Controller, Get } from '@nestjs/common'

@Controller('cats')
export class CatController {
  @Get() all(): void {}
}
`

/** A project of one controller with this module. */
function module(decorators: string, body = '', before = ''): Readonly<Record<string, string>> {
  return {
    'cat.controller.ts': CAT,
    'app.module.ts': `import { Module, Global, forwardRef } from '@nestjs/common'
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core'
import { CatController } from './cat.controller'
${before}
${decorators}
export class AppModule {${body}}
`
  }
}

/** A project of one controller with this program. */
function program(lines: readonly string[], imports = ''): Readonly<Record<string, string>> {
  return {
    ...module('@Module({ controllers: [CatController] })'),
    'main.ts': `import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module'
${imports}
${lines.join('\n')}
`
  }
}

/** Projects about modules and programs: files by their names. */
export const APPLICATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an empty folder': {},
  'nothing of Nest': {
    'a.ts': 'export const a = 1\n',
    'empty.ts': '',
    'b.ts': "import { Module } from './own'\n@Module({})\nexport class B {}\n"
  },
  'a module with all that it can have': module(
    `@Global()
@Module({
  imports: [OtherModule, forwardRef(() => OtherModule), TypeOrm.forRoot({}), Config],
  controllers: [CatController, , Lost, makeController(), forwardRef(() => Lost)],
  providers: [Service, , { provide: 'x', useValue: 1 }, make(), forwardRef(() => Service), OtherModule.x],
  exports: [Service, make()],
  other: [1]
})`,
    `
  constructor() {}
  start() {}
`,
    'import { OtherModule } from "./other"\n@Module({})\nexport class OtherModule {}'
  ),
  'a module without members': module('@Module()', 'constructor(private readonly a: A) {}'),
  'a module that is no literal': module('@Module(OPTIONS)', '\n  field = 1\n  onModuleInit() { run() }\n'),
  'a module of lists that are no literals': module(
    '@Module({ imports: OTHERS, controllers: [...LIST], providers: [...LIST, A] })'
  ),
  'a module beside other code': module('@Module({ controllers: [CatController] })', '', 'export const shared = 1\n'),
  'a module beside another class': module(
    '@Module({ imports: [Settings], controllers: [CatController] })',
    '',
    'export class Settings {}'
  ),
  'a module without a name': {
    'app.module.ts': `import { Module } from '@nestjs/common'
@Module({ imports: [Settings] })
export default class {
  start() {}
  stop() { end() }
}
`
  },
  'a module in a folder, with endings': {
    'feature/cat.controller.ts': CAT,
    'feature/cat.module.ts': `import { Module } from '@nestjs/common'
import { CatController } from './cat.controller.js'
@Module({ controllers: [CatController] })
export class CatModule {}
`
  },
  'a program in a folder': {
    'cats/cat.controller.tsx': CAT,
    'cats/cat.module.ts': `import { Module } from '@nestjs/common'
import { CatController } from './cat.controller'
@Module({ controllers: [CatController] })
export class CatModule {}
`,
    'api/main.ts': `import { NestFactory } from '@nestjs/core'
const app = await NestFactory.create(AppModule)
await app.listen(3000)
`
  },
  'guards of the application': module(
    `@Module({ controllers: [CatController], providers: [
  { provide: APP_GUARD, useClass: Guard },
  { provide: APP_INTERCEPTOR, useExisting: Interceptor },
  { provide: APP_PIPE, useClass: ValidationPipe },
  { provide: APP_PIPE, useFactory: () => 1 },
  { provide: 'APP_GUARD', useClass: Text }
] })`
  ),
  'a pipe of validation for all': module(
    '@Module({ controllers: [CatController], providers: [{ provide: APP_PIPE, useClass: ValidationPipe }] })'
  ),
  'a guard by other means': module(
    '@Module({ controllers: [CatController], providers: [provide(APP_GUARD)] })',
    '',
    'const also = { useClass: Guard, ...more }'
  ),
  'middleware of a module': module(
    '@Module({ controllers: [CatController] })',
    `
  configure(consumer) {
    consumer.apply(Logged, cors(), isOn ? A : B).forRoutes('*')
    consumer.apply(helmet.all).forRoutes('x')
  }
`
  ),
  'middleware that cannot be seen': module(
    '@Module({ controllers: [CatController] })',
    '\n  configure(consumer) { add(consumer) }\n'
  ),
  'no middleware': module('@Module({ controllers: [CatController] })', '\n  configure(consumer) {}\n'),
  'configure of another class': {
    ...module('@Module({ controllers: [CatController] })'),
    'other.ts': `import { Injectable } from '@nestjs/common'
@Injectable()
export class Other { configure(consumer) { consumer.apply(Logged) } }
`
  },
  'a program with all that is read': program([
    'async function bootstrap() {',
    '  const app = await NestFactory.create(AppModule)',
    "  app.setGlobalPrefix('/api/v1/')",
    "  const config = new DocumentBuilder().setTitle('Cats').setVersion(`2.0`).setDescription('All cats').addBearerAuth().setBasePath('x').build()",
    '  const document = SwaggerModule.createDocument(app, config)',
    "  SwaggerModule.setup('docs', app, document)",
    '  app.useGlobalPipes(new ValidationPipe({ whitelist: true }))',
    '  await app.listen(8080)',
    '}',
    'bootstrap()'
  ]),
  'a program whose values are no literals': program([
    'const app = await NestFactory.create(AppModule, new FastifyAdapter())',
    "app.setGlobalPrefix('api', { exclude: ['x'] })",
    'app.setGlobalPrefix(PREFIX)',
    'new DocumentBuilder().setTitle(TITLE).setVersion(VERSION).setDescription(DESCRIPTION)',
    'SwaggerModule.setup(PATH, app)',
    'await app.listen(PORT)',
    'await app.listen()',
    "await app.listen(config.get('PORT'))"
  ]),
  'other ports': program(['await NestFactory.create(AppModule)', "app.listen(Number(process.env.PORT) || 3000, '::')"]),
  'a port of the environment': program(['await NestFactory.create(AppModule)', 'app.listen(process.env.PORT || 80)']),
  'a port of the environment by two names': program([
    'await NestFactory.create(AppModule)',
    `app.listen(process.env['PORT'] ? Number(process.env["PORT"]) : 80, '127.0.0.1', () => {})`
  ]),
  'a port that is called': program(['await NestFactory.create(AppModule)', 'app.listen(process.env.PORT || port())']),
  'a port behind digits': program([
    'await NestFactory.create(AppModule)',
    "app.listen('80')",
    'app.use(new Server({ text: "x".repeat(10) }).createHandlerOfAllRequestsThatTheApplicationGets(withAVeryLongName12345678901))',
    'app.get(new Server({ text: "x".repeat(10) }).createHandlerOfAllRequestsThatTheApplicationGets(withAVeryLongName123456789012))',
    'app.listen(80 + offset)'
  ]),
  'what a program gives to all routes': program(
    [
      'const app = await NestFactory.create(AppModule)',
      'app.use(cookies(), (request, response, next) => next())',
      'app.useGlobalGuards(new A(), b)',
      'app.useGlobalInterceptors(new I())',
      'app.useGlobalPipes(new P(), new ValidationPipe())',
      'app.useGlobalPipes(new ValidationPipe())',
      'app.useGlobalPipes(new ValidationPipe, ValidationPipe)',
      'app.useGlobalPipes()',
      'app.enableShutdownHooks()',
      'Number(app)',
      'foreign(1)',
      'foreign2(app)',
      'local(app)',
      'function local(app) { inner(app) }',
      'app.foreign3(app)'
    ],
    "import { NestFactory as Factory } from './x'"
  ),
  'what another file gives to all routes': {
    ...module('@Module({ controllers: [CatController] })'),
    'set-up.ts': `import { ValidationPipe } from '@nestjs/common'
export function setUp(app) {
  app.use(helmet())
  app.useGlobalGuards(new Guard())
  other(app)
}
`
  },
  'two programs': {
    ...program(['const app = await NestFactory.create(AppModule)', 'await app.listen(1)']),
    'second.ts': `import { NestFactory } from '@nestjs/core'
const app = await NestFactory.create(AppModule)
await app.listen(2)
`,
    'third.ts': 'Other.create(AppModule)\nNestFactory.build(AppModule)\n'
  },
  'a program that is a module as well': {
    'cat.controller.ts': CAT,
    'main.ts': `import { NestFactory } from '@nestjs/core'
import { Module } from '@nestjs/common'
import { CatController } from './cat.controller'
@Other(CatController)
@Module({ controllers: [CatController] })
class AppModule {}
const app = await NestFactory.create(AppModule)
await app.listen(3000)
`
  },
  'a module of a file that reads metadata': {
    'cat.controller.ts': `import { Controller, Get, UseGuards } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { read } from './read'

@UseGuards(Guard)
@Controller('cats')
export class CatController {
  constructor(reflector: Reflector) { read(reflector) }
  @Get() all(): void {}
}
`,
    'app.module.ts': `import { Module } from '@nestjs/common'
import * as core from '@nestjs/core'
import { CatController } from './cat.controller'
@Module(OPTIONS)
export class AppModule {}
`
  },
  'a program alone, which is a module': {
    'main.ts': `import { Module } from '@nestjs/common'
@Module({ imports: [NestFactory.create(1)] })
export class AppModule {}
`
  },
  'an application that is there already': {
    ...module('@Module({ controllers: [CatController] })'),
    'application.ts': "import { Application } from 'fieldstone'\nexport const application = new Application({})\n"
  },
  'files that are not read': {
    'cat.controller.ts': CAT,
    'cat.spec.ts': "import { Test } from '@nestjs/testing'\n",
    'app.e2e-spec.ts': "import { Test } from '@nestjs/testing'\n",
    'cat.test.ts': "import { Test } from '@nestjs/testing'\n",
    'plain.test.ts': 'export const plain = 1\n',
    'types.d.ts': "import { Get } from '@nestjs/common'\n",
    'node_modules/a/a.controller.ts': CAT,
    'dist/a.controller.ts': CAT,
    'distance/a.ts': "import { Injectable } from '@nestjs/common'\n@Injectable()\nexport class A {}\n"
  }
}
