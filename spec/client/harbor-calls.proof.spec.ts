import { bootstrap } from '../../src/index.js'
import { harbor } from '../harbor/application.js'
import { expectListed } from '../support/listed.js'
import { importClient } from './compiled-client.js'
import { callHarbor, clientCredentials } from './harbor-calls.js'

describe('A client of the harbor, over connections', () => {
  it('gives the same as in process, by the fetch of the platform', async () => {
    const { application, options } = harbor({ openapi: '3.0', ownErrors: false })
    const service = await bootstrap(application)
    const { createClient } = await importClient(JSON.parse(JSON.stringify(service.document)))
    const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
    try {
      const credentials = clientCredentials(options.credentials as Record<string, string>)
      const api = createClient({ baseUrl: url, credentials, timeout: 30_000 })
      expectListed('client/harbor-list.txt', 'calls', await callHarbor(api))
    } finally {
      await service.close()
    }
  }).timeout(60_000)
})
