import { expect } from 'chai'
import { IsString } from 'class-validator'
import { JSONSchema } from 'class-validator-jsonschema'
import { Field } from '../../../src/record/field/field.js'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'

class Address {
  @Field() city!: string
}

@JSONSchema({ description: 'Somebody', 'x-owner': 'crm' })
class Person {
  @JSONSchema({ title: 'Full name', example: 'Ada Lovelace' }) @Field({ description: 'First and last' }) name!: string
  @JSONSchema({ description: 'Where to' }) @Field() address!: Address
  @JSONSchema((schema) => ({ ...schema, 'x-seen': schema.type })) @IsString() note!: string
  @Field() plain!: string
}

class Employee extends Person {
  @Field() number!: string
}

describe("class-validator-jsonschema's @JSONSchema", () => {
  const emitter = new SchemaEmitter()
  emitter.schemaOf({ kind: 'record', class: Employee }, 'spec')
  emitter.schemaOf({ kind: 'record', class: Person }, 'spec')
  const { Person: person, Employee: employee } = emitter.components

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
  })
})
