import { expect } from 'chai'
import {
  Application,
  Body,
  BootstrapError,
  bootstrap,
  type Context,
  Controller,
  Ctx,
  checkOptions,
  Field,
  File,
  Get,
  generateOpenAPISpec,
  Integer,
  inGroups,
  type OptionTable,
  Param,
  Post,
  Query,
  Record,
  Returns,
  Router,
  type SetupError,
  type UploadedFile
} from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { injectInto } from '../support/inject-into.js'
import { RecordingLogger } from '../support/recording-logger.js'

/** Options as JavaScript may give them. */
const given = (options: object) => options as never

function errorsOf(work: () => unknown): readonly SetupError[] {
  try {
    work()
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors
    throw error
  }
  return []
}

const messagesOf = (work: () => unknown): string[] => errorsOf(work).map(({ message }) => message)

class Item {
  @Field() name!: string
}

@Controller('/items')
class ItemController {
  @Get()
  list() {
    return []
  }
}

describe('A misspelt option', () => {
  interface Shape {
    readonly minLength?: number
    readonly maxLength?: number
    readonly optional?: boolean
    readonly mode?: 'strip' | 'reject'
  }
  const table: OptionTable<Shape> = {
    minLength: true,
    maxLength: true,
    optional: [true, false],
    mode: ['strip', 'reject']
  }
  const check = (options: object | undefined, leave = {}) =>
    messagesOf(() => checkOptions(options as Shape | undefined, table, 'Here', leave))

  const names: [name: string, meant: string][] = [
    ['minLenght', 'minLength'],
    ['minlength', 'minLength'],
    ['mxLength', 'maxLength'],
    ['optionl', 'optional'],
    ['optinal', 'optional'],
    ['mod', 'mode'],
    ['MODE', 'mode'],
    ['mdoe', 'mode'],
    ['modes', 'mode'],
    ['maxxLenght', 'maxLength'],
    ['minLen', 'minLength']
  ]
  for (const [name, meant] of names) {
    it(`is reported with the name that was meant: ${name}`, () => {
      expect(check({ [name]: 1 })).to.deep.equal([
        `OPTION_UNKNOWN: there is no option '${name}' (did you mean '${meant}'?), Here; correct its name or remove it.`
      ])
    })
  }

  it('is reported with all names, where none is similar', () => {
    expect(check({ whatever: 1 })).to.deep.equal([
      "OPTION_UNKNOWN: there is no option 'whatever', Here; the options are minLength, maxLength, optional and mode."
    ])
    expect(check({ constructor: 1 })[0]).to.match(/there is no option 'constructor'/)
    expect(check(JSON.parse('{"__proto__": 1}'))[0]).to.match(/there is no option '__proto__'/)
  })

  it('is reported for its value, where the values are listed', () => {
    expect(check({ mode: 'rejct', optional: 'yes' })).to.deep.equal([
      "OPTION_UNKNOWN: the option mode is 'rejct' (did you mean 'reject'?), Here; give 'strip' or 'reject'.",
      "OPTION_UNKNOWN: the option optional is 'yes', Here; give true or false."
    ])
    expect(check({ mode: { a: 1 } })[0]).to.contain('the option mode is an object, Here')
  })

  it('has a remedy of its own if people often write it', () => {
    expect(check({ required: true }, { instead: { required: 'leave out `optional`' } })).to.deep.equal([
      "OPTION_UNKNOWN: there is no option 'required', Here; leave out `optional`."
    ])
  })

  it('is not an undefined member, a symbol or anything inherited', () => {
    expect(check({ mode: undefined, other: undefined, [Symbol('own')]: 1 })).to.deep.equal([])
    expect(check(Object.create({ other: 1 }))).to.deep.equal([])
    expect(check(undefined)).to.deep.equal([])
  })

  it('is an error of its own where there is no object', () => {
    expect(check(null as never)).to.deep.equal(['OPTION_UNKNOWN: the options are null, Here; give an object.'])
    expect(check('strip' as never)).to.deep.equal(['OPTION_UNKNOWN: the options are a string, Here; give an object.'])
    expect(check([])).to.deep.equal(['OPTION_UNKNOWN: the options are a list, Here; give an object.'])
  })

  it('is only a misspelt name, in an object that has other members', () => {
    class Settings {
      mode = 'strip'
      models = []
      router = {}
    }
    expect(check(new Settings())).to.deep.equal([])
    expect(check({ router: 1, minLenght: 2 }, { isOpen: true })).to.have.length(1)
  })
})

