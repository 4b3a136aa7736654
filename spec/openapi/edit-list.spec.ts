import { expect } from 'chai'
import { BootstrapError } from '../../src/errors.js'
import { editedDocument } from '../../src/openapi/edit/edited-document.js'
import { Examples } from '../../src/openapi/edit/examples.js'
import { expectListed } from '../support/listed.js'
import { calls, shown } from '../support/whole-list.js'

const LIST = 'openapi/edit-list.txt'

// biome-ignore lint/suspicious/noExplicitAny: any value of JSON
type Loose = any

const TEXT = { type: 'string', minLength: 2 }
const MEDIA = { 'application/json': { schema: TEXT, example: 'ab', examples: { one: { value: 'cd' } } } }
const OPERATION = { operationId: 'called', responses: { 200: { description: 'OK' } } }

/** Has each object that OpenAPI knows, with each member that may be changed and one that may not. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  tags: [{ name: 'a' }],
  servers: [{ url: '/' }],
  externalDocs: { url: 'https://example.com' },
  security: [{ key: [] }],
  'x-own': 1,
  'x-limits': { depth: 1 },
  paths: {
    '/a': {
      summary: 'A path',
      description: 'Of it',
      servers: [{ url: '/a' }],
      parameters: [],
      get: {
        tags: ['a'],
        summary: 'Get',
        description: 'Gets it',
        externalDocs: { url: 'https://example.com/get' },
        operationId: 'get',
        deprecated: false,
        servers: [{ url: '/get' }],
        parameters: [
          {
            in: 'query',
            name: 'q',
            required: true,
            description: 'Which',
            deprecated: true,
            schema: TEXT,
            example: 'ab',
            examples: { one: { value: 'cd' } }
          },
          { in: 'header', name: 'q', content: { 'text/plain': { schema: TEXT } } },
          { $ref: '#/components/parameters/Page' }
        ],
        requestBody: { description: 'What', required: true, content: { 'text/plain': {} } },
        responses: {
          200: {
            summary: 'All',
            description: 'Is well',
            headers: {
              'x-total': {
                description: 'Of all',
                required: true,
                deprecated: true,
                schema: TEXT,
                example: 'ab',
                examples: { one: { value: 'ab' } }
              }
            },
            content: MEDIA,
            links: { next: { operationId: 'copy', description: 'The next' } }
          },
          404: { $ref: '#/components/responses/None' }
        },
        callbacks: { done: { '{$url}': { post: { ...OPERATION, summary: 'Done' } } } },
        security: [{ key: [] }, {}]
      },
      additionalOperations: { COPY: { operationId: 'copy', responses: {} } }
    }
  },
  webhooks: { news: { post: { operationId: 'news', responses: {} } } },
  components: {
    schemas: {
      All: {
        type: 'object',
        title: 'All',
        description: 'Of all',
        deprecated: true,
        externalDocs: { url: 'https://example.com/all' },
        example: { a: 1 },
        examples: [{ a: 2 }, { a: 3 }],
        required: ['a', 'b'],
        enum: [1, 'a', { b: 1 }],
        properties: { a: { type: 'integer', minimum: 1 }, title: { description: 'x' } },
        patternProperties: { '^x': { description: 'x' } },
        items: { description: 'x' },
        additionalProperties: { description: 'x' },
        not: { description: 'x' },
        propertyNames: { description: 'x' },
        contains: { description: 'x' },
        if: { description: 'x' },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { description: 'x' },
        else: { description: 'x' },
        allOf: [{ description: 'x' }],
        anyOf: [{ description: 'x' }],
        oneOf: [{ description: 'x' }, { title: 'y' }],
        prefixItems: [{ description: 'x' }]
      }
    },
    responses: { None: { description: 'None' } },
    parameters: { Page: { in: 'query', name: 'page', description: 'Which', schema: { type: 'integer' } } },
    examples: { one: { value: 1 } },
    requestBodies: { One: { description: 'One' } },
    headers: { Total: { description: 'Total' } },
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', description: 'A key', bearerFormat: 'JWT', deprecated: false }
    },
    links: { Next: { description: 'Next', operationId: 'get' } },
    callbacks: { Done: { '{$url}': { description: 'Done' } } },
    pathItems: { Item: { description: 'Item' } }
  }
}

const CHECKS = {
  header: () => undefined,
  servers: (servers: Loose) => {
    if (!Array.isArray(servers) || servers.some((each) => each?.url !== '/')) throw new Error('the servers are wrong')
  }
}

/** What is wrong with an edit, without what each message has. */
function edit(change: (document: Loose) => unknown, document: object = DOCUMENT): string {
  try {
    editedDocument(structuredClone(document), change, CHECKS)
  } catch (error) {
    if (!(error instanceof BootstrapError)) return String(error)
    const faults = error.errors.map(({ message }) =>
      message
        .replace('; leave it as it is, and change it where it is declared.', '')
        .replace(/^DOCUMENT_CONTRADICTED: /, '')
        .replace(', editDocument', '')
    )
    return faults.join(' | ')
  }
  return 'allowed'
}

