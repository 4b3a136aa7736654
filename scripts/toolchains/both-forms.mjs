// Starts the sample application in both shapes, and throws unless they are one service. It is copied beside what is compiled.
import { deepStrictEqual as same } from 'node:assert/strict'
import { bootstrap } from 'fieldstone'

const [legacy, standard] = await Promise.all(
  ['sample', 'standard'].map((name) => import(`./dist/${name}/application.js`))
)
const { tryStandard } = await import('./dist/standard/standard.js')
const account = { username: 'alice99', email: 'alice@example.com', password: 'correct horse battery' }

const REQUESTS = [
  { path: '/items/1', status: 200 },
  { path: '/items/9', status: 404 },
  { path: '/items/x', status: 400 },
  { path: '/items?name=Widget&id=7', status: 200 },
  { path: '/items?name=&id=x', status: 400 },
  { path: '/users/7', status: 200 },
  { path: '/data', body: { name: 'a', value: 1 }, status: 200 },
  { path: '/data', body: { name: 1, value: '1' }, status: 400 },
  { path: '/signup', body: account, status: 201 },
  { path: '/signup', body: { ...account, username: '-', email: 'x' }, status: 400 }
]

async function send(service, { path, body }) {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await service.fetch(new Request(`http://localhost${path}`, init))
  return { status: response.status, json: JSON.parse(await response.text()) }
}

const [first, second] = await Promise.all([legacy, standard].map(({ application }) => bootstrap(application)))
same(JSON.stringify(second.document), JSON.stringify(first.document))
same(Object.keys(first.document.paths), ['/items', '/items/{id}', '/users/{id}', '/data', '/signup'])
for (const { status, ...request } of REQUESTS) {
  const response = await send(first, request)
  same([request, response.status], [request, status])
  same(await send(second, request), response)
}
await tryStandard()
console.log('well')
