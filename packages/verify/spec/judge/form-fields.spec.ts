import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import { formFieldsOf } from '../../src/judge/form-fields.js'

describe('The fields of a form', () => {
  it('may have schemas that contain themselves', async () => {
    const { checks } = await published(
      {},
      { Tree: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'string' }] } }
    )
    const tree = { $ref: '#/components/schemas/Tree' }
    const schema = { type: 'object', properties: { tree, trees: { type: 'array', items: tree } } }
    const fields = formFieldsOf(checks, { schema, partTypes: new Map() } as never)
    expect([...fields.values()].map(({ name, kind, isList }) => [name, kind, isList])).to.deep.equal([
      ['tree', 'text', false],
      ['trees', 'text', true]
    ])
  })
})
