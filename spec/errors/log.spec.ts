import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type ApplicationOptions, BadRequest, type Context, Integer, type Logger, mapOf } from 'fieldstone'
import { serviceOf } from '../support/applications.js'

/** What is written to stderr meanwhile. */
async function written(work: () => unknown): Promise<string> {
  const write = process.stderr.write
  let text = ''
  process.stderr.write = ((chunk: string) => {
    text += chunk
    return true
  }) as typeof write
  try {
    await work()
  } finally {
    process.stderr.write = write
  }
  return text
}

describe('The default log', () => {
  /** What the default log has of a request to this handler. */
  const logged = async (handler: (ctx: Context) => unknown, more: Partial<ApplicationOptions> = {}) => {
    const service = await serviceOf([], {
      logger: undefined,
      routes: (router) => router.getFunc('/{id}', handler),
      ...more
    })
    return written(async () => {
      await (await service.fetch(new Request('http://localhost/a%20b'))).text()
      await new Promise(setImmediate)
    })
  }

  it('has warnings and errors, and nothing else', async () => {
    const careful = (ctx: Context) => {
      ctx.jsonError(400, 'no')
      ctx.report(new Error('careful'), 'is careful')
    }
    expect(await logged(() => 'fine')).to.equal('')
    expect(await logged(() => Promise.reject(new BadRequest('no')))).to.equal('')
    expect(await logged(careful)).to.match(/^\S+Z (?:WARN|ERROR) /)
    const failed = await logged(() => Promise.reject(new Error('broken')))
    expect(failed).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z ERROR \S*log\.spec\.[jt]s:\d+ failed /)
    expect(failed.split('\n')[0]).to.include('method=GET').and.include('path="/a b"')
  })

  it('shows the stack of an error, and its cause', async () => {
    const text = await logged(() => Promise.reject(new Error('broken', { cause: new Error('why') })))
    expect(text).to.match(/ ERROR .*\n {4}Error: broken\n\s+at .*\n[\s\S]*\[cause\]: Error: why\n/)
  })

  it('shows what is no Error', async () => {
    for (const thrown of [undefined, null, 'text', Object.create(null), Symbol('s')]) {
      expect(await logged(() => Promise.reject(thrown))).to.match(/ ERROR .*\n/)
    }
  })

  it('is none where the application wants none', async () => {
    expect(await logged(() => Promise.reject(new Error('broken')), { logger: false })).to.equal('')
  })

  it('takes over where the logger of an application throws', async () => {
    const fail = () => {
      throw new Error('disk full')
    }
    const logger: Logger = { debug: fail, info: fail, warn: fail, error: fail }
    const text = await logged(() => Promise.reject(new Error('broken')), { logger })
    expect(text)
      .to.contain('disk full')
      .and.to.match(/The logger failed while it should report: .* failed/)
  })

  it('has what is logged after a stack overflow, and in it', async () => {
    const program = `
      import { Application, bootstrap } from 'fieldstone'
      const again = (ctx, depth) => {
        try { again(ctx, depth + 1) } catch { ctx.report(new Error('deep'), 'within'); throw new Error('up') }
      }
      const routes = (router) => {
        router.getFunc('/deep', (ctx) => again(ctx, 0))
        router.getFunc('/', () => { throw new Error('afterwards') })
      }
      const service = await bootstrap(new Application({ title: 'a', version: '1', routes }))
      for (const path of ['/deep', '/deep', '/']) await (await service.fetch(new Request('http://localhost' + path))).text()
    `
    // Its stderr is a pipe.
    const args = ['--conditions=fieldstone-modules', '--stack-size=300', '--input-type=module', '--eval', program]
    const { stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 })
    expect(stderr).to.match(/ERROR .*within/)
    expect(stderr).to.match(/Error: afterwards\n[\s\S]*$/)
  }).timeout(60_000)
})

