import { expect } from 'chai'
import { Body, type Context, Controller, Ctx, Field, Get, Post, Query, Returns } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'

class Item {
  @Field() name!: string
}

/** The names that methods were called with. */
const calls: string[] = []

function create(item: Item): Item {
  calls.push(item.name)
  if (item.name === 'broken') throw new TypeError('internal')
  return item
}

@Controller('/values')
class Values {
  @Get()
  @Returns(200, Item)
  first(@Query('name', { optional: true }) name?: string): Item {
    return { name: name ?? 'first' }
  }

  @Post({ bodyLimit: 40 })
  @Returns(201, Item)
  create(@Body() item: Item): Item {
    return create(item)
  }

  @Post('/unread')
  @Returns(200, Item)
  unread(@Query('name', { optional: true }) name?: string): Item {
    return { name: name ?? 'first' }
  }
}

@Controller('/context')
class WithContext {
  @Get()
  @Returns(200, Item)
  first(@Ctx() ctx: Context, @Query('name', { optional: true }) name?: string): Item {
    return { name: name ?? (ctx.path === '/context' ? 'first' : '') }
  }

  @Post({ bodyLimit: 40 })
  @Returns(201, Item)
  create(@Body() item: Item, @Ctx() _ctx: Context): Item {
    return create(item)
  }

  @Post('/unread')
  @Returns(200, Item)
  unread(@Ctx() ctx: Context): Item {
    return { name: ctx.query.get('name') ?? 'first' }
  }
}

/** What is done with a request, and what comes of it. */
interface Case {
  readonly path?: string
  readonly method?: string
  /** The body, or why it fails. */
  readonly body?: string | Uint8Array<ArrayBuffer> | Error
  /** Its declared length; undefined where none is declared. */
  readonly length?: string
  /** Whether the client has left before the request comes. */
  readonly left?: boolean
  /** Undefined where the promise rejects. */
  readonly status: number | undefined
  readonly response?: string | RegExp
  readonly called?: readonly string[]
  readonly isLogged?: boolean
}

const LEFT = { left: true, status: 499, response: '' }
const CASES: Readonly<Record<string, Case>> = {
  'no body': { method: 'GET', status: 200, response: '{"name":"first"}' },
  'a query': { method: 'GET', path: '?name=a%20b', status: 200, response: '{"name":"a b"}' },
  'a body that comes whole': { body: '{"name":"whole"}', status: 201, response: '{"name":"whole"}', called: ['whole'] },
  'a body that is not valid': { body: '{"name":1}', status: 400, response: /"path":"name"/ },
  'a body that is no JSON': { body: '{"name":', status: 400, response: /JSON/ },
  'bytes that are not UTF-8': { body: Uint8Array.of(0x7b, 0x22, 0xf0, 0x9f, 0x98, 0x22, 0x7d), status: 400 },
  'a method that fails': {
    body: '{"name":"broken"}',
    status: 500,
    response: /"Internal server error"/,
    called: ['broken'],
    isLogged: true
  },
  'a body that nothing reads': { path: '/unread', body: '{"name":"left"}', status: 200, response: '{"name":"first"}' },
  'a declared length above the limit': { body: '{"name":"long"}', length: '41', status: 413, response: /40 bytes/ },
  'more bytes than the limit, whatever is declared': {
    body: `{"name":"${'x'.repeat(40)}"}`,
    length: '20',
    status: 413
  },
  'fewer bytes than were declared': { body: '{"name":"short"}', length: '30', status: 201, called: ['short'] },
  'a body that fails': { body: new Error('gone'), status: undefined },
  'a client that has left, and a body that comes whole': { body: '{"name":"whole"}', ...LEFT, called: ['whole'] },
  'a client that has left, and a body that is not valid': { body: '{"name":1}', ...LEFT },
  'a client that has left, and a method that fails': { body: '{"name":"broken"}', ...LEFT, called: ['broken'] }
}

describe('A method of a controller that is asked by fetch', () => {
  for (const [what, base] of [
    ['values only', '/values'],
    ['a context, too', '/context']
  ] as const) {
    for (const [title, given] of Object.entries(CASES)) {
      it(`gives what it gives over every edge, where it takes ${what}: ${title}`, async () => {
        const logger = new RecordingLogger()
        const service = await serviceOf([Values, WithContext], { logger, responseChecks: 'off' })
        calls.length = 0
        const response = await service.fetch(requestOf(base, given)).catch(() => undefined)
        expect(response?.status).to.equal(given.status)
        const text = (await response?.text()) ?? ''
        if (typeof given.response === 'string') expect(text).to.equal(given.response)
        else if (given.response !== undefined) expect(text).to.match(given.response)
        if (given.status !== 499) expect(calls).to.deep.equal(given.called ?? [])
        const errors = logger.entries.filter(({ level }) => level === 'error')
        if (given.status !== 499) expect(errors).to.have.length(given.isLogged ? 1 : 0)
        // Nothing is in flight any more, so a stop has nothing to wait for.
        await service.close()
      })
    }
  }

  it('is called by the first request after a stop, when the service was started again', async () => {
    const service = await serviceOf([Values])
    const status = async () => (await service.fetch(requestOf('/values', { method: 'GET', status: 200 }))).status
    expect(await status()).to.equal(200)
    await service.close()
    expect(await status()).to.equal(503)
    await service.start()
    expect(await status()).to.equal(200)
    await service.close()
  })
})

function requestOf(base: string, { path = '', method = 'POST', body, length, left }: Case): Request {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(length === undefined ? {} : { 'content-length': length })
  }
  const failing =
    body instanceof Error ? new ReadableStream({ pull: (controller) => controller.error(body) }) : undefined
  const content = body instanceof Error ? failing : body
  const signal = left ? AbortSignal.abort() : undefined
  return new Request(`http://localhost${base}${path}`, {
    method,
    headers,
    body: content,
    signal,
    duplex: 'half'
  } as never)
}
