import { inspect } from 'node:util'
import { expect } from 'chai'
import { Field, Integer, mapOf, nullable, type RouteOptions } from 'fieldstone'
import { describedRoute, faultsOf } from '../support/described-route.js'

class Shop {
  @Field() name!: string
}

class Other {
  @Field() name!: string
}

/** Options of a route, and what is wrong with them. */
// biome-ignore format: one row a line
const WRONG: readonly (readonly [options: unknown, message: string])[] = [
  [
    'x',
    "ROUTE_OPTIONS_INVALID: its options are 'x', POST /a (Items.show); give the handler second and an object of options third; middleware belongs into options.middleware."
  ],
  [
    () => undefined,
    'ROUTE_OPTIONS_INVALID: its options are [Function (anonymous)], POST /a (Items.show); give the handler second and an object of options third; middleware belongs into options.middleware.'
  ],
  [{ tags: 'A' }, "ROUTE_OPTIONS_INVALID: tags is not a list of texts, POST /a (Items.show); write tags: ['Items']."],
  [{ tags: [''] }, "ROUTE_OPTIONS_INVALID: tags is not a list of texts, POST /a (Items.show); write tags: ['Items']."],
  [
    { summary: 5 },
    'ROUTE_OPTIONS_INVALID: summary is not a text, POST /a (Items.show); make it a text or leave it out.'
  ],
  [
    { description: {} },
    'ROUTE_OPTIONS_INVALID: description is not a text, POST /a (Items.show); make it a text or leave it out.'
  ],
  [{ operationId: '' }, 'ROUTE_OPTIONS_INVALID: operationId is empty, Items.show; make it a non-empty string or remove it.'],
  [
    { operationId: 5 },
    'ROUTE_OPTIONS_INVALID: operationId is not a text, POST /a (Items.show); make it a text or leave it out.'
  ],
  [
    { deprecated: 'yes' },
    'ROUTE_OPTIONS_INVALID: deprecated is not a boolean, POST /a (Items.show); make it true or false.'
  ],
  [{ hidden: 1 }, 'ROUTE_OPTIONS_INVALID: hidden is not a boolean, POST /a (Items.show); make it true or false.'],
  [
    { requestTimeout: -1 },
    'ROUTE_OPTIONS_INVALID: requestTimeout must be a time, POST /a (Items.show); give milliseconds, 0 for no limit.'
  ],
  [
    { handlerTimeout: 'x' },
    'ROUTE_OPTIONS_INVALID: handlerTimeout must be a time, POST /a (Items.show); give milliseconds, 0 for no limit.'
  ],
  [
    { bodyLimit: -1 },
    'ROUTE_OPTIONS_INVALID: bodyLimit must be a size, POST /a (Items.show); give a whole number of bytes, 0 or more.'
  ],
  [
    { bodyLimit: '1mb' },
    'ROUTE_OPTIONS_INVALID: bodyLimit must be a size, POST /a (Items.show); give a whole number of bytes, 0 or more.'
  ],
  [
    { uploads: { files: -1 } },
    'ROUTE_OPTIONS_INVALID: uploads: files is -1, POST /a (Items.show), uploads.files; give a whole number, 0 or more.'
  ],
  [
    { uploads: { folder: '/x' } },
    "OPTION_UNKNOWN: there is no option 'folder', POST /a (Items.show), uploads; set the folder for all routes: new Application({ uploads: { folder: '/var/uploads' } })."
  ],
  [
    { middleware: 5 },
    'ROUTE_OPTIONS_INVALID: middleware is not a list, POST /a (Items.show); write middleware: [first, second].'
  ],
  [
    { middleware: [5] },
    'MIDDLEWARE_INVALID: 5 is not middleware, POST /a (Items.show); give functions (ctx, next) => …, and wrap Express-style functions (req, res, next) in connect(…).'
  ],
  [
    { interceptors: 5 },
    'ROUTE_OPTIONS_INVALID: interceptors is not a list, POST /a (Items.show); write interceptors: [(value, ctx) => …].'
  ],
  [
    { requestBody: undefined },
    'FIELD_TYPE_UNKNOWN: the type is undefined (a circular import or `import type` leaves no class at run time), Items.show, request body; import the class as a value and name it in a function, @Field(() => TheType), which is called when all is loaded.'
  ],
  [{ consumes: 'text/plain' }, 'ROUTE_OPTIONS_INVALID: consumes is given, but the route declares no body, Items.show, request body; declare the requestBody as well.'],
  [{ requestBody: String, consumes: [] }, "ROUTE_OPTIONS_INVALID: consumes is an empty list, Items.show, request body; write consumes: ['application/json', 'application/x-www-form-urlencoded']."],
  [{ requestBody: String, consumes: 'text' }, `ROUTE_OPTIONS_INVALID: consumes names "text", which is not a media type, Items.show, request body; write consumes: ['application/json', 'application/x-www-form-urlencoded'].`],
  [{ requestBody: Shop, consumes: 'text/plain' }, 'ROUTE_OPTIONS_INVALID: a body of type text/plain is text or bytes, and cannot carry this type, Items.show, request body; declare the body as String or Buffer, or use application/json.'],
  [{ requestBody: { content: {} } }, "ROUTE_OPTIONS_INVALID: its content names no media type, Items.show, request body; write content: { 'application/json': NewItem, 'application/x-www-form-urlencoded': ItemForm }."],
  [{ requestBody: { content: { 'application/json': Shop }, type: Shop } }, 'ROUTE_OPTIONS_INVALID: it has content beside a type, Items.show, request body; put everything into content.'],
  [{ requestBody: { content: { 'application/json': Shop, 'APPLICATION/JSON': Other } } }, 'ROUTE_OPTIONS_INVALID: its content has application/json twice, Items.show, request body; remove one of them.'],
  [{ responses: [] }, 'RESPONSE_INVALID: the responses are not an object, Items.show; write responses: { 200: { body: Item } }.'],
  [{ responses: { 99: String } }, `RESPONSE_INVALID: "99" is not an HTTP status code, Items.show, response 99; use an integer from 100 to 599, a range such as '4XX', or 'default'.`],
  [{ responses: { OK: String } }, `RESPONSE_INVALID: "OK" is not an HTTP status code, Items.show, response OK; use an integer from 100 to 599, a range such as '4XX', or 'default'.`],
  [{ responses: { 600: {} } }, `RESPONSE_INVALID: "600" is not an HTTP status code, Items.show, response 600; use an integer from 100 to 599, a range such as '4XX', or 'default'.`],
  [{ responses: { '6XX': {} } }, `RESPONSE_INVALID: "6XX" is not a range of HTTP status codes, Items.show, response 6XX; the ranges are '1XX', '2XX', '3XX', '4XX' and '5XX'.`],
  [{ responses: { 200: 5 } }, "RESPONSE_INVALID: the response is not an object, Items.show, response 200; write Item, a description, or { description: '…', body: Item }."],
  [{ responses: { 200: undefined } }, 'RESPONSE_INVALID: the response is undefined (perhaps because of a circular import), Items.show, response 200; write () => Item.'],
  [{ responses: { 200: { body: undefined } } }, 'RESPONSE_INVALID: its `body` is undefined (perhaps because of a circular import), Items.show, response 200; remove `body` or give it a type.'],
  [{ responses: { 200: { description: 5 } } }, 'RESPONSE_INVALID: its description is not a string, Items.show, response 200; make it a string or remove it.'],
  [{ responses: { 200: { text: 'x' } } }, "OPTION_UNKNOWN: there is no option 'text', Items.show, response 200; the options are description, body, contentType, content, events, lines, headers, links, example and examples, or write enumOf(…) if these are the values of an enum."],
  [{ responses: { 204: { body: String } } }, 'RESPONSE_INVALID: a 204 response cannot have a body, Items.show, response 204; remove its body.'],
  [{ responses: { '1XX': { body: Shop } } }, 'RESPONSE_INVALID: a 1XX response cannot have a body, Items.show, response 1XX; remove its body.'],
  [{ responses: { 200: { body: Buffer } } }, "RESPONSE_INVALID: application/json cannot carry bytes, Items.show, response 200; name the body's type, or another contentType."],
  [{ responses: { 200: { content: {} } } }, "RESPONSE_INVALID: its content names no media type, Items.show, response 200; write content: { 'application/json': Item, 'text/csv': String }."],
  [{ responses: { 200: { content: { text: String } } } }, `RESPONSE_INVALID: "text" is not a media type, Items.show, response 200; write contentType: 'text/csv', without parameters.`],
  [{ responses: { 200: { content: { 'text/plain': String }, body: String } } }, 'RESPONSE_INVALID: it has content beside body or contentType, Items.show, response 200; put everything into content.'],
  [{ responses: { 200: { contentType: [], body: String } } }, 'RESPONSE_INVALID: its contentType is an empty list, Items.show, response 200; name a media type or leave it out.'],
  [{ responses: { 200: { body: Shop, example: 5 } } }, 'RESPONSE_INVALID: the example breaks its type: it must be an object, Items.show, response 200; write a value that the type accepts, as JSON.'],
  [{ responses: { 200: { events: {} } } }, 'RESPONSE_INVALID: it names no event, Items.show, response 200, events; write events: { added: Item, removed: ItemId }.'],
  [{ responses: { 200: { events: { '': String } } } }, 'RESPONSE_INVALID: "" is no name of an event, Items.show, response 200, events; give it a name of one line.'],
  [{ responses: { 200: { headers: { 'Content-Type': String } } } }, 'RESPONSE_INVALID: OpenAPI ignores it, Items.show, response 200, header Content-Type; remove it: `contentType` or `content` says what the media type is.'],
  [{ responses: { 200: { headers: { 'content-length': Integer } } } }, 'RESPONSE_INVALID: every response has its own, which no handler sets, Items.show, response 200, header content-length; remove it.'],
  [{ responses: { 200: { headers: { date: Date } } } }, 'RESPONSE_INVALID: every response has its own, which no handler sets, Items.show, response 200, header date; remove it.'],
  [{ responses: { 200: { headers: { 'a b': String } } } }, 'RESPONSE_INVALID: no header can have this name, Items.show, response 200, header a b; use letters, digits and hyphens.'],
  [{ responses: { 200: { headers: { 'x-object': Shop } } } }, 'RESPONSE_INVALID: text cannot express its type, Items.show, response 200, header x-object; use a scalar type or a list of one.'],
  [{ responses: { 200: { headers: { 'x-null': nullable(String) } } } }, 'RESPONSE_INVALID: no text is null, Items.show, response 200, header x-null; a header cannot be null: write `optional: true` for one that may be absent.'],
  [{ responses: { 200: { headers: { 'x-wrong': { type: Integer, example: 'a' } } } } }, 'FIELD_OPTION_INVALID: the example must be an integer, Items.show, response 200, headers.x-wrong; give an example that the field accepts.'],
  [{ responses: { 200: { headers: { 'x-wrong': { typ: String } } } } }, 'FIELD_TYPE_UNKNOWN: the type is a plain object, Items.show, response 200, headers.x-wrong; name a type: String, Number, Integer, Boolean, Date, DateOnly, a record class, a list such as [Item], mapOf(…), tupleOf(…), enumOf(…), oneOf(…) or Unknown.'],
  [
    { security: 'nothing' },
    "SECURITY_INVALID: `security` must be a list, POST /a (Items.show); write security: ['bearer'], or [] for nothing."
  ],
  [
    { security: ['nothing'] },
    'SECURITY_INVALID: there is no security scheme "nothing", POST /a (Items.show); declare it: securitySchemes: { nothing: … }.'
  ],
  [
    { security: [{ nothing: [] }] },
    'SECURITY_INVALID: there is no security scheme "nothing", POST /a (Items.show); declare it: securitySchemes: { nothing: … }.'
  ],
  [{ externalDocs: {} }, 'ROUTE_OPTIONS_INVALID: externalDocs.url is missing, Items.show; make externalDocs.url a non-empty string.'],
  [{ servers: [{}] }, 'ROUTE_OPTIONS_INVALID: servers[0].url is missing, Items.show; make servers[0].url a non-empty string.'],
  [
    { tgas: ['x'] },
    "OPTION_UNKNOWN: there is no option 'tgas' (did you mean 'tags'?), POST /a (Items.show); correct its name or remove it."
  ],
  [
    { 'x-a': 1n },
    'OPTION_UNKNOWN: the extension x-a is not JSON: a bigint, POST /a (Items.show); give null, a boolean, number, text, list or object.'
  ],
  [{ requestBody: mapOf(Shop), consumes: 'multipart/form-data' }, 'ROUTE_OPTIONS_INVALID: a body of type multipart/form-data carries one record, Items.show, request body; use application/json, or a record whose fields are files, texts, numbers, booleans, dates, enums and lists of them.'],
  [{ responses: { 200: { body: Shop, contentType: 'text/csv' } } }, 'RESPONSE_INVALID: text/csv is text or bytes, Items.show, response 200; declare its body as String or Buffer.']
]

