import { type HttpOptions } from 'fieldstone'
import type { Reply } from '../../../src/http/reply/reply.js'
import {
  checkHandedOver,
  itemChecks,
  uncheckedReply,
  violatingReply,
  violatingStream
} from '../../../src/http/response/checked-reply.js'
import { httpSettings, InjectFailures } from '../../../src/http/settings.js'
import type { Violation } from '../../../src/http/violation-reports.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

const HEADERS = ['etag', 'x-own', 'content-language', 'cache-control']

const SETTINGS: Readonly<Record<string, { options?: HttpOptions; isProduction?: true; isInjected?: true }>> = {
  reported: {},
  'reported, injected': { isInjected: true },
  enforced: { options: { responseChecks: 'enforce' } },
  'enforced, injected': { options: { responseChecks: 'enforce' }, isInjected: true },
  'enforced in production': { options: { responseChecks: 'enforce' }, isProduction: true },
  'in a sample': { options: { responseChecks: { mode: 'report', sample: 0 } } },
  off: { options: { responseChecks: 'off' } }
}

const wrong =
  (...texts: string[]) =>
  (): Violation[] =>
    texts.map((text) => ({ key: text, text }))

/** A response that is checked, and what is noted of it. */
function responding(name: string, route: object | undefined) {
  const { options = {}, isProduction, isInjected } = SETTINGS[name] as (typeof SETTINGS)[string]
  const notes: string[] = []
  const log = new RecordingLogger()
  const hooks = {
    onError: (_exchange: unknown, error: Error) => void notes.push(`hook hears ${error.name}: ${error.message}`),
    onViolation: (_exchange: unknown, { status, messages }: { status: number; messages: readonly string[] }) =>
      void notes.push(`hook hears of ${status}: ${messages.join(', ')}`)
  }
  const failures = isInjected ? new InjectFailures() : undefined
  const settings = {
    ...httpSettings({ ...options, logger: log, hooks: [hooks] }),
    failures,
    isProduction: isProduction === true
  }
  const set = new Set(HEADERS)
  const res = {
    statusCode: 202,
    getHeaderNames: () => [...set],
    hasHeader: (header: string) => set.has(header),
    getHeader: (header: string) => (set.has(header) ? 'own' : undefined),
    removeHeader: (header: string) => set.delete(header)
  }
  const responses = {
    statusViolations: (status: number) => (status === 202 ? wrong(`the status ${status} is not documented`) : undefined)
  }
  const ctx = { method: 'GET', path: '/a/5', requestId: 'one', route, documented: { responses } }
  const all = () => {
    const entries = log.entries.splice(0).map(({ level, message, fields }) => {
      return `${level} ${message}${fields.err === undefined ? '' : ` by ${fields.err.message}`}`
    })
    const failure = failures?.get(res as never)
    const kept = failure && `kept ${failure.name}: ${failure.message}${failure.cause ? ' with a cause' : ''}`
    return [...notes.splice(0), ...entries, ...(kept === undefined ? [] : [kept]), `left ${[...set]}`].join(' | ')
  }
  return { given: { ctx, res, settings } as never, all, res }
}

const replyOf = (source?: { release(): void }): Reply => {
  return { status: 200, contentType: 'a/b', body: 'x', ...(source && { source }) } as never
}

describe('A reply that breaks the document', () => {
  it('is sent, replaced and reported as checked-list.txt says', () => {
    const lines: string[] = []
    for (const name of Object.keys(SETTINGS)) {
      for (const route of [undefined, { path: '/a/{id}', source: 'Items.find' }]) {
        lines.push(`\n# ${name}, ${route === undefined ? 'without a route' : 'of a route'}`)
        const { given, all, res } = responding(name, route)
        let released = 0
        const reply = replyOf({
          release: () => {
            released += 1
          }
        })
        const say = (what: string, call: () => unknown) => lines.push(`${what} → ${outcome(call)} | ${all()}`)
        const sent = (one: Reply) => (one === reply ? 'as it is' : { ...one, released })
        if (name === 'off') {
          lines.push(`items → ${shown(itemChecks(given, 200))}`)
          continue
        }
        say('a reply', () => sent(violatingReply(reply, wrong('a is wrong', 'b is wrong'), given)))
        say('the same again', () => sent(violatingReply(reply, wrong('a is wrong'), given)))
        say('a stream', () => violatingStream(200, wrong('c is wrong'), given))
        const checks = itemChecks(given, 200)
        lines.push(`items, all of each ${checks?.isWhole}`)
        say('an item', () => checks?.violated(wrong('d is wrong')))
        say('another item', () => checks?.violated(wrong('e is wrong')))
        say('what is handed over', () => checkHandedOver(given))
        res.statusCode = 200
        say('what is handed over, and right', () => checkHandedOver(given))
        say('what cannot be checked', () => sent(uncheckedReply(reply, new RangeError('no rule'), given)))
        say('what cannot be checked, by no error', () => sent(uncheckedReply(replyOf(), 'a text', given)))
      }
    }
    expectWholeList('http/response/checked-list.txt', lines)
  })
})
