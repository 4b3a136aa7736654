import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { clock } from '../../../src/http/lifetime/clock.js'
import { overloadLimits } from '../../../src/http/overload-options.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { calls, expectWholeList, shown } from '../../support/whole-list.js'

/** When requests come, in milliseconds; each as many as are held up at once. */
const TIMES = [0, 100, 249, 250, 251, 499, 500, 9_999, 10_000, 10_001, 20_249, 20_250, 40_000]

describe('A service that is overloaded', () => {
  it('reads its memory, rejects and reports at the times of overload-list.txt', async () => {
    const lines: string[] = []
    const { rss } = process.memoryUsage
    const { now } = clock
    for (const overload of [
      { maxMemory: 100 },
      { maxMemory: 100, maxRequests: 1, retryAfter: 9 },
      { maxRequests: 2 }
    ]) {
      let [time, reads, size] = [0, 0, 0]
      const log = new RecordingLogger()
      const router = new HttpRouter({ logger: log, overload })
      const held: (() => void)[] = []
      router.getFunc('/', () => new Promise<void>((resolve) => held.push(resolve)))
      process.memoryUsage.rss = () => {
        reads += 1
        return size
      }
      clock.now = () => time
      try {
        lines.push(`\n# ${shown(overload)}`)
        for (const at of TIMES) {
          time = at
          size = at < 250 ? 99 : at < 40_000 ? 100 : 0
          let answered = 0
          const responses = [1, 2, 3].map(async () => {
            const response = await inject(router.handler, '/')
            answered += 1
            return response
          })
          // Each is held up in its handler, or rejected.
          while (held.length + answered < responses.length) await new Promise((resolve) => setImmediate(resolve))
          for (const each of held.splice(0)) each()
          const found = (await Promise.all(responses)).map(({ statusCode, headers }) =>
            `${statusCode} ${headers['retry-after'] ?? ''}`.trim()
          )
          lines.push(`${at}: ${found.join(', ')}; ${reads} reads`)
          for (const { level, message, fields } of log.entries.splice(0))
            lines.push(`  log ${level}: ${message} ${shown(fields)}`)
        }
      } finally {
        clock.now = now
        process.memoryUsage.rss = rss
      }
    }
    lines.push(
      ...calls('overloadLimits', overloadLimits, [
        ...[
          undefined,
          {},
          { maxRequests: 0 },
          { maxRequests: 5 },
          { maxMemory: 0 },
          { maxMemory: 5, retryAfter: 1 },
          { retryAfter: 0 }
        ].map((each) => [each]),
        ...[
          5,
          null,
          [],
          { maxRequests: -1 },
          { maxRequests: 1.5 },
          { maxMemory: '1' },
          { maxMemory: -1 },
          { maxRequests: 1, retryAfter: 0 }
        ].map((each) => [each])
      ])
    )
    expectWholeList('http/exchange/overload-list.txt', lines)
  })
})