/** The ways to all values of a document. */
function* places(value: Loose, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path
  if (typeof value === 'object') for (const [key, each] of Object.entries(value)) yield* places(each, [...path, key])
}

/** What of a fault the line says already. */
function without(fault: string, path: readonly string[]): string {
  const short = fault.replace(`, ${path.join(' › ')}`, '')
  return path.length < 3 ? short : short.replace(/ was [^|]* and is [^|]*/, ' was … and is … ').trim()
}

const at = (document: Loose, path: readonly string[]) => path.reduce((value, key) => value[key], document)

/** Any change of one place: what is there, without it, with a member more. */
function changes(path: readonly string[]): string[] {
  const [above, key = ''] = [path.slice(0, -1), path.at(-1)]
  const value = at(DOCUMENT, path)
  const values =
    typeof value === 'boolean' ? [!value, 5] : typeof value === 'string' ? ['other', [null]] : ['other', {}]
  const edits: [string, (document: Loose) => void][] = [
    [
      'removed',
      (document) => {
        if (Array.isArray(at(document, above))) at(document, above).splice(Number(key), 1)
        else delete at(document, above)[key]
      }
    ],
    ...values.map((each): [string, (document: Loose) => void] => [
      JSON.stringify(each),
      (document) => {
        at(document, above)[key] = each
      }
    ])
  ]
  if (Array.isArray(value)) {
    edits.push(['a copy of its last item more', (document) => void at(document, path).push(at(document, path).at(-1))])
    edits.push(['in another order', (document) => void at(document, path).reverse()])
  } else if (typeof value === 'object') {
    for (const name of ['zz', 'x-zz', 'x-limits'])
      edits.push([
        `${name} more`,
        (document) => void Object.assign(at(document, path), { [name]: { description: 'x' } })
      ])
  }
  const names = new Map<string, string[]>()
  for (const [name, change] of edits) {
    const fault = without(edit(change), path)
    names.set(fault, [...(names.get(fault) ?? []), name])
  }
  return [...names].map(([fault, same]) => `  ${same.join(' or ')}: ${fault}`)
}

