import { expect } from 'chai'
import { enumOf, Float, generateOpenAPISpec, Integer, mapOf, nullable, oneOf, Unknown } from 'fieldstone'
import { CONFIG, describedRoute, faultsOf } from '../support/described-route.js'
import { field, INTEGER, record, rule, STRING } from '../support/record-model.js'

const FLOAT = { type: 'number', format: 'float', minimum: -3.4028234663852886e38, maximum: 3.4028234663852886e38 }
const DOUBLE = { type: 'number', format: 'double', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }
const nullableString = { kind: 'nullable', type: STRING } as const
const shop = record('Shop', () => [field('name', STRING)])

describe('The parameters of an operation', () => {
  function parametersOf(path: string, ...parameters: unknown[]) {
    const routes = [describedRoute('GET', path, { parameters: parameters as never })]
    const [first] = Object.values(generateOpenAPISpec({ routes }, CONFIG).paths)
    return first?.get?.parameters
  }

  const int64 = { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
  const samples: [string, unknown, object][] = [
    ['nothing', undefined, { type: 'string' }],
    ['0', 0, int64],
    ['1.5', 1.5, DOUBLE],
    ["''", '', { type: 'string' }],
    ['true', true, { type: 'boolean' }],
    ['a Date', new Date(0), { type: 'string', format: 'date-time' }],
    ['Integer', Integer, int64],
    ['Float', Float, FLOAT],
    ['String', String, { type: 'string' }],
    ['Number', Number, DOUBLE],
    ['Boolean', Boolean, { type: 'boolean' }],
    ['Date', Date, { type: 'string', format: 'date-time' }],
    ['an enum', enumOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['a named enum', enumOf(['a', 'b'], 'Letter'), { $ref: '#/components/schemas/Letter' }],
    ['a nullable type, as text knows no null', nullable(Integer), int64],
    ['[]', [], { type: 'array', items: { type: 'string' } }],
    ['[0]', [0], { type: 'array', items: int64 }]
  ]
  for (const [what, schema, expected] of samples) {
    it(`have the schema of ${what}`, () => {
      const [parameter] = parametersOf('/a', { name: 'p', in: 'query', schema }) ?? []
      expect(parameter?.schema).to.deep.equal(expected)
    })
  }

  it('hold those of the path, required, declared or not, in the path’s order and before the others', () => {
    expect(
      parametersOf(
        '/a/{x}/{y:[a-z]+}/{z}',
        { name: 'q', in: 'query' },
        { name: 'z', in: 'path', schema: 0, description: 'Last', required: false, example: 3 }
      )
    ).to.deep.equal([
      { name: 'x', in: 'path', required: true, schema: { type: 'string', minLength: 1 } },
      { name: 'y', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:[a-z]+)$' } },
      { name: 'z', in: 'path', description: 'Last', required: true, example: 3, schema: int64 },
      { name: 'q', in: 'query', required: false, schema: { type: 'string' } }
    ])
  })

  it('keep the regex of the path together with a declared type and with a reference', () => {
    const declare = (schema: unknown) => parametersOf('/{x:a|b}', { name: 'x', in: 'path', schema })?.[0]?.schema
    expect(declare(Integer)).to.deep.equal({ ...int64, pattern: '^(?:a|b)$' })
    expect(declare(enumOf(['a', 'b'], 'Letter'))).to.deep.equal({
      allOf: [{ $ref: '#/components/schemas/Letter' }],
      pattern: '^(?:a|b)$'
    })
  })

  it('are never empty in a path, unless their schema says it already', () => {
    const declare = (path: string, schema: unknown) =>
      parametersOf(path, { name: 'x', in: 'path', schema })?.[0]?.schema
    expect(declare('/{x:[a-z]*}', String)).to.deep.equal({ type: 'string', minLength: 1, pattern: '^(?:[a-z]*)$' })
    expect(declare('/{x}', Unknown)).to.deep.equal({ minLength: 1 })
    expect(declare('/{x}', oneOf(Integer, String))).to.deep.equal({ anyOf: [int64, { type: 'string' }], minLength: 1 })
    expect(declare('/{x}', Date)).to.deep.equal({ type: 'string', format: 'date-time' })
    expect(declare('/{x}', enumOf(['a', 'b']))).to.deep.equal({ type: 'string', enum: ['a', 'b'] })
  })

  it('have the regex of the path under x-rules where OpenAPI 3.0 would read it differently', () => {
    const schemaIn = (openapi: '3.0' | '3.1') => {
      const routes = [describedRoute('GET', '/{x:..}')]
      return generateOpenAPISpec({ routes }, { ...CONFIG, openapi }).paths['/{x}']?.get?.parameters?.[0]?.schema
    }
    expect(schemaIn('3.1')).to.deep.equal({ type: 'string', pattern: '^(?:..)$' })
    expect(schemaIn('3.0')).to.deep.equal({
      type: 'string',
      'x-rules': [{ rule: 'pattern', constraints: ['^(?:..)$'] }]
    })
  })

  it('mark the one that matches the rest of the path', () => {
    expect(parametersOf('/files/{path:*}')).to.deep.equal([
      {
        ...{ name: 'path', in: 'path', description: 'The rest of the path; it may hold slashes.', required: true },
        ...{ schema: { type: 'string', minLength: 1 }, 'x-spans-segments': true }
      }
    ])
    const [described] = parametersOf('/files/{path:*}', { name: 'path', in: 'path', description: 'File' }) ?? []
    expect(described).to.include({ description: 'File', 'x-spans-segments': true })
  })

  it('may share a name in different places', () => {
    const names = parametersOf('/{id}', { name: 'id', in: 'query' }, { name: 'id', in: 'cookie' })
    expect(names?.map((parameter) => `${parameter.in} ${parameter.name}`)).to.deep.equal([
      ...['path id', 'query id', 'cookie id']
    ])
  })

  it('keep an example that reads as nothing', () => {
    expect(parametersOf('/a', { name: 'p', in: 'query', schema: 0, example: 0 })?.[0]).to.have.property('example', 0)
  })

  it('list what the route’s method reads, with its rules, before what is only declared', () => {
    const inputs = {
      body: undefined,
      parameters: [
        { in: 'query', field: field('page', INTEGER, { rules: [rule({ minimum: 1 })], required: false, default: 1 }) },
        { in: 'path', field: field('id', nullableString, { rules: [rule({ pattern: 'x' })], description: 'Which' }) },
        { in: 'header', field: field('X-Key', STRING, { example: 'k', deprecated: true, nullable: true }) },
        { in: 'query', field: field('tags', { kind: 'array', items: STRING }, { rules: [rule({ maxItems: 3 })] }) }
      ]
    } as const
    const parameters = [
      { name: 'extra', in: 'cookie' },
      { name: 'x-key', in: 'header', description: 'Declared' }
    ] as const
    const route = { ...describedRoute('GET', '/{id:[a-z]+}', { parameters }), inputs }
    const { paths } = generateOpenAPISpec({ routes: [route] }, CONFIG)
    expect(paths['/{id}']?.get?.parameters).to.deep.equal([
      {
        ...{ name: 'id', in: 'path', description: 'Which', required: true },
        schema: { type: 'string', pattern: 'x', allOf: [{ pattern: '^(?:[a-z]+)$' }] }
      },
      { name: 'page', in: 'query', required: false, schema: { ...int64, minimum: 1, default: 1 } },
      {
        ...{ name: 'X-Key', in: 'header', description: 'Declared', required: true, deprecated: true, example: 'k' },
        schema: { type: 'string' }
      },
      {
        ...{ name: 'tags', in: 'query', required: true, style: 'form', explode: true },
        schema: { type: 'array', items: { type: 'string' }, maxItems: 3 }
      },
      { name: 'extra', in: 'cookie', required: false, schema: { type: 'string' } }
    ])
  })

  const wrong: [string, unknown, RegExp][] = [
    ['no list', 'id', /the parameters are not a list, GET \/a\/\{id\}/],
    ['null', [null], /a parameter has no name/],
    ['without a name', [{ in: 'query' }], /a parameter has no name/],
    ['in an unknown place', [{ name: 'a', in: 'body' }], /`in` is "body"/],
    ['in no place', [{ name: 'a' }], /`in` is undefined/],
    ['not in the path', [{ name: 'nope', in: 'path' }], /the path \/a\/\{id\} has no such parameter/],
    [
      'declared twice',
      [
        { name: 'a', in: 'query' },
        { name: 'a', in: 'query' }
      ],
      /declared twice/
    ],
    [
      'headers that differ by case alone',
      [
        { name: 'X-A', in: 'header' },
        { name: 'x-a', in: 'header' }
      ],
      /declared twice/
    ],
    ['the header Accept', [{ name: 'accept', in: 'header' }], /OpenAPI ignores a header/],
    ['the header Content-Type', [{ name: 'Content-Type', in: 'header' }], /OpenAPI ignores a header/],
    ['the header Authorization', [{ name: 'Authorization', in: 'header' }], /OpenAPI ignores a header/],
    ['a header with a space', [{ name: 'X A', in: 'header' }], /no header can have this name/],
    ['a cookie with a semicolon', [{ name: 'a;b', in: 'cookie' }], /no cookie can have this name/],
    ['described by a number', [{ name: 'a', in: 'query', description: 1 }], /its description is not a string/],
    ['required by a text', [{ name: 'a', in: 'query', required: 'yes' }], /its required is not a boolean/],
    ['an object in the path', [{ name: 'id', in: 'path', schema: shop.class }], /a path parameter cannot be an object/],
    ['an object in a header', [{ name: 'a', in: 'header', schema: mapOf(String) }], /a header parameter cannot be/],
    [
      'a list of objects',
      [{ name: 'a', in: 'query', schema: [shop.class] }],
      /a query parameter cannot be a list of type record/
    ]
  ]
  for (const [what, parameters, message] of wrong) {
    it(`are rejected: ${what}`, () => {
      const faults = faultsOf([describedRoute('GET', '/a/{id}', { parameters: parameters as never })])
      expect(faults).to.have.length(1)
      expect(faults[0])
        .to.match(/^PARAMETER_INVALID: /)
        .and.match(message)
    })
  }

  it('are rejected for a schema that is not a type', () => {
    const faults = faultsOf([describedRoute('GET', '/a', { parameters: [{ name: 'a', in: 'query', schema: {} }] })])
    expect(faults).to.have.length(1)
    expect(faults[0]).to.match(/^FIELD_TYPE_UNKNOWN: .*, GET \/a, query parameter a; /)
  })
})
