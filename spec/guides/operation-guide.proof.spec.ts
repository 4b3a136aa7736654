import { expect } from 'chai'
import { Guide } from '../support/guide.js'

describe('the guide to operation', () => {
  const guide = new Guide('operation')
  const { REDIS_URL } = process.env

  before(() => {
    guide.compile()
    // No server listens there: limits in Redis log that, and accept requests.
    process.env.REDIS_URL = 'redis://127.0.0.1:1'
  })

  after(() => {
    if (REDIS_URL === undefined) delete process.env.REDIS_URL
    else process.env.REDIS_URL = REDIS_URL
  })

  it('names every example', () => {
    const names = guide.blocks.filter(({ language }) => language === 'ts').map(({ name }) => name)
    expect(names).to.deep.equal(['hooks', 'prometheus', 'opentelemetry', 'rates', 'redis'])
  })

  for (const { name } of guide.blocks.filter(({ language }) => language === 'ts')) {
    it(`has an application that responds: ${name}`, async () => {
      const service = await guide.service(name)
      try {
        expect((await service.inject('/nowhere')).statusCode).to.equal(404)
        expect((await service.inject('/metrics')).statusCode).to.equal(name === 'prometheus' ? 200 : 404)
      } finally {
        await service.close()
      }
    })
  }
})
