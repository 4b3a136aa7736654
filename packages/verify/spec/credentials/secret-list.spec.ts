import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectListed } from '../../../../spec/support/listed.js'
import { outcome, shown } from '../../../../spec/support/whole-list.js'
import { withExtras, withParts } from '../../src/credentials/presented.js'
import {
  type CredentialSettings,
  checkCredentials,
  type GivenCredential,
  Principals
} from '../../src/credentials/principals.js'
import { Secrets } from '../../src/credentials/secrets.js'
import { unescaped } from '../../src/credentials/unescaped.js'
import { readDocument } from '../../src/document/published-document.js'
import type { WireRequest } from '../../src/wire/wire-request.js'

const LIST = 'verify/credentials/secret-list.txt'

/** Texts with escapes. */
const ESCAPED = [
  '',
  'plain',
  'a%20b',
  '%41%42c',
  '%4',
  '%4g',
  '%7f%80%C2%80',
  '%C3%A9!',
  '%DF%BF%E0%A0%80',
  '%E2%82%AC.%EF%BF%BF.',
  '%F0%9F%98%80.',
  '%F0%9F',
  'x\\u0041\\u00e9y',
  '\\ud83d\\ude00.',
  '\\U0041',
  '\\u004',
  '\\x41\\X7a.',
  '\\x4',
  '\\b\\f\\n\\r\\t\\v|',
  '\\N\\\\\\/\\"\\\'\\`.',
  '\\a',
  '&quot;&amp;&lt;&gt;&apos;.',
  '&QUOT;&Amp;',
  '&quot',
  '&#65;&#x41;&#X7A;.',
  '&#1114111;&#1114112;&#x10ffff;&#x110000;.',
  '&#12345678;',
  '%2541',
  'a%252541b',
  '%25252541',
  '%2525252541',
  '\\\\u0041',
  '\\u005cu0041z',
  '&amp;quot;',
  'a%5Cn%26amp;b'
]

/** Secrets of all lengths around those that count, and one whose base64 has the digits that differ between alphabets. */
const TEXTS = ['ab', 'abc', 'abcd', 'abcde', 'abcdef', 'Secret', 'Secret-7', '>>>???', 'o\u00fb\u00ff\u00fe', 'a b/c']
const BETWEEN: readonly (readonly [string, string])[] = [
  ['', ''],
  ['u', ''],
  ['us', ''],
  ['use', ''],
  ['', 'z'],
  ['u', 'zz'],
  ['us', 'zzz']
]

const toUrl = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')
const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  password: { type: 'http', scheme: 'basic' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' }
}
const NONE: CredentialSettings = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }

function principals(settings: Partial<CredentialSettings>, securitySchemes: object = SCHEMES): Principals {
  const { schemes } = readDocument({ openapi: '3.0.3', components: { securitySchemes }, paths: {} })
  return new Principals(schemes, { ...NONE, ...settings })
}

