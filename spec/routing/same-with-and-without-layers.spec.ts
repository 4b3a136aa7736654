import { Readable } from 'node:stream'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  Body,
  bootstrap,
  Controller,
  Field,
  Get,
  Integer,
  NotFound,
  Param,
  Post,
  Put,
  Query,
  Returns,
  type Service,
  type StandardSchema
} from 'fieldstone'
import { RecordingLogger } from '../support/recording-logger.js'

class Item {
  @Field() name!: string
  @Field(() => Integer, { optional: true }) size?: number
}

/** What the method returns or throws, by the name of an item. */
const OUTCOMES: Readonly<Record<string, () => unknown>> = {
  plain: () => ({ name: 'plain', size: 1 }),
  'more than is declared': () => ({ name: 'more', secret: 'x' }),
  'less than is declared': () => ({ size: 1 }),
  'another type': () => ({ name: 3 }),
  'a text': () => 'text',
  nothing: () => undefined,
  null: () => null,
  'a returned error': () => new NotFound('no such item'),
  'a thrown error': () => {
    throw new NotFound('no such item')
  },
  'a thrown text': () => {
    throw 'broken'
  },
  'an error of no class of ours': () => {
    throw new TypeError('internal')
  },
  'a long work': () => new Promise(() => {}),
  'a promise': async () => ({ name: 'later' }),
  'a rejected promise': async () => {
    throw new NotFound('later')
  },
  'a thenable that counts': () => {
    let count = 0
    return {
      // biome-ignore lint/suspicious/noThenProperty: what handlers may return
      then(resolve: (value: unknown) => void): void {
        count += 1
        setImmediate(() => resolve({ name: `then ${count}` }))
      }
    }
  },
  'a thenable that rejects': () => ({
    // biome-ignore lint/suspicious/noThenProperty: what handlers may return
    then: (_: unknown, reject: (error: unknown) => void) => reject(new NotFound('then'))
  }),
  'a promise of another realm': () => runInNewContext('Promise.reject("realm")'),
  'a thenable that throws': () => ({
    // biome-ignore lint/suspicious/noThenProperty: what handlers may return
    get then(): never {
      throw new Error('then')
    }
  }),
  'a getter that throws': () => ({
    get name(): never {
      throw new Error('getter')
    }
  }),
  'a proxy that throws': () =>
    new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('proxy')
        }
      }
    ),
  'a circle': () => {
    const circle: Record<string, unknown> = { name: 'circle' }
    circle.self = circle
    return circle
  },
  'a function': () => () => 1,
  'a symbol': () => Symbol('s'),
  'a big integer': () => ({ name: 'big', size: 3n }),
  bytes: () => Buffer.from('bytes'),
  'a stream': () => Readable.from(['a', 'b']),
  'a response of fetch': () => new Response('x')
}

/** A text that is checked in a later turn. */
const Checked: StandardSchema<string, string> = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: async (value: unknown) => {
      await new Promise(setImmediate)
      return typeof value === 'string' && value !== 'never' ? { value } : { issues: [{ message: 'is never' }] }
    },
    jsonSchema: { input: () => ({ type: 'string' }), output: () => ({ type: 'string' }) }
  }
} as never

class Slow {
  @Field(Checked) name!: string
}

@Controller('/items')
class Items {
  @Post('/made')
  @Returns(201, Item)
  made(@Body() item: Item): unknown {
    const outcome = OUTCOMES[item.name]
    return outcome === undefined ? item : outcome()
  }

  @Get('/{id}')
  @Returns(200, Item)
  one(@Param('id', Integer) id: number, @Query('kind', { optional: true }) kind?: string): Item {
    return { name: kind ?? 'none', size: id }
  }

  @Put('/{id}')
  @Returns(200, Item)
  put(@Param('id', Integer) id: number, @Body() item: Item): Item {
    return { ...item, size: id }
  }

  @Put('/slow/{id}')
  @Returns(200, Item)
  slow(@Param('id', Integer) id: number, @Body() item: Slow): Item {
    return { name: item.name, size: id }
  }

  @Put('/checked/{kind}')
  @Returns(200, Item)
  checked(@Param('kind', Checked) kind: string, @Body() item: Item): Item {
    return { ...item, name: kind }
  }

  @Post('/short', { bodyLimit: 30 })
  @Returns(200, Item)
  short(@Body() item: Item): Item {
    return item
  }

  @Post('/any')
  @Returns(200, Item)
  any(@Body({ required: false }) item?: Item): Item {
    return item ?? { name: 'nothing' }
  }
}

const json = (body: unknown): RequestInit => sent(JSON.stringify(body))

