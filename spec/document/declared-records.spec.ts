import { expect } from 'chai'
import { IsEmail, IsIn, IsInt, IsMilitaryTime, IsOptional, Length, Max } from 'class-validator'
import {
  enumOf,
  Field,
  type FieldOptions,
  Int32,
  Integer,
  mapOf,
  Record as RecordOf,
  type SchemaObject,
  type TypeExpression
} from 'fieldstone'
import { describedRoute, documentOf } from '../support/described-route.js'
import { complaintsAbout } from '../support/openapi-validator.js'

enum Status {
  Draft = 'draft',
  Live = 'live'
}

class Item {
  @Field(() => Int32, { description: 'Item ID' }) id!: number
  @Field({ example: 'Widget' }) name!: string
  @Field({ description: 'Creation timestamp' }) createdAt!: Date
}

class Signup {
  @Field({ minLength: 3, maxLength: 20, format: 'alphanumeric' }) username!: string
  @Field({ format: 'email' }) email!: string
  @Field({ format: 'password' }) password!: string
}

class Named {
  @Field({ name: 'full_name' }) fullName!: string
}

@RecordOf({ name: 'Branch', description: 'A tree', unknownFields: 'reject' })
class Tree extends Named {
  @Field(() => Item, { nullable: true, description: 'What hangs here' }) item!: Item | null
  @Field(() => [Tree], { maxItems: 9 }) children!: Tree[]
  @Field(() => enumOf(Status, 'Status'), { optional: true }) status?: Status
  @Field(() => mapOf(Integer), { default: {} }) counts!: Record<string, number>
}

class OnlyValidators {
  @IsInt() @Max(9) level!: number
  @IsEmail() mail!: string
  @Length(2, 4) code!: string
  @IsOptional() @IsIn(['a', 'b']) letter?: string | null
  @IsMilitaryTime() time!: string
}

function componentsOf(...records: (new () => object)[]): Record<string, SchemaObject> {
  const routes = records.map((body) => describedRoute('POST', `/${body.name}`, { requestBody: body }))
  const { Problem, Fault, ...declared } = documentOf(routes).components?.schemas ?? {}
  return declared
}

