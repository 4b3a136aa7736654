import { EventEmitter } from 'node:events'
import { BadRequest, HttpError, type HttpOptions, NotFound, ValidationError } from 'fieldstone'
import { expireRequest, RequestAborted, RequestCut, signalOf } from '../../../src/http/lifetime/abort-signal.js'
import {
  defectReply,
  expiryReply,
  failureReply,
  keepErrorType,
  preparedReply,
  rejectionReply,
  streamFailure,
  withErrorHeaders,
  writeInternalError
} from '../../../src/http/response/failure.js'
import { PreparedError } from '../../../src/http/response/prepared-error.js'
import { RejectedInput } from '../../../src/http/response/rejected-input.js'
import { httpSettings, InjectFailures } from '../../../src/http/settings.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { ResponseHead } from '../../support/response-head.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

const mapped = (error: unknown): HttpError | undefined => {
  if (error instanceof RangeError) return new NotFound('There is no such range')
  if (error instanceof TypeError) throw new Error('of the map')
  return undefined
}

const SETTINGS: Readonly<Record<string, { options: HttpOptions; isInjected?: true; isHeard?: true }>> = {
  alone: { options: {} },
  'with errors of its own': { options: { errors: { map: mapped } } as never },
  'heard by hooks, and injected': { options: {}, isInjected: true, isHeard: true }
}

/** A response of Node's, and what becomes of it. */
class Response extends ResponseHead {
  readonly socket = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => this.notes.push('cut') })
  readonly notes: string[]
  headersSent = false
  destroyed = false
  writableEnded = false
  writableFinished = false
  statusMessage: string | undefined = 'Odd'
  req = { method: 'GET' }

  constructor(notes: string[]) {
    super({ 'x-own': '1' })
    this.notes = notes
  }

  writeHead(status: number, list: readonly unknown[]): void {
    this.notes.push(`head ${status} ${this.statusMessage} ${shown(list)}`)
  }

  end(body?: string): void {
    this.notes.push(`end ${shown(body)}`)
  }

  destroy(): void {
    this.notes.push('destroyed')
  }
}

/** A request that fails, and what is noted of it. */
function failing(name: string, route: object | undefined) {
  const { options, isInjected, isHeard } = SETTINGS[name] as (typeof SETTINGS)[string]
  const notes: string[] = []
  const log = new RecordingLogger()
  const hooks = {
    onError: (_exchange: unknown, error: Error) => void notes.push(`hook hears ${error.name}: ${error.message}`)
  }
  const failures = isInjected ? new InjectFailures() : undefined
  const settings = { ...httpSettings({ ...options, logger: log, ...(isHeard && { hooks: [hooks] }) }), failures }
  const res = new Response(notes)
  const socket = res.socket
  const req = Object.assign(new EventEmitter(), { socket, headers: {}, complete: true, destroyed: false })
  const ctx = { method: 'GET', path: '/a/5', requestId: 'one', route }
  const all = () => {
    const entries = log.entries.splice(0).map(({ level, message, fields }) => {
      return `${level} ${message}${fields.err === undefined ? '' : ` by ${fields.err.name}: ${fields.err.message}`}`
    })
    const failure = failures?.get(res as never)
    const kept = failure === undefined ? [] : [`kept ${failure.name}: ${failure.message}`]
    const faults = failures?.faults.get(res as never)
    return [...notes.splice(0), ...entries, ...kept, ...(faults === undefined ? [] : [`faults ${shown(faults)}`])].join(
      ' | '
    )
  }
  return { given: { ctx, res, settings } as never, all, res, req }
}

const isHeardOf = (name: string) => SETTINGS[name]?.isHeard === true

const FAULTS = [{ in: 'query', path: 'a', rule: 'type', message: 'must be an integer' }] as never

