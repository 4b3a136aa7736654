import { expect } from 'chai'
import { Guide } from './support/guide.js'

const guide = new Guide('page')

describe('the guide to the documentation page', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('serves the page with its title and its icon', async () => {
    const service = await guide.service('page')
    const { body } = await service.inject({ url: '/docs/' })
    expect(body).to.include('<title>Notes for developers</title>')
    expect(body).to.include('<link rel="icon" href="../icon.svg">')
    expect(Object.values(service.document.paths)[0]?.get?.operationId).to.equal('getNotesById')
  })

  it('lets the page that signs readers in reach the endpoint of tokens', async () => {
    const service = await guide.service('sign-in')
    const { headers } = await service.inject({ url: '/docs/' })
    expect(headers['content-security-policy']).to.include("connect-src 'self' https://login.example.com;")
    expect((await service.inject({ url: '/docs/oauth2-redirect.html' })).statusCode).to.equal(200)
  })
})
