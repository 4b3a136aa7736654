import { expect } from 'chai'
import { IsInt, IsOptional, IsString, MinLength, registerDecorator, ValidateNested } from 'class-validator'
import { JSONSchema } from 'class-validator-jsonschema'
import { BootstrapError, Field } from 'fieldstone'
import { componentsOf, componentsOfAll, propertiesOf } from '../support/documented.js'

class Address {
  @Field() city!: string
}

@JSONSchema({ description: 'Somebody', 'x-owner': 'crm' })
class Person {
  @JSONSchema({ title: 'Full name', example: 'Ada Lovelace' })
  @Field({ description: 'First and last', example: 'Grace' })
  name!: string
  @JSONSchema({ description: 'Where to' }) @Field() address!: Address
  @JSONSchema((schema) => ({ ...schema, 'x-seen': schema.type })) @IsString() note!: string
  @Field() plain!: string
}

class Employee extends Person {
  @Field() number!: string
}

describe("class-validator-jsonschema's @JSONSchema", () => {
  const { Person: person, Employee: employee } = componentsOfAll([Employee, Person])

  it('adds to what a field says of itself', () => {
    expect(person?.properties?.name).to.deep.equal({
      ...{ type: 'string', description: 'First and last', title: 'Full name', example: 'Ada Lovelace' }
    })
  })

  it('counts beside a reference too', () => {
    expect(person?.properties?.address).to.deep.equal({
      allOf: [{ $ref: '#/components/schemas/Address' }],
      description: 'Where to'
    })
  })

  it('may be a function of the schema', () => {
    expect(person?.properties?.note).to.deep.equal({ type: 'string', 'x-seen': 'string' })
  })

  it('speaks of a whole record, and of that record alone', () => {
    expect(person).to.include({ description: 'Somebody', 'x-owner': 'crm' })
    expect(employee).not.to.have.property('x-owner')
    expect(employee?.properties?.name).to.have.property('title', 'Full name')
    expect(person?.properties?.plain).to.deep.equal({ type: 'string' })
    // As a part of another component it would speak of that, too.
    const { Employee: whole } = componentsOfAll([Employee], '3.1', 'request', { schemas: 'allOf' })
    expect(whole).to.not.have.property('allOf')
    expect(whole?.properties).to.include.keys('number', 'plain')
  })
})

/** A constraint of the application's own, of which the document says nothing but its name. */
const IsSku = () => (target: object, propertyName: string) =>
  registerDecorator({
    name: 'isSku',
    target: target.constructor,
    propertyName,
    validator: { validate: (value: unknown) => /^[A-Z]{3}$/.test(String(value)) }
  })

