import { expect } from 'chai'
import {
  apiKeyScheme,
  basicScheme,
  bearerScheme,
  type Context,
  Forbidden,
  HttpError,
  type HttpOptions,
  Router,
  type SecurityRequirement,
  type SecurityScheme,
  Unauthorized
} from 'fieldstone'
import { ask } from '../support/ask.js'
import { recordingLogger } from '../support/one-handler.js'

interface User {
  readonly name: string
  readonly scopes: readonly string[]
}

const ADA: User = { name: 'ada', scopes: ['notes:read', 'notes:write'] }
const BOB: User = { name: 'bob', scopes: ['notes:read'] }
const USERS = new Map<string, User>([
  ['ada', ADA],
  ['bob', BOB]
])

const bearer = bearerScheme({
  authenticate: (token) => USERS.get(token),
  scopes: ['notes:read', 'notes:write'],
  scopesOf: (user) => user.scopes
})
const slow = bearerScheme({
  authenticate: async (token) => {
    await new Promise((done) => setTimeout(done, 1))
    return USERS.get(token) ?? null
  },
  scopes: ['notes:write'],
  scopesOf: async (user) => user.scopes.join(' ')
})
const key = apiKeyScheme({ in: 'header', name: 'X-Api-Key', authenticate: (text) => text === 'k1' })
const basic = basicScheme({ authenticate: (user, password) => password === 'päss' && { name: user } })
const SCHEMES: Readonly<Record<string, SecurityScheme>> = { bearer, slow, key, basic }

const principalOf = (ctx: Context) => (ctx.state.principal as User | undefined)?.name ?? 'nobody'

function routerOf(security: readonly SecurityRequirement[], options: HttpOptions = {}): Router {
  const router = new Router({ logger: false, securitySchemes: SCHEMES, ...options })
  return router.getFunc('/notes', (ctx) => ctx.text(200, principalOf(ctx)), { security })
}

const ADA_TOKEN = { authorization: 'Bearer ada' }
const BOB_TOKEN = { authorization: 'Bearer bob' }
const KEY = { 'x-api-key': 'k1' }
const basicOf = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

