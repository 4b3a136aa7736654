import { Field, File, type RouteDefinition, type UploadedFile } from 'fieldstone'
import * as z from 'zod'
import { declareContent } from '../../../src/http/body/declared-body.js'
import {
  type BoundInputs,
  boundBody,
  DeclaredInputs,
  parameterValue
} from '../../../src/http/exchange/declared-inputs.js'
import type { ParameterPlace } from '../../../src/http/parameter-name.js'
import type { ParameterGroup } from '../../../src/http/parameters/parameter-group.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

class Item {
  @Field() name!: string
}

class Other {
  @Field() name!: string
}

class Upload {
  @File() file!: UploadedFile
}

const SCHEMA = z.object({ name: z.string() })

const group = (place: ParameterPlace, ...names: readonly (readonly [name: string, property: string])[]) =>
  ({ place, fields: names.map(([name, property]) => ({ name, property })) }) as unknown as ParameterGroup

const GROUPS = [
  group('query', ['limit', 'limit'], ['id', 'id'], ['three', 'three']),
  group('header', ['X-Tenant', 'tenant'], ['id', 'idHeader'], ['three', 'threeHeader']),
  group('cookie', ['three', 'threeCookie']),
  group('path', ['shop', 'shop'])
]
const VALUES = [
  { value: { limit: 5, id: 'q', three: 1 } },
  { value: { tenant: 'acme', idHeader: 'h', threeHeader: 2 } },
  { value: undefined },
  { value: { shop: 7 } }
] as unknown as BoundInputs['groups']

const body = (...media: readonly (readonly [name: string, type: unknown])[]) =>
  declareContent(
    media.map(([name, type]) => [name, parseType(type, 'the type')] as const),
    'Here'
  )

const BODIES = {
  none: undefined,
  'a record': body(['application/json', Item]),
  'a record of a form, too': body(['application/json', Item], ['application/x-www-form-urlencoded', Item]),
  'a record as a form': body(['application/x-www-form-urlencoded', Item]),
  'a record as any JSON': body(['application/merge-patch+json', Item]),
  'a record that may be absent': { ...body(['application/json', Item]), required: false },
  'two types': body(['application/json', Item], ['application/merge-patch+json', Other]),
  'a schema twice': body(['application/json', SCHEMA], ['application/merge-patch+json', SCHEMA]),
  'a list': body(['application/json', [Item]]),
  'a list of lists': body(['application/json', [[Item]]]),
  'a schema': body(['application/json', SCHEMA]),
  'a text': body(['text/plain', String])
}

const TYPES = {
  Item,
  Other,
  '[Item]': [Item],
  '[Item, Item]': [Item, Item],
  '[]': [],
  SCHEMA,
  'another schema': z.string(),
  'what is like a list': { length: 1, 0: Item },
  'what is undefined': undefined
}

/** Routes, as far as errors name them. */
const route = (given: Partial<Record<keyof RouteDefinition, unknown>> = {}) =>
  ({
    source: 'Shop.list',
    options: {},
    pattern: { parameters: [{ name: 'shop' }, { name: 'part' }] },
    ...given
  }) as unknown as RouteDefinition

const declared = (name: string, place: string) => ({ options: { parameters: [{ name, in: place }] } })

const ROUTES: Readonly<Record<string, RouteDefinition | undefined>> = {
  'no route': undefined,
  'a route': route(),
  'a route without parameters of its path': route({ pattern: { parameters: [] } }),
  'a route that declares limit in the query': route(declared('limit', 'query')),
  'a route that declares shop in the path': route(declared('shop', 'path')),
  'a method that gets limit': route({ inputs: { parameters: [{ in: 'query', field: { name: 'limit' } }] } }),
  'a method that gets all': route({
    inputs: {
      body: {},
      parameters: [
        { in: 'header', field: { name: 'limit' } },
        { in: 'path', field: { name: 'shop' } }
      ]
    }
  })
}

describe('Declared inputs', () => {
  it('are found, and are errors that say what to declare, as input-list.txt says', () => {
    const lines = ['# parameters']
    const bound: BoundInputs = {
      declared: new DeclaredInputs(GROUPS, undefined, 'Shop.list'),
      groups: VALUES,
      body: undefined
    }
    for (const name of ['limit', 'X-Tenant', 'x-tenant', 'id', 'ID', 'three', 'shop', 'other']) {
      for (const place of [undefined, 'query', 'header', 'cookie', 'path'] as const)
        lines.push(
          `${name} ${place ?? ''} → ${shown(bound.declared.find(name, place))} ${outcome(() => parameterValue(bound, route(), name, place))}`
        )
    }
    lines.push('\n# parameters that are not bound')
    for (const [title, each] of Object.entries(ROUTES)) {
      const empty: BoundInputs = {
        declared: new DeclaredInputs([], undefined, 'Shop.list'),
        groups: [],
        body: undefined
      }
      for (const [inputs, when] of [
        [undefined, 'before'],
        [empty, 'after']
      ] as const) {
        for (const [name, place] of [
          ['limit', undefined],
          ['limit', 'query'],
          ['limit', 'header'],
          ['shop', undefined],
          ['shop', 'query'],
          ['"', 'cookie']
        ] as const)
          lines.push(
            `${title}, ${when} its inputs are bound: ${name} ${place ?? ''} → ${outcome(() => parameterValue(inputs, each, name, place))}`
          )
      }
    }
    lines.push('\n# bodies')
    for (const [title, each] of Object.entries(BODIES)) {
      const inputs = new DeclaredInputs(GROUPS, each, 'Shop.list')
      const found = Object.entries(TYPES).map(([name, type]) => [
        name,
        ...[false, true].map((onlyJson) => outcome(() => inputs.hasBodyOf(type, onlyJson)))
      ])
      const kinds = found.filter(([, ...results]) => results.some((result) => result !== 'false'))
      lines.push(`${title}: ${inputs.hasBody ? 'a body' : 'no body'} ${kinds.map((kind) => kind.join(' ')).join(', ')}`)
    }
    const withBody: BoundInputs = {
      declared: new DeclaredInputs([], BODIES['a record'], 'Shop.list'),
      groups: [],
      body: { name: 'a' }
    }
    const before: BoundInputs = { ...withBody, declared: new DeclaredInputs([], undefined, 'Shop.list') }
    const given = {
      ...ROUTES,
      'a route that declares a body': route({ options: { requestBody: Item } }),
      'a route that declares files': route({ options: { requestBody: Upload } })
    }
    for (const [title, each] of Object.entries(given)) {
      for (const [inputs, when] of [
        [undefined, 'before'],
        [before, 'without a body'],
        [withBody, 'after']
      ] as const)
        lines.push(`${title}, ${when} → ${outcome(() => boundBody(inputs, each))}`)
    }
    expectWholeList('http/exchange/input-list.txt', lines)
  })
})
