import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { APPLICATION_OPTIONS } from '../src/application/application.js'
import { httpSettings } from '../src/http/settings.js'
import { Guide } from './support/guide.js'

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

  it('lists every option once', () => {
    expect(rows.map(([name]) => name).sort()).to.deep.equal(Object.keys(APPLICATION_OPTIONS).sort())
  })

  it('has the defaults of the code', () => {
    const defaults = Object.fromEntries(rows)
    const { bodyLimit, handlerTimeout, accessLog, unknownFields, responseChecks, overload } = httpSettings({})
    expect(defaults.bodyLimit).to.equal(`${bodyLimit.toLocaleString('en-US')} bytes`)
    expect([defaults.handlerTimeout, handlerTimeout]).to.deep.equal(['`0`, no limit', undefined])
    expect([defaults.accessLog, accessLog]).to.deep.equal(['`false`', undefined])
    expect(defaults.unknownFields).to.equal(`\`'${unknownFields}'\``)
    expect(defaults.responseChecks).to.match(new RegExp(`^\`'${responseChecks.mode}'\``))
    expect([defaults.overload, overload]).to.deep.equal(['never', undefined])
  })
})
