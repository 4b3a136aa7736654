import { api, get, itSays, paths } from './comparison.js'

const operation = { responses: { 200: { description: 'OK' } } }

describe('changes of operations', () => {
  itSays(
    'an operation that is gone breaks clients, and one that is new does not',
    paths({ '/items': { get: {}, delete: {} } }),
    paths({ '/items': { get: {} } }),
    'breaking operation-removed: DELETE /items: It is gone',
    'compatible operation-added: DELETE /items: It is new'
  )
  itSays(
    'a path that is gone takes all its operations with it',
    paths({ '/items': { get: {}, post: {} } }),
    paths({}),
    ['breaking operation-removed: It is gone', 'breaking operation-removed: POST /items: It is gone'],
    ['compatible operation-added: It is new', 'compatible operation-added: POST /items: It is new']
  )
  itSays(
    'another method of the same path is another operation',
    paths({ '/items': { get: operation } }),
    paths({ '/items': { put: operation } }),
    ['breaking operation-removed: It is gone', 'compatible operation-added: PUT /items: It is new'],
    ['breaking operation-removed: PUT /items: It is gone', 'compatible operation-added: It is new']
  )
  itSays(
    'an operation that has moved is found by its operationId',
    paths({ '/a': { get: { operationId: 'a' } } }),
    paths({ '/b': { post: { operationId: 'a' } } }),
    ['breaking operation-moved: GET /a: It is POST /b now', 'compatible operation-added: POST /b: It is new'],
    ['breaking operation-moved: POST /b: It is GET /a now', 'compatible operation-added: GET /a: It is new']
  )
  itSays(
    'the names of path parameters do not tell operations apart',
    paths({ '/items/{id}': { get: {} } }),
    paths({ '/items/{itemId}': { get: {} } })
  )
  itSays(
    'a fixed segment is not a path parameter',
    paths({ '/items/{id}': { get: {} } }),
    paths({ '/items/id': { get: {} } }),
    ['breaking operation-removed: GET /items/{id}: It is gone', 'compatible operation-added: GET /items/id: It is new'],
    ['breaking operation-removed: GET /items/id: It is gone', 'compatible operation-added: GET /items/{id}: It is new']
  )
  for (const method of ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query'])
    itSays(
      `${method} is a method of operations`,
      paths({ '/a': {} }),
      paths({ '/a': { [method]: {}, 'x-other': {}, parameters: [] }, 'x-b': { get: {} } }),
      `compatible operation-added: ${method.toUpperCase()} /a: It is new`,
      `breaking operation-removed: ${method.toUpperCase()} /a: It is gone`
    )
  itSays(
    'additional operations of OpenAPI 3.2 are compared',
    paths({ '/a': { additionalOperations: { LINK: {}, COPY: {} } } }),
    paths({ '/a': { additionalOperations: { LINK: { deprecated: true } } } }),
    [
      'breaking operation-removed: COPY /a: It is gone',
      'compatible operation-deprecated: LINK /a: It is deprecated now'
    ],
    [
      'compatible operation-no-longer-deprecated: LINK /a: It is no longer deprecated',
      'compatible operation-added: COPY /a: It is new'
    ]
  )
  itSays(
    'a path may be a reference',
    paths({ '/a': { $ref: '#/components/pathItems/A' } }, { components: { pathItems: { A: { get: {}, put: {} } } } }),
    paths({ '/a': { get: {} } }),
    'breaking operation-removed: PUT /a: It is gone',
    'compatible operation-added: PUT /a: It is new'
  )
  itSays(
    'an operationId names a method of generated clients',
    get({ operationId: 'list' }),
    get({ operationId: 'listItems' }),
    'generated-clients operation-id-changed: Its operationId is listItems, before list',
    'generated-clients operation-id-changed: Its operationId is list, before listItems'
  )
  itSays(
    'an operationId that is given at last is another name, too',
    get({}),
    get({ operationId: 'list' }),
    'generated-clients operation-id-changed: Its operationId is list, before not given',
    'generated-clients operation-id-changed: Its operationId is not given, before list'
  )
  itSays(
    'a deprecated operation still works',
    get({}),
    get({ deprecated: true }),
    'compatible operation-deprecated: It is deprecated now',
    'compatible operation-no-longer-deprecated: It is no longer deprecated'
  )
  itSays(
    'other tags are for people',
    get({ tags: ['a', 'b'] }),
    get({ tags: ['a'] }),
    'compatible tags-changed: It has other tags',
    'compatible tags-changed: It has other tags'
  )
  itSays('the order of tags says nothing', get({ tags: ['a', 'b'] }), get({ tags: ['b', 'a'] }))
  itSays(
    'another summary is for people',
    get({ summary: 'a' }),
    get({}),
    'compatible operation-described-otherwise: It has another summary or description',
    'compatible operation-described-otherwise: It has another summary or description'
  )
  itSays(
    'another description is for people',
    get({ description: 'a' }),
    get({ description: 'b' }),
    'compatible operation-described-otherwise: It has another summary or description',
    'compatible operation-described-otherwise: It has another summary or description'
  )
  itSays(
    'several changes of an operation begin with the worst',
    get({ summary: 'a', operationId: 'a', parameters: [{ in: 'query', name: 'q' }] }),
    get({ operationId: 'b', parameters: [{ in: 'query', name: 'r', required: true }] }),
    [
      'breaking request-parameter-added-required: The query parameter `r` is new, and required',
      'may-break request-parameter-removed: The query parameter `q` is gone',
      'generated-clients operation-id-changed: Its operationId is b, before a',
      'compatible operation-described-otherwise: It has another summary or description'
    ],
    [
      'may-break request-parameter-removed: The query parameter `r` is gone',
      'generated-clients operation-id-changed: Its operationId is a, before b',
      'compatible request-parameter-added: The query parameter `q` is new',
      'compatible operation-described-otherwise: It has another summary or description'
    ]
  )
  itSays('what is no path and no operation is left out', api({ paths: [] }), paths({ '/a': { get: 7 }, '/b': 'c' }))
})

describe('changes of the API itself', () => {
  const at = (...urls: string[]) => get({}, { servers: urls.map((url) => ({ url })) })
  const version = (value: string) => api({ info: { title: 'Shop', version: value } })

  itSays(
    'another title or description is for people',
    api({ info: { title: 'Shop', version: '1' } }),
    api({ info: { title: 'Store', version: '1' } }),
    'compatible info-changed: the document: The document has other information about the API',
    'compatible info-changed: the document: The document has other information about the API'
  )
  itSays(
    'another version is named',
    version('1'),
    version('2'),
    'compatible info-changed: the document: The document has other information about the API: version 2, before 1',
    'compatible info-changed: the document: The document has other information about the API: version 1, before 2'
  )
  itSays(
    'a server that is replaced leaves no URL that clients know',
    at('https://example.com/v1'),
    at('https://example.com/v2'),
    'breaking servers-replaced: the document: The server is https://example.com/v2 now, before https://example.com/v1',
    'breaking servers-replaced: the document: The server is https://example.com/v1 now, before https://example.com/v2'
  )
  itSays(
    'a server that is gone beside another may still work',
    at('/a', '/b'),
    at('/b', '/c'),
    [
      'may-break server-removed: the document: The server /a is gone',
      'compatible server-added: the document: The server /c is new'
    ],
    [
      'may-break server-removed: the document: The server /c is gone',
      'compatible server-added: the document: The server /a is new'
    ]
  )
  itSays(
    'an operation with an empty list of servers has those of the document',
    get({ servers: [] }, { servers: [{ url: '/a' }] }),
    at('/a')
  )
  itSays('a server without a host of its own is the default', at('/'), get({}))
  itSays(
    'a slash at the end of a server says nothing',
    at('https://example.com/', '/v1'),
    at('https://example.com', '/v1/')
  )
  itSays(
    'servers are compared by the values of their variables',
    get({}, { servers: [{ url: '/{v}', variables: { v: { enum: ['b', 'a'] } } }] }),
    get({}, { servers: [{ url: '/{v}', variables: { v: { enum: ['a', 'b', 'c'] } } }] }),
    'breaking servers-replaced: the document: The server is /{a|b|c} now, before /{a|b}',
    'breaking servers-replaced: the document: The server is /{a|b} now, before /{a|b|c}'
  )
  itSays(
    'the order of the values of a variable says nothing',
    get({}, { servers: [{ url: '/{v}', variables: { v: { enum: ['b', 'a'] } } }] }),
    get({}, { servers: [{ url: '/{w}', variables: { w: { enum: ['a', 'b'] } } }] })
  )
  itSays(
    'servers of an API without operations are nobody’s',
    api({ servers: [{ url: '/a' }] }),
    api({ servers: [{ url: '/b' }] })
  )
  itSays(
    'a server of the operation stands before that of the document',
    get({ servers: [{ url: '/a' }] }),
    at('/b'),
    'breaking servers-replaced: The server is /b now, before /a',
    [
      'breaking servers-replaced: the document: The server is / now, before /b',
      'breaking servers-replaced: The server is /a now, before /b'
    ]
  )
  itSays(
    'a server of the path stands before that of the document',
    paths({ '/items': { servers: [{ url: '/a' }], get: {} } }),
    paths({ '/items': { servers: [{ url: '/b' }], get: {} } }),
    'breaking servers-replaced: The server is /b now, before /a',
    'breaking servers-replaced: The server is /a now, before /b'
  )
  itSays(
    'a server of the path is not that of an operation with its own',
    paths({ '/items': { servers: [{ url: '/a' }], get: { servers: [{ url: '/c' }] } } }),
    paths({ '/items': { servers: [{ url: '/b' }], get: { servers: [{ url: '/c' }] } } })
  )
})
