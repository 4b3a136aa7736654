import { expect } from 'chai'
import { type HttpOptions, SetupError } from 'fieldstone'
import { httpSettings } from '../../src/http/settings.js'

describe('httpSettings', () => {
  it('fills in the defaults', () => {
    const { bodyLimit, errors } = httpSettings()
    expect([bodyLimit, errors.mediaType]).to.deep.equal([1_048_576, 'application/problem+json'])
  })

  const wrong: readonly [what: string, options: unknown][] = [
    ['a negative bodyLimit', { bodyLimit: -1 }],
    ['a bodyLimit in words', { bodyLimit: '1mb' }],
    ['a bodyLimit without an end', { bodyLimit: Number.POSITIVE_INFINITY }],
    ['a logger that lacks a method', { logger: { info() {}, warn() {}, error() {} } }],
    ['a logger that is true', { logger: true }]
  ]
  for (const [what, options] of wrong) {
    it(`refuses ${what}`, () => {
      expect(() => httpSettings(options as HttpOptions)).to.throw(SetupError, /^APPLICATION_INVALID: .*; give /)
    })
  }

  it('writes the log to stderr from the level that is named, or that the log of requests has', () => {
    const lines = (options: HttpOptions): string[] => {
      const { logger } = httpSettings(options)
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
    httpSettings({ logger: log }).logger.debug({}, 'seen')
    expect(log.lines).to.deep.equal(['seen'])
  })
})