describe('A misspelt option is a setup error', () => {
  const start = (options: object) => setupErrorsOf([ItemController], given(options))

  const ofApplication: [options: object, name: string, meant: string, place: string][] = [
    [{ titel: 'Items' }, 'titel', 'title', 'the application'],
    [{ responseCheck: 'enforce' }, 'responseCheck', 'responseChecks', 'the application'],
    [{ server: { requestTimeOuts: 5 } }, 'requestTimeOuts', 'requestTimeout', 'the option server'],
    [{ uploads: { fileSise: 5 } }, 'fileSise', 'fileSize', 'the option uploads'],
    [{ health: { live: '/live' } }, 'live', 'livez', 'the option health'],
    [{ servers: [{ url: '/', descripton: 'a' }] }, 'descripton', 'description', 'the option servers[0]'],
    [{ hooks: [{ onRequest() {}, onRespnse() {} }] }, 'onRespnse', 'onResponse', 'hooks[0]'],
    [{ resources: [{ onStart() {}, onCloze() {} }] }, 'onCloze', 'onClose', 'resources[0]'],
    [{ resources: [{ onStart() {} }, { onStart() {}, onClsoe() {} }] }, 'onClsoe', 'onClose', 'resources[1]']
  ]
  for (const [options, name, meant, place] of ofApplication) {
    it(`of ${place}: ${name}`, async () => {
      const errors = await start(options)
      expect(errors.map(({ code }) => code)).to.deep.equal(['OPTION_UNKNOWN'])
      expect(errors[0]?.message).to.contain(`there is no option '${name}' (did you mean '${meant}'?), ${place}; `)
    })
  }

  it('of records, fields, controllers, routes, responses and parameters are all reported together', async () => {
    @Record(given({ unknownFields: 'rejct', descripton: 'a' }))
    class Signup {
      @Field(given({ minLenght: 3 })) name!: string
      @Field(given({ optional: 'yes', required: true, style: 'deep' })) email!: string
    }
    class Upload {
      @File(given({ maxSiz: 5 })) file!: UploadedFile
    }
    @Controller('/signups', given({ tag: ['a'], hidden: 1 }))
    class SignupController {
      @Post()
      create(@Body() _signup: Signup) {}

      @Get('/all', given({ sumary: 'a' }))
      list() {}

      @Post('/upload')
      upload(@Body(Upload, given({ consume: 'multipart/form-data' })) _upload: Upload) {}

      @Post('/text')
      text(@Body(given({ consumess: 'text/plain' })) _text: string) {}

      @Get('/{id}', given({ parameters: [{ name: 'q', in: 'query', requird: true }] }))
      @Returns(200, Item, given({ descripton: 'a' }))
      @Returns(404, given({ descripton: 'a' }))
      find(
        @Param('id', Integer) _id: number,
        @Query('q', given({ descripton: 'a' })) _q: string,
        @Ctx() _ctx: unknown
      ) {}
    }
    const errors = await setupErrorsOf([SignupController], given({ titel: 'a', docs: undefined }))
    const reported = errors.filter(({ code }) => code === 'OPTION_UNKNOWN').map(({ message }) => message.slice(16))
    const wanted = [
      /'titel' \(did you mean 'title'\?\), the application;/,
      /^the option unknownFields is 'rejct' \(did you mean 'reject'\?\), @Record of Signup; give 'strip' or 'reject'/,
      /'descripton' \(did you mean 'description'\?\), @Record of Signup;/,
      /'minLenght' \(did you mean 'minLength'\?\), Signup\.name;/,
      /^the option optional is 'yes', Signup\.email; give true or false/,
      /'required', Signup\.email; a field is required unless it is `optional` or has a `default`/,
      /^the option style is 'deep', Signup\.email; give 'comma' or 'deepObject'/,
      /'maxSiz' \(did you mean 'maxSize'\?\), Upload\.file;/,
      /'tag' \(did you mean 'tags'\?\), @Controller of SignupController;/,
      /^the option hidden is 1, @Controller of SignupController; give true or false/,
      /'sumary' \(did you mean 'summary'\?\), GET \/signups\/all \(SignupController\.list\);/,
      /'consume' \(did you mean 'consumes'\?\), SignupController\.upload, parameter 1;/,
      /'consumess' \(did you mean 'consumes'\?\), SignupController\.text, parameter 1; .*enumOf/,
      /'descripton' \(did you mean 'description'\?\), SignupController\.find, query parameter q; .*enumOf/,
      /'descripton' \(did you mean 'description'\?\), SignupController\.find, response 200;/,
      /'requird' \(did you mean 'required'\?\), SignupController\.find, query parameter q;/,
      /'descripton' \(did you mean 'description'\?\), SignupController\.find, response 404;/
    ]
    for (const pattern of wanted)
      expect(
        reported.filter((text) => pattern.test(text)),
        String(pattern)
      ).to.have.length(1)
    expect(reported).to.have.length(wanted.length)
  })

  it('are reported where a record declares them, and not again for each class that extends it', async () => {
    @Record(given({ 'x-rules': [], minProperties: -1 }))
    class Base {
      @Field() name!: string
    }
    class Middle extends Base {
      @Field() size!: string
    }
    @Record(given({ descripton: 'a' }))
    class Last extends Middle {}

    @Controller('/records')
    class RecordController {
      @Post()
      @Returns(200, Middle)
      add(@Body(Last) last: Last): Middle {
        return last
      }
    }
    expect((await setupErrorsOf([RecordController])).map(({ message }) => message)).to.have.members([
      'OPTION_UNKNOWN: Fieldstone writes x-rules itself, @Record of Base; choose another name.',
      'RECORD_INVALID: minProperties is -1, @Record of Base; give an integer of at least 0.',
      "OPTION_UNKNOWN: there is no option 'descripton' (did you mean 'description'?), @Record of Last; correct its name or remove it."
    ])
  })

  it('of uploads, responses and parameters of a route', () => {
    const freeze = (options: object) => {
      const router = new Router({ logger: false }).get('/items', () => undefined, given(options))
      generateOpenAPISpec(router, { title: 'a', version: '1' })
    }
    expect(messagesOf(() => freeze({ uploads: { fileSise: 5, folder: '/tmp' } }))).to.have.length(2)
    expect(messagesOf(() => freeze({ uploads: { folder: '/tmp' } }))[0]).to.contain(
      'new Application({ uploads: { folder'
    )
    expect(messagesOf(() => freeze({ responses: { 200: { bodi: Item } } }))[0]).to.contain("did you mean 'body'?")
    expect(messagesOf(() => freeze({ parameters: [{ name: 'q', in: 'query', requird: true }] }))[0]).to.contain(
      "there is no option 'requird' (did you mean 'required'?)"
    )
  })

  it('of a router, a document, a folder and groups', () => {
    expect(messagesOf(() => new Router(given({ bodyLimt: 5 })))[0]).to.contain(
      "did you mean 'bodyLimit'?), the router;"
    )
    const config = given({ title: 'a', version: '1', serves: [] })
    expect(messagesOf(() => generateOpenAPISpec(new Router(), config))[0]).to.contain("did you mean 'servers'?")
    expect(messagesOf(() => new Router().static('/', '.', given({ imutable: true })))[0]).to.contain("'immutable'?")
    expect(messagesOf(() => inGroups(Item, 'a', given({ alwys: true })))[0]).to.contain("'always'?), inGroups;")
  })

  it('of listening, and then nothing listens', async () => {
    const service = await serviceOf([ItemController])
    for (const [options, meant] of [
      [{ prot: 8080 }, 'port'],
      [{ port: 0, shutdown: { dedline: 5 } }, 'deadline']
    ] as const) {
      const error = await service.listen(given(options)).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(BootstrapError)
      expect((error as Error).message).to.contain(`did you mean '${meant}'?), service.listen`)
    }
    const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
    expect((await fetch(`${url}/items`)).status).to.equal(200)
    await service.close()
  })

  it('of closing is in the log, before the service listened as after, and it closes nevertheless', async () => {
    const logger = new RecordingLogger()
    const service = await serviceOf([ItemController], { logger })
    const told = () => logger.entries.splice(0).map(({ level, fields }) => `${level}: ${fields.err}`)
    for (const [options, meant] of [
      [{ dealy: 5 }, 'delay'],
      [{ dedline: 5 }, 'deadline']
    ] as const) {
      for (const isListening of [false, true]) {
        const { url } = isListening ? await service.listen({ port: 0, host: '127.0.0.1', signals: false }) : {}
        await service.close(given(options))
        const [line = '', ...others] = told()
        expect(line)
          .to.match(/^warn: /)
          .and.contain(`did you mean '${meant}'?), service.close;`)
        expect(others).to.deep.equal([])
        if (url !== undefined) expect(await fetch(url).catch(() => 'closed')).to.equal('closed')
      }
    }
  })

  it('of nothing that is an option: an application with every one of them starts', async () => {
    const service = await bootstrap(
      new Application({
        ...{ title: 'a', version: '1', description: 'a', servers: [{ url: '/', description: 'a' }], openapi: '3.1' },
        ...{ controllers: [ItemController], spec: '/openapi.json', docs: '/docs', middleware: [] },
        ...{ server: { requestTimeout: 5000 }, health: { livez: '/l', readyz: '/r', checks: {}, timeout: 5 } },
        ...{ resources: [{ onStart() {}, onClose() {} }], onStart() {}, onClose() {}, routes() {} },
        ...{
          bodyLimit: 5,
          uploads: { fileSize: 5, folder: '/tmp' },
          handlerTimeout: 5,
          logger: false,
          accessLog: 'info'
        },
        ...{ hooks: [{ onRequest() {} }], trustProxy: 'loopback', errors: { statuses: { validation: 422 } } },
        ...{ responseChecks: 'off', unknownFields: 'reject', trustedPatterns: [] }
      } as never)
    )
    expect((await service.inject('/items')).statusCode).to.equal(200)
  })
})

