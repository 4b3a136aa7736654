import { openApi } from '../../../../spec/support/published.js'
import { leastDraw } from '../../../../spec/support/scripted-draw.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { Principals } from '../../src/credentials/principals.js'
import { readDocument } from '../../src/document/published-document.js'
import { credentialEdgeCases } from '../../src/requests/credential-edge-cases.js'
import type { RequestParts } from '../../src/requests/request-parts.js'

const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'Digest' },
  oauth: { type: 'oauth2', flows: {} },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  odd: { type: 'apiKey', in: 'query', name: 'a b' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  named: { type: 'apiKey', in: 'query', name: 'apiKey' },
  tls: { type: 'mutualTLS' }
}

const parameter = (place: string, name: string) => ({ parameters: [{ in: place, name, schema: {} }] })
/** What operations require, and what they have beside it. */
const OPERATIONS: Readonly<Record<string, object>> = {
  nothing: {},
  'no alternative': { security: [] },
  'a client certificate': { security: [{ tls: [] }] },
  'a token': { security: [{ token: [] }] },
  'a token or nothing': { security: [{ token: [] }, {}] },
  'a token or a client certificate': { security: [{ token: [] }, { tls: [] }] },
  'a name and a password': { security: [{ basic: [] }] },
  'another scheme of HTTP': { security: [{ digest: [] }] },
  'a scope': { security: [{ oauth: ['write'] }] },
  'one of two scopes or nothing': { security: [{ oauth: ['write', 'all'] }, {}] },
  'two scopes': { security: [{ oauth: ['write', 'all'] }] },
  'a name or a token of which one is right': {
    security: [
      { basic: [], header: [] },
      { token: [], header: [] }
    ]
  },
  'one of two scopes': { security: [{ oauth: ['write'] }, { oauth: ['admin', 'all'] }] },
  'a key in a header': { security: [{ header: [] }] },
  'a key in the query': { security: [{ query: [] }] },
  'a key of an odd name': { security: [{ odd: [] }] },
  'a key in a cookie': { security: [{ cookie: [] }] },
  'two keys': { security: [{ header: [], cookie: [] }] },
  'two keys with scopes': { security: [{ header: ['a'], query: ['b', 'a'] }] },
  'two keys, or one of them': { security: [{ header: [], cookie: [] }, { header: [] }] },
  'a token and a name, which have one place': { security: [{ token: [], basic: [] }] },
  'a key, beside a parameter that is named like the place of another': {
    security: [{ header: [] }],
    ...parameter('query', 'X-Key')
  },
  'a key, beside a cookie that is named like it': { security: [{ named: [] }], ...parameter('cookie', 'apiKey') }
}

const JWT = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.c2ln`
const PLAIN_PARTS = `${Buffer.from('{"typ":"JWT"}').toString('base64url')}.e30.c2ln`
/** Other runs are listed with all operations. */
const SOME: Readonly<Record<string, readonly string[]>> = {
  'without credentials': ['nothing', 'a client certificate', 'a token', 'a name and a password', 'two keys'],
  'with credentials of variables': ['a token', 'a name and a password', 'a key in a header'],
  'with the same credential twice': ['a token', 'a name and a password', 'two keys']
}

const VARIABLES = { LISTED_TOKEN: JWT, LISTED_BASIC: 'Ada:Se cret', LISTED_KEY: 'Kéy-1-of-many' }
/** Credentials of the run, of other principals, and scopes. */
const RUNS: Readonly<Record<string, Partial<ConstructorParameters<typeof Principals>[1]>>> = {
  'without credentials': {},
  'with all credentials': {
    credentials: {
      ...{
        token: JWT,
        basic: 'Ada:Se',
        digest: PLAIN_PARTS,
        oauth: 'Abc',
        header: 'k',
        query: '42',
        odd: 'Xy',
        cookie: 'ab.c.d',
        named: '7'
      }
    },
    principals: { reader: { token: 'other', oauth: 'third', header: 'x', cookie: 'y' }, nobody: {} },
    scopes: { reader: ['admin', 'a'] }
  },
  'with credentials of variables': {
    credentials: { token: { env: 'LISTED_TOKEN' }, basic: { env: 'LISTED_BASIC' }, header: { env: 'LISTED_KEY' } }
  },
  'with the same credential twice': {
    credentials: { token: 'same-secret', header: 'same-secret', basic: 'x' },
    principals: { other: { token: 'SAME-SECRET', header: 'same-secre' } }
  }
}

describe('Credentials that are tried', () => {
  before(() => Object.assign(process.env, VARIABLES))
  after(() => {
    for (const name of Object.keys(VARIABLES)) delete process.env[name]
  })

  it('are those of credential-edge-list.txt, by what an operation requires and what a run has', () => {
    const paths = Object.entries(OPERATIONS).map(([name, own], index) => [
      `/${index}`,
      { get: { operationId: name, responses: {}, ...own } }
    ])
    const document = readDocument({
      ...openApi(Object.fromEntries(paths), {}, '3.1.0'),
      components: { securitySchemes: SCHEMES }
    })
    const lines: string[] = []
    for (const [title, run] of Object.entries(RUNS)) {
      const own = SOME[title]
      for (const operation of document.operations.filter(({ id }) => own?.includes(id) ?? true)) {
        const principals = new Principals(document.schemes, {
          ...{ extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} },
          ...run
        })
        lines.push(`\n${operation.id}, ${title}`)
        let said: string | undefined
        for (const { label, rank, share, method, apply } of credentialEdgeCases(principals, operation)) {
          const { presented } = apply({ operation } as RequestParts, leastDraw()) as RequestParts
          const { parts = [], expect, why } = presented ?? {}
          const sent = parts.map(({ in: place, key, text }) => {
            const short = text.length > 50 ? `${text.slice(0, 20)}… of ${text.length}` : text
            const word = principals.secrets.shellWord(text)
            return `${place} ${key}: ${shown(short)}${word === undefined ? '' : ` as ${word}`}`
          })
          const own = [share, method].filter((each) => each !== undefined)
          const more = why === said ? '' : ` (${why})`
          said = why
          lines.push(`${rank} ${expect} ${label}${own.join('')} → ${sent.join(' | ') || 'nothing'}${more}`)
        }
      }
    }
    expectWholeList('verify/requests/credential-edge-list.txt', lines)
  })
})
