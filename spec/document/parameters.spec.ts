import { inspect } from 'node:util'
import { expect } from 'chai'
import {
  Controller,
  DateOnly,
  enumOf,
  Field,
  Float,
  Get,
  Header,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Param,
  type ParameterDecoratorOptions,
  type ParameterOption,
  Query,
  tupleOf,
  Unknown
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { describedRoute, documentOf, faultsOf } from '../support/described-route.js'

const FLOAT = { type: 'number', format: 'float', minimum: -3.4028234663852886e38, maximum: 3.4028234663852886e38 }
const DOUBLE = { type: 'number', format: 'double', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }

class Shop {
  @Field() name!: string
}

describe('The parameters of an operation', () => {
  function parametersOf(path: string, ...parameters: unknown[]) {
    const routes = [describedRoute('GET', path, { parameters: parameters as never })]
    const [first] = Object.values(documentOf(routes).paths)
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

  // biome-ignore format: one row a line
  const inPath: readonly (readonly [option: object, minLength: number | undefined])[] = [
    [{ schema: DateOnly }, undefined],
    [{ schema: nullable(Boolean) }, undefined],
    [{ schema: enumOf(['a']) }, undefined],
    [{ format: 'time' }, undefined],
    [{ format: 'uuid' }, undefined],
    [{ format: 'email' }, 1],
    [{ minLength: 0 }, 1],
    [{ minLength: 1 }, 1],
    [{ minLength: 2 }, 2],
    [{ maxLength: 2 }, 1]
  ]
  for (const [option, minLength] of inPath) {
    it(`have in a path, with ${inspect(option, { depth: 0 })}, the minLength ${minLength}`, () => {
      for (const openapi of ['3.0', '3.1'] as const) {
        const route = describedRoute('GET', '/{x}', { parameters: [{ name: 'x', in: 'path', ...option }] })
        const schema = documentOf([route], { openapi }).paths['/{x}']?.get?.parameters?.[0]?.schema
        expect(schema?.minLength).to.equal(minLength)
      }
    })
  }

  it('have the regex of the path under x-rules where OpenAPI 3.0 would read it differently', () => {
    const schemaIn = (openapi: '3.0' | '3.1') => {
      const routes = [describedRoute('GET', '/{x:..}')]
      return documentOf(routes, { openapi }).paths['/{x}']?.get?.parameters?.[0]?.schema
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

  it('list what the method reads, with its rules, before what is only declared', async () => {
    @Controller('/{id:[a-z]+}')
    class Items {
      @Get({
        parameters: [
          { name: 'extra', in: 'cookie' },
          { name: 'x-key', in: 'header', description: 'Declared' }
        ]
      })
      find(
        @Query('page', Integer, { minimum: 1, default: 1 }) _page: number,
        @Param('id', { pattern: 'x', description: 'Which' }) _id: string,
        @Header('X-Key', { example: 'k', deprecated: true }) _key: string,
        @Query('tags', [String], { maxItems: 3 }) _tags: string[]
      ): void {}
    }
    const { document } = await serviceOf([Items])
    expect(document.paths['/{id}']?.get?.parameters).to.deep.equal([
      {
        ...{ name: 'id', in: 'path', description: 'Which', required: true },
        schema: { type: 'string', pattern: 'x', allOf: [{ pattern: '^(?:[a-z]+)$' }] }
      },
      { name: 'page', in: 'query', required: false, schema: { ...int64, minimum: 1, default: 1 } },
      {
        ...{ name: 'tags', in: 'query', required: true, style: 'form', explode: true },
        schema: { type: 'array', items: { type: 'string' }, maxItems: 3 }
      },
      {
        ...{ name: 'X-Key', in: 'header', description: 'Declared', required: true, deprecated: true, example: 'k' },
        schema: { type: 'string' }
      },
      { name: 'extra', in: 'cookie', required: false, schema: { type: 'string' } }
    ])
  })

  describe('that a method reads are described by the options of the route, where these say something', () => {
    // biome-ignore format: one row a line
    const said: readonly (readonly [ofMethod: ParameterDecoratorOptions, ofRoute: Partial<ParameterOption>, described: object])[] = [
      [{ description: 'Method' }, {}, { description: 'Method' }],
      [{ description: 'Method' }, { description: 'Route' }, { description: 'Route' }],
      [{ description: 'Method' }, { description: '' }, { description: '' }],
      [{ deprecated: true }, {}, { deprecated: true }],
      [{ deprecated: true }, { deprecated: undefined }, { deprecated: true }],
      [{ deprecated: true }, { deprecated: false }, {}],
      [{ deprecated: false }, { deprecated: true }, { deprecated: true }],
      [{ example: 'a' }, {}, { example: 'a' }],
      [{ example: 'a' }, { example: 'b' }, { example: 'b' }],
      [{ example: 'a' }, { example: '' }, { example: '' }],
      [{ examples: { one: 'a' } }, {}, { examples: { one: { value: 'a' } } }],
      [{ examples: { one: 'a' } }, { examples: { two: 'b' } }, { examples: { two: { value: 'b' } } }],
      [{ 'x-team': 'a', 'x-of': 'method' }, { 'x-team': 'b' }, { 'x-team': 'b', 'x-of': 'method' }],
      [{ 'x-team': 'a' }, { 'x-team': false }, { 'x-team': false }],
      [{ default: 'a' }, { description: 'Route' }, { description: 'Route', required: false }]
    ]
    for (const [ofMethod, ofRoute, described] of said) {
      it(`${inspect(ofRoute)} beside ${inspect(ofMethod)}`, async () => {
        @Controller('/items')
        class Items {
          @Get('', { parameters: [{ name: 'q', in: 'query', ...ofRoute }] })
          find(@Query('q', String, ofMethod) _q: string): void {}
        }
        const { document } = await serviceOf([Items])
        const { schema: _schema, ...rest } = document.paths['/items']?.get?.parameters?.[0] ?? {}
        expect(rest).to.deep.equal({ name: 'q', in: 'query', required: true, ...described })
      })
    }
  })

  // biome-ignore format: one row a line
  const wrong: readonly (readonly [parameters: unknown, message: string])[] = [
    ['id', "PARAMETER_INVALID: the parameters are not a list, GET /a/{id}; write parameters: [{ name: 'id', in: 'query' }]."],
    [[null], "PARAMETER_INVALID: a parameter has no name, GET /a/{id}; write { name: 'id', in: 'query' }."],
    [[{ in: 'query' }], "PARAMETER_INVALID: a parameter has no name, GET /a/{id}; write { name: 'id', in: 'query' }."],
    [[{ name: 'a', in: 'body' }], 'PARAMETER_INVALID: `in` is "body", GET /a/{id}, body parameter a; make it one of path, query, header, cookie.'],
    [[{ name: 'a' }], 'PARAMETER_INVALID: `in` is undefined, GET /a/{id}, undefined parameter a; make it one of path, query, header, cookie.'],
    [[{ name: 'nope', in: 'path' }], 'PARAMETER_INVALID: the path /a/{id} has no such parameter, GET /a/{id}, path parameter nope; add {nope} to the path.'],
    [[{ name: 'a', in: 'query' }, { name: 'a', in: 'query' }], 'PARAMETER_INVALID: the parameter is declared twice, GET /a/{id}, query parameter a; remove one declaration.'],
    [[{ name: 'X-A', in: 'header' }, { name: 'x-a', in: 'header' }], 'PARAMETER_INVALID: the parameter is declared twice, GET /a/{id}, header parameter x-a; remove one declaration.'],
    [[{ name: 'accept', in: 'header' }], 'PARAMETER_INVALID: OpenAPI ignores a header parameter of this name, GET /a/{id}, header parameter accept; remove it: OpenAPI describes Accept and Content-Type by media types, Authorization by security schemes.'],
    [[{ name: 'Content-Type', in: 'header' }], 'PARAMETER_INVALID: OpenAPI ignores a header parameter of this name, GET /a/{id}, header parameter Content-Type; remove it: OpenAPI describes Accept and Content-Type by media types, Authorization by security schemes.'],
    [[{ name: 'Authorization', in: 'header' }], 'PARAMETER_INVALID: OpenAPI ignores a header parameter of this name, GET /a/{id}, header parameter Authorization; remove it: OpenAPI describes Accept and Content-Type by media types, Authorization by security schemes.'],
    [[{ name: 'X A', in: 'header' }], 'PARAMETER_INVALID: no header can have this name, GET /a/{id}, header parameter X A; use letters, digits and hyphens.'],
    [[{ name: 'a;b', in: 'cookie' }], 'PARAMETER_INVALID: no cookie can have this name, GET /a/{id}, cookie parameter a;b; use letters, digits and hyphens.'],
    [[{ name: 'a', in: 'query', description: 1 }], 'PARAMETER_INVALID: its description is not a string, GET /a/{id}, query parameter a; make it a string or remove it.'],
    [[{ name: 'a', in: 'query', required: 'yes' }], 'PARAMETER_INVALID: its required is not a boolean, GET /a/{id}, query parameter a; make it true or false.'],
    [[{ name: 'a', in: 'query', deprecated: 'yes' }], 'PARAMETER_INVALID: its deprecated is not a boolean, GET /a/{id}, query parameter a; make it true or false.'],
    [[{ name: 'a', in: 'query', descripton: 'x' }], "OPTION_UNKNOWN: there is no option 'descripton' (did you mean 'description'?), GET /a/{id}, query parameter a; correct its name or remove it."],
    [[{ name: 'a', in: 'query', schema: {} }], 'FIELD_TYPE_UNKNOWN: the type is a plain object, GET /a/{id}, query parameter a; name a type: String, Number, Integer, Boolean, Date, DateOnly, a record class, a list such as [Item], mapOf(…), tupleOf(…), enumOf(…), oneOf(…) or Unknown.'],
    [[{ name: 'id', in: 'path', schema: Shop }], 'PARAMETER_INVALID: a path parameter cannot be an object, GET /a/{id}, path parameter id; use a string, number, boolean, date or enum.'],
    [[{ name: 'id', in: 'path', schema: [String] }], 'PARAMETER_INVALID: a path parameter cannot be a list, GET /a/{id}, path parameter id; use a string, number, boolean, date or enum.'],
    [[{ name: 'a', in: 'query', schema: [Shop] }], 'PARAMETER_INVALID: a query parameter cannot be a list of type record, GET /a/{id}, query parameter a; use a string, number, boolean, date or enum, or a list of them.'],
    [[{ name: 'a', in: 'query', schema: [[Integer]] }], 'PARAMETER_INVALID: a query parameter cannot be a list of type array, GET /a/{id}, query parameter a; use a string, number, boolean, date or enum, or a list of them.'],
    [[{ name: 'a', in: 'query', schema: tupleOf(String, [Integer]) }], 'PARAMETER_INVALID: a query parameter cannot be a list of type array, GET /a/{id}, query parameter a; use a string, number, boolean, date or enum, or a list of them.'],
    [[{ name: 'a', in: 'query', schema: mapOf(String) }], "PARAMETER_INVALID: a query parameter cannot be an object, GET /a/{id}, query parameter a; use a string, number, boolean, date or enum, or a list of them, or add style: 'deepObject'."],
    [[{ name: 'a', in: 'header', schema: mapOf(String) }], 'PARAMETER_INVALID: a header parameter cannot be an object, GET /a/{id}, header parameter a; use a string, number, boolean, date or enum, or a list of them.'],
    [[{ name: 'a', in: 'header', schema: [Shop] }], 'PARAMETER_INVALID: a header parameter cannot be a list of type record, GET /a/{id}, header parameter a; use a string, number, boolean, date or enum, or a list of them.'],
    [[{ name: 'a', in: 'cookie', schema: [String] }], 'PARAMETER_INVALID: a cookie parameter cannot be a list, GET /a/{id}, cookie parameter a; use a string, number, boolean, date or enum.'],
    [[{ name: 'a', in: 'query', schema: Integer, example: 'x' }], 'PARAMETER_INVALID: the example must be an integer, GET /a/{id}, query parameter a; give an example of its type, written as JSON.'],
    [[{ name: 'a', in: 'query', schema: Integer, examples: { one: { value: 1 }, two: { value: 'x' } } }], 'PARAMETER_INVALID: the example "two" breaks its type: must be an integer, GET /a/{id}, query parameter a, example two; write a value that the type accepts, as JSON.'],
    [[{ name: 'a', in: 'query', schema: Integer, example: 1, examples: { two: { value: 2 } } }], 'PARAMETER_INVALID: it has example and examples, GET /a/{id}, query parameter a; put the first among the second, under a name.']
  ]
  for (const [parameters, message] of wrong) {
    it(`are rejected: ${inspect(parameters, { breakLength: Number.POSITIVE_INFINITY, depth: 4 })}`, () => {
      const route = describedRoute('GET', '/a/{id}', { parameters: parameters as never })
      expect(faultsOf([route])).to.deep.equal([message])
    })
  }
})
