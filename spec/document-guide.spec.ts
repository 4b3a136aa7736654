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

  it('names the operation as it says', async () => {
    const { document } = await guide.service('document')
    expect(document.paths['/orders/{id}/invoice-lines']?.get?.operationId).to.equal('getOrdersByIdInvoice_lines')
  })
})
