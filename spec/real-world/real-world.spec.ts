import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { bootstrap, type Service } from 'fieldstone'
import { complaintsAbout } from '../support/openapi-validator.js'
import { conduit } from './application.js'

/** A request with a JSON body, and the status and body of its response. */
async function send<T>(
  service: Service,
  method: string,
  url: string,
  body?: object,
  token?: string
): Promise<[number, T]> {
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const response = await service.inject({ method, url, headers, ...(body && { body }) })
  return [response.statusCode, (response.body === '' ? undefined : response.json()) as T]
}

describe('the RealWorld API', () => {
  let service: Service
  beforeEach(async () => {
    service = await bootstrap(conduit())
  })

  it('has its form of errors in every operation, and in no route', async () => {
    const { document } = service
    expect(await complaintsAbout(document)).to.deep.equal([])
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(item)) {
        const errors = Object.entries(responses).filter(([status]) => status >= '400')
        expect(errors, `${method} ${path}`).to.have.length.above(0)
        for (const [status, response] of errors) {
          const named = '$ref' in response ? response.$ref.split('/').at(-1) : undefined
          const described = '$ref' in response ? document.components?.responses?.[named ?? ''] : response
          const { content } = described ?? {}
          expect(content?.['application/json']?.schema, `${method} ${path} ${status}`).to.deep.equal({
            $ref: '#/components/schemas/ApiError'
          })
        }
      }
    }
    const source = readFileSync('spec/real-world/application.ts', 'utf8')
    expect(source.match(/ApiError\b/g)).to.have.length(3)
    expect(source.match(/\b422\b/g)).to.have.length(1)
  })

  it('registers, writes, comments, and says what is wrong', async () => {
    const user = { username: 'ada', email: 'ada@example.com', password: 'correct horse' }
    const [created, { user: registered }] = await send<{ user: { token: string } }>(service, 'POST', '/users', { user })
    const { token } = registered
    expect([created, Object.keys(registered)]).to.deep.equal([201, ['username', 'email', 'token', 'bio', 'image']])
    expect(await send(service, 'POST', '/users', { user })).to.deep.equal([
      422,
      { errors: { body: ['username has already been taken'] } }
    ])
    const draft = { title: 'Of mills', description: 'short', body: 'long', tagList: ['mills'] }
    const [written, { article }] = await send<{ article: { slug: string } }>(
      service,
      'POST',
      '/articles',
      { article: draft },
      token
    )
    expect([written, article.slug]).to.deep.equal([201, 'of-mills-1'])
    const path = '/articles/of-mills-1'
    expect(await send(service, 'PUT', path, { article: { title: '' } }, token)).to.deep.equal([
      422,
      { errors: { body: ['article.title must be at least 1 character long'] } }
    ])
    expect((await send(service, 'POST', `${path}/comments`, { comment: { body: 'Yes' } }, token))[0]).to.equal(201)
    expect((await send(service, 'POST', `${path}/favorite`, undefined, token))[0]).to.equal(200)
    const [, { articles }] = await send<{ articles: unknown[] }>(service, 'GET', '/articles?tag=mills&favorited=ada')
    expect(articles).to.have.length(1)
    expect(await send(service, 'GET', '/tags')).to.deep.equal([200, { tags: ['mills'] }])
    expect(await send(service, 'DELETE', `${path}/comments/1`)).to.deep.equal([
      401,
      { errors: { body: ['Authentication is required'] } }
    ])
    expect((await send(service, 'DELETE', path, undefined, token))[0]).to.equal(204)
    expect(await send(service, 'GET', path)).to.deep.equal([
      404,
      { errors: { body: ['There is no article of-mills-1'] } }
    ])
  })
})
