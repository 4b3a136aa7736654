import { expect } from 'chai'
import { openApi } from '../../../../spec/support/published.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { RequestJudge } from '../../src/judge/request-judge.js'

const TEXTS: readonly (readonly [format: string, text: string, verdict: string])[] = [
  ['email', 'alice@example.com', 'valid'],
  ['email', 'b.o-b+tag@mail.example.org', 'valid'],
  ['email', '', 'unusual'],
  ['email', 'null', 'unusual'],
  ['email', '@example.com', 'unusual'],
  ['email', 'ü@example.com', 'open'],
  ['email', 'a@localhost', 'open'],
  ['uri', 'https://example.com/a?b=c#d', 'valid'],
  ['uri', '', 'unusual'],
  ['uri', '/path', 'unusual'],
  ['uri', 'http://a b', 'unusual'],
  ['uri', 'mailto:a@b.c', 'open'],
  ['hostname', 'api.example.org', 'valid'],
  ['hostname', 'a b', 'unusual'],
  ['hostname', 'exa_mple.com', 'open'],
  ['ipv6', '::1', 'valid'],
  ['ipv6', '192.0.2.1', 'unusual'],
  ['ipv6', 'fe80::1:2:3', 'open']
]

describe('The judge of formats of which libraries have different opinions', () => {
  for (const [format, text, expected] of TEXTS) {
    it(`calls ${JSON.stringify(text)} ${expected} for ${format}, in a body and in a query`, async () => {
      const schema = { type: 'string', format }
      const content = { 'application/json': { schema: { type: 'object', properties: { x: schema } } } }
      const document = readDocument(
        openApi({
          '/things': {
            get: { parameters: [{ name: 'x', in: 'query', schema }], responses: {} },
            post: { requestBody: { content }, responses: {} }
          }
        })
      )
      const judge = new RequestJudge(document, new SchemaChecks(document, await loadLibraries()))
      const headers = [['content-type', 'application/json']] as const
      const requests = [
        { method: 'POST', url: '/things', headers, body: Buffer.from(JSON.stringify({ x: text })) },
        { method: 'GET', url: `/things?x=${encodeURIComponent(text)}`, headers: [], body: undefined }
      ]
      const verdicts = requests.map((request) => {
        const verdict = judge.judge(request)
        const isUnusual = verdict.kind === 'invalid' && verdict.faults.every((fault) => fault.isUnusual)
        return isUnusual ? 'unusual' : verdict.kind
      })
      expect(verdicts).to.deep.equal([expected, expected])
    })
  }
})
