import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { quickPlays } from './play-sequences.js'
import { responding } from './responding.js'

const INTEGER = { type: 'integer', minimum: 7, maximum: 7 }
const LINK = { links: { next: { operationId: 'state' } } }
const BODY = {
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } }
  }
}
const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const ITEM = { type: 'object', properties: { id: { type: 'integer' } } }
const of = (path: string) => ({
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: INTEGER
  }))
})
/** Operations of a path; those in capital letters have a link. */
const operations = (names: string) =>
  Object.fromEntries(
    names.split(' ').map((name) => {
      const method = name.toLowerCase().replace('list', 'get')
      const schema = /list/i.test(name) ? { type: 'array', items: ITEM } : ITEM
      const response = { ...json(schema), ...(name === name.toUpperCase() && LINK) }
      return [method, { ...(/^p/i.test(name) && BODY), responses: { 200: response } }]
    })
  )

/** The operations of each path of a document, by which what a link starts from is found. */
const PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a creation': { '/tickets': 'POST', '/tickets/{id}': 'get' },
  'a list': { '/tickets': 'LIST', '/tickets/{id}': 'get' },
  'a list below': { '/shops/{shop}/tickets': 'LIST' },
  'a read': { '/tickets': 'post list', '/tickets/{id}': 'GET' },
  'a replacement': { '/tickets': 'post', '/tickets/{id}': 'PUT' },
  'a change': { '/tickets/{id}': 'PATCH' },
  'a removal': { '/tickets': 'list', '/tickets/{id}': 'DELETE' },
  'an action on what is read': { '/tickets': 'post', '/tickets/{id}': 'get', '/tickets/{id}/refund': 'POST' },
  'an action on what is replaced': { '/tickets': 'post', '/tickets/{id}': 'put', '/tickets/{id}/refund': 'POST' },
  'an action on what is changed': { '/tickets': 'post', '/tickets/{id}': 'patch', '/tickets/{id}/refund': 'POST' },
  'an action on what is removed': { '/tickets': 'post', '/tickets/{id}': 'delete', '/tickets/{id}/refund': 'POST' },
  'an action with one id more': {
    '/tickets': 'post',
    '/tickets/{id}': 'get',
    '/tickets/{id}/lines/{line}/cancel': 'POST'
  },
  'an action of nothing': { '/status': 'POST' }
}

describe('What the links of a document start from', () => {
  it('is found as link-start-list.txt says', async () => {
    const lines: string[] = []
    for (const [what, paths] of Object.entries(PATHS)) {
      const document = openApi(
        {
          ...Object.fromEntries(
            Object.entries(paths).map(([path, names]) => [path, { ...of(path), ...operations(names) }])
          ),
          '/state': { get: { operationId: 'state', responses: { 200: json({}) } } }
        },
        {},
        '3.1.0'
      )
      const play = await quickPlays(document, /then the link/)
      const services = {
        succeeds: () => 200,
        'fails at first': (time: number) => (time === 0 ? 400 : 200),
        fails: () => 400,
        'fails last': (_: number, path: string) => (path === '/state' ? 404 : 200)
      }
      for (const [how, status] of Object.entries(services)) {
        const sent: string[] = []
        const service = responding(document, ({ method, path, time }) => {
          sent.push(`${method} ${path}`)
          return {
            status: status(time, path),
            body: paths[path]?.toLowerCase().includes('list') && method === 'GET' ? [{ id: 7 }] : { id: 7 }
          }
        })
        for (const [label, line] of await play(service))
          lines.push(`${what}, ${how}, ${label}: ${line.replace(/^\d+ requests \([^)]*\)/, '')} ${shown(sent)}`)
      }
    }
    expectWholeList('verify/sequences/link-start-list.txt', lines)
  })
})
