import { expect } from 'chai'
import { handmade, json, openApi, problem } from '../support/services.js'
import { PROBLEM, things } from '../support/things.js'
import { expectFindings, found, theFinding, verified } from '../support/verified.js'

describe('verify finds that a service fails', () => {
  it('with a 500', async () => {
    const report = await verified(things((id, right) => (id === '1' ? { status: 500 } : right())))
    const { curl, response, document } = theFinding(report, 'server-error', '500')
    expect(curl).to.equal("curl -i -g --path-as-is 'http://localhost:8080/things?id=1'")
    expect([response.status, document]).to.deep.equal([500, 'the request is valid under the document'])
  })

  it('with a 500 for what the document forbids', async () => {
    const report = await verified(things((id, right) => (id === '0' ? { status: 500 } : right())))
    expect(theFinding(report, 'server-error', '500').document).to.equal("query 'id': must be >= 1")
  })

  it('by cutting the connection', async () => {
    const service = things((id, right) => {
      if (id === '1') throw new Error('socket hang up')
      return right()
    })
    const { response, curl } = theFinding(await verified(service), 'server-error', 'none')
    expect(response).to.deep.equal({ status: 0, contentType: undefined, body: 'socket hang up' })
    expect(curl).to.equal("curl -i -g --path-as-is 'http://localhost:8080/things?id=1'")
  })

  it('by no response in time, for which it does not wait again', async () => {
    let count = 0
    const service = {
      document: things().document,
      inject: () => {
        count++
        return new Promise<never>(() => {})
      }
    }
    const report = await verified(service, { timeout: 20 })
    expect(count).to.equal(1)
    expect(theFinding(report, 'server-error', 'none').document).to.equal(
      'the service did not respond: nothing came within 0.02 seconds'
    )
    expect(report.outcome).to.equal('disagreement')
  })

  it('in the way that its document lists, which is a suspicion', async () => {
    const responses = { 200: json({ type: 'object' }), 400: PROBLEM, 503: PROBLEM }
    const service = things((id, right) => (id === '1' ? problem(503) : right()), { responses })
    await expectFindings(service, ['documented-failure things 503'])
  })

  it('with a 500 that its document lists, which is a disagreement all the same', async () => {
    const responses = { 200: json({ type: 'object' }), 400: PROBLEM, 500: PROBLEM }
    const service = things((id, right) => (id === '1' ? problem(500) : right()), { responses })
    await expectFindings(service, ['server-error things 500'])
  })

  it('and shows why, where the service says what was thrown', async () => {
    const service = things((id, right) => (id === '1' ? { status: 500 } : right()))
    const own: typeof service = {
      ...service,
      inject: async (request) => {
        const response = await service.inject(request)
        return response.statusCode === 500 ? { ...response, error: new Error('no table') } : response
      }
    }
    expect(theFinding(await verified(own), 'server-error').response.error).to.match(/^Error: no table/)
  })

  it('only after another request', async () => {
    const document = openApi({
      '/switch': { post: { operationId: 'turn', responses: { 204: { description: 'Done' } } } },
      '/light': { get: { operationId: 'light', responses: { 200: json({ type: 'object' }) } } }
    })
    let isOn = false
    const service = handmade(document, ({ method, path }) => {
      if (path === '/switch' && method === 'POST') {
        isOn = true
        return { status: 204 }
      }
      if (path === '/light' && method === 'GET') return isOn ? { status: 500 } : { status: 200, body: {} }
      return path === '/switch' || path === '/light'
        ? { status: 405, headers: { allow: path === '/light' ? 'GET' : 'POST' } }
        : { status: 404 }
    })
    const reset = () => {
      isOn = false
    }
    expect(await found({ ...service, reset } as typeof service)).to.deep.equal(['server-error light 500'])
  })
})
