import { expectListed } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import { calls, settled } from '../../../../spec/support/whole-list.js'
import { ProcessGuard } from '../../src/command/process-guard.js'
import { UsageError } from '../../src/command/usage-error.js'
import { type LoadedService, textsIn, verifyModule } from '../../src/command/verify-module.js'
import type { VerifyOptions } from '../../src/options.js'
import type { VerifiableService } from '../../src/wire/target.js'

const LIST = 'verify/command/module-list.txt'

const DOCUMENT = openApi({
  '/items/{id}': {
    post: {
      operationId: 'change',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'q', in: 'query', schema: { type: 'string' } }
      ],
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { default: { description: 'any' } }
    }
  }
})
const OPTIONS: VerifyOptions = { seed: 1, runs: 5, timeout: 60_000, maxResponseTime: 60_000 }
const RESPONSE = { statusCode: 200, headers: {}, rawBody: Buffer.from('') }

/** An error without a place, which changes with each line of this file. */
const plain = (error: Error) => Object.assign(error, { stack: '' })

/** What Node does with what nothing catches; mocha listens as well. */
function uncaught(event: 'uncaughtException' | 'unhandledRejection', error: Error): void {
  const [listener] = process.listeners(event as 'uncaughtException')
  listener?.(error, event as 'uncaughtException')
}

type Injected = Parameters<VerifiableService['inject']>[0]

