import { expect } from 'chai'
import { DiffError, diffDocuments, parseDocument } from 'fieldstone-diff'
import { changesOf, integer, paths, text } from './comparison.js'

/** The message of the error that a text is rejected with. */
async function rejection(document: string): Promise<string> {
  try {
    await parseDocument(document, 'a.json')
  } catch (error) {
    expect(error).to.be.instanceOf(DiffError)
    return (error as DiffError).message
  }
  return 'accepted'
}

describe('reading a document', () => {
  for (const [title, document] of [
    ['JSON', '{"openapi":"3.1.0","paths":{}}'],
    ['JSON after a byte order mark and spaces', '\uFEFF  {"openapi":"3.1.0","paths":{}}'],
    ['YAML', 'openapi: 3.1.0\npaths: {}\n'],
    ['YAML after a byte order mark', '\uFEFFopenapi: 3.1.0\npaths: {}\n'],
    ['YAML that begins as JSON does', '{openapi: 3.1.0, paths: {}}'],
    ['YAML with merge keys', 'a: &a {openapi: 3.1.0}\n<<: *a\npaths: {}\n'],
    ['OpenAPI 3.0', '{"openapi":"3.0.3","paths":{}}'],
    ['OpenAPI 3.2', '{"openapi":"3.2.0","paths":{}}']
  ] as const)
    it(`reads ${title}`, async () => {
      const read = await parseDocument(document, 'a.json')
      expect(read.root).to.deep.include({ paths: {} })
      expect(read.name).to.equal('a.json')
    })

  it('leaves dates of YAML as they are written', async () => {
    const { root } = await parseDocument('openapi: 3.1.0\nx-date: 2024-01-01\n', 'a.yaml')
    expect(root['x-date']).to.equal('2024-01-01')
  })

  for (const [document, reason] of [
    ['{}', 'a.json is not an OpenAPI document: it has no member `openapi` that begins with 3'],
    ['{"openapi":"2.3.0"}', 'a.json is not an OpenAPI document: it has no member `openapi` that begins with 3'],
    ['{"openapi":"30.1"}', 'a.json is not an OpenAPI document: it has no member `openapi` that begins with 3'],
    ['[]', 'a.json is not an OpenAPI document: it is not an object'],
    ['', 'a.json is not an OpenAPI document: it is not an object'],
    ['some text', 'a.json is not an OpenAPI document: it is not an object'],
    ['swagger: "2.0"', 'a.json is Swagger 2.0; convert it to OpenAPI 3 first, as swagger2openapi does']
  ] as const)
    it(`rejects ${JSON.stringify(document)}`, async () => {
      expect(await rejection(document)).to.equal(reason)
    })

  for (const document of ['[1,', '{a: 1', 'a: b: c'])
    it(`rejects ${JSON.stringify(document)} as neither JSON nor YAML, and says where`, async () => {
      expect(await rejection(document)).to.match(/^a\.json is neither JSON nor YAML: .* at line 1, column \d+/)
    })

  for (const [title, document] of [
    ['an alias of nothing', 'openapi: 3.1.0\na: *none'],
    ['aliases that stand for too much', `openapi: 3.1.0\na: &a [1]\nb: [${'*a, '.repeat(1100)}]`]
  ] as const)
    it(`rejects ${title}`, async () => {
      expect(await rejection(document)).to.match(/^a\.json cannot be read as YAML: /)
    })

  it('compares a document of JSON with one of YAML', async () => {
    const old = await parseDocument(
      '{"openapi":"3.0.3","info":{"title":"A","version":"1"},"paths":{"/a":{"get":{}}}}',
      'a.json'
    )
    const next = await parseDocument('openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths:\n  /a: {}\n', 'b.yaml')
    expect(diffDocuments({ old, new: next }).map(({ rule }) => rule)).to.deep.equal(['operation-removed'])
  })
})

describe('the places of a change', () => {
  const body = (schema: object) => ({ '/a/~b': { get: { requestBody: { content: { 'a/b': { schema } } } } } })

  it('are JSON pointers to the keyword in each document', () => {
    const [change] = changesOf(
      paths(body({ type: 'object', properties: { 'c/d': text } })),
      paths(body({ $ref: '#/components/schemas/A' }), {
        components: { schemas: { A: { type: 'object', properties: { 'c/d': integer } } } }
      })
    )
    expect(change).to.deep.include({
      oldAt: '#/paths/~1a~1~0b/get/requestBody/content/a~1b/schema/properties/c~1d/type',
      newAt: '#/components/schemas/A/properties/c~1d/type'
    })
  })

  it('are missing where a document has nothing of it', () => {
    const [added] = changesOf(paths({}), paths({ '/a': { get: {} } }))
    const [removed] = changesOf(paths({ '/a': { get: {} } }), paths({}))
    expect([added?.oldAt, added?.newAt, removed?.oldAt, removed?.newAt]).to.deep.equal([
      undefined,
      '#/paths/~1a/get',
      '#/paths/~1a/get',
      undefined
    ])
  })
})
