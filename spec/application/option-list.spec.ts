import { Application, type ApplicationOptions, BootstrapError, SetupError } from 'fieldstone'
import { checkApplication, checkApplicationNames, isResource } from '../../src/application/application.js'
import { healthOptions } from '../../src/application/health.js'
import { checkProviders } from '../../src/application/services.js'
import { setupErrorsOf } from '../support/applications.js'
import { expectWholeList, outcome, settled, shown } from '../support/whole-list.js'

class Named {
  onStart = () => undefined
}

const work = () => undefined

/** Values of each option that only these checks see; the first are right. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  controllers: [[], undefined, [5], null, {}, Named],
  prefix: ['/api', '', undefined, 5, null],
  middleware: [[], [5], undefined, null, work, {}],
  interceptors: [[], [5], undefined, null, work, {}],
  documents: [
    [],
    undefined,
    [{ path: '/a' }],
    [{ path: 5 }],
    null,
    {},
    '/a',
    [{}],
    [null],
    ['/a'],
    [{ path: '/a' }, {}],
    [work]
  ],
  docs: [undefined, '/docs', { path: '/docs' }, {}, null, 5, { path: 5 }, []],
  container: [undefined, { get: work }, {}, null, 5, { get: 5 }, Object.assign(() => 1, { get: work })],
  resources: [
    [],
    undefined,
    [{ onStart: work }, { onClose: work }, new Named()],
    [{ onStart: 5, onClose: work }],
    [{ onStart: 5 }],
    [{}],
    [null],
    [work],
    [{ onStart: work }, 5],
    { onStart: work },
    null
  ],
  onStart: [undefined, work, 5, null, {}],
  onClose: [undefined, work, 5, null, {}],
  routes: [undefined, work, 5, null, {}],
  provide: [undefined, [], [[Named, new Named()]], [[Named, Named]], {}, [5], [[5, 5]], null],
  health: [undefined, false, true, {}, 'on', null, 5, { checks: [5] }],
  server: [undefined, {}, { headersTimeout: -1 }, { headersTimeout: 5 }]
}

const HEALTH: readonly unknown[] = [
  ...[undefined, true, false, {}, null, 0, '', 'yes', []],
  ...[undefined, {}, { a: work }, null, [], [work], 'x', { a: 5 }, { a: work, b: undefined }].map((checks) => ({
    checks
  })),
  ...[undefined, 1, 800, 2_147_483_647, 2_147_483_648, 0, -1, 1.5, '1s', null, Number.NaN].map((timeout) => ({
    timeout
  })),
  { livez: 5, readyz: '/x', timeout: 5, checks: { a: work } }
]

const PROVIDERS: readonly unknown[] = [
  ...[undefined, [], {}, 'x', null, [5], [[]], [[Named]], [[Named, {}, {}]]],
  ...[{}, [], work, Named, new Named(), 5, null, undefined, '', true].map((supply) => [[Named, supply]]),
  ...[Named, Date, class {}, work, 'Named', null, undefined, {}].map((type) => [[type, {}]]),
  [
    [Named, {}],
    [Date, 5]
  ]
]

/** Options whose names are checked, of an application that has all that it needs. */
const NAMES: readonly object[] = [
  {},
  { titel: 'x' },
  { onStrat: work },
  { controller: [] },
  { basePath: '/x' },
  { server: { timeout: 5 } },
  { server: undefined },
  { server: { headersTimeout: 5 } },
  ...[true, undefined, { readyz: '/x' }, { readiness: '/x', checks: {} }].map((health) => ({ health })),
  {
    resources: [
      { onStart: work, onStop: work },
      { onClose: work, pool: 5 },
      { onStart: work, onclose: work }
    ]
  },
  { webhooks: [], spec: ['/a'], documents: [], docs: '/docs', provide: [], container: { get: work } },
  { titel: 'x', server: { port: 5 }, health: { live: '/x' }, resources: [{ onStart: work, onEnd: work }] }
]