describe('The document of declared records', () => {
  it('describes the item and the signup of the sample application', () => {
    expect(componentsOf(Item, Signup)).to.deep.equal({
      Item: {
        type: 'object',
        properties: {
          id: {
            ...{ type: 'integer', format: 'int32', minimum: -2147483648, maximum: 2147483647 },
            description: 'Item ID'
          },
          name: { type: 'string', example: 'Widget' },
          createdAt: { type: 'string', format: 'date-time', description: 'Creation timestamp' }
        },
        required: ['id', 'name', 'createdAt']
      },
      Signup: {
        type: 'object',
        properties: {
          username: { type: 'string', minLength: 3, maxLength: 20, format: 'alphanumeric', pattern: '^[A-Za-z0-9]+$' },
          email: { type: 'string', format: 'email', 'x-rules': [{ rule: 'isMailbox', fault: 'format' }] },
          password: { type: 'string', format: 'password', minLength: 8 }
        },
        required: ['username', 'email', 'password']
      }
    })
  })

  it('describes inheritance, recursion, named enums, maps, JSON names and rejected fields', () => {
    const { Branch, Status: status } = componentsOf(Tree)
    expect(Branch).to.deep.equal({
      type: 'object',
      description: 'A tree',
      properties: {
        full_name: { type: 'string' },
        item: {
          description: 'What hangs here',
          anyOf: [{ $ref: '#/components/schemas/Item' }, { type: 'object', nullable: true, enum: [null] }]
        },
        children: { type: 'array', items: { $ref: '#/components/schemas/Branch' }, maxItems: 9 },
        status: { $ref: '#/components/schemas/Status' },
        counts: {
          type: 'object',
          additionalProperties: {
            ...{ type: 'integer', format: 'int64' },
            minimum: -(2 ** 53 - 1),
            maximum: 2 ** 53 - 1
          },
          default: {}
        }
      },
      required: ['full_name', 'item', 'children'],
      additionalProperties: false
    })
    expect(status).to.deep.equal({ type: 'string', enum: ['draft', 'live'] })
  })

  it('describes a class that has only class-validator’s decorators', () => {
    const { OnlyValidators: schema } = componentsOf(OnlyValidators)
    expect(schema?.required).to.have.members(['level', 'mail', 'code', 'time'])
    expect(schema?.properties?.level).to.include({ type: 'integer', maximum: 9 })
    expect(schema?.properties?.mail).to.deep.equal({
      ...{ type: 'string', pattern: '^[\\s\\S]+@[^@]+$' },
      'x-rules': [{ rule: 'isEmail', fault: 'format' }]
    })
    expect(schema?.properties?.code).to.deep.equal({ type: 'string', minLength: 2, maxLength: 4 })
    expect(schema?.properties?.letter).to.deep.equal({ type: 'string', nullable: true, enum: ['a', 'b', null] })
    expect(schema?.properties?.time).to.satisfy(
      (time: SchemaObject) => time.pattern !== undefined || time['x-rules']?.[0]?.rule === 'isMilitaryTime'
    )
  })

  const rules: [FieldOptions, TypeExpression, SchemaObject][] = [
    [{ minLength: 3 }, String, { minLength: 3 }],
    [{ maxLength: 3 }, String, { maxLength: 3 }],
    [{ pattern: '^a' }, String, { pattern: '^a' }],
    [{ pattern: /^a/ }, String, { pattern: '^a' }],
    [{ enum: ['a', 'b'] }, String, { type: 'string', enum: ['a', 'b'] }],
    [{ minimum: 1 }, Number, { minimum: 1 }],
    [{ maximum: 1 }, Number, { maximum: 1 }],
    [{ exclusiveMinimum: 1 }, Number, { minimum: 1, exclusiveMinimum: true }],
    [{ exclusiveMaximum: 1 }, Number, { maximum: 1, exclusiveMaximum: true }],
    [{ multipleOf: 5 }, Integer, { multipleOf: 5 }],
    [{ minItems: 1 }, [String], { minItems: 1 }],
    [{ maxItems: 1 }, [String], { maxItems: 1 }],
    [{ uniqueItems: true }, [String], { uniqueItems: true }],
    [{ minLength: 3, each: true }, [String], { items: { type: 'string', minLength: 3 } }],
    [{ format: 'uuid' }, String, { format: 'uuid' }],
    [{ format: 'time' }, String, { format: 'time' }],
    [{ format: 'date' }, String, { format: 'date' }],
    [{ format: 'ipv4' }, String, { format: 'ipv4' }],
    [{ format: 'byte' }, String, { format: 'byte' }],
    [{ deprecated: true }, String, { deprecated: true }],
    [{ default: 'a' }, String, { default: 'a' }]
  ]
  for (const [options, type, expected] of rules) {
    const declared = Object.entries(options).map(([name, value]) => `${name}: ${value}`)
    it(`describes ${declared.join(', ')}`, () => {
      class Holder {
        value!: unknown
      }
      Field(() => type, options)(Holder.prototype, 'value')
      const value = componentsOf(Holder).Holder?.properties?.value ?? {}
      for (const [keyword, said] of Object.entries(expected)) expect(value[keyword], keyword).to.deep.equal(said)
      expect(value).not.to.have.property('x-rules')
    })
  }

  it('is valid to two independent validators, in both versions', async () => {
    const routes = [Item, Signup, Tree, OnlyValidators].map((body) =>
      describedRoute('POST', `/${body.name}`, { requestBody: body, responses: { 200: { body } } })
    )
    for (const openapi of ['3.0', '3.1'] as const) {
      expect(await complaintsAbout(documentOf(routes, { openapi }))).to.deep.equal([])
    }
  })
})
