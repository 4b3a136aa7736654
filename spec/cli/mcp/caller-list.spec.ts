import { callerWith } from '../../../src/cli/mcp/caller.js'
import type { SecuritySchemeObject } from '../../../src/openapi/document.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

const SCHEMES: Readonly<Record<string, SecuritySchemeObject>> = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  other: { type: 'apiKey', in: 'cookie', name: 'own' },
  'a b': { type: 'apiKey', in: 'header', name: 'a-b' }
}

const ENVIRONMENT = { TOKEN: 't', USER: 'ann:é:1', EMPTY: '', 'a=b': 'odd', 'two\nlines': 'l' }

const GIVEN: readonly (readonly string[])[] = [
  [],
  ...Object.keys(SCHEMES).map((name) => [`${name}=env:TOKEN`]),
  ['basic=env:USER'],
  ['header=env:a=b'],
  // The last one for `authorization`.
  ['basic=env:USER', 'bearer=env:TOKEN'],
  ['cookie=env:TOKEN', 'other=env:USER', 'query=env:TOKEN', 'query=env:USER', 'header=env:TOKEN', 'oidc=env:TOKEN'],
  ['bearer=env:EMPTY'],
  ['bearer=env:NONE'],
  ['bearer=env:toString'],
  ['bearer=env:'],
  ['bearer=TOKEN'],
  ['bearer=secret=env:TOKEN'],
  ['bearer = env:TOKEN'],
  ['=env:TOKEN'],
  [''],
  ['bearer'],
  ['"=secret'],
  ['beare=env:TOKEN'],
  ['toString=env:TOKEN'],
  ['query=env:TOKEN', 'x=env:TOKEN']
]

describe('callerWith()', () => {
  it('makes a caller of the credentials of a command line as caller-list.txt says', () => {
    const one = (given: readonly string[], schemes = SCHEMES) =>
      `${shown(given)} → ${outcome(() => {
        const { origin, header, query, remoteAddress } = callerWith(given, schemes, ENVIRONMENT)
        const headers = ['authorization', 'x-key', 'X-Key', 'a-b', 'cookie'].map((name) => header(name))
        return [origin, remoteAddress, headers, `${query}`]
      })}`
    expectWholeList('cli/mcp/caller-list.txt', [
      ...GIVEN.map((given) => one(given)),
      '\nwithout schemes',
      one([], {}),
      one(['bearer=env:TOKEN'], {})
    ])
  })
})
