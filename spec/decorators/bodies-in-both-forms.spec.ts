import { expect } from 'chai'
import { bootstrap, type Service } from 'fieldstone'
import { FORMS, fixtureIn } from '../support/compiled-forms.js'
import { complaintsAbout } from '../support/openapi-validator.js'

for (const form of FORMS) {
  describe(`Declared bodies and responses, in the ${form}`, () => {
    let service: Service
    let origin: string

    before(async function () {
      this.timeout(60_000)
      const { application } = await fixtureIn<typeof import('../support/forms/bodies.js')>(form, 'bodies')
      service = await bootstrap(application)
      origin = (await service.listen({ port: 0, host: '127.0.0.1', signals: false })).url
    })
    after(() => service?.close())

    const send = async (method: string, path: string, type?: string, body?: string) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) })
      return [response.status, await response.json()]
    }

    it('bind a body by its media type, and write each response by its range', async () => {
      for (const path of ['/books/fields', '/books/inputs']) {
        expect(await send('POST', path, 'application/json', '{"title":"Emma"}')).to.deep.equal([201, { title: 'Emma' }])
        const form = 'application/x-www-form-urlencoded'
        expect(await send('POST', path, form, 'name=Emma')).to.deep.equal([201, { title: 'Emma' }])
        const refused = await send('POST', `${path}?copies=2`, form, 'name=Emma')
        expect(refused).to.deep.equal([409, { reason: 'One is enough' }])
        expect((await send('POST', path, 'text/plain', 'Emma'))[0]).to.equal(415)
        expect(await send('PATCH', path)).to.deep.equal([200, 'nothing'])
        expect(await send('PATCH', path, 'application/json', '{}')).to.deep.equal([200, 'a change'])
      }
      const response = await fetch(`${origin}/books/1`)
      expect([response.headers.get('content-type'), await response.text()]).to.deep.equal([
        'application/vnd.book+json',
        '{"name":"Emma"}'
      ])
    })

    it('are the same in the document, in whichever way they are declared', async () => {
      const { paths } = service.document
      const [fields, inputs] = ['/books/fields', '/books/inputs'].map((path) => paths[path])
      for (const method of ['post', 'patch'] as const) {
        const { operationId: _, ...declared } = fields?.[method] ?? {}
        expect({ ...inputs?.[method], operationId: undefined }).to.deep.equal({ ...declared, operationId: undefined })
      }
      expect(fields?.post?.requestBody?.content['application/json']?.examples).to.have.all.keys('short')
      expect(fields?.post?.responses).to.include.keys('201', '4XX', 'default')
      expect(fields?.patch?.requestBody?.required).to.equal(false)
      expect(await complaintsAbout(service.document)).to.deep.equal([])
    })
  })
}
