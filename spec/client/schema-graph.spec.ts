import { expect } from 'chai'
import { LooseDocument } from '../../src/client/document-values.js'
import { SchemaGraph } from '../../src/client/schema-graph.js'

const refTo = (number: number) => `#/components/schemas/S${number}`

class CountedDocument extends LooseDocument {
  count = 0

  override target(ref: string): unknown {
    this.count++
    return super.target(ref)
  }
}

/** Schemas that are each a union of the next one and a text; the last one is one of the first, or a text. */
function chain(length: number, isClosed: boolean): CountedDocument {
  const next = (at: number) => (at < length - 1 ? { $ref: refTo(at + 1) } : isClosed ? { $ref: refTo(0) } : {})
  const schemas = Array.from({ length }, (_, at) => [`S${at}`, { anyOf: [next(at), { type: 'string' }] }])
  return new CountedDocument({ openapi: '3.1.0', components: { schemas: Object.fromEntries(schemas) } })
}

describe('What the schemas of a client refer to', () => {
  for (const isClosed of [true, false])
    it(`is read once for each, however long the way is, ${isClosed ? 'in a circle' : 'without one'}`, () => {
      const document = chain(500, isClosed)
      const graph = new SchemaGraph(document)
      for (let at = 0; at < 499; at++) expect(graph.isCircular(refTo(at), refTo(at + 1), false)).to.equal(isClosed)
      expect(document.count).to.equal(500)
    })
})
