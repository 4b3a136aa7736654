import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Field } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('application')

/** The rows of the table of all options: the names of the options, and their default. */
const rows = readFileSync('docs/application.md', 'utf8')
  .split('## All options')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | '))
  .flatMap(([names = '', text = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, text] as const))

describe('the guide to the application', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('responds to its requests as it says', async () => {
    const service = await guide.service('groups')
    const statusOf = async (url: string, headers = {}) => (await service.inject({ url, headers })).statusCode
    expect(await statusOf('/api/books')).to.equal(200)
    expect(await statusOf('/api/tenants/acme/orders/3')).to.equal(401)
    expect(await statusOf('/api/tenants/acme/orders/3', { authorization: 'Bearer ada-token' })).to.equal(200)
    expect(await statusOf('/openapi.json')).to.equal(200)
    expect(await statusOf('/books')).to.equal(404)
  })

  it('lists every option once', async () => {
    const [error] = await setupErrorsOf([], { nothingLikeIt: 1 } as object)
    const [, list = ''] = /the options are (.*)\.$/.exec(error?.message ?? '') ?? []
    expect(rows.map(([name]) => name)).to.have.members(list.split(/, | and /))
  })

  it('states the actual defaults', async () => {
    class Note {
      @Field() text!: string
    }
    const defaults = Object.fromEntries(rows)
    const service = await serviceOf([], {
      spec: '/openapi.json',
      routes: (router) => router.postFunc('/notes', (ctx) => ctx.bindValidated(Note), { requestBody: Note })
    })
    const bodyLimit = service.document['x-body-limits']?.bodyLimit
    expect(defaults.bodyLimit).to.equal(`${bodyLimit?.toLocaleString('en-US')} bytes`)
    const request = { method: 'POST', url: '/notes', body: { text: 'a', other: 1 } } as const
    expect([defaults.unknownFields, (await service.inject(request)).json()]).to.deep.equal(["`'strip'`", { text: 'a' }])
  })
})
