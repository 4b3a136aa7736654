import { expectListed } from '../../../spec/support/listed.js'
import { type VerifyOptions, verifySettings } from '../src/options.js'

/** Options, each alone. */
const OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(
    ['runs', 'time', 'seed', 'resetEvery', 'maxDisagreements', 'shrinkRuns', 'timeout', 'maxResponseTime'].map(
      (name) => [name, [-1, 0, 1, 1.5, 2 ** 53, Number.NaN, undefined]]
    )
  ),
  rate: [0, 0.1, -1, Number.POSITIVE_INFINITY, Number.NaN],
  minCoverage: [-0.1, 0, 100, 100.1, Number.NaN],
  include: [['GET /a*'], [], 'a', 5, () => true, () => false],
  exclude: [['t'], [], 'a', { a: 1 }, () => true, () => false],
  strict: [true, false],
  allowWrites: [true, false],
  baseline: [[{ kind: 'server-error', operation: 'a', what: '' }]],
  allowUnproved: [['a']],
  credentials: [{ a: 'b' }],
  principals: [{ a: { b: 'c' } }],
  scopes: [{ a: ['b'] }],
  headers: [{ 'X-A': 'b', c: 'd' }],
  query: [{ 'X-A': 'b' }],
  documentPath: ['/a'],
  baseUrl: ['http://a'],
  signal: [undefined],
  run: [5],
  Runs: [5],
  other: [5]
}

describe('The options of verify', () => {
  it('become settings with all defaults, or are rejected, as in option-values-list.txt', () => {
    const shown = (options: object): string => {
      try {
        const { seed, ...settings } = verifySettings(options as VerifyOptions)
        const operations = [
          { id: 'a', method: 'GET', path: '/a', tags: ['t'] },
          { id: 'b', method: 'PUT', path: '/b', tags: [] }
        ]
        const skipped = operations.filter(settings.skips).map(({ id }) => id)
        const isGiven = 'seed' in options && (options as VerifyOptions).seed !== undefined
        const chosen = Number.isSafeInteger(seed) && seed >= 0 ? 'chosen' : 'wrong'
        return `${JSON.stringify({ seed: isGiven ? seed : chosen, ...settings })} without ${skipped.join(', ') || 'none'}`
      } catch (error) {
        return `${(error as Error).name}: ${(error as Error).message}`
      }
    }
    const { reset, onProgress } = verifySettings({})
    const defaults = [`nothing: ${shown({})}`, `reset ${reset()}, onProgress ${typeof onProgress}`]
    const lines = Object.entries(OPTIONS).flatMap(([name, values]) =>
      values.map(
        (value) =>
          `${name} ${typeof value === 'number' ? value : (JSON.stringify(value) ?? String(value))}: ${shown({ [name]: value })}`
      )
    )
    expectListed('verify/option-values-list.txt', 'options', [...defaults, ...lines])
  })
})