describe('A misspelt option that is found while a request is handled', () => {
  const works: [what: string, work: (ctx: Context) => unknown, reported: string][] = [
    [
      'a cookie',
      (ctx) => ctx.setCookie('a', 'b', given({ secur: true })),
      'The cookie "a": there is no option \'secur\''
    ],
    ['a file', (ctx) => ctx.file('package.json', given({ maxage: 5 })), "did you mean 'maxAge'?"],
    ['events', (ctx) => ctx.sse([], given({ heartbeet: 5 })), "did you mean 'heartbeat'?"]
  ]
  for (const [what, work, reported] of works) {
    it(`is a 500 that the log explains: ${what}`, async () => {
      const errors: unknown[] = []
      const log = (fields: { err?: unknown }) => errors.push(fields.err)
      const router = new Router({ logger: { debug() {}, info() {}, warn() {}, error: log } as never })
      router.getFunc('/', async (ctx) => work(ctx))
      expect((await injectInto(router, '/')).statusCode).to.equal(500)
      expect(String(errors[0])).to.contain(reported)
    })
  }

  it('is a TypeError of inject and of verify', async () => {
    const service = await serviceOf([ItemController])
    const injected = await service.inject(given({ url: '/items', metod: 'POST' })).catch((error: unknown) => error)
    expect(injected).to.be.instanceOf(TypeError)
    expect((injected as Error).message).to.contain("did you mean 'method'?")
    const verified = await verify(service, given({ run: 5 })).catch((error: unknown) => error)
    expect(verified).to.be.instanceOf(TypeError)
    expect((verified as Error).message).to.contain("did you mean 'runs'?")
  })
})

describe('The type of a parameter, body or response', () => {
  it('may be an enum whose members do not look like options', async () => {
    const State = { none: 'none', same: 'same', live: 'live' } as const
    @Controller('/states')
    class StateController {
      @Get()
      @Returns(200, State)
      show(@Query('state', State) state: string) {
        return state
      }
    }
    const service = await serviceOf([StateController])
    expect((await service.inject('/states?state=same')).json()).to.equal('same')
    expect((await service.inject('/states?state=other')).statusCode).to.equal(400)
  })
})
