import { expect } from 'chai'
import { generateClient } from '../../src/client/generate-client.js'
import { expectListed } from '../support/listed.js'
import { importClient, readDocument } from './compiled-client.js'

/** What is written for a document alone: the code that all clients share is behind it. */
function ownPart(text: string): string[] {
  return (text.split('/** What each call may have of its own. */')[0] ?? '').trimEnd().split('\n')
}

const operation = { responses: { 204: { description: 'Done' } } }
const document = (paths: object, components: object = {}) => ({ openapi: '3.0.3', paths, components })
const withSchema = (schema: object) => ({
  get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } }
})

describe('A client', () => {
  for (const [name, what] of [
    ['forms', 'every form of parameters, bodies, responses and schemas'],
    ['sloppy', 'a document with the mistakes of many'],
    ['hostile', 'a document that tries to be code']
  ] as const) {
    it(`has types and operations of ${what}, as its list shows`, () => {
      const { text, notes } = generateClient(readDocument(name))
      expectListed('client/client-list.txt', name, [...notes.map((note) => `// ${note}`), ...ownPart(text)])
    })
  }

  it('is the same text for the same document', () => {
    expect(generateClient(readDocument('forms')).text).to.equal(generateClient(readDocument('forms')).text)
  })

  it('has the code that its operations need, and no other', () => {
    const { text } = generateClient(document({ '/a': { get: operation } }))
    expect(text).not.to.match(/FormData|formText|textLines|SCHEMES|BodyBytes|StreamEvent|Negotiated|btoa|import /)
    const all = generateClient(readDocument('forms')).text
    for (const part of ['formData(', 'formText(', 'streamEvents(', 'streamLines(', 'basicText(', 'Negotiated']) {
      expect(all).to.include(part)
    }
  })

  it('declares each name once, whatever names a document has', () => {
    const declared = (text: string) =>
      [...text.matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm)].map(([, name]) => name ?? '')
    const all = readDocument('forms') as { components: { schemas: object } }
    const own = declared(generateClient(all).text)
    const schemas = Object.fromEntries(own.map((name) => [name, { type: 'object', properties: { a: {} } }]))
    const components = { ...all.components, schemas: { ...schemas, ...all.components.schemas } }
    const names = declared(generateClient({ ...all, components }).text)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([])
    expect(names).to.include.members(own)
  })

  it('writes the address of a document into its example without ending the comment', () => {
    const url = 'https://a.example/*/globalThis.evil=1;/*'
    const { text } = generateClient({ ...document({ '/a': { get: operation } }), servers: [{ url }] })
    expect(text.split('*/globalThis')).to.have.length(2)
    expect(text).to.include(`client.baseUrl ?? '${url}'`)
  })

  it('has a type for schemas that extend each other', () => {
    const extending = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] })
    const schemas = { A: extending('B'), B: extending('A'), C: { ...extending('C'), type: 'object' } }
    const { text } = generateClient(document({ '/a': withSchema({ $ref: '#/components/schemas/A' }) }, { schemas }))
    expect(text).to.match(/export type A = /)
  })

  it('has nothing unseen, no direction for compilers and no end of a comment that a document wrote', () => {
    const { text } = generateClient(readDocument('hostile'))
    expect(text).not.to.match(/[\p{Cf}\p{Zl}\p{Zp}]/u)
    // In literals they are part of a value.
    const withoutLiterals = text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    expect(withoutLiterals).not.to.match(/[^\\]@ts-|sourceMappingURL/)
    expect(withoutLiterals.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*/g, '')).not.to.include('evil = 1')
  })

  it('runs nothing of a hostile document, and sends its names as they are', async () => {
    const { createClient } = await importClient(readDocument('hostile'))
    const sent: [string, RequestInit][] = []
    const api = createClient({
      baseUrl: 'http://a',
      credentials: JSON.parse('{ "__proto__": "secret" }'),
      fetch: async (url: string, init: RequestInit) => {
        sent.push([url, init])
        return Response.json({})
      }
    })
    const input = JSON.parse('{ "__proto__": "a/b", "constructor": "c", "globalThis.evil=1": 2 }')
    expect((await api.proto_?.(input))?.status).to.equal(200)
    await api.constructor?.({ body: JSON.parse('{ "__proto__": "x" }') })
    const [[url, init] = ['', {}], [, form] = ['', {}]] = sent
    expect(url).to.equal("http://a/a'+(globalThis.evil=1)+'/a%2Fb/`$2`?constructor=c")
    expect(new Headers(init.headers).get("x-a'+globalThis.evil")).to.equal('secret')
    expect((form.body as FormData).get('__proto__')).to.equal('x')
    expect(globalThis).not.to.have.property('evil')
  })

  const WRONG: readonly [what: string, document: unknown, message: RegExp][] = [
    ['no object', [], /The document is not an object/],
    ['Swagger 2', { swagger: '2.0', paths: {} }, /The document is Swagger 2\.0; convert it to OpenAPI 3\.0/],
    ['an unknown version', { openapi: '4.0.0' }, /of the version "4\.0\.0" of OpenAPI; convert it/],
    ['no operation', document({ '/a': {} }), /has no operations; there is nothing to call/],
    [
      'a reference to nothing',
      document({ '/a': withSchema({ $ref: '#/components/schemas/A' }) }),
      /which it does not have/
    ],
    ['another file', document({ '/a': withSchema({ $ref: 'a.yaml#/A' }) }), /in another file; make one file/],
    ['references in a circle', document({ '/a': { $ref: '#/paths/~1a' } }), /leads in a circle/]
  ]
  for (const [what, given, message] of WRONG) {
    it(`is not made of a document with ${what}; the error says what to do`, () => {
      expect(() => generateClient(given)).to.throw(message)
    })
  }
})
