import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { guardedLogger, type Logger, stderrLogger } from '../../src/http/logger.js'

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