describe('A module that is verified', () => {
  /** What verification of a service leads to. */
  async function run(
    load: (own: VerifiableService) => Promise<LoadedService> | LoadedService,
    own: Partial<VerifiableService> = {},
    options: VerifyOptions = {},
    print?: (text: string) => void
  ): Promise<string[]> {
    const guard = new ProcessGuard()
    const before = process.exit
    let sent = 0
    const lines: string[] = []
    const service: VerifiableService = {
      document: DOCUMENT,
      inject: async () => {
        sent++
        return RESPONSE
      },
      ...own
    }
    try {
      const outcome = await settled(async () => {
        const { report, failures } = await verifyModule(
          async () => load(service),
          { ...OPTIONS, ...options },
          guard,
          print
        )
        const { outcome, requests, isAborted, disagreements, logs } = report
        lines.push(...failures.map((failure) => `  ${failure}`))
        lines.push(...disagreements.map(({ kind, what }) => `  ${kind} ${what}`))
        lines.push(...(logs ?? []).map((log) => `  ${JSON.stringify(log)}`))
        return `${outcome} in ${requests} requests${isAborted ? ', aborted' : ''}${logs === undefined ? ', no logs' : ''}`
      })
      lines.unshift(outcome.replace(/^"|"$/g, ''))
    } finally {
      guard.stop()
    }
    if (own.inject === undefined) lines[0] += `, of which ${sent} came`
    if (process.exit !== before) lines.push('  the process is watched still')
    return lines
  }

  const fails = (error: unknown) => () => Promise.reject(error)
  const cases: readonly (readonly [title: string, ...Parameters<typeof run>])[] = [
    ['a service', (service) => ({ service, reset: undefined })],
    ['that cannot be loaded', fails(plain(new Error('no module')))],
    ['that cannot be loaded, as a user did it', fails(new UsageError('no such module'))],
    ['that is not loaded by a text', fails('nothing')],
    [
      'that ends the process when it is loaded',
      () => {
        process.exit(3)
      }
    ],
    [
      'that ends the process when it is loaded, by a code of its own',
      () => {
        process.exitCode = 4
        try {
          process.exit()
        } finally {
          process.exitCode = undefined
        }
      }
    ],
    [
      'that throws where nothing catches it when it is loaded',
      (service) => {
        uncaught('uncaughtException', plain(new Error('no port')))
        return { service, reset: undefined }
      }
    ],
    [
      'that rejects what nothing handles when it is loaded',
      (service) => {
        uncaught('unhandledRejection', plain(new Error('no port')))
        return { service, reset: undefined }
      }
    ],
    ['that closes', (service) => ({ service, reset: undefined }), { close: async () => undefined }],
    ['that cannot be closed', (service) => ({ service, reset: undefined }), { close: fails(plain(new Error('busy'))) }],
    [
      'that ends the process when it is closed',
      (service) => ({ service, reset: undefined }),
      { close: async () => process.exit(0) }
    ],
    [
      'that ends the process in a request',
      (service) => ({ service, reset: undefined }),
      { inject: async () => process.exit(1) },
      { runs: 1 }
    ],
    [
      'that fails in requests',
      (service) => ({ service, reset: undefined }),
      { inject: fails(plain(new Error('no table'))) },
      { runs: 1 }
    ],
    ['that cannot be verified', (service) => ({ service, reset: undefined }), { document: {} }],
    [
      'of several documents',
      (service) => ({ service, reset: undefined }),
      { documents: new Map([['v1', openApi({})]]) },
      { documentName: 'v1' }
    ],
    ['of one document', (service) => ({ service, reset: undefined }), {}, { documentName: 'v1' }],
    [
      'whose reset fails',
      (service) => ({ service, reset: fails(plain(new Error('no reset'))) }),
      {},
      { reset: () => undefined }
    ],
    [
      'whose reset of the options fails',
      (service) => ({ service, reset: undefined }),
      {},
      { reset: fails(plain(new Error('no reset'))) }
    ],
    ['whose reset ends the process', (service) => ({ service, reset: () => process.exit(2) })]
  ]

  it('ends as module-list.txt says', async () => {
    const lines: string[] = []
    for (const [title, ...args] of cases) {
      const [first, ...more] = await run(...args)
      lines.push(`${title}: ${first}`, ...more)
    }
    let resets = 0
    const reset = async () => {
      await new Promise(setImmediate)
      resets++
    }
    const [counted] = await run((service) => ({ service, reset }))
    lines.push(`${resets} resets: ${counted}`)
    expectListed(LIST, 'ends', lines)
  })

  it('logs texts of its requests that are those of module-list.txt', () => {
    const request = (url: string, body?: string | Uint8Array) => [
      { method: 'POST', url, headers: {}, ...(body !== undefined && { body }) }
    ]
    const many = (count: number) => Array.from({ length: count }, (_, index) => index + 100).join('/')
    const lines = calls('textsIn', textsIn as (...args: never[]) => unknown, [
      [undefined],
      request('/'),
      request('/items/a%20b?q=1&r=%zz&s'),
      request('/items/a', ''),
      request('/items/a', '{"name":"a b","c":[1,"items"],"d&e=f":null}'),
      request('/', Buffer.from('caf\u00e9 {}')),
      request(`/${'x'.repeat(499)}`),
      request(`/${'x'.repeat(500)}`),
      request('/', `${'y '.repeat(2499)}last`),
      request('/', `${'y '.repeat(2498)}last`),
      request(`/${many(39)}/a/b`),
      request(`/${many(40)}/a/bcde`)
    ])
    expectListed(LIST, 'texts', lines)
  })

  it('writes logs that are grouped as module-list.txt says', async () => {
    const lines: string[] = []
    const log =
      (write: (request: Injected) => string) =>
      async (request: Injected): Promise<typeof RESPONSE> => {
        process.stdout.write(`${write(request)}\n`)
        return { ...RESPONSE, statusCode: request.method === 'POST' ? 200 : 405 }
      }
    const bodyOf = ({ body = '' }: Injected) => Buffer.from(body).toString()
    const writers: Readonly<Record<string, (request: Injected) => string>> = {
      'a text': () => 'a request came',
      'the place': ({ url }) => `of ${url.split(/[/?]/)[2]} now`,
      'the place as it is read': ({ url }) => `of ${decodeURIComponent(url.split(/[/?]/)[2] ?? '')} now`,
      'the path': ({ url }) => `of ${url}`,
      'words of the body': (request) =>
        `with ${
          bodyOf(request)
            .match(/[^\s"{}[\],:&=]+/g)
            ?.at(0) ?? 'nothing'
        } now`,
      'the body': (request) => `with body ${bodyOf(request)}`
    }
    for (const [title, write] of Object.entries(writers)) {
      const [first, ...more] = await run(
        (service) => ({ service, reset: undefined }),
        { inject: log(write) },
        { runs: 12 }
      )
      lines.push(`${title}: ${first}`, ...more)
    }
    const printed: string[] = []
    const [first, ...more] = await run(
      (service) => {
        process.stderr.write('loaded\n')
        return { service, reset: undefined }
      },
      {
        inject: log(() => 'a request came'),
        close: async () => {
          process.stdout.write('closed\n')
        }
      },
      { runs: 2 },
      (text) => printed.push(text)
    )
    lines.push(`printed: ${first}`, ...more, `  ${JSON.stringify(printed)}`)
    expectListed(LIST, 'logs', lines)
  })
})