describe('An edit of the document', () => {
  it('reads what may be wrong with it as edit-list.txt says', () => {
    const lines: string[] = []
    const line = (name: string, change: (document: Loose) => unknown, document: object = DOCUMENT) =>
      lines.push(`${name}: ${edit(change, document)}`)
    const response = (document: Loose) => document.paths['/a'].get.responses[200]
    const operation = (document: Loose) => document.paths['/a'].get
    const all = (document: Loose) => document.components.schemas.All
    for (const [name, result] of Object.entries({
      nothing: undefined,
      null: null,
      'a list': [],
      'a text': 'a',
      'an object': {},
      'another document': { ...DOCUMENT, 'x-more': 1 }
    }))
      line(`returns ${name}`, () => result)
    line('returns a promise', () => Promise.reject(new Error('no')))
    line('throws', () => {
      throw 5
    })
    line('returns what is not JSON', (document) => {
      document['x-own'] = { toJSON: () => expect.fail('not this') }
    })
    line('removes nothing but what is undefined', (document) => {
      document['x-none'] = undefined
    })
    for (const example of ['a', 'abc', 5, null, { a: 1 }]) {
      line(`example ${shown(example)}`, (document) => {
        response(document).content['application/json'].example = example
      })
      line(`example by name ${shown(example)}`, (document) => {
        operation(document).parameters[0].examples = { other: { value: example } }
      })
      line(`examples ${shown(example)}`, (document) => {
        response(document).headers['x-total'].examples = example
      })
      line(`examples by name ${shown(example)}`, (document) => {
        response(document).headers['x-total'].examples = { one: example, two: { summary: 'Two' } }
      })
      line(`examples of a schema ${shown(example)}`, (document) => {
        all(document).examples = [{ a: 1, b: 2 }, example]
      })
    }
    for (const [name, required] of Object.entries({
      'the other way': ['b', 'a'],
      less: ['a'],
      twice: ['a', 'b', 'a'],
      'no list': 'ab'
    }))
      line(`required ${name}`, (document) => {
        all(document).required = required
      })
    line('enum the other way', (document) => {
      all(document).enum = [{ b: 1 }, 1, 'a']
    })
    line('parameters the other way', (document) => void operation(document).parameters.reverse())
    line('a parameter twice', (document) => void operation(document).parameters.push(operation(document).parameters[0]))
    line('a parameter without a name', (document) => void operation(document).parameters.push({ in: 'path' }))
    line('a parameter that is none', (document) => void operation(document).parameters.push(5))
    line('another reference', (document) => {
      operation(document).parameters[2].$ref = '#/components/parameters/Pages'
    })
    for (const $ref of [
      '#/components/schemas/None',
      '#/components/schemas/All/properties/a',
      '#/paths/~1a/get/parameters/0',
      '#/paths/~1a/get/parameters/7',
      '#/paths/%2Fa/get',
      '#/components/schemas/toString',
      'https://example.com/a.json#/a',
      5
    ])
      line(`adds the reference ${$ref}`, (document) => {
        document['x-own'] = { $ref }
        document.tags = [{ $ref }]
      })
    line('a reference to a name with a tilde', (document) => {
      document['x-own'] = { 'a~b': 1 }
      document.tags = [{ $ref: '#/x-own/a~0b' }]
    })
    for (const tags of [[''], ['b', 5], ['a', 'b']])
      line(`tags ${shown(tags)}`, (document) => {
        operation(document).tags = tags
      })
    line('an empty operationId', (document) => {
      operation(document).operationId = ''
    })
    line('an operationId of what is neither an operation nor a link', (document) => {
      document.tags = [{ operationId: 'none' }]
    })
    line('a reference with a description', (document) => {
      document.tags = [{ $ref: '#/info', description: 'x' }]
    })
    const old = { ...DOCUMENT, openapi: '3.0.3' }
    line('a reference with a description in 3.0', (document) => void document.tags.push({ $ref: '#/info', x: 1 }), old)
    line('a reference alone in 3.0', (document) => void document.tags.push({ $ref: '#/info' }), old)
    line('references that are data', (document) => {
      const data = { $ref: '#/none', operationId: 'get', security: [{ none: [] }] }
      Object.assign(document, {
        'x-own': data,
        tags: [{ example: data, examples: [data], default: data, enum: [data], const: data }]
      })
    })
    for (const name of ['properties', 'patternProperties', 'headers', 'schemas', 'responses', 'parameters'])
      line(`a reference below a name of ${name}`, (document) => {
        document.tags = [{ [name]: { example: { $ref: '#/none' }, 'x-a': { $ref: '#/no' } } }]
      })
    for (const name of ['requestBodies', 'content', 'callbacks', 'links', 'securitySchemes', 'others'])
      line(`a reference below a name of ${name}`, (document) => {
        document.tags = [{ [name]: { example: { default: { $ref: '#/none' } }, const: { $ref: '#/no' } } }]
      })
    for (const id of ['get', 'copy', 'news', 'called', 'else'])
      line(`the operationId ${id}`, (document) => {
        operation(document).operationId = id
      })
    line('the operationId of a webhook and of a callback', (document) => {
      document.webhooks.news.post.operationId = 'called'
    })
    line('a security scheme that has no name of its own', (document) => {
      document.tags = [{ security: [{ toString: [] }, { key: [] }, null, 'key'] }, { security: 'none' }]
    })
    expectListed(LIST, 'edits', lines)
  })

  it('is held to schemas as edit-list.txt says', () => {
    const examples = new Examples({
      Name: { type: 'string', minLength: 2, nullable: true },
      Tree: {
        type: 'object',
        properties: { below: { $ref: '#/components/schemas/Tree' }, example: { type: 'integer' } }
      },
      Any: true
    } as Loose)
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const cases: readonly (readonly [schema: Loose, values: readonly Loose[]])[] = [
      [true, [1]],
      [false, [1]],
      [{}, [1, null]],
      [{ type: 'string' }, ['a', 1, null]],
      [{ type: 'string', nullable: true }, ['a', 1, null]],
      [{ type: 'string', nullable: false }, [null]],
      [{ type: ['string', 'null'] }, ['a', 1, null]],
      [ref('Name'), ['a', 'ab', null, 5]],
      [ref('Tree'), [{ below: {} }, { below: { below: 5 } }, { example: 'a' }, 5]],
      [ref('Any'), [5]],
      [ref('None'), [5]],
      [{ properties: { a: ref('Name') } }, [{ a: 'b' }, { a: 'bc' }]],
      [{ patternProperties: { '^a': { type: 'integer', nullable: true } } }, [{ ab: null }, { ab: 'c' }, { b: 'c' }]],
      [{ $defs: { example: { type: 'integer' } }, $ref: '#/$defs/example' }, [1, 'a']],
      [
        { properties: { nullable: { type: 'integer' } }, required: ['nullable'] },
        [{ nullable: 1 }, { nullable: 'a' }, {}]
      ],
      [{ allOf: [{ minimum: 2 }, { type: 'integer', nullable: true }] }, [1, 2, null]],
      [{ items: { type: 'integer', nullable: true } }, [[1, null], ['a']]],
      [{ not: { type: 'string' } }, ['a', 1]],
      [{ minimum: 2 }, [1, 2]],
      [{ minimum: 2, exclusiveMinimum: true }, [2, 3]],
      [{ minimum: 2, exclusiveMinimum: false }, [1, 2]],
      [{ maximum: 2, exclusiveMaximum: true }, [1, 2]],
      [{ maximum: 2, exclusiveMaximum: false }, [2, 3]],
      [{ exclusiveMinimum: true, exclusiveMaximum: true }, [0]],
      [{ exclusiveMinimum: 2, exclusiveMaximum: 4 }, [2, 3, 4]],
      [{ const: [{ title: 'a' }] }, [[{ title: 'a' }], [{}]]],
      [{ const: { nullable: true, example: 1 } }, [{ nullable: true, example: 1 }, {}]],
      [{ enum: [{ nullable: true }, 'a'] }, [{ nullable: true }, 'a', {}]],
      [{ enum: [{ title: 'a' }, { title: 'b' }] }, [{ title: 'a' }, {}, { title: 'c' }]],
      [
        { default: 5, title: 5, description: 5, 'x-a': 5, xml: 5, discriminator: 5, externalDocs: 5, example: 5 },
        ['a']
      ],
      [{ examples: 5, deprecated: 5, readOnly: 5, writeOnly: 5 }, ['a']],
      [{ type: 'strange' }, ['a']],
      [{ pattern: '(' }, ['a']],
      [5, ['a']]
    ]
    const args = cases.flatMap(([schema, values]) => values.map((value) => [value, schema]))
    expectListed(
      LIST,
      'examples',
      calls('faultOf', (value, schema) => examples.faultOf(value, schema), args)
    )
  })

  it('is allowed or a setup error for each place as edit-list.txt says', () => {
    const lines = [...places(DOCUMENT)].flatMap((path) => [path.join(' › '), ...changes(path)])
    expectListed(LIST, 'places', lines)
  })
})
