import { get, itSays, type Json } from './comparison.js'

const SCHEMES = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  sameKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  otherKey: { type: 'apiKey', in: 'header', name: 'Api-Key' },
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  basic: { type: 'http', scheme: 'Basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  login: { type: 'oauth2', flows: { password: { tokenUrl: 'https://a.example/token', scopes: {} } } },
  elsewhere: { type: 'oauth2', flows: { password: { tokenUrl: 'https://b.example/token', scopes: {} } } },
  account: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/openid' },
  otherAccount: { type: 'openIdConnect', openIdConnectUrl: 'https://b.example/openid' },
  certificate: { type: 'mutualTLS' },
  shared: { $ref: '#/components/securitySchemes/key' }
}

/** An operation that requires one of these; without any, it is what the document requires. */
function secured(...requirements: readonly Json[]): Json {
  return get({ security: requirements }, { components: { securitySchemes: SCHEMES } })
}

/** An operation of a document that requires one of these. */
function documentSecured(operation: Json, ...requirements: readonly Json[]): Json {
  return get(operation, { security: requirements, components: { securitySchemes: SCHEMES } })
}

describe('changes of security', () => {
  itSays(
    'credentials that become required break',
    get({}),
    secured({ key: [] }),
    'breaking security-added: Requests without credentials are rejected now; required is the header X-Key',
    'compatible security-widened: no credential is enough now, before the header X-Key'
  )
  itSays(
    'credentials that become optional are compatible',
    secured({ key: [] }),
    secured({ key: [] }, {}),
    'compatible security-widened: no credential is enough now, before the header X-Key',
    'breaking security-added: Requests without credentials are rejected now; required is the header X-Key'
  )
  itSays(
    'a second credential at once breaks',
    secured({ key: [] }),
    secured({ key: [], bearer: [] }),
    'breaking security-narrowed: the header X-Key is no longer enough; required is the header X-Key and HTTP bearer',
    'compatible security-widened: the header X-Key is enough now, before the header X-Key and HTTP bearer'
  )
  itSays(
    'one of two that is gone breaks',
    secured({ key: [] }, { bearer: [] }),
    secured({ bearer: [] }),
    'breaking security-narrowed: the header X-Key is no longer enough; required is HTTP bearer',
    'compatible security-widened: the header X-Key is enough now, before HTTP bearer'
  )
  itSays(
    'another scheme breaks',
    secured({ basic: [] }),
    secured({ bearer: [] }),
    [
      'breaking security-narrowed: HTTP basic is no longer enough; required is HTTP bearer',
      'compatible security-widened: HTTP bearer is enough now, before HTTP basic'
    ],
    [
      'breaking security-narrowed: HTTP bearer is no longer enough; required is HTTP basic',
      'compatible security-widened: HTTP basic is enough now, before HTTP bearer'
    ]
  )
  itSays(
    'a key in another header breaks',
    secured({ key: [] }),
    secured({ otherKey: [] }),
    [
      'breaking security-narrowed: the header X-Key is no longer enough; required is the header Api-Key',
      'compatible security-widened: the header Api-Key is enough now, before the header X-Key'
    ],
    [
      'breaking security-narrowed: the header Api-Key is no longer enough; required is the header X-Key',
      'compatible security-widened: the header X-Key is enough now, before the header Api-Key'
    ]
  )
  itSays(
    'a key in a cookie is not one in a header',
    secured({ key: [] }),
    secured({ session: [] }),
    [
      'breaking security-narrowed: the header X-Key is no longer enough; required is the cookie session',
      'compatible security-widened: the cookie session is enough now, before the header X-Key'
    ],
    [
      'breaking security-narrowed: the cookie session is no longer enough; required is the header X-Key',
      'compatible security-widened: the header X-Key is enough now, before the cookie session'
    ]
  )
  itSays(
    'a certificate is a credential',
    secured({ certificate: [] }),
    secured({ account: [] }),
    [
      'breaking security-narrowed: a client certificate is no longer enough; required is OpenID Connect',
      'compatible security-widened: OpenID Connect is enough now, before a client certificate'
    ],
    [
      'breaking security-narrowed: OpenID Connect is no longer enough; required is a client certificate',
      'compatible security-widened: a client certificate is enough now, before OpenID Connect'
    ]
  )
  itSays('names of schemes are not sent', secured({ key: [] }), secured({ sameKey: [] }))
  itSays('a scheme may be a reference', secured({ key: [] }), secured({ shared: [] }))
  itSays(
    'a scope that is added breaks',
    secured({ login: ['a'] }),
    secured({ login: ['a', 'b'] }),
    'breaking security-scope-added: OAuth 2 (a) is no longer enough: required now is the scope b',
    'compatible security-widened: OAuth 2 (a) is enough now, before OAuth 2 (a, b)'
  )
  itSays(
    'several scopes are named',
    secured({ login: [] }),
    secured({ login: ['b', 'c'] }),
    'breaking security-scope-added: OAuth 2 is no longer enough: required now are the scopes b, c',
    'compatible security-widened: OAuth 2 is enough now, before OAuth 2 (b, c)'
  )
  itSays(
    'a scope of one of two schemes at once is added',
    secured({ login: ['a'], account: [] }),
    secured({ login: ['a'], account: ['b'] }),
    'breaking security-scope-added: OAuth 2 (a) and OpenID Connect is no longer enough: required now is the scope b',
    'compatible security-widened: OAuth 2 (a) and OpenID Connect is enough now, before OAuth 2 (a) and OpenID Connect (b)'
  )
  itSays(
    'the order of scopes and of requirements says nothing',
    secured({ login: ['a', 'b'] }, { key: [] }),
    secured({ key: [] }, { login: ['b', 'a'] })
  )
  itSays(
    'a token from another place may not be accepted',
    secured({ login: [] }),
    secured({ elsewhere: [] }),
    'may-break security-scheme-changed: OAuth 2 gets its tokens from another place',
    'may-break security-scheme-changed: OAuth 2 gets its tokens from another place'
  )
  itSays(
    'an account of another provider may not be accepted',
    secured({ account: [] }),
    secured({ otherAccount: [] }),
    'may-break security-scheme-changed: OpenID Connect gets its tokens from another place',
    'may-break security-scheme-changed: OpenID Connect gets its tokens from another place'
  )
  itSays(
    'what the document requires is what operations without their own require',
    documentSecured({}, { key: [] }),
    secured({ key: [] })
  )
  itSays(
    'an operation may be excepted from what the document requires',
    documentSecured({}, { key: [] }),
    documentSecured({ security: [] }, { key: [] }),
    'compatible security-widened: no credential is enough now, before the header X-Key',
    'breaking security-added: Requests without credentials are rejected now; required is the header X-Key'
  )
  itSays(
    'another credential of the whole document breaks its operations',
    documentSecured({}, { key: [] }),
    documentSecured({}, { bearer: [] }),
    [
      'breaking security-narrowed: the header X-Key is no longer enough; required is HTTP bearer',
      'compatible security-widened: HTTP bearer is enough now, before the header X-Key'
    ],
    [
      'breaking security-narrowed: HTTP bearer is no longer enough; required is the header X-Key',
      'compatible security-widened: the header X-Key is enough now, before HTTP bearer'
    ]
  )
  itSays(
    'scopes of a scheme that has none in OpenAPI 3.0 are read from `x-security-scopes`',
    documentSecured({ security: [{ key: [] }] }),
    documentSecured({ security: [{ key: [] }], 'x-security-scopes': [{ key: ['a'] }] }),
    'breaking security-scope-added: the header X-Key is no longer enough: required now is the scope a',
    'compatible security-widened: the header X-Key is enough now, before the header X-Key (a)'
  )
})
