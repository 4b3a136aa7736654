import { expect } from 'chai'
import { defineExample, enumOf, Field, File, Integer, mapOf, Record as RecordOf, type UploadedFile } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

class Item {
  @Field({ minLength: 2 }) name!: string
}

class Form {
  @Field() text!: string
  @Field(() => [Integer]) list!: number[]
}

class Upload {
  @Field() title!: string
  @File() file!: UploadedFile
}

class Deep {
  @Field(() => Item) item!: Item
}

@RecordOf({ additionalProperties: Integer })
class Open {
  @Field() a!: string
}

@RecordOf({ minProperties: 1 })
class Counted {
  @Field({ optional: true }) a?: string
}

class Sent {
  @Field({ writeOnly: true }) asked!: string
  @Field(() => Integer, { readOnly: true }) given!: number
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

const optionsOf = (requestBody: unknown, consumes: unknown) =>
  ({ requestBody, ...(consumes !== undefined && { consumes }) }) as never

/** What keeps a service from starting whose route declares this body. */
async function faultsOf(requestBody: unknown, consumes?: unknown): Promise<string[]> {
  const errors = await setupErrorsOf([], {
    routes: (router) => {
      const options = optionsOf(requestBody, consumes)
      router.add({ method: 'POST', path: '/', handler: () => 1, options, source: 'Items.add' })
    }
  })
  return errors.map(({ message }) => message)
}

/** What the document says of a body. */
async function described(requestBody: unknown, consumes?: unknown) {
  const options = optionsOf(requestBody, consumes)
  const service = await serviceOf([], { routes: (router) => router.postFunc('/', () => 1, options) })
  const body = service.document.paths['/']?.post?.requestBody
  return body as { required?: boolean; content: Record<string, { example?: unknown; examples?: object }> } | undefined
}

describe('A declared body', () => {
  const types: readonly [what: string, declared: unknown, consumes: unknown, media: readonly string[]][] = [
    ['a record', Item, undefined, [JSON_TYPE]],
    ['a list', [Item], undefined, [JSON_TYPE]],
    ['bytes', Buffer, undefined, ['application/octet-stream']],
    ['a record with files', Upload, undefined, [MULTIPART]],
    ['a record', Item, 'Application/JSON', [JSON_TYPE]],
    ['a record', Item, [JSON_TYPE, JSON_TYPE], [JSON_TYPE]],
    ['a record', Item, 'application/*+json', ['application/*+json']],
    ['a record of texts and lists', Form, [FORM, MULTIPART, JSON_TYPE], [FORM, MULTIPART, JSON_TYPE]],
    ['a text', String, 'text/plain', ['text/plain']],
    ['an enum of texts', enumOf(['a']), 'text/plain', ['text/plain']],
    ['a time', Date, 'text/plain', ['text/plain']],
    ['bytes', Buffer, 'image/*', ['image/*']],
    ['bytes', Buffer, '*/*', ['*/*']],
    ['several types', { content: { [JSON_TYPE]: Item, 'Text/CSV': String } }, undefined, [JSON_TYPE, 'text/csv']]
  ]
  for (const [what, declared, consumes, media] of types) {
    it(`of ${what} is ${media.join(' or ')}${consumes === undefined ? '' : `, by ${JSON.stringify(consumes)}`}`, async () => {
      const body = await described(declared, consumes)
      expect(Object.keys(body?.content ?? {})).to.deep.equal(media)
      expect(body?.required).to.equal(true)
    })
  }

  const unfit: readonly [what: string, type: unknown, consumes: string, message: RegExp][] = [
    ['a record with files', Upload, JSON_TYPE, /application\/json cannot carry files/],
    ['bytes', Buffer, JSON_TYPE, /application\/json cannot carry files/],
    ['a record with files', Upload, 'application/*+json', /cannot carry files/],
    ['a record with files', Upload, FORM, /cannot carry the field 'file'/],
    ['a record of records', Deep, FORM, /cannot carry the field 'item'/],
    ['a record of records', Deep, MULTIPART, /cannot carry the field 'item'/],
    ['a record with further keys', Open, FORM, /carries no additionalProperties/],
    ['a record with a number of keys', Counted, MULTIPART, /has no minProperties or maxProperties/],
    ['a text', String, FORM, /carries one record/],
    ['bytes', Buffer, MULTIPART, /carries one record/],
    ['a list', [Item], FORM, /carries one record/],
    ['a map', mapOf(Integer), MULTIPART, /carries one record/],
    ['a record', Item, 'text/plain', /text\/plain is text or bytes, and cannot carry this type/],
    ['an enum of numbers', enumOf([1]), 'text/plain', /cannot carry this type/],
    ['a record', Item, 'image/*', /cannot carry this type/],
    ['a record', Item, '*/*', /cannot carry this type/]
  ]
  for (const [what, type, consumes, message] of unfit) {
    it(`of ${what} cannot be ${consumes}`, async () => {
      const [fault, ...more] = await faultsOf(type, consumes)
      expect(fault)
        .to.match(message)
        .and.match(/^ROUTE_OPTIONS_INVALID: .*Items\.add/)
      expect(more).to.deep.equal([])
    })
  }

  const wrong: readonly [declared: unknown, consumes: unknown, message: RegExp][] = [
    ...['json', 'text/plain; charset=utf-8', 5, [5], ''].map((consumes): [unknown, unknown, RegExp] => [
      Item,
      consumes,
      /consumes names .*, which is not a media type/
    ]),
    [Item, [], /consumes is an empty list/],
    [null, undefined, /the type is null/],
    [{}, undefined, /the type is a plain object/],
    [{ type: undefined }, undefined, /the type is undefined/],
    [{ description: 'x' }, undefined, /requestBody has neither a type nor content/],
    [{ type: Item, consumes: JSON_TYPE }, 'text/plain', /consumes is given in requestBody and beside it/],
    [{ type: Item, required: 'no' }, undefined, /the option required is 'no'/],
    [{ type: Item, description: 5 }, undefined, /its description is not a text/],
    [{ type: Item, exmaple: 1 }, undefined, /did you mean 'example'/],
    [{ type: Item, example: { name: 'A' } }, undefined, /the example breaks its type: 'name' must be at least 2/],
    [{ type: Item, example: () => 1 }, undefined, /the example has no JSON form/],
    [{ type: Item, example: { name: 'Ada' }, examples: {} }, undefined, /it has example and examples/],
    [{ type: Buffer, example: 'x' }, undefined, /it has an example, and bytes have no JSON form/],
    [{ type: Upload, example: { title: 'x' } }, undefined, /it has an example, and bytes have no JSON form/],
    [{ type: Sent, example: { asked: 'a', given: 1 } }, undefined, /'given' is read-only/],
    [{ type: Item, examples: [] }, undefined, /its examples have no names/],
    [{ type: Item, examples: { one: 'a text' } }, undefined, /the example "one" breaks its type/],
    [{ type: Item, examples: { one: Item } }, undefined, /the example "one" has no JSON form/],
    [{ type: Item, examples: { one: { value: { name: 'Ada' }, summary: 5 } } }, undefined, /its summary is not a text/],
    [{ type: Item, examples: { one: { value: 1, externalValue: '/x' } } }, undefined, /a value and an externalValue/],
    [{ type: Item, examples: { one: { externalValue: 'a b' } } }, undefined, /its externalValue is not a URL/],
    [{ content: {} }, undefined, /its content names no media type/],
    [{ content: 5 }, undefined, /its content names no media type/],
    [{ content: { json: Item } }, undefined, /content names "json", which is not a media type/],
    [{ content: { 'text/csv; a=b': String } }, undefined, /content names "text\/csv; a=b"/],
    [{ content: { 'text/csv': String, 'TEXT/csv': String } }, undefined, /its content has text\/csv twice/],
    [{ content: { 'text/csv': Item } }, undefined, /cannot carry this type/],
    [{ content: { [JSON_TYPE]: { type: Item, example: {} } } }, undefined, /the example breaks its type/],
    [{ content: { [JSON_TYPE]: { type: Item, exmple: 1 } } }, undefined, /did you mean 'example'/],
    [{ content: { [JSON_TYPE]: Item }, type: Item }, undefined, /it has content beside a type/],
    [{ content: { [JSON_TYPE]: Item }, example: {} }, undefined, /it has content beside examples/],
    [{ content: { [JSON_TYPE]: Item } }, JSON_TYPE, /it has content beside consumes/]
  ]
  for (const [index, [declared, consumes, message]] of wrong.entries()) {
    it(`cannot be ${JSON.stringify(declared)}, ${JSON.stringify(consumes)} (${index + 1})`, async () => {
      const [fault, ...more] = await faultsOf(declared, consumes)
      expect(fault)
        .to.match(message)
        .and.match(/Items\.add/)
      expect(more).to.deep.equal([])
    })
  }

  it('may be missing where it is not required, and has a description and extensions', async () => {
    const body = await described({ type: Item, required: false, description: 'An item', 'x-own': 1 })
    expect(body).to.include({ description: 'An item', 'x-own': 1 })
    expect(body?.required ?? false).to.equal(false)
  })

  it('has examples as they are written, with or without a summary', async () => {
    const shared = defineExample('shared', { summary: 'One', value: { name: 'Ada' } })
    const examples = {
      plain: { name: 'Ada' },
      told: { value: { name: 'Bob' }, summary: 'S', description: 'D', 'x-own': 1 },
      far: { externalValue: '/x.json', summary: 'F' },
      shared
    }
    const body = await described({ type: Item, examples })
    expect(body?.content[JSON_TYPE]?.examples).to.deep.equal({
      plain: { value: { name: 'Ada' } },
      told: { value: { name: 'Bob' }, summary: 'S', description: 'D', 'x-own': 1 },
      far: { externalValue: '/x.json', summary: 'F' },
      shared: { $ref: '#/components/examples/shared' }
    })
    expect((await described({ type: Sent, example: { asked: 'a' } }))?.content[JSON_TYPE]?.example).to.deep.equal({
      asked: 'a'
    })
  })

  it('has its own example and extensions for each media type of its content', async () => {
    const csv = { type: String, 'x-csv': 2 }
    const body = await described({
      content: { [JSON_TYPE]: { type: Item, example: { name: 'Ada' }, 'x-media': 1 }, 'text/csv': csv }
    })
    expect(body?.content[JSON_TYPE]).to.deep.include({ example: { name: 'Ada' }, 'x-media': 1 })
    expect(body?.content['text/csv']).to.include({ 'x-csv': 2 })
  })
})
