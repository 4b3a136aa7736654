import { expect } from 'chai'
import { bootstrap } from '../../src/index.js'
import { harbor } from '../harbor/application.js'
import { expectListed } from '../support/listed.js'
import { importClient } from './compiled-client.js'
import { callHarbor, clientCredentials, HARBOR_CALLS } from './harbor-calls.js'

describe('A client of the harbor', () => {
  for (const openapi of ['3.0', '3.1', '3.2'] as const) {
    it(`calls every operation of its document of OpenAPI ${openapi}, and gives what the service says`, async () => {
      const { application, options } = harbor({ openapi, ownErrors: false })
      const service = await bootstrap(application)
      try {
        const document = JSON.parse(JSON.stringify(service.document))
        const { createClient } = await importClient(document)
        const api = createClient({
          fetch: (url: string, init: RequestInit) => service.fetch(new Request(url, init)),
          credentials: clientCredentials(options.credentials as Record<string, string>)
        })
        expect(new Set(HARBOR_CALLS.map(([name]) => name))).to.deep.equal(new Set(Object.keys(api)))
        // The documents of all versions say the same of the service.
        expectListed('client/harbor-list.txt', 'calls', await callHarbor(api))
      } finally {
        await service.close()
      }
    })
  }
})
