import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Guide } from '../support/guide.js'
import { PICTURES } from '../support/pictures.js'

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

  it('has all pictures that specs made, and they are small', () => {
    const named = [...readFileSync('docs/page.md', 'utf8').matchAll(/!\[[^\]]+\]\(images\/([\w-]+\.png)\)/g)].map(
      ([, name]) => name
    )
    const made = readdirSync(PICTURES).filter((name) => name.startsWith('page-'))
    expect(named).to.have.members(made)
    for (const name of made) expect(statSync(join(PICTURES, name)).size, name).to.be.below(100_000)
  })

  it('lets the page that signs readers in reach the endpoint of tokens', async () => {
    const service = await guide.service('sign-in')
    const { headers } = await service.inject({ url: '/docs/' })
    expect(headers['content-security-policy']).to.include("connect-src 'self' https://login.example.com;")
    expect((await service.inject({ url: '/docs/oauth2-redirect.html' })).statusCode).to.equal(200)
  })
})