/** What a terminal would obey: it clears the screen, goes back, colours the text, begins a line, and turns the direction. */
const HOSTILE = '\u001b[2J\b\u007f\u009b31m\r\n2026-01-01T00:00:00.000Z ERROR forged\u0000\u0085\u2028\u2029\u202e'
/** How its beginning is written: as JSON has it, or as `inspect` has it in the text of a member. */
const ESCAPED = /\\(?:u001b|x1B)\[2J\\b\\(?:u007f|x7F)/g

describe('The log of a service', () => {
  /** What a service writes to stderr for requests with these texts as their path, in percent-encoding. */
  async function logOf(texts: readonly string[], handler: (ctx: Context) => unknown, options = {}): Promise<string> {
    const service = await serviceOf([], {
      ...{ logger: 'debug', accessLog: true, responseChecks: 'report' },
      routes: (router) => router.getFunc('/{text}', handler, options)
    })
    return written(async () => {
      for (const text of texts) {
        const response = await service.fetch(new Request(`http://localhost/${encodeURIComponent(text)}`))
        await response.text()
      }
      // The entry of a request is written when its response is out.
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    })
  }

  const failing = (make: (text: string) => unknown) => (ctx: Context) => {
    throw make(ctx.urlParam('text'))
  }

  function expectHarmless(log: string): void {
    expect(log.replaceAll('\n', '')).not.to.match(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u)
    for (const line of log.trimEnd().split('\n')) {
      expect(line).to.match(/^(?: {4}|\d{4}-[\d:.T-]+Z (?:ERROR \S*log\.spec\.|INFO GET \/\{text\}))/)
    }
  }

  const thrown: readonly (readonly [what: string, make: (text: string) => unknown])[] = [
    ['the message of an error', (text) => new Error(`no ${text}`)],
    ['the message of a cause', (text) => new Error('no', { cause: new TypeError(text) })],
    ['the messages of several errors in one', (text) => new AggregateError([new Error(text)], 'no')],
    ['a member of an error', (text) => Object.assign(new Error('no'), { input: text, deep: { list: [text] } })],
    ['an error that is a member', (text) => Object.assign(new Error('no'), { original: new Error(text) })],
    ['the name of a member', (text) => Object.assign(new Error('no'), { [text]: 1 })],
    ['the name of an error', (text) => Object.assign(new Error('no'), { name: text })],
    ['a text in place of an error', (text) => text]
  ]
  for (const [what, make] of thrown) {
    it(`escapes what a client sent: ${what}, and the path`, async () => {
      const log = await logOf([HOSTILE], failing(make))
      expectHarmless(log)
      expect(log.match(ESCAPED)?.length).to.be.at.least(2)
    })
  }

  it('escapes what a handler reports', async () => {
    const log = await logOf(['a'], (ctx) => ctx.report(new Error(HOSTILE), `has ${HOSTILE}`))
    expectHarmless(log)
    expect(log.match(ESCAPED)).to.have.length(2)
  })

  it('shows the stack, the members and the causes of an error', async () => {
    class PaymentFailed extends Error {
      readonly code = 'E_PAYMENT'
    }
    const cause = new AggregateError([new RangeError('one')], 'both')
    const log = await logOf(
      ['a'],
      failing(() => new PaymentFailed('no money', { cause }))
    )
    expect(log).to.match(/\n {4}PaymentFailed(?: \[Error\])?: no money\n {8}at \S.*\n {8}at /)
    expect(log)
      .to.contain("code: 'E_PAYMENT'")
      .and.to.contain('[cause]: AggregateError: both')
      .and.to.contain('RangeError: one')
  })

  it('shortens what a client sent: paths, messages, members and errors', async () => {
    const long = 'x'.repeat(100_000)
    const hostile = await logOf(
      ['\u001b'.repeat(40_000)],
      failing((text) => new Error(text))
    )
    expect(hostile.length).to.be.below(50_000)
    const makes: readonly ((text: string) => unknown)[] = [
      (text) => new Error(text),
      (text) => Object.assign(new Error('no'), { text }),
      (text) => new AggregateError(Array.from({ length: 500 }, () => new Error(text)))
    ]
    for (const make of makes) {
      const log = await logOf([long], failing(make))
      expect(log.length).to.be.within(8_000, 50_000)
      expect(log).to.contain('… (100001 characters)')
    }
  })

  it('says once, and in short, that responses have keys which are as long as a client likes', async () => {
    const keys = Array.from({ length: 5 }, (_, n) => `${n}${'k'.repeat(100_000)}`)
    const log = await logOf(keys, (ctx) => ({ [ctx.urlParam('text')]: 'text' }), {
      responses: { 200: { body: mapOf(Integer) } }
    })
    expect(log.match(/breaks the document/g)).to.have.length(1)
    expect(log.length).to.be.below(10_000)
  })
})
