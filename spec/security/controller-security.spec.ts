import { expect } from 'chai'
import {
  apiKeyScheme,
  Body,
  bearerScheme,
  type Context,
  Controller,
  Ctx,
  Field,
  Get,
  Options,
  Post,
  Returns
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

class Note {
  @Field({ minLength: 3 }) text!: string
}

interface User {
  readonly name: string
  readonly scopes: readonly string[]
}

const users = new Map<string, User>([
  ['ada', { name: 'ada', scopes: ['write'] }],
  ['bob', { name: 'bob', scopes: [] }]
])

const securitySchemes = {
  bearer: bearerScheme({
    authenticate: async (token) => users.get(token),
    scopes: ['write'],
    scopesOf: (user) => user.scopes
  }),
  key: apiKeyScheme({ in: 'query', name: 'key', authenticate: (key) => key === 'k1' })
}

@Controller('/notes', { security: ['bearer'] })
class NoteController {
  @Get()
  @Returns(200, String)
  mine(@Ctx() ctx: Context) {
    return (ctx.state.principal as User).name
  }

  @Post({ security: [{ bearer: ['write'] }] })
  @Returns(201, Note)
  write(@Body() note: Note) {
    return note
  }

  @Get('/public', { security: [] })
  @Returns(200, String)
  all() {
    return 'all'
  }

  @Options()
  allow(@Ctx() ctx: Context) {
    ctx.noContent()
  }
}

@Controller('/open')
class OpenController {
  @Get()
  @Returns(200, String)
  open() {
    return 'open'
  }
}

const as = (user: string) => ({ authorization: `Bearer ${user}` })

describe('Security of controllers', () => {
  it('is required for every method without a setting of its own, and the principal is there', async () => {
    const service = await serviceOf([NoteController, OpenController], { securitySchemes })
    const ask = async (method: string, url: string, headers = {}, body?: unknown) => {
      const { statusCode, body: text } = await service.inject({ method, url, headers, body })
      return statusCode < 400 ? [statusCode, text] : [statusCode, JSON.parse(text).detail]
    }
    expect(await ask('GET', '/notes')).to.deep.equal([401, 'Authentication is required'])
    expect(await ask('GET', '/notes', as('eve'))).to.deep.equal([401, 'The credentials are not valid'])
    expect(await ask('GET', '/notes', as('bob'))).to.deep.equal([200, '"bob"'])
    expect(await ask('GET', '/notes/public')).to.deep.equal([200, '"all"'])
    expect(await ask('GET', '/open')).to.deep.equal([200, '"open"'])
    expect(await ask('OPTIONS', '/notes')).to.deep.equal([204, ''])
    expect(await ask('POST', '/notes', {}, { text: '' })).to.deep.equal([401, 'Authentication is required'])
    expect(await ask('POST', '/notes', as('bob'), { text: '' })).to.deep.equal([
      403,
      'The credentials lack the scope write'
    ])
    expect((await ask('POST', '/notes', as('ada'), { text: '' }))[0]).to.equal(400)
    expect((await ask('POST', '/notes', as('ada'), { text: 'milk' }))[0]).to.equal(201)
    const documented = Object.entries(service.document.paths).flatMap(([path, item]) => {
      return Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation.security])
    })
    expect(Object.fromEntries(documented)).to.deep.equal({
      'get /notes': [{ bearer: [] }],
      'post /notes': [{ bearer: [] }],
      'options /notes': [],
      'get /notes/public': [],
      'get /open': []
    })
  })

  it('replaces the requirements of the application', async () => {
    const service = await serviceOf([NoteController, OpenController], {
      securitySchemes,
      security: ['key']
    })
    const statusOf = async (url: string, headers = {}) => (await service.inject({ url, headers })).statusCode
    expect([await statusOf('/open'), await statusOf('/open?key=k1')]).to.deep.equal([401, 200])
    expect([await statusOf('/notes?key=k1'), await statusOf('/notes', as('bob'))]).to.deep.equal([401, 200])
    expect(await statusOf('/notes/public')).to.equal(200)
    expect(service.document.security).to.deep.equal([{ key: [] }])
    expect(service.document.paths['/notes/public']?.get?.security).to.deep.equal([])
  })

  it('is the same for platforms of WHATWG requests', async () => {
    const service = await serviceOf([NoteController], { securitySchemes })
    const statusOf = async (tokens: readonly string[]) => {
      const headers = new Headers()
      for (const token of tokens) headers.append('authorization', `Bearer ${token}`)
      return (await service.fetch(new Request('http://localhost/notes', { headers }))).status
    }
    expect([await statusOf([]), await statusOf(['bob']), await statusOf(['eve'])]).to.deep.equal([401, 200, 401])
    expect(await statusOf(['bob', 'bob'])).to.equal(401)
    await service.close()
  })

  it('reports everything that is wrong with it together', async () => {
    @Controller('/wrong', { security: ['bearr'] })
    class WrongController {
      @Get() a() {}

      @Get('/b', { security: [{ key: ['x'] }] }) b() {}
    }
    const errors = await setupErrorsOf([WrongController], { securitySchemes, bodyLimit: -1, security: ['kay'] })
    expect(errors.map(({ message }) => message)).to.deep.equal([
      'APPLICATION_INVALID: bodyLimit is -1, the option bodyLimit; give a whole number of bytes, 0 or more.',
      'SECURITY_INVALID: there is no security scheme "kay", the option security; the schemes are bearer, key.',
      'SECURITY_INVALID: there is no security scheme "bearr", GET /wrong (WrongController.a); the schemes are bearer, key.',
      'SECURITY_INVALID: the scheme key has no scope "x", GET /wrong/b (WrongController.b); declare its scopes and scopesOf, or write { key: [] }.'
    ])
  })
})