describe('The options of a route', () => {
  for (const [options, message] of WRONG) {
    it(`are rejected when the document is made: ${inspect(options, { breakLength: Number.POSITIVE_INFINITY, depth: 4 })}`, () => {
      expect(faultsOf([describedRoute('POST', '/a', options as RouteOptions, 'Items.show')])).to.deep.equal([message])
    })
  }

  it('cannot declare the body of a GET', () => {
    expect(faultsOf([describedRoute('GET', '/a', { requestBody: Shop }, 'Items.show')])).to.deep.equal([
      'ROUTE_OPTIONS_INVALID: a GET request cannot have a body, Items.show, request body; use another method, or query parameters.'
    ])
  })

  it('are reported with everything else that keeps the document from being made', () => {
    const routes = [
      describedRoute('GET', '/a', { responses: { 99: {} } }, 'Items.list'),
      describedRoute('GET', '/b', { parameters: [{ name: 'id', in: 'path' }] }, 'Items.get')
    ]
    expect(faultsOf(routes, {})).to.deep.equal([
      'DOCUMENT_INVALID: title is missing, OpenAPIConfig; make title a non-empty string.',
      'DOCUMENT_INVALID: version is missing, OpenAPIConfig; make version a non-empty string.',
      "RESPONSE_INVALID: \"99\" is not an HTTP status code, Items.list, response 99; use an integer from 100 to 599, a range such as '4XX', or 'default'.",
      'PARAMETER_INVALID: the path /b has no such parameter, Items.get, path parameter id; add {id} to the path.'
    ])
  })

  it('may be right in each route and wrong together: two operations that OpenAPI cannot distinguish', () => {
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

  it('may be right in each route and wrong together: one name for two records', () => {
    const another = { Shop: class {} }.Shop
    Field(() => String)(another.prototype, 'sku')
    const routes = [
      describedRoute('POST', '/a', { requestBody: Shop }, 'A.post'),
      describedRoute('POST', '/b', { responses: { 200: { body: another } } }, 'B.post')
    ]
    expect(faultsOf(routes)).to.deep.equal([
      'RECORD_NAME_DUPLICATE: two different records or enums are named Shop, ' +
        "used by A.post, request body and by B.post, response 200; rename one of them, or give one another name in the document: @Record({ name: '…' })."
    ])
  })
})
