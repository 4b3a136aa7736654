import { expect } from 'chai'
import * as fieldstone from 'fieldstone'
import {
  Application,
  bootstrap,
  type Class,
  Controller,
  Field,
  type FieldOptions,
  type FormatName,
  Post
} from 'fieldstone'
import { setupErrorsIn } from '../support/applications.js'
import { accepted, refusals } from '../support/bound.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('records')

const rowsBelow = (heading: string) => guide.rowsBelow(heading)

const unquoted = (cell = '') => cell.replaceAll('`', '')

/** What an expression of the guide stands for, where all public names are known. */
function evaluate(expression: string, names: object = {}): unknown {
  const known = { ...fieldstone, ...names }
  return new Function(...Object.keys(known), `return ${expression}`)(...Object.values(known))
}

/** A record with one field, `value`. */
function recordOf(type: unknown, options: FieldOptions = {}): Class {
  class Sample {}
  Field(() => type, options)(Sample.prototype, 'value')
  return Sample
}

/** The setup errors of a record are found where a route has it. */
function routeOf(record: Class): void {
  const router = new fieldstone.Router({ logger: false }).postFunc('/', () => 1, { requestBody: record })
  fieldstone.generateOpenAPISpec(router as fieldstone.Router, { title: 'Samples', version: '1.0.0' })
}

async function documentOf(record: Class) {
  @Controller('/samples')
  class SampleController {
    @Post('', { requestBody: record })
    accept() {}
  }
  const app = new Application({ title: 'Samples', version: '1.0.0', controllers: [SampleController] })
  return (await bootstrap(app)).document
}

async function schemaOf(record: Class): Promise<Record<string, unknown>> {
  const { components } = await documentOf(record)
  const properties = components?.schemas?.Sample?.properties as Record<string, Record<string, unknown>> | undefined
  return properties?.value ?? {}
}

