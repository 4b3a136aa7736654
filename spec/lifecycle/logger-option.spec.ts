import { expect } from 'chai'
import { type HttpOptions, Router, SetupError } from 'fieldstone'

describe('The log of an application', () => {
  const wrong: readonly [what: string, options: unknown][] = [
    ['a logger that lacks a method', { logger: { info() {}, warn() {}, error() {} } }],
    ['a logger that is true', { logger: true }]
  ]
  for (const [what, options] of wrong) {
    it(`cannot have ${what}`, () => {
      expect(() => new Router(options as HttpOptions)).to.throw(SetupError, /^APPLICATION_INVALID: .*; give /)
    })
  }

  it('writes the log to stderr from the level that is named, or that the log of requests has', () => {
    const lines = (options: HttpOptions): string[] => {
      const { logger } = new Router(options)
      const { write } = process.stderr
      const written: string[] = []
      process.stderr.write = ((line: string) => written.push(line) > 0) as typeof write
      try {
        for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level]({}, level)
      } finally {
        process.stderr.write = write
      }
      return written.map((line) => line.trim().split(' ').at(-1) ?? '')
    }
    expect(lines({})).to.deep.equal(['warn', 'error'])
    expect(lines({ logger: 'debug' })).to.deep.equal(['debug', 'info', 'warn', 'error'])
    expect(lines({ logger: 'error' })).to.deep.equal(['error'])
    expect(lines({ accessLog: true })).to.deep.equal(['info', 'warn', 'error'])
    expect(lines({ accessLog: 'debug' })).to.deep.equal(['debug', 'info', 'warn', 'error'])
    expect(lines({ accessLog: 'error' })).to.deep.equal(['warn', 'error'])
    expect(lines({ accessLog: true, logger: 'error' })).to.deep.equal(['error'])
    expect(lines({ logger: false, accessLog: true })).to.deep.equal([])
  })

  it('takes a logger whose methods need their this, as console and pino', () => {
    class Log {
      readonly lines: string[] = []
      debug(_fields: object, message: string) {
        this.lines.push(message)
      }
      info = this.debug
      warn = this.debug
      error = this.debug
    }
    const log = new Log()
    new Router({ logger: log }).logger.debug({}, 'seen')
    expect(log.lines).to.deep.equal(['seen'])
  })
})
