import { setImmediate } from 'node:timers/promises'
import { Field, HttpError, NotFound } from 'fieldstone'
import { HttpRouter } from '../../src/http/exchange/router.js'
import { inject } from '../../src/http/fetch/inject.js'
import { RecordingLogger } from '../support/recording-logger.js'
import { expectWholeList, outcome, shown } from '../support/whole-list.js'

class Item {
  @Field() name!: string
}

const NAMES = ['onRequest', 'around', 'onResponse', 'onError', 'onViolation'] as const

/** How a hook fails. */
const FAILURES: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('broken')
  },
  rejects: () => Promise.reject(new Error('broken')),
  'throws no error': () => {
    throw 'text'
  }
}

const SENT = ['/items/1', '/wrong', '/missing', '/failing', '/conflict', '/none', '/items/%']

/** What hooks must not be. */
const WRONG: readonly unknown[] = [
  5,
  null,
  {},
  [5],
  [null],
  [() => 1],
  [{ onRequest: 5 }],
  [{ onrequest: () => 1 }],
  [{ on: 1 }],
  [[]]
]

function routerOf(hooks: object[], log: RecordingLogger): HttpRouter {
  const router = new HttpRouter({ hooks, logger: log, responseChecks: 'enforce' })
  router.getFunc('/items/{id}', () => ({ name: 'a' }), { responses: { 200: { body: Item } } })
  router.getFunc('/wrong', () => ({ name: 5 }), { responses: { 200: { body: Item } } })
  router.getFunc('/missing', () => NotFound.throw('None'))
  router.getFunc('/failing', async () => Promise.reject(new TypeError('failed')))
  router.getFunc('/conflict', () => {
    throw new HttpError(409, 'Taken', { cause: new Error('why') })
  })
  return router
}

/** A moment of a request, as a hook gets it. */
function moment({ ctx, ms, ...more }: { ctx?: { requestId: string }; ms?: number } & Record<string, unknown>): string {
  const { route, method, ...rest } = more as { route?: { path?: string; source?: string }; method?: string }
  return shown({
    method,
    route: route?.path,
    source: route?.source,
    ms: typeof ms,
    hasContext: ctx !== undefined,
    ...rest
  })
}

describe('Hooks', () => {
  it('are called as hook-list.txt says, and what they throw is reported as it says', async () => {
    const lines: string[] = []
    const headers = { 'x-request-id': 'one' }
    const calls: string[] = []
    const listening = Object.fromEntries(
      NAMES.map((name) => [
        name,
        (exchange: never, given: unknown) => {
          const more =
            given instanceof Error
              ? ` ${given.name}: ${given.message}`
              : typeof given === 'function'
                ? ''
                : ` ${shown(given)}`
          calls.push(`${name} ${moment(exchange)}${more}`)
          if (name === 'around') (given as () => void)()
        }
      ])
    )
    for (const url of SENT) {
      calls.length = 0
      const { statusCode } = await inject(routerOf([listening], new RecordingLogger()).handler, { url, headers })
      await setImmediate()
      lines.push(`${url} ${statusCode}`, ...calls.map((call) => `  ${call}`))
    }
    for (const name of NAMES) {
      for (const [how, fail] of Object.entries(FAILURES)) {
        lines.push(`\n# ${name} ${how}`)
        for (const url of SENT) {
          const log = new RecordingLogger()
          const router = routerOf([{ [name]: fail }], log)
          const { statusCode } = await inject(router.handler, { url, headers })
          await setImmediate()
          const reports = log.entries.map(({ level, message, fields: { err, ...fields } }) => {
            return `  ${level} ${message} ${shown(fields)} ${err?.name} ${err?.message}`
          })
          lines.push(`${url} ${statusCode}`, ...reports.filter((report) => /hook|on[A-Z]|around/.test(report)))
        }
      }
    }
    lines.push('\n# what is no hook')
    for (const hooks of WRONG)
      lines.push(`${shown(hooks)} ${outcome(() => void new HttpRouter({ hooks: hooks as never }))}`)
    // Where a route is registered is a line of this file.
    expectWholeList(
      'http/hook-list.txt',
      lines.map((line) => line.replace(/\S+\/hook-list\.spec\.[jt]s:\d+/g, 'here'))
    )
  })
})
