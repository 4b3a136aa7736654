import { get, integer, itSays, type Json, json, object, text } from './comparison.js'

const body = (requestBody: unknown, members: Json = {}) => get({ requestBody }, members)
const read = (...types: string[]) =>
  body({ content: Object.fromEntries(types.map((type) => [type, { schema: text }])) })
const form = (type: string, property: Json, encoding?: Json) =>
  body({ content: { [type]: { schema: object({ a: property }), ...(encoding === undefined ? {} : { encoding }) } } })

describe('changes of request bodies', () => {
  itSays(
    'an optional body may be added; where it goes, it may be rejected',
    get({}),
    body(json(text)),
    'compatible request-body-added: The request has a body now',
    'may-break request-body-removed: The request has no body any longer'
  )
  itSays(
    'a required body that is added breaks',
    get({}),
    body(json(text, { required: true })),
    'breaking request-body-added-required: The request has a body now, and requires it',
    'may-break request-body-removed: The request has no body any longer'
  )
  itSays(
    'a body that becomes required breaks',
    body(json(text)),
    body(json(text, { required: true })),
    'breaking request-body-required: The body is required now',
    'compatible request-body-optional: The body is no longer required'
  )
  itSays(
    'a body may be a reference',
    body({ $ref: '#/components/requestBodies/A' }, { components: { requestBodies: { A: json(text) } } }),
    body(json(integer)),
    'breaking request-type-changed: The body (application/json) is of type integer, before string, e.g. ""',
    'breaking request-type-changed: The body (application/json) is of type string, before integer, e.g. 0'
  )
  itSays(
    'a media type that is gone breaks',
    read('application/json', 'text/plain'),
    read('application/json'),
    'breaking request-media-type-removed: The body is no longer read as text/plain',
    'compatible request-media-type-added: The body is read as text/plain, too'
  )
  itSays(
    'another media type is one that is gone and one that is new',
    read('application/json'),
    read('text/plain'),
    [
      'breaking request-media-type-removed: The body is no longer read as application/json',
      'compatible request-media-type-added: The body is read as text/plain, too'
    ],
    [
      'breaking request-media-type-removed: The body is no longer read as text/plain',
      'compatible request-media-type-added: The body is read as application/json, too'
    ]
  )
  itSays(
    'a range has the media types below it, and more',
    read('image/png'),
    read('image/*'),
    'compatible request-media-type-added: The body is read as image/*, too',
    'breaking request-media-type-removed: The body is no longer read as image/*'
  )
  itSays(
    'any media type is more than one',
    read('image/png'),
    read('*/*'),
    'compatible request-media-type-added: The body is read as */*, too',
    'breaking request-media-type-removed: The body is no longer read as */*'
  )
  itSays(
    'of several ranges the narrowest describes a media type',
    body(json(text)),
    body({ content: { '*/*': { schema: integer }, 'application/*': { schema: text } } }),
    [
      'compatible request-media-type-added: The body is read as */*, too',
      'compatible request-media-type-added: The body is read as application/*, too'
    ],
    [
      'breaking request-media-type-removed: The body is no longer read as */*',
      'breaking request-media-type-removed: The body is no longer read as application/*'
    ]
  )
  itSays(
    'media types have no case, and their parameters say nothing',
    read('Application/JSON; charset=utf-8'),
    read('application/json')
  )
  itSays(
    'a body without a schema is anything',
    body({ content: { 'application/json': {} } }),
    body(json(text)),
    'breaking request-type-narrowed: The body (application/json) is of type string, before any type, e.g. null',
    'compatible request-type-widened: The body (application/json) is of any type, before string'
  )
  itSays(
    'in a form an integer is a text, too',
    form('application/x-www-form-urlencoded', integer),
    form('application/x-www-form-urlencoded', text),
    'compatible request-type-widened: The body (application/x-www-form-urlencoded): `a` is of type string, before integer',
    'breaking request-type-narrowed: The body (application/x-www-form-urlencoded): `a` is of type integer, before string, e.g. {"a":""}'
  )
  itSays(
    'in JSON it is not',
    body(json(object({ a: integer }))),
    body(json(object({ a: text }))),
    'breaking request-type-changed: The body (application/json): `a` is of type string, before integer, e.g. {"a":0}',
    'breaking request-type-changed: The body (application/json): `a` is of type integer, before string, e.g. {"a":""}'
  )
  itSays(
    'another encoding of the parts of a form may be read otherwise',
    form('multipart/form-data', text, { a: { contentType: 'text/plain' } }),
    form('multipart/form-data', text),
    'may-break request-encoding-changed: The body (multipart/form-data) has another encoding of its parts',
    'may-break request-encoding-changed: The body (multipart/form-data) has another encoding of its parts'
  )
})
