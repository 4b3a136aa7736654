import { type DocumentOptions, type RouteDefinition } from 'fieldstone'
import { selectRoutes, warnOfUndescribed } from '../../../src/openapi/serving/selected-routes.js'
import { describedRoute } from '../../support/described-route.js'
import { expectListed } from '../../support/listed.js'
import { outcome, shown } from '../../support/whole-list.js'

const LIST = 'openapi/serving/selected-list.txt'

// biome-ignore lint/suspicious/noExplicitAny: what types do not allow is tried as well
type Loose = any

const route = (path: string, options: Loose = {}, more: Partial<RouteDefinition> = {}): RouteDefinition => ({
  ...describedRoute('GET', path, options),
  ...more
})
const scheme = (name: string) => ({ name, scopes: [] }) as Loose
const PLAIN = [route('/a', { tags: ['x', 'y'] }), route('/b', { operationId: 'b' }), route('/c', { hidden: true })]
const SECURED = [route('/s', {}, { security: [[scheme('a'), scheme('b')], [scheme('a')], []] })]
const VERSIONS = [
  route('/v', {}, { version: '1' }),
  route('/v', {}, { version: '10' }),
  route('/v', {}, { version: '2' }),
  route('/all'),
  route('/none', { hidden: true }, { version: '3' })
]

const INCLUDES: readonly unknown[] = [
  undefined,
  () => true,
  () => false,
  ({ path }: { path: string }) => path !== '/a',
  () => undefined,
  () => 1,
  () => null,
  async () => true,
  () => {
    throw new Error('oh')
  },
  () => {
    throw 'a text'
  }
]

describe('The routes of a document', () => {
  it('are chosen as selected-list.txt says', () => {
    const lines: string[] = []
    const line = (name: string, source: Loose, options: Loose) => {
      const found = outcome(() => {
        const { routes, all, ...more } = selectRoutes(source, options as DocumentOptions)
        return [
          routes.map(({ source: each, version }) => `${each}${version ? ` of ${version}` : ''}`),
          all?.length,
          more
        ]
      })
      lines.push(`${name} → ${found}`)
    }
    for (const include of INCLUDES) line(String(include).replace(/\s+/g, ' '), { routes: PLAIN }, { include })
    const seen: string[] = []
    const include = (each: unknown) => {
      seen.push(shown(each))
      return true
    }
    line('each', { routes: [...PLAIN, ...SECURED, ...VERSIONS.slice(0, 1)] }, { include })
    lines.push(...seen.map((each) => `  is shown ${each}`))
    for (const apiVersion of ['1', '2', '10', '3', '4', ''])
      line(`version ${apiVersion}`, { routes: VERSIONS }, { apiVersion })
    line('a version of none', { routes: PLAIN }, { apiVersion: '1' })
    line('two faults', { routes: VERSIONS }, { apiVersion: '4', include: () => 5 })
    for (const versioning of [
      undefined,
      { by: 'header', name: 'v' },
      { by: 'mediaType', type: 'application/vnd.shop' },
      { by: 'mediaType', type: 'application/vnd.shop', default: '1' },
      { by: 'mediaType', type: 'application/vnd.shop', default: '2' }
    ]) {
      const source = { routes: VERSIONS, settings: { versioning }, security: [], replaced: { 404: true } }
      for (const apiVersion of ['1', undefined])
        line(`version ${apiVersion}, ${shown(versioning)}`, source, { apiVersion })
    }
    expectListed(LIST, 'chosen', lines)
  })

  it('are named where no document has them as selected-list.txt says', () => {
    const lines: string[] = []
    const logger = { warn: (...all: unknown[]) => lines.push(`  ${all.map(shown).join(' ')}`) } as Loose
    const many = Array.from({ length: 7 }, (_, index) => route(`/${index}`))
    const [first, second] = many as [RouteDefinition, RouteDefinition]
    for (const [all, described] of [
      [[], []],
      [[first], [[first]]],
      [[first], []],
      [
        [first, second],
        [[first], []]
      ],
      [
        [first, second],
        [[first], [second]]
      ],
      [[route('/hidden', { hidden: true })], []],
      [many.slice(0, 5), []],
      [many.slice(0, 6), []],
      [many, []],
      [many, [[first], [second]]]
    ] as const) {
      lines.push(`${all.length} routes, ${described.map((each) => each.length)} in documents`)
      warnOfUndescribed(all, described, logger)
    }
    expectListed(LIST, 'missing', lines)
  })
})
