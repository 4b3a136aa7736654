import { get, integer, itSays, type Json, list, object, paths, text } from './comparison.js'

/** `GET /items` with these parameters: unless they say otherwise, of the query and called `q`. */
function query(...parameters: readonly Json[]): Json {
  return get({ parameters: parameters.map((each) => ({ in: 'query', name: 'q', ...each })) })
}

describe('changes of parameters', () => {
  itSays(
    'an optional parameter may be added; where it goes, what clients meant by it is lost',
    query(),
    query({}),
    'compatible request-parameter-added: The query parameter `q` is new',
    'may-break request-parameter-removed: The query parameter `q` is gone'
  )
  itSays(
    'a required parameter that is added breaks',
    query(),
    query({ required: true }),
    'breaking request-parameter-added-required: The query parameter `q` is new, and required',
    'may-break request-parameter-removed: The query parameter `q` is gone'
  )
  itSays(
    'a parameter that becomes required breaks',
    query({}),
    query({ required: true }),
    'breaking request-parameter-required: The query parameter `q` is required now',
    'compatible request-parameter-optional: The query parameter `q` is no longer required'
  )
  itSays(
    'a deprecated parameter still works',
    query({}),
    query({ deprecated: true }),
    'compatible request-parameter-deprecated: The query parameter `q` is deprecated now',
    []
  )
  itSays(
    'a parameter in another place is another one',
    query({ in: 'cookie' }),
    query({ in: 'header' }),
    [
      'may-break request-parameter-removed: The cookie parameter `q` is gone',
      'compatible request-parameter-added: The header parameter `q` is new'
    ],
    [
      'may-break request-parameter-removed: The header parameter `q` is gone',
      'compatible request-parameter-added: The cookie parameter `q` is new'
    ]
  )
  itSays(
    'names of headers have no case',
    query({ in: 'header', name: 'X-A', required: true }),
    query({ in: 'header', name: 'x-a', required: true })
  )
  itSays(
    'names in the query have',
    query({ name: 'A' }),
    query({ name: 'a' }),
    [
      'may-break request-parameter-removed: The query parameter `A` is gone',
      'compatible request-parameter-added: The query parameter `a` is new'
    ],
    [
      'may-break request-parameter-removed: The query parameter `a` is gone',
      'compatible request-parameter-added: The query parameter `A` is new'
    ]
  )
  itSays(
    'the headers that OpenAPI takes for no parameters are none',
    query({ in: 'header', name: 'Accept' }, { in: 'header', name: 'content-type' }),
    query({ in: 'header', name: 'AUTHORIZATION', required: true })
  )
  itSays(
    'a parameter of a path is one of all its operations',
    paths({ '/items': { parameters: [{ in: 'query', name: 'q', schema: text }], get: {} } }),
    paths({ '/items': { get: { parameters: [{ in: 'query', name: 'q', schema: text }] } } })
  )
  itSays(
    'a parameter of an operation stands before the one of its path',
    paths({
      '/items': {
        parameters: [{ in: 'query', name: 'q', schema: integer }],
        get: { parameters: [{ in: 'query', name: 'q', schema: text }] }
      }
    }),
    paths({ '/items': { get: { parameters: [{ in: 'query', name: 'q', schema: text }] } } })
  )
  itSays(
    'a parameter may be a reference',
    get(
      { parameters: [{ $ref: '#/components/parameters/Q' }] },
      { components: { parameters: { Q: { in: 'query', name: 'q', schema: text } } } }
    ),
    query({ schema: integer }),
    'breaking request-type-narrowed: The query parameter `q` is of type integer, before string, e.g. ""',
    'compatible request-type-widened: The query parameter `q` is of type string, before integer'
  )
  itSays(
    'parameters of the path are told by their place; their names are those of arguments of generated clients',
    paths({
      '/items/{a}/{b}': {
        get: {
          parameters: [
            { in: 'path', name: 'a', schema: text },
            { in: 'path', name: 'b', schema: integer }
          ]
        }
      }
    }),
    paths({
      '/items/{b}/{c}': {
        get: {
          parameters: [
            { in: 'path', name: 'b', schema: text },
            { in: 'path', name: 'c', schema: text }
          ]
        }
      }
    }),
    [
      'generated-clients request-parameter-renamed: GET /items/{b}/{c}: The path parameter `b` had the name `a`',
      'generated-clients request-parameter-renamed: GET /items/{b}/{c}: The path parameter `c` had the name `b`',
      'compatible request-type-widened: GET /items/{b}/{c}: The path parameter `c` is of type string, before integer'
    ],
    [
      'breaking request-type-narrowed: GET /items/{a}/{b}: The path parameter `b` is of type integer, before string, e.g. ""',
      'generated-clients request-parameter-renamed: GET /items/{a}/{b}: The path parameter `a` had the name `b`',
      'generated-clients request-parameter-renamed: GET /items/{a}/{b}: The path parameter `b` had the name `c`'
    ]
  )
  itSays(
    'a parameter of the query is not renamed with one of the path',
    paths({ '/{a}': { get: { parameters: [{ in: 'query', name: 'a', schema: text }] } } }),
    paths({ '/{b}': { get: { parameters: [{ in: 'query', name: 'a', schema: text }] } } })
  )
})

