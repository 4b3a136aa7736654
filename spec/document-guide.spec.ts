import { expect } from 'chai'
import { Guide } from './support/guide.js'
import { complaintsAbout } from './support/openapi-validators.js'

const guide = new Guide('document')

describe('the guide to the document', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('says everything of the whole API in the document', async () => {
    const { document } = await guide.service('document')
    expect(document.info).to.include.keys('summary', 'description', 'termsOfService', 'contact', 'license')
    expect(document).to.have.nested.property('externalDocs.description', 'How to buy')
    expect(document.tags).to.have.nested.property('[0].description', 'What customers buy')
    expect(document.servers).to.have.nested.property('[0].variables.region.default', 'eu')
    expect((await complaintsAbout(document)).filter((text) => !text.startsWith('swagger-parser'))).to.deep.equal([])
  })

  it('reads the lines of a response, wherever its parts end', async () => {
    const { linesOf } = await guide.import<{ linesOf(response: Response): AsyncIterable<unknown> }>('lines')
    const parts = ['{"id":1}\n{"i', 'd":2}\n', '{"id":"ü', '"}\n'].map((text) => Buffer.from(text))
    const read: unknown[] = []
    for await (const line of linesOf(new Response(ReadableStream.from(parts)))) read.push(line)
    expect(read).to.deep.equal([{ id: 1 }, { id: 2 }, { id: 'ü' }])
    for await (const line of linesOf(new Response(null))) expect.fail(String(line))
  })

  it('links operations', async () => {
    const { document } = await guide.service('links')
    expect(document.components?.links).to.deep.equal({
      UserRepositories: {
        operationId: 'getRepositoriesByOwner',
        parameters: { owner: '$response.body#/username' }
      }
    })
  })

  it('names the operation as it says', async () => {
    const { document } = await guide.service('document')
    expect(document.paths['/orders/{id}/invoice-lines']?.get?.operationId).to.equal('getOrdersByIdInvoice_lines')
  })
})