/** Options that are checked where they are used, and the places that their errors name. */
const USED: readonly object[] = [
  ...[[work, 5], [null]].map((middleware) => ({ middleware })),
  ...[[work, 5], [null]].map((interceptors) => ({ interceptors })),
  ...['api', '/api/', '/', '', '/a//b', '/{id}', '/{'].map((prefix) => ({ prefix, controllers: [] })),
  { routes: () => Promise.reject(new Error('no routes')) },
  {
    routes: () => {
      throw new TypeError('no routes')
    }
  },
  ...['/x-{version}.json', ['/a.json', '/{version}.json'], [], [5], ['/a', '/a']].map((spec) => ({ spec })),
  ...[
    { path: '/a.json', titel: 'x' },
    { path: '/a.json', title: '' },
    { path: 'a.json' },
    { path: '/a.json', servers: [{ url: 'a b' }] },
    { path: '/a.json', name: '' },
    { path: '/{version}.json', title: 'x' },
    { path: '/o.json' },
    { path: '/a.json', include: 5 },
    { path: '/a.json', openapi: '2.0' }
  ].map((document) => ({ spec: '/o.json', documents: [document] })),
  {
    documents: [
      { path: '/a.json', version: '' },
      { path: '/b.json', name: 'a b' }
    ]
  },
  ...['docs', '/o.json', { path: '/docs', titel: 'x' }, { path: '/docs', title: 5 }, { path: 'docs' }, ''].map(
    (docs) => ({ spec: '/o.json', docs })
  ),
  { docs: '/docs', documents: [] },
  { docs: '/docs', documents: [{ path: '/a.json' }] },
  ...[{ livez: 'x' }, { livez: '/a', readyz: '/a' }, { livez: '/o.json' }, { readyz: '/{' }].map((health) => ({
    spec: '/o.json',
    health
  })),
  ...[5, [5], [class {}], {}, [undefined]].map((webhooks) => ({ webhooks })),
  { title: '', servers: [{ url: '' }] },
  { security: ['a'], securitySchemes: { a: 5 } },
  { security: ['a'], securitySchemes: [] },
  { security: ['b'], bodyLimit: -1, securitySchemes: { a: 5 } }
]

async function messages(options: object): Promise<readonly string[]> {
  return (await setupErrorsOf([], options as Partial<ApplicationOptions>)).map(({ message }) => message)
}

function report(call: () => void): string {
  try {
    call()
    return 'right'
  } catch (error) {
    if (error instanceof SetupError) return `${error.message} (alone)`
    if (!(error instanceof BootstrapError)) throw error
    return error.errors.map(({ message }) => message).join(' ')
  }
}

describe('The options of an application', () => {
  it('are right or wrong as option-list.txt says', async () => {
    const lines = ['# options, each alone']
    for (const given of [undefined, null, 5, {}, new (class Application {})(), Object.create(Application.prototype)])
      lines.push(`${shown(given)} → ${report(() => checkApplication(given as never))}`)
    for (const given of [undefined, null, 5, {}])
      lines.push(`of ${shown(given)} → ${report(() => checkApplication(new Application(given as never)))}`)
    for (const [name, values] of Object.entries(VALUES)) {
      for (const value of values) {
        const application = new Application({ [name]: value } as never)
        lines.push(`${name}: ${shown(value)} → ${report(() => checkApplication(application))}`)
        if (name !== 'docs') continue
        for (const more of [{ spec: '/o.json' }, { documents: [] }, { documents: [{ path: '/a' }] }]) {
          const documented = new Application({ docs: value, ...more } as never)
          lines.push(`  with ${shown(more)} → ${report(() => checkApplication(documented))}`)
        }
      }
    }
    const several = { prefix: 5, onStart: 5, health: 5, server: { maxHeaderSize: 0 }, provide: 5 }
    lines.push(`${shown(several)} → ${report(() => checkApplication(new Application(several as never)))}`)
    lines.push('', '# their names')
    for (const options of NAMES)
      lines.push(`${shown(options)} → ${report(() => checkApplicationNames(new Application(options as never)))}`)
    lines.push('', '# resources')
    for (const value of [undefined, null, 5, work, {}, [], { onStart: 5 }, { onStart: work }, { onClose: work }])
      lines.push(`${shown(value)} → ${isResource(value)}`)
    lines.push('', '# health')
    for (const given of HEALTH) lines.push(`${shown(given)} → ${outcome(() => healthOptions(given as never))}`)
    lines.push('', '# providers')
    for (const given of PROVIDERS) lines.push(`${shown(given)} → ${outcome(() => checkProviders(given, 'provide'))}`)
    lines.push('', '# where they are used')
    for (const options of USED) lines.push(`${shown(options)} → ${await settled(() => messages(options))}`)
    expectWholeList('application/option-list.txt', lines)
  })
})
