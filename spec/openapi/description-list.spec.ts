import { Field, generateOpenAPISpec, Integer, type RouteDefinition, Router } from 'fieldstone'
import type { RouteSource } from '../../src/openapi/route-source.js'
import { CONFIG, describedRoute, faultsOf } from '../support/described-route.js'
import { expectListed } from '../support/listed.js'
import { RecordingLogger } from '../support/recording-logger.js'
import { shown } from '../support/whole-list.js'

const LIST = 'openapi/description-list.txt'

// biome-ignore lint/suspicious/noExplicitAny: wrong options are tried, too
type Loose = any

class Item {
  @Field() name!: string
}

/** Classes with the names that a minifier gives. */
function shortClasses(count: number): readonly (new () => object)[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `a${index}`
    const made = { [name]: class {} }[name] as new () => object
    Field(() => String)(made.prototype, 'a')
    return made
  })
}

const DONE = { 204: { description: 'Done' } }

/** An operation of each declaration, or what is wrong with it. */
const ROUTES: Readonly<Record<string, Loose>> = {
  'responses of each range': {
    responses: Object.fromEntries(['1XX', '2XX', '3XX', '4XX', '5XX', 'default'].map((range) => [range, {}]))
  },
  'a response of each range with a body': {
    responses: Object.fromEntries(['2XX', '3XX', '4XX', '5XX', 'default'].map((range) => [range, { body: Item }]))
  },
  'responses without descriptions': {
    responses: Object.fromEntries([200, 201, 202, 204, 304, 400, 404, 418, 499, 500, 503, 599].map((key) => [key, {}]))
  },
  'a wrong example of a header': { responses: { 200: { headers: { 'x-wrong': { type: Integer, example: 'a' } } } } },
  'headers of responses': {
    responses: {
      200: { headers: { 'x-all': { type: Integer, description: 'D', example: 5, deprecated: true, 'x-own': 1 } } },
      201: { headers: { 'x-maybe': { type: String, optional: true, minLength: 2 }, 'x-plain': String } }
    }
  },
  'an example of a parameter': {
    parameters: [{ in: 'query', name: 'q', schema: Integer, example: 5 }],
    responses: DONE
  },
  'a wrong example of a parameter': {
    parameters: [{ in: 'query', name: 'q', schema: Integer, example: 'a' }],
    responses: DONE
  },
  'examples of a parameter': {
    parameters: [{ in: 'query', name: 'q', schema: Integer, examples: { one: { value: 1 }, two: { value: 2 } } }],
    responses: DONE
  },
  'a wrong one among examples of a parameter': {
    parameters: [{ in: 'query', name: 'q', schema: Integer, examples: { one: { value: 1 }, two: { value: 'a' } } }],
    responses: DONE
  },
  'both an example and examples of a parameter': {
    parameters: [{ in: 'query', name: 'q', schema: Integer, example: 1, examples: { two: { value: 2 } } }],
    responses: DONE
  }
}

