import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { expectWholeList } from '../../support/whole-list.js'

interface Sample {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?:
    | { kind: 'text'; text: string }
    | { kind: 'form'; parts: readonly (readonly [string, unknown])[] }
    | { kind: 'file' }
  readonly credentials: readonly { scheme: string; kind: string; name: string }[]
}

type Writer = (sample: Sample) => string

const SCRIPT = new URL('../../../../src/openapi/page/browser/request-code.js', import.meta.url)
const ROOT = 'https://shop.example/v1'

function sample(given: Partial<Sample>): Sample {
  return { method: 'GET', url: `${ROOT}/items`, headers: [], credentials: [], ...given }
}

const bearer = { scheme: 'bearer', kind: 'bearer', name: 'Authorization' }
const HOSTILE = `'; rm -rf / #"\`$(id)\${x}\\\n\u2028</script>`

const SAMPLES: Readonly<Record<string, Sample>> = {
  'a GET': sample({ url: `${ROOT}/items?page=2&tags=a&tags=b` }),
  'a HEAD': sample({ method: 'HEAD' }),
  'a bearer token': sample({ credentials: [bearer] }),
  'a password': sample({ credentials: [{ scheme: 'login', kind: 'basic', name: 'Authorization' }] }),
  'a key in a header and one in the query': sample({
    url: `${ROOT}/items?a=1`,
    credentials: [
      { scheme: 'apiKey', kind: 'header', name: 'x-key' },
      { scheme: 'other-key', kind: 'query', name: 'key&2' }
    ]
  }),
  'a key in a cookie': sample({ credentials: [{ scheme: 'session', kind: 'cookie', name: 'sid' }] }),
  'a body in JSON': sample({
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    body: { kind: 'text', text: '{"name":"Näh","size":{"a":1.5,"list":[1,2]},"none":null}' }
  }),
  'a body that is no JSON': sample({
    method: 'PUT',
    headers: [['Content-Type', 'application/json']],
    body: { kind: 'text', text: '{"a": ' }
  }),
  'a form': sample({
    method: 'POST',
    headers: [['Content-Type', 'multipart/form-data']],
    body: {
      kind: 'form',
      parts: [
        ['title', 'a;b@c'],
        ['file', new File(['x'], 'a.txt')],
        ['more', { a: 1 }]
      ]
    }
  }),
  'a file': sample({ method: 'POST', headers: [['Content-Type', 'application/octet-stream']], body: { kind: 'file' } }),
  'hostile texts': sample({
    method: 'POST',
    url: `${ROOT}/items/${encodeURIComponent(HOSTILE)}?q='x'$(id)`,
    headers: [
      ['Content-Type', 'text/plain'],
      ['x-hostile', HOSTILE.replaceAll(/[\n\u2028]/g, '')]
    ],
    body: { kind: 'text', text: HOSTILE },
    credentials: [bearer]
  })
}

describe('Requests as code, on the documentation page', () => {
  let writers: Readonly<Record<'curlOf' | 'fetchOf', Writer>>

  before(async () => {
    writers = (await import(SCRIPT.href)) as typeof writers
  })

  it('are written as request-code-list.txt says', () => {
    const lines = Object.entries(SAMPLES).flatMap(([title, each]) => [
      `# ${title}`,
      ...Object.entries(writers).flatMap(([name, write]) => [
        `## ${name}`,
        ...write(each).replaceAll('\u2028', '(LS)').split('\n')
      ]),
      ''
    ])
    expectWholeList('openapi/page/request-code-list.txt', lines)
  })

  for (const [title, each] of Object.entries(SAMPLES)) {
    it(`reach a shell as they are: ${title}`, () => {
      const script = `curl() { for each; do printf '%s\\0' "$each"; done; }\n${writers.curlOf(each)}`
      const env = { TOKEN: 't', TOKEN_API_KEY: 'k1', TOKEN_OTHER_KEY: 'k2' }
      const given = execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
      const valuesOf = (option: string) => given.flatMap((text, at) => (given[at - 1] === option ? [text] : []))
      expect(valuesOf('--header')).to.include.members(
        (each.body?.kind === 'form' ? [] : each.headers).map(([name, value]) => `${name}: ${value}`)
      )
      expect(given.at(-1)?.startsWith(each.url)).to.equal(true)
      if (each.body?.kind === 'text') expect(valuesOf('--data-raw')).to.deep.equal([each.body.text])
      if (each.credentials.includes(bearer)) expect(valuesOf('--header')).to.include('Authorization: Bearer t')
      if (title.startsWith('a key in a header')) {
        expect(valuesOf('--header')).to.deep.equal(['x-key: k1'])
        expect(given.at(-1)).to.equal(`${ROOT}/items?a=1&key%262=k2`)
      }
    })

    it(`reach fetch as they are: ${title}`, async () => {
      const calls: [string, RequestInit | undefined][] = []
      const values = {
        fetch: async (url: string, init?: RequestInit) => {
          calls.push([url, init])
          return new Response('')
        },
        console: { log: () => undefined },
        file: new Blob(['x']),
        ...{ token: 't', tokenApiKey: 'k1', tokenOtherKey: 'k2', userAndPassword: 'a:b' }
      }
      const run = new Function(...Object.keys(values), `return (async () => { ${writers.fetchOf(each)} })()`)
      await run(...Object.values(values))
      const [[url, init] = ['', undefined]] = calls
      expect(url.startsWith(each.url)).to.equal(true)
      expect(init?.method ?? 'GET').to.equal(each.method)
      if (each.body?.kind !== 'form')
        expect(Object.entries(init?.headers ?? {})).to.deep.include.members([...each.headers])
      if (each.body?.kind === 'text') {
        const isJson = title === 'a body in JSON'
        expect(isJson ? JSON.parse(String(init?.body)) : init?.body).to.deep.equal(
          isJson ? JSON.parse(each.body.text) : each.body.text
        )
      }
      if (each.body?.kind === 'form')
        expect([...((init as RequestInit).body as FormData).keys()]).to.deep.equal(['title', 'file', 'more'])
    })
  }
})