describe('A secured route', () => {
  const table: [
    what: string,
    security: readonly SecurityRequirement[],
    headers: Record<string, string>,
    status: number,
    told: string
  ][] = [
    ['no credentials', ['bearer'], {}, 401, 'Bearer realm="bearer"'],
    ['a token that is known', ['bearer'], ADA_TOKEN, 200, 'ada'],
    [
      'a token that is not known',
      ['bearer'],
      { authorization: 'Bearer eve' },
      401,
      'Bearer realm="bearer", error="invalid_token"'
    ],
    [
      'a malformed token',
      ['bearer'],
      { authorization: 'Bearer a b' },
      401,
      'Bearer realm="bearer", error="invalid_token"'
    ],
    ['credentials of another scheme', ['bearer'], basicOf('ada:päss'), 401, 'Bearer realm="bearer"'],
    ['a token that is found out later', ['slow'], ADA_TOKEN, 200, 'ada'],
    [
      'a token that is not found later',
      ['slow'],
      { authorization: 'Bearer eve' },
      401,
      'Bearer realm="slow", error="invalid_token"'
    ],
    ['a user and a password in UTF-8', ['basic'], basicOf('Zoë:päss'), 200, 'Zoë'],
    ['a wrong password', ['basic'], basicOf('ada:pass'), 401, 'Basic realm="basic", charset="UTF-8"'],
    ['a key', ['key'], KEY, 200, 'nobody'],
    ['a wrong key', ['key'], { 'x-api-key': 'k2' }, 401, 'ApiKey realm="key", in="header", name="X-Api-Key"'],
    ['the first of two', ['bearer', 'key'], ADA_TOKEN, 200, 'ada'],
    ['the second of two', ['bearer', 'key'], KEY, 200, 'nobody'],
    [
      'none of two',
      ['bearer', 'key'],
      {},
      401,
      'Bearer realm="bearer", ApiKey realm="key", in="header", name="X-Api-Key"'
    ],
    ['a wrong first and a right second of two', ['slow', 'key'], { authorization: 'Bearer x', ...KEY }, 200, 'nobody'],
    ['both of both', [{ bearer: [], key: [] }], { ...ADA_TOKEN, ...KEY }, 200, 'ada'],
    [
      'one of both',
      [{ bearer: [], key: [] }],
      ADA_TOKEN,
      401,
      'Bearer realm="bearer", ApiKey realm="key", in="header", name="X-Api-Key"'
    ],
    [
      'both of both, one of them wrong',
      [{ slow: [], key: [] }],
      { ...ADA_TOKEN, 'x-api-key': 'no' },
      401,
      'Bearer realm="slow", ApiKey realm="key", in="header", name="X-Api-Key"'
    ],
    [
      'one of both, where it would do with less',
      [{ bearer: [], key: [] }, 'key'],
      ADA_TOKEN,
      401,
      'Bearer realm="bearer", ApiKey realm="key", in="header", name="X-Api-Key"'
    ],
    ['the scope', [{ bearer: ['notes:write'] }], ADA_TOKEN, 200, 'ada'],
    [
      'no scope',
      [{ bearer: ['notes:read', 'notes:write'] }],
      BOB_TOKEN,
      403,
      'Bearer realm="bearer", error="insufficient_scope", scope="notes:read notes:write"'
    ],
    [
      'a scope that is asked of nobody',
      [{ bearer: ['notes:write'] }],
      {},
      401,
      'Bearer realm="bearer", scope="notes:write"'
    ],
    ['the scope in a text, later', [{ slow: ['notes:write'] }], ADA_TOKEN, 200, 'ada'],
    [
      'no scope in a text, later',
      [{ slow: ['notes:write'] }],
      BOB_TOKEN,
      403,
      'Bearer realm="slow", error="insufficient_scope", scope="notes:write"'
    ],
    ['no scope, but a key', [{ bearer: ['notes:write'] }, 'key'], { ...BOB_TOKEN, ...KEY }, 200, 'nobody'],
    [
      'no scope, and a wrong key',
      ['key', { bearer: ['notes:write'] }],
      { ...BOB_TOKEN, 'x-api-key': 'no' },
      403,
      'Bearer realm="bearer", error="insufficient_scope", scope="notes:write"'
    ],
    ['nothing where that will do', ['bearer', {}], {}, 200, 'nobody'],
    ['a token where nothing will do, too', [{}, 'bearer'], ADA_TOKEN, 200, 'ada'],
    ['a wrong token where nothing will do', ['bearer', {}], { authorization: 'Bearer x' }, 200, 'nobody'],
    ['nothing where nothing is asked', [], {}, 200, 'nobody']
  ]
  for (const [what, security, headers, status, told] of table) {
    it(`answers ${status} to ${what} where ${JSON.stringify(security)} is asked`, async () => {
      const answer = await ask(routerOf(security), 'GET /notes', headers)
      expect(answer.status).to.equal(status)
      expect(status === 200 ? answer.body : answer.headers['www-authenticate']).to.equal(told)
      if (status !== 200) expect(answer.headers['content-type']).to.equal('application/problem+json')
    })
  }

  it('says what is wrong, and never what was shown', async () => {
    const router = routerOf([{ bearer: ['notes:write'] }])
    const detail = async (headers: Record<string, string>) => {
      const { body } = await ask(router, 'GET /notes', headers)
      return JSON.parse(body).detail
    }
    expect(await detail({})).to.equal('Authentication is required')
    expect(await detail({ authorization: 'Bearer s3cr3t' })).to.equal('The credentials are not valid')
    expect(await detail(BOB_TOKEN)).to.equal('The credentials lack the scope notes:write')
  })

  it('says which scopes a credential lacks, where it lacks several', async () => {
    const scheme = bearerScheme({ authenticate: () => true, scopes: ['a', 'b', 'c'], scopesOf: () => ['b'] })
    const router = new Router({ logger: false, securitySchemes: { scheme } })
    router.getFunc('/', (ctx) => ctx.json(200, {}), { security: [{ scheme: ['a', 'b', 'c'] }] })
    const { body } = await ask(router, 'GET /', { authorization: 'Bearer t' })
    expect(JSON.parse(body).detail).to.equal('The credentials lack the scopes a, c')
  })

  it('writes no credential into any log', async () => {
    const { logger, entries } = recordingLogger()
    const schemes = {
      ...SCHEMES,
      query: apiKeyScheme({ in: 'query', name: 'key', authenticate: () => false }),
      broken: bearerScheme({
        authenticate: () => {
          throw new Error('the database is away')
        }
      })
    }
    for (const security of [['bearer'], ['query'], ['broken'], ['basic']]) {
      const router = routerOf(security, { logger, accessLog: 'info', securitySchemes: schemes })
      const { body } = await ask(router, 'GET /notes?key=s3cr3t', {
        authorization: 'Bearer s3cr3t',
        'x-api-key': 's3cr3t'
      })
      expect(body).not.to.contain('s3cr3t')
    }
    expect(entries.length).to.be.above(4)
    expect(JSON.stringify(entries)).not.to.contain('s3cr3t')
  })

  it('is refused before its body is read and its parameters are bound, and inside of all layers', async () => {
    const order: string[] = []
    const scheme = bearerScheme({ authenticate: () => order.push('authenticate') > 0 && false })
    const router = new Router({ logger: false, securitySchemes: { scheme }, security: ['scheme'] })
    router.use((_ctx, next) => {
      order.push('application')
      return next()
    })
    const route = (_ctx: Context, next: () => Promise<void>) => {
      order.push('route')
      return next()
    }
    router.postFunc('/notes', () => order.push('handler'), { middleware: [route], bodyLimit: 1 })
    const { status } = await ask(router, 'POST /notes', { authorization: 'Bearer x', 'content-length': 0 })
    expect(status).to.equal(401)
    expect(order).to.deep.equal(['application', 'route', 'authenticate'])
  })

  it('answers HEAD like GET, without a body', async () => {
    const router = routerOf(['bearer'])
    const refused = await ask(router, 'HEAD /notes')
    expect([refused.status, refused.headers['www-authenticate'], refused.body]).to.deep.equal([
      401,
      'Bearer realm="bearer"',
      ''
    ])
    expect((await ask(router, 'HEAD /notes', ADA_TOKEN)).status).to.equal(200)
  })

  it('asks nothing of OPTIONS, of what answers it automatically or by a route, unless that route says so', async () => {
    const router = routerOf(['bearer'], { security: ['bearer'] })
    router.optionsFunc('/own', (ctx) => ctx.noContent())
    router.optionsFunc('/shut', (ctx) => ctx.noContent(), { security: ['bearer'] })
    expect((await ask(router, 'OPTIONS /notes')).status).to.equal(204)
    expect((await ask(router, 'OPTIONS /own')).status).to.equal(204)
    expect((await ask(router, 'OPTIONS /shut')).status).to.equal(401)
    expect((await ask(router, 'POST /notes')).status).to.equal(405)
    expect((await ask(router, 'GET /nowhere')).status).to.equal(404)
  })

  it('believes none of two Authorization headers', async () => {
    const router = routerOf(['bearer'])
    const twice = ['Host', 'x', 'Authorization', 'Bearer ada', 'Authorization', 'Bearer eve']
    expect((await ask(router, 'GET /notes', twice as never)).status).to.equal(401)
  })

  it('guards Node handlers, too, also where the answer takes a while', async () => {
    const router = new Router({ logger: false, securitySchemes: SCHEMES })
    router.get('/plain', (_req, res) => void res.end('hello'), { security: ['slow'] })
    expect((await ask(router, 'GET /plain')).status).to.equal(401)
    expect((await ask(router, 'GET /plain', ADA_TOKEN)).body).to.equal('hello')
  })

  it('asks what its group asks, the innermost first, whatever the order of registration', async () => {
    const router = new Router({ logger: false, securitySchemes: SCHEMES, security: ['bearer'] })
    const answer = (ctx: Context) => ctx.text(200, 'in')
    const admin = router.group('/admin').getFunc('/early', answer).secure(['key'])
    admin.getFunc('/late', answer)
    admin.group('/open').secure([]).getFunc('/door', answer)
    admin
      .group('/same')
      .getFunc('/door', answer)
      .getFunc('/own', answer, { security: ['bearer'] })
    router.getFunc('/', answer)
    const statuses: Record<string, number[]> = {}
    for (const path of [
      '/',
      '/admin/early',
      '/admin/late',
      '/admin/open/door',
      '/admin/same/door',
      '/admin/same/own'
    ]) {
      statuses[path] = []
      for (const headers of [{}, KEY, ADA_TOKEN]) {
        statuses[path].push((await ask(router, `GET ${path}`, headers)).status)
      }
    }
    expect(statuses).to.deep.equal({
      '/': [401, 401, 200],
      '/admin/early': [401, 200, 401],
      '/admin/late': [401, 200, 401],
      '/admin/open/door': [200, 200, 200],
      '/admin/same/door': [401, 200, 401],
      '/admin/same/own': [401, 401, 200]
    })
  })
})

