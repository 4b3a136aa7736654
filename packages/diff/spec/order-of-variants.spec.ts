import { expect } from 'chai'
import { diffDocuments } from '../src/diff-documents.js'
import { openAPIDocument } from '../src/document/openapi-document.js'

type Schema = Readonly<Record<string, unknown>>

const PAIR = { $ref: '#/components/schemas/Pair' }
const TEXT = { type: 'string' }
const NULL = { type: 'null' }
const size = { type: 'object', properties: { width: { type: 'integer' } } }
const shade = { type: 'object', properties: { color: { type: 'string' } } }

/** A response with a schema that may have itself among its variants. */
function received(variants: readonly Schema[]): object {
  const content = { 'application/json': { schema: PAIR } }
  return {
    openapi: '3.1.0',
    info: { title: 'Pairs', version: '1.0.0' },
    paths: { '/pair': { get: { operationId: 'pair', responses: { 200: { description: 'OK', content } } } } },
    components: { schemas: { Pair: { type: 'object', properties: { left: TEXT, right: { anyOf: variants } } } } }
  }
}

function rulesOf(old: readonly Schema[], next: readonly Schema[]): string[] {
  const documents = { old: openAPIDocument(received(old), 'old'), new: openAPIDocument(received(next), 'new') }
  return diffDocuments(documents).map(({ rule, message }) => `${rule}: ${message.replace(/^.*: /, '')}`)
}

describe('a comparison of variants', () => {
  for (const [title, old, next] of [
    ['a schema and null', [PAIR, NULL], [NULL, PAIR]],
    ['schemas without names', [size, shade, NULL], [NULL, shade, size]],
    ['one with a name among others', [size, PAIR, NULL], [NULL, size, PAIR]]
  ] as const)
    it(`finds nothing where their order is another one: ${title}`, () => {
      expect(rulesOf(old, next)).to.deep.equal([])
      expect(rulesOf(next, old)).to.deep.equal([])
    })

  it('still compares one that has changed with what it was, wherever it is', () => {
    const described = { ...size, properties: { width: { type: 'integer', description: 'in mm' } } }
    const changes = ['response-property-described-otherwise: `right.width` has another description']
    expect(rulesOf([size, NULL], [described, NULL])).to.deep.equal(changes)
    expect(rulesOf([size, NULL], [NULL, described])).to.deep.equal(changes)
  })
})