/** What a handler throws. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  'a 404': () => new NotFound('No such item'),
  'a 400 with a cause': () => new BadRequest('Wrong', { cause: new Error('behind') } as never),
  'a 503': () => new HttpError(503, 'Later', { headers: { 'retry-after': '5' } } as never),
  'a 500 with faults': () => Object.assign(new HttpError(500, 'Odd'), { faults: FAULTS }),
  faults: () => new ValidationError(FAULTS),
  'faults that cannot be written': () => Object.assign(new HttpError(400, 'Odd'), { faults: [{ limit: 5n }] }),
  'an error': () => new Error('mine'),
  'a range': () => new RangeError('range'),
  'a type': () => new TypeError('type'),
  'a text': () => 'text',
  nothing: () => undefined,
  'a client that left': () => new RequestAborted(),
  'a service that stops': () => new RequestCut(),
  'an abort': () => new DOMException('stop', 'AbortError')
}

describe('A request that fails', () => {
  it('is responded to, reported and heard of as failure-list.txt says', () => {
    const lines: string[] = []
    for (const name of Object.keys(SETTINGS)) {
      const known = { path: '/a/{id}', source: 'Items.find' }
      for (const route of isHeardOf(name) ? [undefined, known] : [known]) {
        lines.push(`\n# ${name}, ${route === undefined ? 'without a route' : 'of a route'}`)
        const say = (what: string, run: (one: ReturnType<typeof failing>) => unknown) => {
          const one = failing(name, route)
          const result = outcome(() => run(one))
          lines.push(`${what} → ${result} | ${one.all()}`)
        }
        for (const [what, make] of Object.entries(THROWN)) say(what, ({ given }) => failureReply(make(), given))
        say('an abort of its own signal', ({ given, req, res }) => {
          const signal = signalOf(req as never, res as never, () => undefined)
          res.emit('close')
          return failureReply(Object.assign(new Error('fetch'), { cause: signal.reason, name: 'AbortError' }), given)
        })
        say('its time is up', ({ given, req, res }) => {
          const reply = expiryReply(new HttpError(503, 'Too slow'), given)
          const signal = signalOf(req as never, res as never, () => undefined)
          expireRequest(res as never, signal)
          return [reply, String(signal.reason), failureReply(signal.reason, given)]
        })
        say('an error after its time was up', ({ given, req, res }) => {
          expireRequest(
            res as never,
            signalOf(req as never, res as never, () => undefined)
          )
          return failureReply(new Error('late'), given)
        })
        say('an error after the head', ({ given, res }) => {
          res.headersSent = true
          return failureReply(new NotFound('late'), given)
        })
        say('a defect', ({ given }) => defectReply('gave nonsense', undefined, given))
        say('a defect by a text', ({ given }) => defectReply('gave nonsense', 'text', given))
        say('rejected input', ({ given }) => rejectionReply(new RejectedInput(FAULTS), given))
        say('a prepared error', ({ given }) => preparedReply(new PreparedError(() => new NotFound('None')), given))
        for (const headers of [undefined, {}, { 'x-a': 'b' }, { 'a b': 'c', 'x-d': 'e' }]) {
          say(`the headers ${shown(headers)}`, ({ given, res }) => {
            const reply = { status: 400, contentType: 'a/b', body: '', headers } as never
            return [withErrorHeaders(reply, given) === reply, res.all]
          })
        }
        for (const type of [undefined, 'text/html', 'APPLICATION/PROBLEM+json; charset=utf-8', 'none']) {
          for (const contentType of ['application/problem+json', undefined]) {
            say(`an error of ${contentType} on a response of ${type}`, ({ given, res }) => {
              if (type !== undefined) res.setHeader('content-type', type)
              keepErrorType({ contentType } as never, given)
              return res.all
            })
          }
        }
        for (const headersSent of [false, true]) {
          for (const error of [new Error('of the source'), new NotFound('None'), new RequestAborted()]) {
            say(`a stream with ${error.name} ${headersSent ? 'after' : 'before'} the head`, ({ given, req, res }) => {
              res.headersSent = headersSent
              return streamFailure(error, req as never, given)
            })
          }
        }
        say('an internal error', ({ given, res }) => {
          writeInternalError(given)
          return res.all
        })
        say('an internal error after the head', ({ given, res }) => {
          res.headersSent = true
          writeInternalError(given)
        })
        say('an internal error that cannot be written', ({ given, res }) => {
          res.writeHead = () => {
            throw new Error('of the response')
          }
          writeInternalError(given)
        })
      }
    }
    expectWholeList('http/response/failure-list.txt', lines)
  })
})
