import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Context, Integer, type Logger, mapOf } from 'fieldstone'
import { guardedLogger, stderrLogger } from '../../src/http/logger.js'
import { serviceOf } from '../support/applications.js'
import { until } from '../support/one-handler.js'

describe('the default logger', () => {
  /** What is written to stderr meanwhile. */
  function written(work: () => void): string {
    const write = process.stderr.write
    let text = ''
    process.stderr.write = ((chunk: string) => {
      text += chunk
      return true
    }) as typeof write
    try {
      work()
    } finally {
      process.stderr.write = write
    }
    return text
  }

  it('writes warnings and errors, one line each, and nothing else', () => {
    const text = written(() => {
      stderrLogger.debug({}, 'debug')
      stderrLogger.info({}, 'info')
      stderrLogger.warn({ route: 'Items.find', method: undefined, path: '/a b' }, 'careful')
      stderrLogger.error({}, 'broken')
    })
    expect(text.replace(/^\S+Z/gm, 'NOW')).to.equal('NOW WARN careful route=Items.find path="/a b"\nNOW ERROR broken\n')
  })

  it('shows the stack of an error, and its cause', () => {
    const err = new Error('broken', { cause: new Error('why') })
    const text = written(() => stderrLogger.error({ err }, 'x'))
    expect(text).to.match(/ERROR x\n {4}Error: broken\n\s+at .*\n[\s\S]*\[cause\]: Error: why\n/)
  })

  it('lets no line break of a request forge a line', () => {
    const text = written(() =>
      stderrLogger.error({ path: '/a\n2026 ERROR forged' }, 'GET /a\r\n2026 ERROR forged failed')
    )
    expect(text.split('\n')).to.have.length(2)
  })

  it('shows what is no Error', () => {
    for (const err of [undefined, null, 'text', Object.create(null), Symbol('s')]) {
      expect(() => written(() => stderrLogger.error({ err }, 'x'))).not.to.throw()
    }
  })

  it('writes what is logged after a stack overflow in which it was called, and what is logged there', async () => {
    const logger = pathToFileURL(resolve('dist/src/http/logger.js')).href
    const script = `
      import { stderrLogger } from ${JSON.stringify(logger)}
      const again = (depth) => {
        try { again(depth + 1) } catch { stderrLogger.error({ err: new Error('deep') }, 'within') ; throw new Error('up') }
      }
      for (let round = 0; round < 3; round++) try { again(0) } catch {}
      setImmediate(() => stderrLogger.error({}, 'afterwards'))
    `
    // Its stderr is a pipe.
    const args = ['--stack-size=200', '--input-type=module', '--eval', script]
    const { stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 })
    expect(stderr).to.match(/ERROR within/)
    expect(stderr).to.match(/ERROR afterwards\n$/)
  }).timeout(60_000)

  it('takes over where the logger of an application throws', () => {
    const fail = () => {
      throw new Error('disk full')
    }
    const logger: Logger = { debug: fail, info: fail, warn: fail, error: fail }
    const text = written(() => guardedLogger(logger).warn({}, 'careful'))
    expect(text).to.contain('The logger failed while it should report: careful').and.to.contain('disk full')
  })
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
    const write = process.stderr.write
    let log = ''
    process.stderr.write = ((chunk: string) => {
      log += chunk
      return true
    }) as typeof write
    try {
      for (const text of texts) {
        const response = await service.fetch(new Request(`http://localhost/${encodeURIComponent(text)}`))
        await response.text()
      }
      await until(() => log.split(' INFO GET /{text} ').length > texts.length)
    } finally {
      process.stderr.write = write
    }
    return log
  }

  const failing = (make: (text: string) => unknown) => (ctx: Context) => {
    throw make(ctx.urlParam('text'))
  }

  function expectHarmless(log: string): void {
    expect(log.replaceAll('\n', '')).not.to.match(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u)
    for (const line of log.trimEnd().split('\n')) {
      expect(line).to.match(/^(?: {4}|\d{4}-[\d:.T-]+Z (?:ERROR \S*logger\.spec\.|INFO GET \/\{text\}))/)
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