describe('A keyword in @JSONSchema', () => {
  type Decorated = (schema: object) => new () => object
  const onText: Decorated = (schema) => {
    class Dto {
      @JSONSchema(schema as never) @IsString() @MinLength(2) it!: string
    }
    return Dto
  }
  const onRecord: Decorated = (schema) => {
    @JSONSchema(schema as never)
    class Dto {
      @IsString() it!: string
    }
    return Dto
  }
  /** The component, or the setup error. */
  function outcomeOf(decorated: Decorated, schema: object): string {
    try {
      return JSON.stringify(componentsOf(decorated(schema), '3.1').Dto)
    } catch (error) {
      return error instanceof BootstrapError ? error.errors.map(({ message }) => message).join() : String(error)
    }
  }
  const field = (keyword: string, remedy: string) =>
    `FIELD_OPTION_INVALID: @JSONSchema says ${keyword}, which nothing enforces, Dto.it; ${remedy}.`
  const record = (keyword: string, remedy: string) =>
    `RECORD_INVALID: @JSONSchema says ${keyword}, which nothing enforces, Dto; ${remedy}.`

  // All keywords of JSON Schema 2020-12 and of OpenAPI 3.0 but those of whole documents, such as `$id`.
  const annotations: readonly object[] = [
    ...[{ title: 'A' }, { description: 'a' }, { example: 'ab' }, { examples: ['ab'] }, { deprecated: true }],
    ...[{ externalDocs: { url: 'https://example.com' } }, { xml: { name: 'a' } }, { $comment: 'a' }, { 'x-own': 1 }],
    ...[{ contentEncoding: 'base64' }, { contentMediaType: 'text/html' }, { contentSchema: {} }]
  ]
  for (const schema of annotations) {
    it(`is in the document, of a property and of a record, where it judges nothing: ${Object.keys(schema)}`, () => {
      const written = JSON.stringify(schema).slice(1, -1)
      expect(outcomeOf(onText, schema)).to.include(written)
      expect(outcomeOf(onRecord, schema)).to.include(written)
    })
  }

  const inField = (keyword: string, value: unknown) =>
    `write @Field({ ${keyword}: ${JSON.stringify(value)} }) in its place`
  const options: readonly (readonly [string, unknown])[] = [
    ...([
      ['minLength', 3],
      ['maxLength', 3],
      ['pattern', '^a'],
      ['format', 'email'],
      ['minimum', 1]
    ] as const),
    ...([
      ['maximum', 1],
      ['exclusiveMinimum', 1],
      ['exclusiveMaximum', true],
      ['multipleOf', 2]
    ] as const),
    ...([
      ['minItems', 1],
      ['maxItems', 1],
      ['uniqueItems', true],
      ['minProperties', 1],
      ['maxProperties', 9]
    ] as const),
    ...([
      ['enum', ['ab']],
      ['default', 'ab'],
      ['nullable', true],
      ['readOnly', true],
      ['writeOnly', true]
    ] as const)
  ]
  for (const [keyword, value] of options) {
    it(`is a setup error that names the option of @Field: ${keyword}`, () => {
      expect(outcomeOf(onText, { [keyword]: value })).to.equal(field(keyword, inField(keyword, value)))
    })
  }

  const BY_TYPE = 'declare the type in its place, by @Field(() => …)'
  const BY_RULE = 'remove it, or check it by a constraint of your own, which it then describes'
  const others: readonly (readonly [string, unknown, string])[] = [
    ['const', 'ab', 'write @Field({ enum: ["ab"] }) in its place'],
    ...['type', '$ref', 'items', 'prefixItems', 'properties', 'required', 'additionalProperties'].map(
      (keyword) => [keyword, {}, BY_TYPE] as const
    ),
    ...['oneOf', 'anyOf', 'discriminator'].map((keyword) => [keyword, [{}], BY_TYPE] as const),
    ...['not', 'allOf', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'dependentRequired'].map(
      (keyword) => [keyword, {}, BY_RULE] as const
    ),
    ...['dependentSchemas', 'contains', 'minContains', 'maxContains', 'unevaluatedItems', 'unevaluatedProperties'].map(
      (keyword) => [keyword, 1, BY_RULE] as const
    ),
    ['x-rules', [{ rule: 'mine' }], BY_RULE]
  ]
  for (const [keyword, value, remedy] of others) {
    it(`is a setup error that says what to do: ${keyword}`, () => {
      expect(outcomeOf(onText, { [keyword]: value })).to.equal(field(keyword, remedy))
    })
  }

  const ofRecords: readonly (readonly [string, unknown, string])[] = [
    ['minProperties', 1, 'write @Record({ minProperties: 1 }) in its place'],
    ['maxProperties', 2, 'write @Record({ maxProperties: 2 }) in its place'],
    ['additionalProperties', false, "write @Record({ unknownFields: 'reject' }) in its place"],
    ['additionalProperties', { type: 'string' }, 'write @Record({ additionalProperties: … }) with a type in its place'],
    ['required', [], 'remove it, and declare the fields so'],
    ['anyOf', [], 'remove it, and declare the fields so'],
    ['nullable', true, 'remove it, and declare the fields so']
  ]
  for (const [keyword, value, remedy] of ofRecords) {
    it(`is a setup error that names the option of @Record: ${keyword} ${JSON.stringify(value)}`, () => {
      expect(outcomeOf(onRecord, { [keyword]: value })).to.equal(record(keyword, remedy))
    })
  }

  it('may say again what is declared, of a nullable text and of a reference, too', () => {
    class Inner {
      @IsInt() n!: number
    }
    class Again {
      @JSONSchema({ type: 'string', minLength: 2 }) @IsString() @MinLength(2) text!: string
      @JSONSchema({ nullable: true }) @IsOptional() @IsString() none?: string | null
      @JSONSchema((schema) => ({ ...schema, description: 'It' })) @ValidateNested() inner!: Inner
    }
    expect(propertiesOf(Again).text).to.deep.equal({ type: 'string', minLength: 2 })
  })

  it('may not be left out by a function', () => {
    const without = ({ minLength: _, ...schema }: { minLength?: number }) => schema
    expect(outcomeOf(onText, without)).to.equal(
      'FIELD_OPTION_INVALID: @JSONSchema leaves out minLength, which is enforced, Dto.it; let the function keep it.'
    )
  })

  it('may describe a constraint of the application, which the document cannot express', () => {
    class Dto {
      @JSONSchema({ pattern: '^[A-Z]{3}$' }) @IsString() @IsSku() it!: string
    }
    expect(outcomeOf(() => Dto, {})).to.equal(
      '{"type":"object","properties":{"it":{"type":"string","x-rules":[{"rule":"isSku"}],"pattern":"^[A-Z]{3}$"}},"required":["it"]}'
    )
  })

  describe('of a constraint of the application', () => {
    const own = (schema: unknown) =>
      outcomeOf(() => {
        class Dto {
          @JSONSchema(schema as never) @IsString() @IsSku() it!: string
        }
        return Dto
      }, {})

    const patterns: readonly (readonly [pattern: unknown, remedy: string])[] = [
      [
        '\\u{110000}',
        'give a regular expression that compiles with the flag u, as JSON Schema reads it (Invalid regular expression: /\\u{110000}/u: Invalid Unicode escape)'
      ],
      [/^a$/i, 'give its source, a text'],
      [5, 'give a regular expression']
    ]
    for (const [pattern, remedy] of patterns) {
      const message = `FIELD_OPTION_INVALID: @JSONSchema says the pattern ${pattern}, Dto.it; ${remedy}.`
      it(`has a pattern that JSON Schema can read, wherever it is: not ${pattern}`, () => {
        const part = { pattern }
        for (const keyword of ['items', 'additionalProperties', 'not'])
          expect(own({ [keyword]: part }), keyword).to.equal(message)
        for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
          expect(own({ [keyword]: [{}, true, part] }), keyword).to.equal(message)
        expect(own({ properties: { a: {}, b: { not: part } } })).to.equal(message)
        expect(own(part)).to.equal(message)
        expect(own({ const: { pattern: String(pattern) } })).to.include('"const":{"pattern":')
      })
    }

    const WRONG: readonly (readonly [schema: unknown, message: string])[] = [
      [{ allOf: 5 }, '@JSONSchema says allOf: 5, Dto.it; give a list of schemas'],
      [{ anyOf: [5] }, '@JSONSchema says anyOf: [5], Dto.it; give a list of schemas'],
      [{ allOf: [{ oneOf: {} }] }, '@JSONSchema says oneOf: {}, Dto.it; give a list of schemas'],
      [{ not: null }, '@JSONSchema says not: null, Dto.it; give a schema'],
      [{ items: [] }, '@JSONSchema says items: [], Dto.it; give a schema'],
      [{ properties: 5 }, '@JSONSchema says properties: 5, Dto.it; give an object of schemas'],
      [{ properties: { a: 5 } }, '@JSONSchema says properties: {"a":5}, Dto.it; give an object of schemas'],
      [{ type: 7 }, '@JSONSchema says type: 7, Dto.it; give the name of a type, or a list of names'],
      [{ required: 'a' }, '@JSONSchema says required: "a", Dto.it; give a list of names'],
      [{ required: [5] }, '@JSONSchema says required: [5], Dto.it; give a list of names'],
      [
        { type: ['string', 5] },
        '@JSONSchema says type: ["string",5], Dto.it; give the name of a type, or a list of names'
      ],
      [{ prefixItems: {} }, '@JSONSchema says prefixItems: {}, Dto.it; give a list of schemas'],
      [{ additionalProperties: 5 }, '@JSONSchema says additionalProperties: 5, Dto.it; give a schema'],
      [{ enum: 'a' }, '@JSONSchema says enum: "a", Dto.it; give a list of values'],
      [{ $ref: 5 }, '@JSONSchema says $ref: 5, Dto.it; give a text'],
      [
        { example: { a: [1n] } },
        '@JSONSchema says example, which is not JSON: a bigint at /a/0, Dto.it; give null, a boolean, number, text, list or object'
      ],
      [
        { 'x-a': () => 1 },
        '@JSONSchema says x-a, which is not JSON: a function, Dto.it; give null, a boolean, number, text, list or object'
      ],
      [
        () => {
          throw new Error('out of order')
        },
        'the function of @JSONSchema throws out of order, Dto.it; return a schema'
      ]
    ]
    for (const [schema, message] of WRONG)
      it(`is a setup error where it is no schema: ${message.slice(0, 50)}`, () => {
        expect(own(schema)).to.equal(`FIELD_OPTION_INVALID: ${message}.`)
      })

    it('has dates as texts, and an enum beside it', () => {
      expect(own({ example: [{ at: new Date(0) }], enum: ['a'] }))
        .to.include('1970-01-01T00:00:00.000Z')
        .and.include('"enum":["a"]')
    })

    it('is described by a schema that does not contain itself, as JSON cannot; one part may be in several places', () => {
      const part: { not?: unknown } = { not: { type: 'null' } }
      expect(own({ allOf: [part, { not: part }] })).to.include('"not":{"not":{"type":"null"}}')
      part.not = { anyOf: [part] }
      expect(own({ allOf: [part] })).to.equal(
        'FIELD_OPTION_INVALID: @JSONSchema gives a schema that contains itself, Dto.it; refer to it by $ref.'
      )
    })

    it('is described by a schema, where a function describes it', () => {
      for (const other of [undefined, null, 'text'])
        expect(own(() => other)).to.equal(
          `FIELD_OPTION_INVALID: the function of @JSONSchema returns ${other}, Dto.it; return a schema.`
        )
    })
  })
})
