import { expect } from 'chai'
import { type Change, diffDocuments, openAPIDocument } from 'fieldstone-diff'

export type Json = Readonly<Record<string, unknown>>
export type Schema = Json | boolean

export const text = { type: 'string' }
export const integer = { type: 'integer' }
export const number = { type: 'number' }

export function object(properties: Json, more: Json = {}): Json {
  return { type: 'object', properties, ...more }
}

export function list(items: Schema, more: Json = {}): Json {
  return { type: 'array', items, ...more }
}

/** A reference to a schema among the components. */
export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** A document of OpenAPI 3.1 with these members. */
export function api(members: Json): Json {
  return { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, ...members }
}

/** A document with these paths. */
export function paths(each: Json, members: Json = {}): Json {
  return api({ paths: each, ...members })
}

/** A document with the operation `GET /items`, which has these members. */
export function get(operation: Json, members: Json = {}): Json {
  return paths({ '/items': { get: { responses: { 200: { description: 'OK' } }, ...operation } } }, members)
}

/** Content of the media type `application/json`. */
export function json(schema: Schema, more: Json = {}): Json {
  return { content: { 'application/json': { schema } }, ...more }
}

/** A document of which clients send a value of this schema. */
export function sent(schema: Schema, members: Json = {}): Json {
  return get({ requestBody: json(schema) }, members)
}

/** A document of which clients read a value of this schema. */
export function received(schema: Schema, members: Json = {}): Json {
  return get({ responses: { 200: json(schema) } }, members)
}

/** By what two documents differ; each comparison has objects of its own. */
export function changesOf(old: Json, next: Json): Change[] {
  const copies = structuredClone({ old, new: next })
  return diffDocuments({ old: openAPIDocument(copies.old, 'old'), new: openAPIDocument(copies.new, 'new') })
}

/** A change in a line; its operation is named where it is not `GET /items`. */
function inWords({ level, rule, message, operation, example }: Change): string {
  const owner = operation === 'GET /items' ? '' : `${operation ?? 'the document'}: `
  return `${level} ${rule}: ${owner}${message}${example === undefined ? '' : `, e.g. ${JSON.stringify(example.value)}`}`
}

/** What is said: nothing, a line, or several. */
type Lines = string | readonly string[]

/** Specifies what is said of two documents, and of the way back. */
export function itSays(title: string, old: Json, next: Json, there: Lines = [], back: Lines = []): void {
  it(title, () => {
    const found = { there: changesOf(old, next).map(inWords), back: changesOf(next, old).map(inWords) }
    expect(found).to.deep.equal({ there: [there].flat(), back: [back].flat() })
  })
}

/** What is said of schemas where clients read their values, if that is not what is said of requests the other way round. */
interface MoreOfSchemas {
  readonly response?: readonly string[]
  readonly responseBack?: readonly string[]
  readonly components?: Json
}

/**
 * Specifies what is said of two schemas where clients send their values, and of the way back, without the names of the body
 * and of the side. Of responses the same is said, judged as on the way back: what narrows requests breaks, and what widens
 * responses.
 */
export function itSaysOfSchemas(
  title: string,
  old: Schema,
  next: Schema,
  there: Lines = [],
  back: Lines = [],
  { response, responseBack, components }: MoreOfSchemas = {}
): void {
  const members = components === undefined ? {} : { components: { schemas: components } }
  const compared = (document: typeof sent, one: Schema, other: Schema) =>
    changesOf(document(one, members), document(other, members)).map((change) =>
      inWords(change)
        .replace(/(request|response)-/, '')
        .replace(/The (body|200 response) \(application\/json\):? /, '')
    )
  it(title, () => {
    const [request, requestBack] = [[there].flat(), [back].flat()]
    expect({ request: compared(sent, old, next), requestBack: compared(sent, next, old) }).to.deep.equal({
      request,
      requestBack
    })
    const found = { response: compared(received, old, next), responseBack: compared(received, next, old) }
    if (response !== undefined) {
      expect(found).to.deep.equal({ response, responseBack })
      return
    }
    expect(found.response.map(rule)).to.have.members(request.map(rule))
    expect(found.response.map(verdict)).to.have.members(requestBack.map(verdict))
    expect(found.responseBack.map(rule)).to.have.members(requestBack.map(rule))
    expect(found.responseBack.map(verdict)).to.have.members(request.map(verdict))
  })
}

/** The rule and the message of a line. */
function rule(line: string): string {
  return line.replace(/^\S+ /, '').replace(/, e\.g\. .*/s, '')
}

/** The level of a line, and its example. */
function verdict(line: string): string {
  return `${/^\S+/.exec(line)?.[0]}${/, e\.g\. .*/s.exec(line)?.[0] ?? ''}`
}
