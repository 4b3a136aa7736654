import { expect } from 'chai'
import { bootstrap } from '../../src/index.js'
import { SampleApp } from '../support/sample-app.js'
import { importClient } from './compiled-client.js'
import { callNotes, NOTES_RESULT } from './notes-calls.js'
import { notesApplication } from './notes-service.js'

describe('A client over connections', () => {
  it('gives results, errors and streams, sends files and keys, and aborts', async () => {
    const service = await bootstrap(notesApplication())
    const { createClient } = await importClient(JSON.parse(JSON.stringify(service.document)))
    const { url } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
    try {
      expect(await callNotes(createClient, url)).to.deep.equal(NOTES_RESULT)
    } finally {
      await service.close()
    }
  }).timeout(60_000)

  it('calls every operation of the sample application, whose document it was made of', async () => {
    const app = new SampleApp()
    try {
      const baseUrl = await app.url()
      const { createClient } = await importClient(await (await fetch(`${baseUrl}/openapi.json`)).json())
      const api = createClient({ baseUrl })
      const signup = { username: 'alice99', email: 'alice@example.com', password: 'correct horse battery' }
      const calls: readonly (readonly [operation: string, input: object, status: number, data: unknown])[] = [
        ['getItems', { name: 'Widget', id: 7 }, 200, { item_name: 'Widget', item_id: '7' }],
        ['getItemsById', { id: 1 }, 200, { id: 1, name: 'Widget', createdAt: '2024-05-17T08:30:15.250Z' }],
        ['getUsersById', { id: 'a/b' }, 200, { status: 'ok', user_id: 'a/b' }],
        ['postData', { body: { name: 'Widget', value: 42 } }, 200, { status: 'success', received_name: 'Widget' }],
        ['postSignup', { body: signup }, 201, { status: 'created', username: 'alice99' }],
        ['getItemsById', { id: 99 }, 404, { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not found' }]
      ]
      for (const [operation, input, status, data] of calls) {
        const result = await api[operation]?.(input)
        expect([operation, result?.status, result?.data]).to.deep.equal([operation, status, data])
      }
      expect(new Set(calls.map(([operation]) => operation))).to.deep.equal(new Set(Object.keys(api)))
    } finally {
      await app.stop()
    }
  }).timeout(60_000)
})
