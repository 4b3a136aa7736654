import { get, integer, itSays, type Json, json, object, text } from './comparison.js'

const responses = (each: Json, members: Json = {}) => get({ responses: each }, members)
const headers = (each: Json) => responses({ 200: { headers: each } })
const media = (...types: string[]) =>
  responses({ 200: { content: Object.fromEntries(types.map((type) => [type, { schema: text }])) } })
const stream = (type: string, members: Json) => responses({ 200: { content: { [type]: members } } })
const message = json(object({ message: text }, { required: ['message'] }))

describe('changes of response statuses', () => {
  itSays(
    'another success may not be expected',
    responses({ 200: {} }),
    responses({ 200: {}, 202: {} }),
    'may-break response-status-added: The 202 response is new',
    'compatible response-status-removed: The 202 response is gone'
  )
  itSays(
    'a success that is replaced leaves none that clients know',
    responses({ 200: {} }),
    responses({ 202: {} }),
    [
      'breaking response-success-removed: The 200 response is gone',
      'may-break response-status-added: The 202 response is new'
    ],
    [
      'breaking response-success-removed: The 202 response is gone',
      'may-break response-status-added: The 200 response is new'
    ]
  )
  itSays(
    'a success that is gone beside another is compatible',
    responses({ 200: {}, 201: {} }),
    responses({ 200: {} }),
    'compatible response-status-removed: The 201 response is gone',
    'may-break response-status-added: The 201 response is new'
  )
  itSays(
    'a redirect may not be expected',
    responses({ 200: {} }),
    responses({ 200: {}, 302: {} }),
    'may-break response-status-added: The 302 response is new',
    'compatible response-status-removed: The 302 response is gone'
  )
  itSays(
    'another error is read by its first digit',
    responses({ 200: {} }),
    responses({ 200: {}, 409: {}, '5XX': {} }),
    [
      'compatible response-error-added: The 409 response is new',
      'compatible response-error-added: The 5XX response is new'
    ],
    [
      'compatible response-status-removed: The 409 response is gone',
      'compatible response-status-removed: The 5XX response is gone'
    ]
  )
  itSays(
    'a success of a range is one that clients know',
    responses({ '2XX': {} }),
    responses({ 201: {} }),
    'compatible response-status-removed: The 2XX response is gone',
    'may-break response-status-added: The 2XX response is new'
  )
  itSays('ranges have no case', responses({ '4xx': json(text) }), responses({ '4XX': json(text) }))
  itSays(
    'an error that gets a status of its own was one of the default',
    responses({ default: message }),
    responses({ 404: message, default: message })
  )
  itSays(
    'an error that gets another body than the default breaks',
    responses({ default: message }),
    responses({ 404: json(object({ text })), default: message }),
    [
      'breaking response-property-optional: The 404 response (application/json): `message` is gone, e.g. {}',
      'compatible response-property-added: The 404 response (application/json): `text` is new'
    ],
    [
      'may-break response-property-removed: The default response (application/json): `text` is gone',
      'compatible response-property-required: The default response (application/json): `message` is required now'
    ]
  )
  itSays(
    'what is no status is left out',
    responses({ 200: {} }),
    responses({ 200: {}, 99: {}, 600: {}, '2X0': {}, 'x-a': {} })
  )
  itSays(
    'a response may be a reference',
    responses({ 200: { $ref: '#/components/responses/A' } }, { components: { responses: { A: json(text) } } }),
    responses({ 200: json(integer) }),
    'breaking response-type-changed: The 200 response (application/json) is of type integer, before string, e.g. 0',
    'breaking response-type-changed: The 200 response (application/json) is of type string, before integer, e.g. ""'
  )
})

