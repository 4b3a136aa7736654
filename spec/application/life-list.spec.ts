import { Health, type HealthOptions, type Phase } from '../../src/application/health.js'
import { Lifecycle, type Resource } from '../../src/application/lifecycle.js'
import type { ApplicationOptions, Service } from '../../src/index.js'
import { serviceOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'
import { expectWholeList, settled, shown } from '../support/whole-list.js'

/** How long something may take that never ends, in milliseconds. */
const SHORT = 2

const never = () => new Promise<never>(() => undefined)

type Behaviour = 'works' | 'fails' | 'rejects' | 'throws a text' | 'never ends' | 'missing'

const BEHAVIOURS: Readonly<Record<Behaviour, (() => unknown) | undefined>> = {
  works: () => undefined,
  fails: () => {
    throw new Error('failed')
  },
  rejects: () => Promise.reject(new TypeError('rejected')),
  'throws a text': () => {
    throw 'a text'
  },
  'never ends': never,
  missing: undefined
}

const all = Object.keys(BEHAVIOURS) as Behaviour[]

/** A resource that notes its calls. */
function resource(name: string, start: Behaviour, close: Behaviour, events: string[]): Resource {
  const noting = (what: string, work: (() => unknown) | undefined) =>
    work && {
      [what]: () => {
        events.push(`${what} ${name}`)
        return work()
      }
    }
  return { ...noting('onStart', BEHAVIOURS[start]), ...noting('onClose', BEHAVIOURS[close]) }
}

function logged({ entries }: RecordingLogger): string {
  const texts = entries.splice(0).map(({ level, message, fields }) => `${level} ${message} ${shown(fields)}`)
  return texts.length === 0 ? '' : ` | ${texts.join(' | ')}`
}

/** A life of two resources between which one behaves otherwise. */
async function lives(): Promise<string[]> {
  const lines: string[] = []
  const logger = new RecordingLogger()
  for (const start of all.filter((each) => each !== 'never ends')) {
    for (const close of all) {
      const events: string[] = []
      const named = (name: string, of: Behaviour, to: Behaviour) => ({ name, resource: resource(name, of, to, events) })
      const lifecycle = new Lifecycle(
        [named('a', 'works', 'works'), named('b', start, close), named('c', 'missing', 'works')],
        logger
      )
      const outcomes = [
        await settled(() => lifecycle.start(SHORT)),
        await settled(() => lifecycle.close(SHORT)),
        await settled(() => lifecycle.close(SHORT))
      ]
      lines.push(`${start}, ${close} → ${outcomes.join(', ')}: ${events.join(', ')}${logged(logger)}`)
    }
  }
  return lines
}

/** What two services do with a resource that they share, in an order such as `+1 +2 -1 -2`. */
async function shared(order: string, start: Behaviour): Promise<string> {
  const events: string[] = []
  const logger = new RecordingLogger()
  const one = { name: 'a', resource: resource('a', start, 'works', events) }
  const lifecycles = [new Lifecycle([one], logger), new Lifecycle([one], logger)] as const
  const steps = order.split(' ').map((step) => async () => {
    const lifecycle = lifecycles[step[1] === '1' ? 0 : 1]
    events.push(step)
    const text = await settled(() => (step.startsWith('+') ? lifecycle.start(SHORT) : lifecycle.close(SHORT)))
    if (text !== 'undefined' && text !== '0') events.push(text)
  })
  if (order.startsWith('+1 +2!')) await Promise.all(steps.splice(0, 2).map((step) => step()))
  for (const step of steps) await step()
  return `${order} (${start}) → ${events.join(', ')}${logged(logger)}`
}

const CHECKS: readonly HealthOptions[] = [
  {},
  { checks: {} },
  { checks: { yes: () => true, none: () => undefined, no: () => false, null: () => null, later: async () => 'x' } },
  { checks: { no: async () => false, throws: BEHAVIOURS.fails as never, rejects: BEHAVIOURS.rejects as never } },
  { checks: { text: BEHAVIOURS['throws a text'] as never, yes: () => true } },
  { checks: { late: never, yes: () => true }, timeout: SHORT },
  {
    checks: {
      aborted: (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    timeout: SHORT
  }
]

async function reports(): Promise<string[]> {
  const lines: string[] = []
  for (const options of CHECKS) {
    const logger = new RecordingLogger()
    const health = new Health(options, logger)
    lines.push(shown(options))
    for (const phase of [undefined, 'ready', 'closing', 'starting', 'ready'] as readonly (Phase | undefined)[]) {
      if (phase !== undefined) health.enter(phase)
      lines.push(`  ${phase} → ${await settled(() => health.report())}${logged(logger)}`)
    }
    const both = await Promise.all([health.report(), health.report()])
    lines.push(`  twice → ${shown(both[0]) === shown(both[1])}${logged(logger)}`)
  }
  return lines
}

const PROBES: readonly (boolean | HealthOptions)[] = [
  false,
  true,
  {},
  { livez: '/alive' },
  { readyz: '/ready', checks: { no: () => false } }
]

async function probes(): Promise<string[]> {
  const lines: string[] = []
  for (const health of PROBES) {
    const service = await serviceOf([], { health, accessLog: true, middleware: [(_ctx, next) => next()] })
    lines.push(shown(health))
    for (const url of ['/livez', '/readyz', '/alive', '/ready']) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { statusCode, headers, body } = await service.inject({ method, url })
        lines.push(`  ${method} ${url} → ${statusCode} ${headers['cache-control']} ${headers.allow} ${body}`)
      }
    }
    lines.push(`  paths ${shown(service.document.paths)}`)
    await service.close()
  }
  return lines
}

const TIMES: readonly unknown[] = [undefined, 0, 1.5, -1, '5s', null, Number.NaN, 2_147_483_648]
const CLOSING: readonly unknown[] = [
  undefined,
  {},
  5,
  null,
  'x',
  { dealy: 5 },
  ...TIMES.flatMap((time) => [{ delay: time }, { deadline: time }])
]

async function closings(): Promise<string[]> {
  const lines: string[] = []
  for (const options of CLOSING) {
    const logger = new RecordingLogger()
    const service = await serviceOf([], { logger })
    await service.start()
    lines.push(`close ${shown(options)} → ${await settled(() => service.close(options as never))}${logged(logger)}`)
  }
  const listening: readonly unknown[] = [
    ...[null, 5, { prot: 0 }, { shutdown: 5 }, { shutdown: { dealy: 5 } }, { shutdown: null }],
    ...TIMES.slice(2).flatMap((time) => [{ shutdown: { delay: time } }, { shutdown: { deadline: time } }])
  ]
  for (const options of listening) {
    const logger = new RecordingLogger()
    const service = await serviceOf([], { logger, onStart: () => undefined })
    const text = await settled(() => service.listen(options as never))
    lines.push(`listen ${shown(options)} → ${text}${logged(logger)}`)
    await service.close()
  }
  return lines
}

/** What a service does in the course of its life, by fetch and inject. */
async function courses(): Promise<string[]> {
  const lines: string[] = []
  const cases: readonly (readonly [string, Partial<ApplicationOptions>])[] = [
    ['that works', {}],
    ['that does not start', { onStart: BEHAVIOURS.rejects }],
    ['that does not close', { onClose: BEHAVIOURS.fails }],
    [
      'of resources',
      {
        resources: [
          new (class Pool {
            onStart() {}
          })(),
          { onClose: BEHAVIOURS.rejects },
          Object.assign(Object.create(null), { onStart: BEHAVIOURS.works })
        ]
      }
    ],
    ['of a resource that fails', { resources: [{ onClose: BEHAVIOURS.works }, { onStart: BEHAVIOURS.fails }] }]
  ]
  for (const [name, options] of cases) {
    const logger = new RecordingLogger()
    const service = await serviceOf([], { ...options, logger, health: true })
    lines.push(`a service ${name}`)
    const step = async (what: string, work: (service: Service) => unknown) =>
      lines.push(`  ${what} → ${await settled(() => work(service))}${logged(logger)}`)
    const status = async () => (await service.health.report()).status
    const fetched = async () => {
      const response = await service.fetch(new Request('http://a.example/readyz'))
      return [response.status, response.headers.get('retry-after'), await response.text()]
    }
    await step('health', status)
    await step('fetch', fetched)
    await step('health', status)
    await step('inject', async () => (await service.inject('/readyz')).body)
    await step('start', () => service.start())
    await step('close', () => service.close())
    await step('health', status)
    await step('fetch', fetched)
    await step('start', () => service.start())
    await step('fetch', fetched)
    // What was started before goes on.
    await step('listen', () => service.listen({ port: -1 }))
    await step('health', status)
    await step('close', () => Promise.all([service.close(), service.close()]))
    await step('close', () => service.close())
  }
  return lines
}

describe('The life of a service', () => {
  it('is as life-list.txt says', async () => {
    const orders = ['+1 -1', '+1 +2 -1 -2', '+1 +2 -2 -1 +2 -2', '+1 +1 -1', '-1 +1 -1', '+1 -2 -1', '+1 +2! -1 -2']
    const lines = ['# of resources', ...(await lives()), '', '# of a shared resource']
    for (const order of orders) {
      for (const start of ['works', 'fails', 'rejects', 'missing'] as const) lines.push(await shared(order, start))
    }
    lines.push('', '# health', ...(await reports()), '', '# probes', ...(await probes()))
    lines.push('', '# options', ...(await closings()), '', '# courses', ...(await courses()))
    expectWholeList('application/life-list.txt', lines)
  })
})
