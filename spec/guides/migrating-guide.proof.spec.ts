import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import * as fieldstone from 'fieldstone'
import { Guide } from '../support/guide.js'

const guide = new Guide('migrating')

/** The right-hand cells of the tables, which speak of Fieldstone. */
const CELLS = [...guide.text.matchAll(/^\| .*? (?<!\\)\| (.*) \|$/gm)].map(([, cell = '']) => cell)

describe('the guide to migrating', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('names decorators and classes that exist', () => {
    const code = CELLS.flatMap((cell) => cell.match(/`[^`]+`/g) ?? [])
    const named = code.flatMap((text) => text.match(/(?<=@|new )[A-Z]\w+/g) ?? [])
    expect(named.length).to.be.greaterThan(30)
    // class-validator's own.
    expect([...new Set(named)].filter((name) => name !== 'ValidateBy' && !(name in fieldstone))).to.deep.equal([])
  })

  it('moves a controller of NestJS', async () => {
    const service = await guide.service('from-nest')
    const created = await service.inject({ method: 'POST', url: '/cats', body: { name: 'Tom' } })
    expect([created.statusCode, created.json()]).to.deep.equal([201, { name: 'Tom', id: 1 }])
    expect((await service.inject('/cats/1')).json()).to.deep.equal({ name: 'Tom', id: 1 })
    expect((await service.inject('/cats/x')).statusCode).to.equal(400)
    expect((await service.inject('/cats/2')).statusCode).to.equal(404)
  })

  it('can be mounted in an application of Express', async () => {
    const { old } = await guide.import<{ old: RequestListener }>('in-express')
    const server = createServer(old)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      expect(await (await fetch(`${origin}/old`)).text()).to.equal('still here')
      expect(await (await fetch(`${origin}/api/cats`)).json()).to.deep.equal(['Tom'])
    } finally {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  })
})
