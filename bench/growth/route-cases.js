// What routes cost: to find one of many, and to set them up.

import { RouteScope } from '../../dist/src/http/routing/scope.js'
import { RouteTable } from '../../dist/src/http/routing/table.js'
import { httpSettings } from '../../dist/src/http/settings.js'
import { Application, bootstrap, Integer } from '../../dist/src/index.js'
import { record, sizesTo } from './declare.js'

const list = (count, make) => Array.from({ length: count }, (_, index) => make(index))

/** Finds the path again and again in a table of these routes; a new text each time, as a request's is. */
function lookUp(paths, path) {
  const table = new RouteTable(httpSettings())
  const scope = RouteScope.root()
  for (const each of paths) table.add({ method: 'GET', path: each, handler: () => undefined, source: each }, scope)
  table.freeze()
  const target = `GET ${path} HTTP/1.1`
  return () => {
    table.trees.get('GET').find(target.slice(4, 4 + path.length))
  }
}

/** Starts and closes an application of so many routes. */
function start(routesOf) {
  return async (count) => {
    const declare = routesOf(count)
    return async () => {
      const application = new Application({
        title: 'Many',
        version: '1.0.0',
        logger: false,
        spec: '/openapi.json',
        routes: declare
      })
      await (await bootstrap(application)).close()
    }
  }
}

const cases = {
  'routes, to find one': [
    8_000,
    (n) =>
      lookUp(
        list(n, (at) => `/r${at}/{id}/sub`),
        `/r${n - 1}/5/sub`
      )
  ],
  'routes below parameters, to find one': [
    8_000,
    (n) =>
      lookUp(
        list(n, (at) => `/{a}/r${at}/{b}`),
        `/x/r${n - 1}/5`
      )
  ],
  'routes, to find none': [
    8_000,
    (n) =>
      lookUp(
        list(n, (at) => `/r${at}/{id}/sub`),
        `/r${n - 1}/5/none`
      )
  ],
  'depth of ways that fail': [
    256,
    (n) =>
      lookUp(
        [`${'/{a}'.repeat(n)}/end`.replaceAll('{a}', () => `{p${next()}}`), `${'/a'.repeat(n)}/b`],
        `${'/a'.repeat(n)}/c`
      )
  ],
  'routes, to start': [
    1_600,
    start((n) => (router) => {
      for (let at = 0; at < n; at++) router.getFunc(`/r${at}/{id}`, (ctx) => ctx.json(200, { at }))
    })
  ],
  'records, to start': [
    400,
    start((n) => {
      const records = list(n, (at) => record(`Thing${at}`, { id: [Integer], name: [String, { maxLength: 80 }] }))
      return (router) => {
        for (const [at, requestBody] of records.entries()) {
          router.postFunc(`/r${at}`, async (ctx) => ctx.json(200, { at }), { requestBody })
        }
      }
    })
  ],
  'fields of a record, to start': [
    800,
    start((n) => {
      const requestBody = record('Wide', Object.fromEntries(list(n, (at) => [`field${at}`, [Integer, { minimum: 0 }]])))
      return (router) => router.postFunc('/wide', async (ctx) => ctx.json(200, { at: 0 }), { requestBody })
    })
  ],
  'parameters of a route, to start': [
    800,
    start((n) => (router) => {
      const parameters = list(n, (at) => ({ in: 'query', name: `p${at}`, schema: Integer, required: false }))
      router.getFunc('/wide', (ctx) => ctx.json(200, { at: 0 }), { parameters })
    })
  ]
}

let last = 0
function next() {
  last += 1
  return last
}

export const ROUTE_CASES = Object.entries(cases).map(([name, [largest, make]]) => ({
  name,
  sizes: sizesTo(largest),
  make
}))
