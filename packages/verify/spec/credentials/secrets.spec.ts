import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { formatJUnit, formatMarkdown, formatReport } from 'fieldstone-verify'
import { bare, handmade, json, openApi, type Responded } from '../support/services.js'
import { findingsOf, verified } from '../support/verified.js'

const TOKEN = 'tok/En+"9 \\zQ<é&x'

/** A service whose response has another form of the credential that it gets. */
function telling(show: (token: string) => string, scheme: object = { type: 'apiKey', in: 'header', name: 'x-key' }) {
  const responses = { 200: json({ type: 'object', properties: { a: { type: 'integer' } } }), ...bare(401) }
  const document = openApi({ '/me': { get: { operationId: 'me', security: [{ key: [] }], responses } } })
  Object.assign((document as { components: object }).components, { securitySchemes: { key: scheme } })
  return handmade(document, ({ method, path }): Responded => {
    if (path !== '/me') return { status: 404 }
    if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } }
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: `{"a":"x","told":${JSON.stringify(show(TOKEN))}}`
    }
  })
}

describe('A report does not show a credential', () => {
  for (const [form, write] of Object.entries<(text: string) => string>({
    'as it is': (text) => text,
    'in base64': (text) => Buffer.from(text).toString('base64'),
    'in base64 of the alphabet for URLs': (text) => Buffer.from(text).toString('base64url'),
    'in base64 of a text that contains it': (text) => Buffer.from(`{"user":"${text}"}`).toString('base64'),
    'in base64 one byte further': (text) => Buffer.from(`{"users":"${text}"}`).toString('base64'),
    'in base64 two bytes further': (text) => Buffer.from(`{"userid":"${text}"}`).toString('base64'),
    'in hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
    'in percent sequences': encodeURIComponent,
    'in percent sequences of lower case': (text) =>
      encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
    'in a percent sequence for each byte': (text) =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    'as a field of a form': (text) => new URLSearchParams({ text }).toString().slice(5),
    'in JSON': JSON.stringify,
    'in JSON as PHP writes it': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
    'in JSON in ASCII': (text) =>
      JSON.stringify(text).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'in HTML': (text) =>
      text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('é', '&#xE9;'),
    'in upper case': (text) => text.toUpperCase()
  })) {
    it(form, async () => {
      const report = await verified(
        telling((token) => `before ${write(token)} after`),
        { credentials: { key: TOKEN }, runs: 60 }
      )
      expect(findingsOf(report).length).to.be.above(0)
      for (const text of [JSON.stringify(report), formatReport(report), formatJUnit(report), formatMarkdown(report)]) {
        expect(text).to.contain('***')
        // However it is escaped around them.
        for (const part of ['/en+', 'zq<é&x']) expect(text.toLowerCase()).not.to.contain(part)
        expect(text.toLowerCase()).not.to.contain(write(TOKEN).toLowerCase()).and.not.to.contain(TOKEN.toLowerCase())
      }
    })
  }

  it('nor a part of it that was tried', async () => {
    const token = 'abcdefghij-KLMNOPQRST'
    const service = telling(() => '')
    const report = await verified(service, { credentials: { key: token } })
    const text = JSON.stringify(report)
    for (const part of [token, token.slice(0, 10), token.slice(0, -1), token.slice(11), `${token}x`])
      expect(text).not.to.contain(part)
  })
})

describe('A response that has the credential of its request', () => {
  const scheme = { type: 'http', scheme: 'bearer' }
  const kinds = async (show: (token: string) => string, token: string) => {
    const { document } = telling(() => '', scheme)
    const service = handmade(document, ({ method, path, headers }): Responded => {
      if (path !== '/me') return { status: 404 }
      if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } }
      const own = /^bearer (.*)$/i.exec(headers.authorization ?? '')?.[1]
      if (own !== token) return { status: 401, headers: { 'www-authenticate': 'Bearer' } }
      return { status: 200, body: { told: show(token) } }
    })
    const found = findingsOf(await verified(service, { credentials: { key: token } }))
    return found.map(({ kind }) => kind).filter((kind) => kind !== 'undocumented-property')
  }

  it('is a suspicion', async () => {
    expect(await kinds((token) => `you are ${token}`, 'abcd-efgh-ijkl')).to.deep.equal(['leaked-credential'])
  })

  it('is none where only a part of it is there, or it is so short that it may be anything', async () => {
    expect(await kinds((token) => token.slice(0, 8), 'abcd-efgh-ijkl')).to.deep.equal([])
    expect(await kinds((token) => token, 'abcd')).to.deep.equal([])
  })
})

describe('A command has the variable in place of a credential', () => {
  const NAME = 'FIELDSTONE_SPEC_TOKEN'
  afterEach(() => {
    delete process.env[NAME]
  })

  /** What curl would be called with, according to a shell in which the variable is set. */
  const argumentsOf = (command: string, token: string) => {
    const shown = command.replace(/(^|\| )curl /g, `$1printf '%s\\n' `)
    return execFileSync('sh', ['-c', shown], { env: { ...process.env, [NAME]: token } })
      .toString()
      .split('\n')
  }

  for (const [what, scheme, token, expected] of [
    ['a token', { type: 'http', scheme: 'bearer' }, 'top$ecret`"\\x', 'authorization: Bearer top$ecret`"\\x'],
    [
      'a password',
      { type: 'http', scheme: 'basic' },
      'ada:C$rrect',
      `authorization: Basic ${Buffer.from('ada:C$rrect').toString('base64')}`
    ],
    ['a key in a header', { type: 'apiKey', in: 'header', name: 'x-key' }, 'k"e$y-0123', 'x-key: k"e$y-0123']
  ] as const) {
    it(`which the shell replaces by the same text: ${what}`, async () => {
      process.env[NAME] = token
      const report = await verified(
        telling(() => '', scheme),
        { credentials: { key: { env: NAME } }, runs: 40 }
      )
      const broken = report.disagreements.find(({ kind }) => kind === 'broken-response')
      expect(broken?.curl).to.contain(`$`).and.not.to.contain(token)
      expect(argumentsOf(broken?.curl ?? '', token)).to.include(expected)
    })
  }

  it('also for what is almost the right one', async () => {
    const token = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl`
    process.env[NAME] = token
    const scheme = { type: 'http', scheme: 'bearer' }
    const honest = telling(() => '', scheme)
    const commands = new Map<string, string>()
    for (const accepted of [`${token}x`, token.slice(0, token.length / 2), token.slice(0, -1)]) {
      const service: typeof honest = {
        ...honest,
        inject: async (request) => {
          const own = request.headers.authorization
          if (own === `Bearer ${token}` || own === `Bearer ${accepted}`) return honest.inject(request)
          return { statusCode: 401, headers: { 'www-authenticate': 'Bearer' }, rawBody: Buffer.from('') }
        }
      }
      const report = await verified(service, { credentials: { key: { env: NAME } } })
      const stranger = report.disagreements.find(({ kind }) => kind === 'accepted-stranger')
      commands.set(accepted, stranger?.curl ?? '')
    }
    for (const [accepted, command] of commands) {
      expect(command).not.to.contain(accepted)
      expect(argumentsOf(command, token)).to.include(`authorization: Bearer ${accepted}`)
    }
  })
})