describe('changes of how parameters are written', () => {
  const texts = { schema: list(text) }

  itSays(
    'a list with commas is not one with a name for each item',
    query(texts),
    query({ ...texts, explode: false }),
    'breaking request-parameter-serialized-otherwise: The query parameter `q` is written as form, before as form, exploded',
    'breaking request-parameter-serialized-otherwise: The query parameter `q` is written as form, exploded, before as form'
  )
  itSays(
    'a style that is the default may be written out',
    query(texts, { in: 'header', name: 'h', ...texts }),
    query(
      { ...texts, style: 'form', explode: true },
      { in: 'header', name: 'h', ...texts, style: 'simple', explode: false }
    )
  )
  itSays(
    'pipes are not names',
    query({ ...texts, style: 'pipeDelimited' }),
    query(texts),
    'breaking request-parameter-serialized-otherwise: The query parameter `q` is written as form, exploded, before as pipeDelimited',
    'breaking request-parameter-serialized-otherwise: The query parameter `q` is written as pipeDelimited, before as form, exploded'
  )
  itSays(
    'a deep object is not a form',
    query({ schema: object({}), style: 'deepObject' }),
    query({ schema: object({}) }),
    'breaking request-parameter-serialized-otherwise: The query parameter `q` is written as form, exploded, before as deepObject, exploded',
    'breaking request-parameter-serialized-otherwise: The query parameter `q` is written as deepObject, exploded, before as form, exploded'
  )
  itSays(
    'of a plain text style and explode say nothing',
    query({ schema: text, explode: false }),
    query({ schema: text, style: 'pipeDelimited' })
  )
  itSays(
    'a label in the path has a dot',
    paths({ '/{a}': { get: { parameters: [{ in: 'path', name: 'a', schema: text, style: 'label' }] } } }),
    paths({ '/{a}': { get: { parameters: [{ in: 'path', name: 'a', schema: text }] } } }),
    'breaking request-parameter-serialized-otherwise: GET /{a}: The path parameter `a` is written as plain text, before as label',
    'breaking request-parameter-serialized-otherwise: GET /{a}: The path parameter `a` is written as label, before as plain text'
  )
  itSays(
    'JSON in a parameter is not plain text',
    query({ content: { 'application/json': { schema: text } } }),
    query({ schema: text }),
    'breaking request-parameter-serialized-otherwise: The query parameter `q` is written as plain text, before as application/json',
    'breaking request-parameter-serialized-otherwise: The query parameter `q` is written as application/json, before as plain text'
  )
  itSays(
    'JSON in a parameter has types',
    query({ content: { 'application/json': { schema: integer } } }),
    query({ content: { 'application/json': { schema: text } } }),
    'breaking request-type-changed: The query parameter `q` is of type string, before integer, e.g. 0',
    'breaking request-type-changed: The query parameter `q` is of type integer, before string, e.g. ""'
  )
  itSays(
    'what is a list and no text is a type, not a style',
    query({ schema: text }),
    query({ schema: list(text) }),
    'breaking request-type-changed: The query parameter `q` is of type array, before string, e.g. ""',
    'breaking request-type-changed: The query parameter `q` is of type string, before array, e.g. []'
  )
  itSays(
    'empty values and reserved characters may be read otherwise',
    query({ allowEmptyValue: true, allowReserved: true }),
    query({}),
    'may-break request-parameter-characters-narrowed: The query parameter `q` no longer has `allowEmptyValue` and `allowReserved`',
    []
  )
})

describe('changes of the values of parameters', () => {
  itSays(
    'an integer is a text, too',
    query({ schema: integer }),
    query({ schema: text }),
    'compatible request-type-widened: The query parameter `q` is of type string, before integer',
    'breaking request-type-narrowed: The query parameter `q` is of type integer, before string, e.g. ""'
  )
  itSays(
    'a boolean is a text, too',
    query({ schema: { type: 'boolean' } }),
    query({ schema: text }),
    'compatible request-type-widened: The query parameter `q` is of type string, before boolean',
    'breaking request-type-narrowed: The query parameter `q` is of type boolean, before string, e.g. ""'
  )
  itSays(
    'whether a number is one of the texts that are left is not decided',
    query({ schema: integer }),
    query({ schema: { ...text, maxLength: 3 } }),
    'may-break request-type-changed: The query parameter `q` is of type string, before integer',
    'breaking request-type-changed: The query parameter `q` is of type integer, before string, e.g. "aaa"'
  )
  itSays(
    'a number in an enum is the text that is written alike',
    query({ schema: { enum: [1, 2] } }),
    query({ schema: { enum: ['1', '2'] } }),
    'compatible request-enum-widened: The query parameter `q` can now be "1", "2"',
    'breaking request-enum-narrowed: The query parameter `q` can no longer be "1", "2", e.g. "1"'
  )
  itSays(
    'a list of integers is one of texts, too',
    query({ schema: list(integer) }),
    query({ schema: list(text) }),
    'compatible request-type-widened: The query parameter `q`: `[]` is of type string, before integer',
    'breaking request-type-narrowed: The query parameter `q`: `[]` is of type integer, before string, e.g. [""]'
  )
  itSays(
    'a lower maximum breaks',
    query({ schema: { ...integer, maximum: 100 } }),
    query({ schema: { ...integer, maximum: 50 } }),
    'breaking request-maximum-lowered: The query parameter `q` has maximum 50, before maximum 100, e.g. 100',
    'compatible request-maximum-raised: The query parameter `q` has maximum 100, before maximum 50'
  )
  itSays(
    'a value that leaves an enum breaks',
    query({ schema: { enum: ['a', 'b'] } }),
    query({ schema: { enum: ['a'] } }),
    'breaking request-enum-narrowed: The query parameter `q` can no longer be "b", e.g. "b"',
    'compatible request-enum-widened: The query parameter `q` can now be "b"'
  )
  itSays(
    'another default means something else to requests without the parameter',
    query({ schema: { ...integer, default: 10 } }),
    query({ schema: { ...integer, default: 20 } }),
    'may-break request-default-changed: The query parameter `q` has the default 20, before the default 10',
    'may-break request-default-changed: The query parameter `q` has the default 10, before the default 20'
  )
})