describe('the guide to records', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  const post = async (name: string, url: string, body: unknown) => {
    const { statusCode, json } = await (await guide.service(name)).inject({ method: 'POST', url, body })
    return statusCode < 300 ? json() : `${statusCode} ${json<{ detail: string }>().detail}`
  }

  it('shows the schema of every row’s type as the document has it', async () => {
    const names = await guide.import<object>('types')
    const rows = rowsBelow('## Types')
    expect(rows.length).to.be.greaterThan(17)
    for (const [types = '', , schema = ''] of rows) {
      for (const expression of types.match(/`[^`]+`/g) ?? []) {
        const record = recordOf(evaluate(unquoted(expression), names))
        expect(await schemaOf(record), expression).to.deep.equal(JSON.parse(unquoted(schema)))
      }
    }
  })

  /** A type of each kind that the tables name. */
  class Names {
    @Field() a!: string
  }
  const KINDS: Readonly<Record<string, unknown>> = {
    ...{ string: String, integer: fieldstone.Integer, number: Number, boolean: Boolean, timestamp: Date },
    ...{ array: [fieldstone.Integer], map: fieldstone.mapOf(fieldstone.Integer), record: Names }
  }

  /** The kinds of types that can have the options. */
  async function kindsOf(options: FieldOptions): Promise<string[]> {
    const kinds: string[] = []
    for (const [kind, type] of Object.entries(KINDS)) {
      const error = await documentOf(recordOf(type, options)).catch((each: Error) => each)
      if (!(error instanceof Error)) kinds.push(kind)
    }
    return kinds
  }

  it('has a row for every rule, with its types and its message', async () => {
    const rows = rowsBelow('## Rules')
    const [unknown = ''] = setupErrorsIn(() => routeOf(recordOf(String, { unlikeAnything: 1 } as never)))
    const [, options = ''] = /the options are (.*)\.$/.exec(unknown) ?? []
    const names = rows.map(([option = '']) => unquoted(option).split(':')[0])
    expect(options.split(/, | and /)).to.include.members(names)
    /** Values that break each rule, by kind. */
    const broken: Readonly<Record<string, unknown>> = {
      ...{ minLength: 'a', maxLength: 'abcd', pattern: 'b', format: 'x', minimum: 2, maximum: 4, exclusiveMinimum: 3 },
      ...{ exclusiveMaximum: 3, multipleOf: 0.001, minItems: [1], maxItems: [1, 2, 3, 4], uniqueItems: [1, 1] },
      ...{ minProperties: { a: 1 }, maxProperties: { a: 1, b: 2, c: 3, d: 4 } }
    }
    for (const [option = '', kinds = '', reason = ''] of rows) {
      const rule = evaluate(`({ ${unquoted(option)} })`) as FieldOptions
      const [name = ''] = Object.keys(rule)
      const expected = kinds.split(', ')
      // Formats of texts and of numbers have tables of their own.
      if (name !== 'format') expect(await kindsOf(rule), name).to.have.members(expected)
      const type = KINDS[expected.at(name === 'multipleOf' ? 1 : 0) ?? '']
      expect(await refusals(recordOf(type, rule), { value: broken[name] }), name).to.deep.equal([`value ${reason}`])
    }
  })

  it('has a row for every format, with a text that it accepts and one that it rejects', async () => {
    const rows = rowsBelow('## Formats').map((row) => row.map(unquoted))
    expect(rows.length).to.be.greaterThan(20)
    for (const [name = '', taken = '', refused = '', isWhole = ''] of rows) {
      const record = recordOf(String, { format: name as FormatName })
      expect(await accepted(record, { value: taken }), name).to.deep.include({ value: taken })
      if (refused !== '') expect(await refusals(record, { value: refused }), name).to.have.length(1)
      expect((await schemaOf(record))['x-rules'] === undefined, name).to.equal(isWhole === 'yes')
    }
  })

  it('has a row for every format of numbers, with its types and bounds', async () => {
    const rows = rowsBelow('### Formats of numbers').map((row) => row.map(unquoted))
    for (const [format = '', kinds = '', bounds = ''] of rows) {
      const rule = { format: format as FormatName }
      const found = (await kindsOf(rule)).filter((kind) => kind !== 'string')
      expect(found, format).to.have.members(kinds.split(', '))
      const { minimum, maximum } = await schemaOf(recordOf(KINDS[kinds.split(', ').at(-1) ?? ''], rule))
      if (bounds !== '') expect(bounds.replaceAll('`', ''), format).to.equal(`${minimum} to ${maximum}`)
    }
  })

  it('has a format of its own, which is checked and documented', async () => {
    const pay = (to: string) => post('own-format', '/transfers', { to, amount: 1 })
    expect(await pay('CH9300762011623852957')).to.equal(1)
    expect(await pay('CH9300762011623852958')).to.match(/'to' must be an IBAN$/)
    const { document } = await guide.service('own-format')
    const schema = { type: 'string', format: 'iban', pattern: '^[A-Z]{2}\\d{2}[A-Z0-9]{10,30}$' }
    const rules = { 'x-rules': [{ rule: 'iban', fault: 'format' }] }
    const parameter = document.paths['/transfers']?.get?.parameters?.[0]
    expect(parameter).to.deep.include({ example: 'CH9300762011623852957', schema: { ...schema, ...rules } })
  })

  it('names every option that is not a rule', () => {
    const documented = rowsBelow('## @Field').flatMap(([names = '', fallback]) =>
      fallback === undefined || names.includes('@Field') ? [] : unquoted(names).split(', ')
    )
    type RuleName =
      | (
          | 'minLength'
          | 'maxLength'
          | 'pattern'
          | 'format'
          | 'minimum'
          | 'maximum'
          | 'exclusiveMinimum'
          | 'exclusiveMaximum'
        )
      | ('multipleOf' | 'minItems' | 'maxItems' | 'uniqueItems' | 'minProperties' | 'maxProperties')
    const options: Record<Exclude<keyof FieldOptions, RuleName | `x-${string}`>, true> = {
      ...{ name: true, type: true, optional: true, nullable: true, default: true, description: true, example: true },
      ...{ deprecated: true, enum: true, readOnly: true, writeOnly: true, each: true, message: true, messages: true },
      ...{ style: true, rules: true, title: true, examples: true }
    }
    expect(documented).to.have.members(Object.keys(options))
  })

  it('binds a record with records within it', async () => {
    const order = { buyer: 'ada@example.com', lines: [{ sku: 'ABC-1', count: 2 }], wanted_by: '2027-01-01T00:00:00Z' }
    expect(await post('record', '/orders', order)).to.deep.equal({ lines: 1, isLine: true, year: 2027 })
    expect(await post('record', '/orders', { ...order, lines: [{ sku: 'x', count: 0 }] })).to.equal(
      "400 validation failed: Field 'lines[0].sku' must match /^[A-Z]{3}-\\d+$/; " +
        "Field 'lines[0].count' must be at least 1"
    )
  })

  it('binds dates, tuples, unions, maps and enums', async () => {
    const household = { since: '2024-05-17', position: [1, 2.5], pet: { kind: 'cat', lives: 9 }, notes: ['x', null] }
    expect(await post('types', '/households', household)).to.deep.equal({ ...household, stock: {}, size: 's' })
    const wrong = { since: '2024-05-17T00:00:00Z', position: [1], pet: { kind: 'dog', lives: 9 } }
    expect(await post('types', '/households', wrong)).to.match(/'since' .+; .*'position' .+; .*'pet.name' is required/)
  })

  it("runs class-validator's own decorators beside its own, and lists what JSON Schema cannot say", async () => {
    const payment = { card: '4111111111111111', amount: 1, code: 'abba' }
    expect(await post('beside', '/payments', payment)).to.equal(1)
    expect(await post('beside', '/payments', { card: '4111111111111112', amount: -1, code: 'abab' })).to.equal(
      "400 validation failed: Field 'card' must be a credit card; Field 'amount' must not be less than nothing"
    )
    expect(await post('beside', '/payments', { ...payment, code: 'abab' })).to.match(/^400 .+ Field 'code' /)
    const { document } = await guide.service('beside')
    const properties = document.components?.schemas?.Payment?.properties as Record<string, unknown>
    expect(properties.card).to.deep.equal(guide.json('x-rules'))
    expect(properties.code).to.deep.equal({ type: 'string', 'x-rules': [{ rule: 'isPalindrome' }] })
  })

  it('replaces the messages of single rules', async () => {
    const wrong = { title: '', sections: ['news', 'art'], card: '1' }
    expect(await post('messages', '/articles', wrong)).to.equal(
      "400 validation failed: Field 'title' cannot be blank; Field 'sections[1]' \"art\" is no section; " +
        "Field 'card' is no card"
    )
    const long = { title: 'x'.repeat(83), sections: [] }
    expect(await post('messages', '/articles', long)).to.match(/: Field 'title' is 3 characters too long$/)
    expect(await post('messages', '/articles', { sections: [] })).to.match(/: Field 'title' has to be there$/)
  })

  it('reads, counts and writes additional properties', async () => {
    const stock = { warehouse: 'north', bolts: 5 }
    expect(await post('additional', '/stocks', stock)).to.deep.equal(stock)
    expect(await post('additional', '/stocks', { ...stock, nuts: 'many' })).to.match(/'nuts' must be an integer$/)
    const { Stock } = (await guide.service('additional')).document.components?.schemas ?? {}
    expect(Stock).to.deep.include({ title: 'Stock of a warehouse', maxProperties: 100, 'x-owner': 'logistics' })
    expect(Stock?.additionalProperties).to.include({ type: 'integer' })
  })

  it('binds and writes one-way fields in one direction alone, and rejects unknown ones', async () => {
    const account = { name: 'Ada', password: 'correct horse' }
    expect(await post('one-way', '/accounts', account)).to.deep.equal({ id: 1, name: 'Ada' })
    expect(await post('one-way', '/accounts', { ...account, admin: true })).to.match(/^400 .*'admin'/)
    expect(await post('one-way', '/accounts', { ...account, id: 5 })).to.match(/^400 .*'id'/)
    const { Account, AccountInput } = (await guide.service('one-way')).document.components?.schemas ?? {}
    expect([Account?.required, AccountInput?.required]).to.deep.equal([
      ['id', 'name'],
      ['name', 'password']
    ])
  })

  it('makes records from records', async () => {
    const service = await guide.service('mapped')
    expect((await service.inject('/users?name=Bob')).json()).to.deep.equal({ items: [{ id: 1, name: 'Bob' }], page: 1 })
    expect(service.document.components?.schemas).to.include.keys('UserPage', 'ReachableUser', 'UserChanges')
    const changed = await service.inject({ method: 'PATCH', url: '/users/1', body: { name: 'Bob', id: 7 } })
    expect(changed.json()).to.deep.equal({ id: 1, name: 'Bob', email: 'ada@example.com' })
  })

  it('accepts DTOs of class-validator without changes', async () => {
    const user = { email: 'ada@example.com', address: { zip: 8000 } }
    expect(await post('dto', '/users', user)).to.deep.equal({ zip: 8000 })
    expect(await post('dto', '/users', { ...user, address: null })).to.deep.equal({ zip: 0 })
    expect(await post('dto', '/users', { email: 'ada', address: { zip: 1 } })).to.match(/'email' .+'address.zip'/)
  })

  it('lets two files import each other', async () => {
    const { Book } = await guide.import<{ Book: Class }>('book')
    expect(await refusals(Book, { title: 'Notes', author: { name: 'Ada', books: [{ title: 1 }] } })).to.deep.equal([
      'author.books[0].title must be a string'
    ])
  })

  it('needs no emitted types and no legacy decorators where each type is a function', async () => {
    guide.compileBy({ experimentalDecorators: false, emitDecoratorMetadata: false }, ['without-types'])
    const { ItemController } = await guide.import<{ ItemController: Class }>('without-types')
    const app = new Application({ title: 'Items', version: '1.0.0', controllers: [ItemController] })
    const item = { name: 'Widget', count: 1 }
    const answer = await (await bootstrap(app)).inject({ method: 'PUT', url: '/items/1', body: item })
    expect(answer.json()).to.deep.equal(item)
  })
})