describe('changes of response bodies', () => {
  itSays(
    'a body that is gone breaks',
    responses({ 200: json(text) }),
    responses({ 200: {} }),
    'breaking response-body-removed: The 200 response has no body any longer',
    'compatible response-body-added: The 200 response has a body now'
  )
  itSays(
    'a media type that is gone breaks',
    media('application/json', 'text/csv'),
    media('application/json'),
    'breaking response-media-type-removed: The 200 response is no longer sent as text/csv',
    'compatible response-media-type-added: The 200 response is sent as text/csv, too'
  )
  itSays(
    'a range of media types is more than one of them',
    media('text/*'),
    media('text/csv'),
    'breaking response-media-type-removed: The 200 response is no longer sent as text/*',
    'compatible response-media-type-added: The 200 response is sent as text/*, too'
  )
  itSays(
    'the lines of a stream are compared',
    stream('application/jsonl', { 'x-lines': object({ a: text }) }),
    stream('application/jsonl', { 'x-lines': object({ a: integer }) }),
    'breaking response-type-changed: The 200 response (application/jsonl), each item: `a` is of type integer, before string, e.g. {"a":0}',
    'breaking response-type-changed: The 200 response (application/jsonl), each item: `a` is of type string, before integer, e.g. {"a":""}'
  )
  itSays(
    'the items of a stream of OpenAPI 3.2 are compared',
    stream('application/jsonl', { itemSchema: integer }),
    stream('application/jsonl', { itemSchema: text }),
    'breaking response-type-changed: The 200 response (application/jsonl), each item is of type string, before integer, e.g. ""',
    'breaking response-type-changed: The 200 response (application/jsonl), each item is of type integer, before string, e.g. 0'
  )
  itSays(
    'an event that is gone may be waited for',
    stream('text/event-stream', { 'x-events': { a: text, b: text } }),
    stream('text/event-stream', { 'x-events': { a: text } }),
    'may-break response-event-removed: The 200 response (text/event-stream) no longer has the event `b`',
    'compatible response-event-added: The 200 response (text/event-stream) has the new event `b`'
  )
  itSays(
    'the data of an event are compared',
    stream('text/event-stream', { 'x-events': { a: text } }),
    stream('text/event-stream', { 'x-events': { a: integer } }),
    'breaking response-type-changed: The 200 response (text/event-stream), event `a` is of type integer, before string, e.g. 0',
    'breaking response-type-changed: The 200 response (text/event-stream), event `a` is of type string, before integer, e.g. ""'
  )
})

describe('changes of response headers', () => {
  itSays(
    'an optional header may be added; where it goes, what clients did with it is lost',
    headers({}),
    headers({ 'X-A': { schema: text } }),
    'compatible response-header-added: The 200 response: the header `X-A` is new',
    'may-break response-header-removed: The 200 response: the header `X-A` is gone'
  )
  itSays(
    'a required header that is gone breaks',
    headers({ 'X-A': { required: true, schema: text } }),
    headers({}),
    'breaking response-header-removed-required: The 200 response: the header `X-A` is gone',
    'compatible response-header-added: The 200 response: the header `X-A` is new'
  )
  itSays(
    'a header that becomes optional breaks',
    headers({ 'X-A': { required: true } }),
    headers({ 'X-A': {} }),
    'breaking response-header-optional: The 200 response: the header `X-A` may be missing now',
    'compatible response-header-required: The 200 response: the header `X-A` is always sent now'
  )
  itSays(
    'names of headers have no case, and their values are texts',
    headers({ 'X-A': { schema: integer } }),
    headers({ 'x-a': { schema: text } }),
    'breaking response-type-widened: The 200 response: the header `X-A` is of type string, before integer, e.g. ""',
    'compatible response-type-narrowed: The 200 response: the header `x-a` is of type integer, before string'
  )
  itSays('the media type is no header', headers({ 'Content-Type': { schema: text } }), headers({}))
  itSays(
    'a header may be a reference',
    get(
      { responses: { 200: { headers: { A: { $ref: '#/components/headers/A' } } } } },
      { components: { headers: { A: { schema: text } } } }
    ),
    headers({ A: { schema: { ...text, maxLength: 9 } } }),
    'compatible response-max-length-lowered: The 200 response: the header `A` has maxLength 9, before no maxLength',
    'breaking response-max-length-raised: The 200 response: the header `A` has no maxLength, before maxLength 9, e.g. "aaaaaaaaaaaaaaaaaaaaaaaa"'
  )
})