describe('Secrets of reports', () => {
  it('are found in escaped texts, which are read as secret-list.txt says', () => {
    const lines = ESCAPED.map((text) => {
      const read = [...unescaped(text)].map((each) => `${shown(each.text)} at ${each.places.join(' ')}`)
      return `${shown(text)} → ${read.join(' → ') || 'nothing'}`
    })
    expectListed(LIST, 'escapes', lines)
  })

  it('are hidden as secret-list.txt says, in every encoding', () => {
    const lines: string[] = []
    for (const text of TEXTS) {
      const [secrets, derived] = [new Secrets(), new Secrets()]
      secrets.add({ text, shell: '${IT}' })
      derived.addDerived({ text, shell: undefined })
      const base64 = BETWEEN.map(([before, after]) => Buffer.from(`${before}${text}${after}`).toString('base64'))
      const hex = Buffer.from(text).toString('hex')
      const forms = [text, text.toUpperCase(), ...base64, ...base64.map(toUrl), hex, hex.toUpperCase()]
      forms.push(encodeURIComponent(text), text.replaceAll(' ', '+'), `${text}${text}`, `x${text}y`)
      lines.push('', text)
      for (const form of new Set(forms)) {
        const word = secrets.shellWord(form)
        lines.push(`  ${form}: ${secrets.mask(form)}, ${word}; derived ${derived.mask(form)}`)
      }
    }
    expectListed(LIST, 'encodings', lines)
  })

  it('are hidden as secret-list.txt says where they overlap, and written as words of a shell', () => {
    const secrets = new Secrets()
    const texts = [
      'none so far',
      'abcdef-cdefgh',
      'abcdefgh',
      'ABCDEFGH',
      'abcabcabc',
      'cdefgh1',
      '_abcdef_',
      'abcdef$x'
    ]
    const lines = texts.map((text) => `${text}: ${secrets.mask(text)}, ${secrets.shellWord(text)}`)
    secrets.add({ text: 'abcdef', shell: '${A}' })
    lines.push(...texts.map((text) => `${text}: ${secrets.mask(text)}, ${secrets.shellWord(text)}`))
    for (const [text, shell] of [
      ['cdefgh', undefined],
      ['defg', '${B}'],
      ['abcabc', '$(cat "f")'],
      ['a b(c)', '${ODD}'],
      ['.*', '${SHORT}'],
      ['[^x]', '${SET}'],
      ['%41-literal', '${PERCENT}'],
      ['abcdef', '${LATER}'],
      ['cdefgh', '${NOW}']
    ] as const)
      secrets.add({ text, shell })
    for (const text of [
      ...texts,
      'defgh',
      'xabcdefgx defg',
      'a%20b(c)a+b(c)a b(c)',
      'a%20b%28c%29',
      'a\\u0020b(c).',
      'cde%66gh cd',
      'ab%63def%67h',
      'anything .* at all',
      '[^x] y',
      '%41-literal A-literal',
      '"abcdef" `$abcdef` \\abcdef',
      'abcdefabcdef abcdef'
    ])
      lines.push(`${text}: ${secrets.mask(text)}, ${secrets.shellWord(text)}`)
    expectListed(LIST, 'overlaps', lines)
  })

  it('are those of principals, as secret-list.txt says', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldstone-secrets-'))
    const [file, empty] = [join(folder, 'token'), join(folder, 'empty')]
    writeFileSync(file, '\nfrom-file \n\n')
    writeFileSync(empty, '')
    process.env.FIELDSTONE_LIST_SECRET = 'ada:from-env'
    process.env.FIELDSTONE_LIST_EMPTY = ''
    const inBase64 = (text: string) => Buffer.from(text).toString('base64')
    try {
      const given: readonly GivenCredential[] = [
        '',
        'ada:from-text',
        'ada:1234',
        'ada:12345',
        ':no-user',
        'a:b:c-d-e',
        'no-colon',
        { env: 'FIELDSTONE_LIST_SECRET' },
        { env: 'FIELDSTONE_LIST_EMPTY' },
        { env: 'FIELDSTONE_LIST_NONE' },
        { file },
        { file: empty },
        { file: join(folder, 'none') }
      ]
      const lines: string[] = []
      for (const credential of given) {
        const name = shown(credential).replaceAll(folder, 'folder')
        const checked = outcome(() => checkCredentials({ credentials: { token: credential } }))
        const ofOthers = outcome(() => checkCredentials({ principals: { ben: {}, ada: { token: credential } } }))
        lines.push('', name, `  checked: ${checked}; of others: ${ofOthers}`.replaceAll(folder, 'folder'))
        for (const scheme of Object.keys(SCHEMES)) {
          for (const isOther of [false, true]) {
            const own = { [scheme]: credential }
            const said = outcome(() => {
              const all = principals(isOther ? { principals: { ada: own } } : { credentials: own })
              const [secret] = (isOther ? all.others[0] : all.main)?.secrets.values() ?? []
              const { text = '', shell } = secret ?? {}
              const later = text.replace(/^[^:]*:/, '')
              const words = [text, inBase64(text), later, `x${inBase64(text)}`].map((each) => {
                return `${all.secrets.mask(each)} ${all.secrets.shellWord(each)}`
              })
              return `${shown(text)} ${shell}: ${words.join(' | ')}`
            })
            lines.push(`  ${scheme}${isOther ? ' of another' : ''}: ${said}`.replaceAll(folder, 'folder'))
          }
        }
      }
      lines.push(
        '',
        outcome(() => checkCredentials({}))
      )
      lines.push(outcome(() => principals({ credentials: { other: 'x' } }, {})))
      lines.push(outcome(() => principals({ scopes: { toString: [] } })))
      expectListed(LIST, 'principals', lines)
    } finally {
      delete process.env.FIELDSTONE_LIST_SECRET
      delete process.env.FIELDSTONE_LIST_EMPTY
      rmSync(folder, { recursive: true })
    }
  })

  it('are put into requests as secret-list.txt says', () => {
    const places = [
      { in: 'query', key: 'a b' },
      { in: 'query', key: 'c' },
      { in: 'header', key: 'x-key' },
      { in: 'cookie', key: 'id' }
    ] as const
    const urls = ['/', '/?', '/?a b=1', '/?a%20b=1&c=2', '/?c', '/?c&d=3', '/?=c', '/?c=1=2&cc=3']
    const cookies = ['', 'id', 'id=1', ' id = 1 ; b=2', 'a=1;id=2', 'a=1; id=2; b=3 ', 'ids=1', '=id']
    const requestOf = (url: string, headers: WireRequest['headers']): WireRequest => {
      return { method: 'GET', url, headers, body: undefined }
    }
    const inShort = ({ url, headers }: WireRequest) =>
      `${url} ${headers.map(([k, v]) => `${k}: ${shown(v)}`).join(', ')}`
    const requests = [
      ...urls.map((url) => requestOf(url, [])),
      ...cookies.map((cookie) => requestOf('/', [['cookie', cookie]])),
      requestOf('/', [
        ['cookie', 'a=1'],
        ['x-key', 'k'],
        ['x-keys', 'l'],
        ['cookie', 'b=2']
      ])
    ]
    const extras = {
      headers: [
        ['cookie', 'e=f'],
        ['x-key', 'g']
      ],
      query: [
        ['c', 'é'],
        ['a b', '']
      ]
    } as const
    const lines = requests.map((request) => {
      const without = places.map((place) => inShort(withParts(request, [], [place])))
      const withAll = withParts(
        request,
        places.map((place) => ({ ...place, text: 'new one' })),
        []
      )
      return [
        inShort(request),
        `  without each: ${without.join(' | ')}`,
        `  with all: ${inShort(withAll)}`,
        `  with extras: ${inShort(withExtras(request, extras))}`
      ].join('\n')
    })
    expectListed(LIST, 'requests', lines)
  })
})