function sent(body: RequestInit['body'], type: string | undefined = 'application/json', headers = {}): RequestInit {
  return { method: 'POST', body, headers: { ...(type !== undefined && { 'content-type': type }), ...headers } } as never
}

const put = (init: RequestInit): RequestInit => ({ ...init, method: 'PUT' })

function streamOf(...chunks: (string | Error)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      for (const chunk of chunks) {
        await new Promise(setImmediate)
        if (chunk instanceof Error) controller.error(chunk)
        else controller.enqueue(Buffer.from(chunk))
      }
      if (!chunks.some((chunk) => chunk instanceof Error)) controller.close()
    }
  })
}

const streamed = (...chunks: (string | Error)[]): RequestInit =>
  ({ ...sent(streamOf(...chunks) as never), duplex: 'half' }) as RequestInit

type Case = readonly [path: string, init?: () => RequestInit]

const CASES: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    Object.keys(OUTCOMES)
      .filter((name) => name !== 'a long work')
      .map((name): [string, Case] => [`a method that gives ${name}`, ['made', () => json({ name })]])
  ),
  'a body': ['made', () => json({ name: 'a', size: 2 })],
  'a body with a mark of its byte order': ['made', () => sent('\ufeff{"name":"a"}')],
  'a body with its charset': ['made', () => sent('{"name":"a"}', 'application/json; charset=utf-8')],
  'a body with its charset, loudly': ['made', () => sent('{"name":"a"}', 'Application/JSON;charset="UTF-8"')],
  'a body in another charset': ['made', () => sent('{"name":"a"}', 'application/json; charset=latin1')],
  'a body of another type': ['made', () => sent('name=a', 'application/x-www-form-urlencoded')],
  'a body of no type': ['made', () => sent(Buffer.from('{"name":"a"}'), undefined)],
  'a compressed body': [
    'made',
    () => sent(gzipSync('{"name":"a"}'), undefined, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
  ],
  'a body of an unknown coding': [
    'made',
    () => sent('{}', undefined, { 'content-encoding': 'zip', 'content-type': 'application/json' })
  ],
  'no body': ['made', () => ({ method: 'POST', headers: { 'content-type': 'application/json' } })],
  'no body, and no type': ['made', () => ({ method: 'POST' })],
  'an empty body': ['made', () => sent('')],
  'a broken body': ['made', () => sent('{"name":')],
  'a body that is not UTF-8': ['made', () => sent(Buffer.from([0x22, 0xf0, 0x9f, 0x98, 0x22]))],
  'a body that breaks rules': ['made', () => json({ size: 1.5 })],
  'a body with a prototype': ['made', () => sent('{"name":"a","__proto__":{"size":1}}')],
  'a body in chunks': ['made', () => streamed('{"na', 'me":"a"}')],
  'a body that fails': ['made', () => streamed('{"na', new Error('gone'))],
  'a body above its limit': ['short', () => json({ name: 'a'.repeat(30) })],
  'a body in chunks above its limit': ['short', () => streamed('{"name":"', 'a'.repeat(30), '"}')],
  'a body with a false length': [
    'short',
    () => sent('{"name":"a"}', undefined, { 'content-length': '5000', 'content-type': 'application/json' })
  ],
  'a body that may be missing, and is said to be empty': [
    'any',
    () => sent('{"name":"a"}', undefined, { 'content-length': '0', 'content-type': 'application/json' })
  ],
  'a body that may be missing': ['any', () => json({ name: 'a' })],
  'a missing body': ['any', () => ({ method: 'POST', headers: { 'content-type': 'application/json' } })],
  'a number in the path': ['3'],
  'another text in the path': ['x'],
  'an encoded text in the path': ['%33'],
  'a broken text in the path': ['%3'],
  'a query': ['3?kind=a%20b+c'],
  'a broken query': ['3?kind=%f'],
  'a query with a name twice': ['3?kind=a&kind=b'],
  'a fragment': ['3#x'],
  'a request of HEAD': ['3', () => ({ method: 'HEAD' })],
  'a request of OPTIONS': ['3', () => ({ method: 'OPTIONS' })],
  'a request of another method': ['3', () => ({ method: 'DELETE' })],
  'a body of GET’s route': ['3?kind=a', () => ({ method: 'GET' })],
  'a path and a body': ['7', () => put(json({ name: 'a' }))],
  'a wrong path and a wrong body': ['x', () => put(json({ size: 'x' }))],
  'a wrong path and a broken body': ['x', () => put(sent('{'))],
  'a body that is checked later': ['slow/4', () => put(json({ name: 'a' }))],
  'a body that is wrong later': ['slow/4', () => put(json({ name: 'never' }))],
  'a path that is checked later': ['checked/a', () => put(json({ name: 'b' }))],
  'a path that is checked later, and a body in chunks': ['checked/a', () => put(streamed('{"name":', '"b"}'))],
  'a path that is wrong later, and a wrong body': ['checked/never', () => put(json({}))],
  'a path that is checked later, and a body that fails': ['checked/a', () => put(streamed('{', new Error('gone')))]
}

