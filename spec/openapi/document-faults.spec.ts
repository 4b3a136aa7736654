import { expect } from 'chai'
import { CONFIG, describedRoute, faultsOf } from '../support/described-route.js'
import { field, INTEGER, lookupAmong, record, STRING } from '../support/record-model.js'

const item = record('Item', () => [field('id', INTEGER)])

describe('What keeps a document from being generated', () => {
  it('is reported together, each with its place and remedy', () => {
    const faults = faultsOf(
      [
        describedRoute('GET', '/a', { summary: 5 as never, responses: { 99: {} } }, 'Items.list'),
        describedRoute('GET', '/b', { parameters: [{ name: 'id', in: 'path' }] }, 'Items.get')
      ],
      {}
    )
    expect(faults).to.deep.equal([
      'DOCUMENT_INVALID: title is missing, OpenAPIConfig; make title a non-empty string.',
      'DOCUMENT_INVALID: version is missing, OpenAPIConfig; make version a non-empty string.',
      'ROUTE_OPTIONS_INVALID: summary is not a text, Items.list; make it a text or leave it out.',
      "RESPONSE_INVALID: \"99\" is not an HTTP status code, Items.list, response 99; use an integer from 100 to 599, a range such as '4XX', or 'default'.",
      'PARAMETER_INVALID: the path /b has no such parameter, Items.get, path parameter id; add {id} to the path.'
    ])
  })

  const configs: [string, unknown, RegExp][] = [
    ['no config', null, /title is missing/],
    ['an empty title', { ...CONFIG, title: ' ' }, /title is empty/],
    ['a version that is a number', { ...CONFIG, version: 1 }, /version is not a string/],
    ['a description that is not a string', { ...CONFIG, description: 1 }, /description is not a string/],
    ['servers that are not a list', { ...CONFIG, servers: {} }, /servers is not a list/],
    ['a server without an address', { ...CONFIG, servers: [{}] }, /servers\[0\]\.url is missing/],
    ['a server that is null', { ...CONFIG, servers: [null] }, /servers\[0\]\.url is missing/],
    [
      'a server with a variable',
      { ...CONFIG, servers: [{ url: 'https://{host}/' }] },
      /variable \{host\}, which is not/
    ],
    ['a server with a space', { ...CONFIG, servers: [{ url: 'not an address' }] }, /is not a valid URL/],
    ['a server with a query', { ...CONFIG, servers: [{ url: '/v1?a=1' }] }, /is not a valid URL/],
    ['an unknown version of OpenAPI', { ...CONFIG, openapi: '2.0' }, /openapi is "2\.0"/]
  ]
  for (const [what, config, message] of configs) {
    it(`is ${what}`, () => {
      const faults = faultsOf([], config)
      expect(faults[0])
        .to.match(/^DOCUMENT_INVALID: /)
        .and.match(message)
    })
  }

  it('is an option of a server that does not exist', () => {
    expect(faultsOf([], { ...CONFIG, servers: [{ url: '/v1' }, { url: '/v2', describtion: 'Later' }] })).to.deep.equal([
      "OPTION_UNKNOWN: there is no option 'describtion' (did you mean 'description'?), OpenAPIConfig, servers[1]; correct its name or remove it."
    ])
  })

  const options: [string, Parameters<typeof describedRoute>, RegExp][] = [
    ['tags that are not a list', ['GET', '/a', { tags: 'a' as never }], /^ROUTE_OPTIONS_INVALID: tags is not a list/],
    ['an empty tag', ['GET', '/a', { tags: [''] }], /^ROUTE_OPTIONS_INVALID: tags is not a list/],
    [
      'a description that is not a string',
      ['GET', '/a', { description: {} as never }],
      /^ROUTE_OPTIONS_INVALID: description/
    ],
    ['an empty operationId', ['GET', '/a', { operationId: '' }], /^ROUTE_OPTIONS_INVALID: operationId is empty/],
    [
      'a deprecated that is no boolean',
      ['GET', '/a', { deprecated: 'yes' as never }],
      /^ROUTE_OPTIONS_INVALID: deprec/
    ],
    [
      'a body of a GET',
      ['GET', '/a', { requestBody: item.class }],
      /^ROUTE_OPTIONS_INVALID: a GET request cannot have a body/
    ],
    ['a body without a type', ['POST', '/a', { requestBody: undefined }], /^FIELD_TYPE_UNKNOWN: /],
    [
      'responses that are a list',
      ['GET', '/a', { responses: [] as never }],
      /^RESPONSE_INVALID: the responses are not/
    ],
    [
      'a response that is no object',
      ['GET', '/a', { responses: { 200: item.class as never } }],
      /^RESPONSE_INVALID: the/
    ],
    [
      'a status that is not a number',
      ['GET', '/a', { responses: { OK: {} } as never }],
      /^RESPONSE_INVALID: "OK" is not an HTTP/
    ],
    ['a status beyond 599', ['GET', '/a', { responses: { 600: {} } }], /^RESPONSE_INVALID: "600" is not an HTTP/],
    ['a 204 with a body', ['GET', '/a', { responses: { 204: { body: String } } }], /^RESPONSE_INVALID: a 204 response/],
    [
      'a response body without a type',
      ['GET', '/a', { responses: { 200: { body: undefined } } }],
      /^RESPONSE_INVALID: /
    ],
    [
      'a response described by a number',
      ['GET', '/a', { responses: { 200: { description: 1 as never } } }],
      /^RESPONSE_/
    ]
  ]
  for (const [what, route, message] of options) {
    it(`is ${what}`, () => {
      const faults = faultsOf([describedRoute(...route)])
      expect(faults).to.have.length(1)
      expect(faults[0]).to.match(message)
    })
  }

  it('is reported in words that say where it is, and what to do', () => {
    expect(configs.flatMap(([, config]) => faultsOf([], config))).to.deep.equal([
      'DOCUMENT_INVALID: title is missing, OpenAPIConfig; make title a non-empty string.',
      'DOCUMENT_INVALID: version is missing, OpenAPIConfig; make version a non-empty string.',
      'DOCUMENT_INVALID: title is empty, OpenAPIConfig; make title a non-empty string.',
      'DOCUMENT_INVALID: version is not a string, OpenAPIConfig; make version a non-empty string.',
      'DOCUMENT_INVALID: description is not a string, OpenAPIConfig; make description a string or remove it.',
      "DOCUMENT_INVALID: servers is not a list, OpenAPIConfig; write servers: [{ url: 'https://api.example.com' }].",
      'DOCUMENT_INVALID: servers[0].url is missing, OpenAPIConfig; make servers[0].url a non-empty string.',
      'DOCUMENT_INVALID: servers[0].url is missing, OpenAPIConfig; make servers[0].url a non-empty string.',
      `DOCUMENT_INVALID: servers[0].url has the variable {host}, which is not declared, OpenAPIConfig; write variables: { "host": { default: '…' } }.`,
      `DOCUMENT_INVALID: servers[0].url "not an address" is not a valid URL, OpenAPIConfig; write it like 'https://api.example.com/v1' or '/v1', without a query or fragment.`,
      `DOCUMENT_INVALID: servers[0].url "/v1?a=1" is not a valid URL, OpenAPIConfig; write it like 'https://api.example.com/v1' or '/v1', without a query or fragment.`,
      `DOCUMENT_INVALID: openapi is "2.0", OpenAPIConfig; make it '3.0', '3.1' or '3.2'.`
    ])
    expect(options.flatMap(([, route]) => faultsOf([describedRoute(...route)]))).to.deep.equal([
      "ROUTE_OPTIONS_INVALID: tags is not a list of texts, GET /a; write tags: ['Items'].",
      "ROUTE_OPTIONS_INVALID: tags is not a list of texts, GET /a; write tags: ['Items'].",
      'ROUTE_OPTIONS_INVALID: description is not a text, GET /a; make it a text or leave it out.',
      'ROUTE_OPTIONS_INVALID: operationId is empty, GET /a; make it a non-empty string or remove it.',
      'ROUTE_OPTIONS_INVALID: deprecated is not a boolean, GET /a; make it true or false.',
      'ROUTE_OPTIONS_INVALID: a GET request cannot have a body, GET /a, request body; use another method, or query parameters.',
      'FIELD_TYPE_UNKNOWN: the type is undefined (a circular import or `import type` leaves no class at run time), POST /a, request body; import the class as a value and name it in a function, @Field(() => TheType), which is called when all is loaded.',
      'RESPONSE_INVALID: the responses are not an object, GET /a; write responses: { 200: { body: Item } }.',
      "RESPONSE_INVALID: the response is not an object, GET /a, response 200; write Item, a description, or { description: '…', body: Item }.",
      "RESPONSE_INVALID: \"OK\" is not an HTTP status code, GET /a, response OK; use an integer from 100 to 599, a range such as '4XX', or 'default'.",
      "RESPONSE_INVALID: \"600\" is not an HTTP status code, GET /a, response 600; use an integer from 100 to 599, a range such as '4XX', or 'default'.",
      'RESPONSE_INVALID: a 204 response cannot have a body, GET /a, response 204; remove its body.',
      'RESPONSE_INVALID: its `body` is undefined (perhaps because of a circular import), GET /a, response 200; remove `body` or give it a type.',
      'RESPONSE_INVALID: its description is not a string, GET /a, response 200; make it a string or remove it.'
    ])
  })

  it('is two operations that OpenAPI cannot distinguish', () => {
    const faults = faultsOf([
      describedRoute('GET', '/items/{id:[0-9]+}', {}, 'Items.byId'),
      describedRoute('GET', '/items/{slug}', {}, 'Items.bySlug')
    ])
    expect(faults).to.deep.equal([
      'DOCUMENT_CONFLICT: GET /items/{id:[0-9]+} and GET /items/{slug} are the same operation in OpenAPI, ' +
        'declared by Items.byId and by Items.bySlug; ' +
        'change one path, or leave one out of the document with hidden: true.'
    ])
  })

  it('is one name for two records, wherever they are used', () => {
    const other = record('Item', () => [field('sku', STRING)])
    const routes = [
      describedRoute('POST', '/a', { requestBody: item.class }, 'A.post'),
      describedRoute('POST', '/b', { responses: { 200: { body: other.class } } }, 'B.post')
    ]
    expect(faultsOf(routes, CONFIG, lookupAmong(item, other))).to.deep.equal([
      'RECORD_NAME_DUPLICATE: two different records or enums are named Item, ' +
        "used by A.post, request body and by B.post, response 200; rename one of them, or give one another name in the document: @Record({ name: '…' })."
    ])
  })
})
