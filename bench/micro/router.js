import findMyWay from 'find-my-way'
import { RouteScope } from '../../dist/src/http/routing/scope.js'
import { RouteTable } from '../../dist/src/http/routing/table.js'
import { httpSettings } from '../../dist/src/http/settings.js'
import { contest } from './contest.js'

const SMALL = ['/data', '/items', '/users/{id}', '/items/{id}', '/signup', '/catalog', '/order']

const TASKS = {
  'static path, 7 routes': { extra: 0, path: '/catalog' },
  'one parameter, 7 routes': { extra: 0, path: '/users/42' },
  'static path, 5,007 routes': { extra: 5_000, path: '/catalog' },
  'one parameter, 5,007 routes': { extra: 5_000, path: '/r4999/5/sub' },
  'no such path, 5,007 routes': { extra: 5_000, path: '/r4999/5/nothing' }
}

/** Look-ups by method and path. The path is cut out of a longer string each time, as one from a request is new. */
export async function contestRouters() {
  const figures = {}
  for (const [task, { extra, path }] of Object.entries(TASKS)) {
    const routes = [...SMALL, ...Array.from({ length: extra }, (_, index) => `/r${index}/{id}/sub`)]
    const table = fieldstoneTable(routes)
    const peer = findMyWayRouter(routes)
    const target = `GET ${path} HTTP/1.1`
    const end = 4 + path.length
    const own = () => table.trees.get('GET').find(target.slice(4, end))
    const theirs = () => peer.find('GET', target.slice(4, end))
    if ((own() === undefined) !== (theirs() === null)) throw new Error(`${path}: they differ`)
    figures[task] = await contest({ Fieldstone: own, 'find-my-way': theirs })
  }
  return figures
}

function fieldstoneTable(routes) {
  const table = new RouteTable(httpSettings())
  const scope = RouteScope.root()
  for (const path of routes) table.add({ method: 'GET', path, handler: () => undefined, source: path }, scope)
  table.freeze()
  return table
}

function findMyWayRouter(routes) {
  const router = findMyWay()
  for (const path of routes) router.on('GET', path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined)
  return router
}