function started(logger: RecordingLogger, options: Partial<ApplicationOptions>): Promise<Service> {
  return bootstrap(new Application({ title: 'Items', version: '1', logger, controllers: [Items], ...options }))
}

function logged({ entries }: RecordingLogger): string[] {
  return entries.map(({ level, message, fields }) => `${level} ${message} ${fields.err?.message}`)
}

/** What became of each case: the response, and what was logged. */
async function outcomes(options: Partial<ApplicationOptions>): Promise<string[]> {
  const logger = new RecordingLogger()
  const service = await started(logger, options)
  const lines: string[] = []
  for (const [name, [path, init]] of Object.entries(CASES)) {
    logger.entries.length = 0
    const response = await answered(service, path, init?.() ?? {})
    await new Promise(setImmediate)
    lines.push(`${name}: ${response}; ${logged(logger).join(', ')}`)
  }
  await service.close()
  return lines
}

type End = (service: Service, client: AbortController) => unknown

const ENDS: Readonly<Record<string, End>> = {
  'whose client goes away': (_service, client) => client.abort(),
  'that the service cuts as it stops': (service) => service.close({ deadline: 0 })
}

/** What becomes of a request that ends in its middle: while the body comes, or while the method works. */
async function endings(options: Partial<ApplicationOptions>, end: End): Promise<string[]> {
  const lines: string[] = []
  const waiting = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"name"')) })
  const unfinished = { method: 'POST', body: waiting, headers: { 'content-type': 'application/json' }, duplex: 'half' }
  for (const init of [unfinished, json({ name: 'a long work' })]) {
    const logger = new RecordingLogger()
    const service = await started(logger, options)
    await service.fetch(new Request('http://localhost/items/made', json({ name: 'first' })))
    const client = new AbortController()
    const response = answered(service, 'made', { ...init, signal: client.signal } as RequestInit)
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    await end(service, client)
    lines.push(await response)
    await new Promise(setImmediate)
    lines.push(...logged(logger))
    await service.close()
  }
  return lines
}

async function answered(service: Service, path: string, init: RequestInit): Promise<string> {
  try {
    const response = await service.fetch(new Request(`http://localhost/items/${path}`, init))
    const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
    return `${response.status} ${JSON.stringify(headers)} ${await response.text()}`
  } catch (error) {
    return String(error)
  }
}

/** Each makes the service do more around a handler, and changes no response. */
const AROUND: Readonly<Record<string, Partial<ApplicationOptions>>> = {
  'a time limit': { handlerTimeout: 60_000 },
  middleware: { middleware: [(_ctx, next) => next()] },
  'asynchronous middleware': { middleware: [async (_ctx, next) => next()] },
  interceptors: { interceptors: [(value) => value] },
  hooks: { hooks: [{ onRequest: () => undefined }] }
}

describe('A request that nothing stands around', () => {
  const settings: Readonly<Record<string, Partial<ApplicationOptions>>> = {
    'with whole checks': { responseChecks: 'report' },
    'with enforced checks': { responseChecks: 'enforce' },
    'without checks': { responseChecks: 'off' },
    'with a sample of none': { responseChecks: { mode: 'report', sample: 0 } },
    'that rejects unknown fields': { unknownFields: 'reject' }
  }
  for (const [title, options] of Object.entries(settings)) {
    for (const [what, around] of Object.entries(AROUND)) {
      it(`is responded to and logged as one inside of ${what}: ${title}`, async () => {
        const bare = await outcomes(options)
        const inside = await outcomes({ ...options, ...around })
        expect(inside.filter((line) => !bare.includes(line))).to.deep.equal([])
        expect(bare.filter((line) => / 2\d\d /.test(line))).to.have.length.above(15)
      })
    }
  }
  for (const [title, end] of Object.entries(ENDS)) {
    it(`ends as one inside of a time limit: ${title}`, async () => {
      const bare = await endings({}, end)
      expect(await endings({ handlerTimeout: 60_000 }, end)).to.deep.equal(bare)
      expect(bare[0]).to.match(/^(?:499|503) /)
    })
  }
})