describe('What authenticate is told and may do', () => {
  const asked = async (authenticate: (...args: never[]) => unknown, scopes: readonly string[] = []) => {
    const scheme = bearerScheme({ authenticate: authenticate as never, scopes: ['a', 'b'], scopesOf: () => ['a', 'b'] })
    const { logger, entries } = recordingLogger()
    const router = new Router({ logger, securitySchemes: { scheme } })
    router.getFunc('/{id}', (ctx) => ctx.json(200, { principal: ctx.state.principal }), {
      security: [{ scheme: scopes }]
    })
    return { ...(await ask(router, 'GET /7', { authorization: 'Bearer t' })), entries }
  }

  it('is the token, the context and the scopes', async () => {
    const { body } = await asked(
      (token: string, ctx: Context, scopes: readonly string[]) => ({ token, id: ctx.urlParam('id'), scopes }),
      ['b', 'a', 'b']
    )
    expect(JSON.parse(body)).to.deep.equal({ principal: { token: 't', id: '7', scopes: ['b', 'a'] } })
  })

  for (const value of [false, null, undefined, 0, ''] as const) {
    it(`is to answer ${JSON.stringify(value)} for a stranger, at once or later`, async () => {
      expect((await asked(() => value)).status).to.equal(401)
      expect((await asked(async () => value)).status).to.equal(401)
    })
  }

  it('is to let in without a principal by true', async () => {
    expect((await asked(() => true)).body).to.equal('{}')
  })

  it('is to throw a 403 that is the answer', async () => {
    const throwing = () => {
      throw new Forbidden('The account is locked')
    }
    for (const authenticate of [throwing, async () => throwing()]) {
      const { status, body, entries } = await asked(authenticate)
      expect([status, JSON.parse(body).detail]).to.deep.equal([403, 'The account is locked'])
      expect(entries).to.deep.equal([])
    }
  })

  it('is to throw a 401 whose words are the answer, and which has its challenge', async () => {
    const { status, body, headers } = await asked(async () => {
      throw new Unauthorized('The token is expired')
    })
    expect([status, JSON.parse(body).detail]).to.deep.equal([401, 'The token is expired'])
    expect(headers['www-authenticate']).to.equal('Bearer realm="scheme", error="invalid_token"')
  })

  it('is to throw a 401 with a challenge of its own, and a cause, which is logged', async () => {
    const challenge = 'Bearer realm="elsewhere"'
    const { headers, entries } = await asked(() => {
      throw new Unauthorized('It has expired', { headers: { 'www-authenticate': challenge }, cause: new Error('why') })
    })
    expect(headers['www-authenticate']).to.equal(challenge)
    expect(entries.map(({ level, fields }) => [level, String(fields.err?.cause)])).to.deep.equal([
      ['warn', 'Error: why']
    ])
  })

  it('is to throw any other HTTP error, with its headers', async () => {
    const teapot = await asked(() => {
      throw new HttpError(418, 'tea')
    })
    expect([teapot.status, JSON.parse(teapot.body).detail]).to.deep.equal([418, 'tea'])
    const expired = await asked(async () => {
      throw new Unauthorized('It has expired', { headers: { 'x-why': 'time' } })
    })
    expect([expired.status, expired.headers['x-why']]).to.deep.equal([401, 'time'])
  })

  it('is not to keep out who may come without a credential, unless it fails', async () => {
    const throwing = (error: Error) => bearerScheme({ authenticate: () => Promise.reject(error) })
    const statusOf = async (error: Error) => {
      const router = new Router({ logger: false, securitySchemes: { scheme: throwing(error) } })
      router.getFunc('/', (ctx) => ctx.noContent(), { security: ['scheme', {}] })
      return (await ask(router, 'GET /', ADA_TOKEN)).status
    }
    expect(await statusOf(new Forbidden('banned'))).to.equal(204)
    expect(await statusOf(new Unauthorized('expired'))).to.equal(204)
    expect(await statusOf(new HttpError(418, 'tea'))).to.equal(418)
    expect(await statusOf(new Error('the store is away'))).to.equal(500)
  })

  it('is a 500 where it fails, and the log says so', async () => {
    for (const authenticate of [
      () => {
        throw new TypeError('broken')
      },
      () => Promise.reject(new TypeError('broken'))
    ]) {
      const { status, body, entries } = await asked(authenticate)
      expect(status).to.equal(500)
      expect(body).not.to.contain('broken')
      expect(entries.map(({ level }) => level)).to.deep.equal(['error'])
    }
  })

  it('is not asked of a credential while another one is missing', async () => {
    let count = 0
    const counting = bearerScheme({ authenticate: () => ++count > 0 })
    const router = new Router({ logger: false, securitySchemes: { counting, key } })
    router.getFunc('/', (ctx) => ctx.noContent(), { security: [{ counting: [], key: [] }] })
    expect((await ask(router, 'GET /', ADA_TOKEN)).status).to.equal(401)
    expect(count).to.equal(0)
  })
})