describe('A document', () => {
  it('describes operations as description-list.txt says', () => {
    const lines = Object.entries(ROUTES).flatMap(([name, options]) => {
      const route = describedRoute('GET', '/items', options)
      const faults = faultsOf([route])
      if (faults.length > 0) return [`\n# ${name}`, ...faults]
      const { parameters, responses } = generateOpenAPISpec({ routes: [route] }, CONFIG).paths['/items']?.get ?? {}
      const described = Object.entries(responses ?? {}).map(([status, response]) => `${status}: ${shown(response)}`)
      return [`\n# ${name}`, ...(parameters ?? []).map(shown), ...described]
    })
    expectListed(LIST, 'operations', lines)
  })

  it('leads links to one operation as description-list.txt says', () => {
    class Shelf {}
    const of = (path: string, property: string, options: Loose = {}): RouteDefinition => ({
      ...describedRoute('GET', path, { responses: DONE as Loose, ...options }),
      declaredBy: { class: Shelf as Loose, property }
    })
    const routes = [
      of('/one', 'one', { operationId: 'one' }),
      of('/two', 'two'),
      of('/two-too', 'two'),
      of('/hidden', 'hidden', { hidden: true, operationId: 'secret' }),
      of('/either', 'either', { hidden: true }),
      of('/or', 'either', { operationId: 'or' })
    ]
    const targets = [
      'one',
      'onee',
      'secret',
      'or',
      [Shelf, 'one'],
      [Shelf, 'two'],
      [Shelf, 'hidden'],
      [Shelf, 'either'],
      [Shelf, 'tow'],
      [Item, 'one'],
      [Shelf],
      ['Shelf', 'one'],
      5,
      () => [Shelf, 'one'],
      () => 'one'
    ]
    const lines = targets.map((operation) => {
      const start = describedRoute('GET', '/start', { responses: { 200: { links: { next: { operation } } } } as Loose })
      const all = [start, ...routes]
      const faults = faultsOf(all)
      const links = () => generateOpenAPISpec({ routes: all }, CONFIG).paths['/start']?.get?.responses['200']
      return `${shown(operation)} → ${faults.length > 0 ? faults.join(' | ') : shown(links())}`
    })
    expectListed(LIST, 'links', lines)
  })

  it('says of requests that no operation is for what description-list.txt says', () => {
    const route = describedRoute('GET', '/items', { responses: DONE as Loose })
    const described = (more: Partial<RouteSource>, routes = [route]) =>
      generateOpenAPISpec({ routes, ...more }, CONFIG)['x-unmatched-responses']
    const cases: Readonly<Record<string, unknown>> = {
      'no route': described({}, []),
      'the router’s own': described({}),
      'another 404': described({ replaced: { notFound: true, methodNotAllowed: false } }),
      'another 405': described({ replaced: { notFound: false, methodNotAllowed: true } }),
      'both others': described({ replaced: { notFound: true, methodNotAllowed: true } })
    }
    const lines = Object.entries(cases).flatMap(([name, responses]) => [
      `\n# ${name}`,
      ...Object.entries(responses ?? {}).map(([status, response]) => `${status}: ${shown(response)}`)
    ])
    expectListed(LIST, 'unmatched', lines)
  })

  it('warns of what description-list.txt says, once for a router', () => {
    const { NODE_ENV } = process.env
    process.env.NODE_ENV = 'production'
    const tag = (...tags: string[]) => ({ tags, responses: DONE as Loose })
    const bodies = (count: number) =>
      shortClasses(count).map((type, index) =>
        describedRoute('GET', `/${index}`, { responses: { 200: { body: type } } as Loose })
      )
    const cases: Readonly<Record<string, readonly [routes: RouteDefinition[], config: object]>> = {
      nothing: [[describedRoute('GET', '/a', tag('a'))], { tags: [{ name: 'a' }] }],
      'names of a minifier': [bodies(3), {}],
      'two short names': [bodies(2), {}],
      'many names of a minifier': [bodies(9), {}],
      'tags without operations': [[describedRoute('GET', '/a', tag('a'))], { tags: [{ name: 'b' }, { name: 'c' }] }],
      'tags in no group': [
        [describedRoute('GET', '/a', tag('a', 'b', 'c'))],
        { tags: [{ name: 'a' }], tagGroups: [{ name: 'All', tags: ['a'] }] }
      ]
    }
    const lines = Object.entries(cases).flatMap(([name, [routes, config]]) => {
      const logger = new RecordingLogger()
      const source = { routes, settings: new Router({ logger }).settings }
      for (const _ of [1, 2]) generateOpenAPISpec(source, { ...CONFIG, ...config })
      return [
        `\n# ${name}`,
        ...logger.entries.map(({ level, message, fields }) => `${level} ${message} ${shown(fields)}`)
      ]
    })
    if (NODE_ENV === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV')
    else process.env.NODE_ENV = NODE_ENV
    expectListed(LIST, 'warnings', lines)
  })
})
