import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { Guide } from '../../../spec/support/guide.js'
import { toolsService } from './tools-service.js'

describe('the guide to tools', () => {
  const guide = new Guide('mcp')
  before(() => guide.compile())

  it('has an application whose tools the official client calls', async () => {
    const service = await guide.service('tools')
    const { url } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
    const client = new Client({ name: 'spec', version: '1' })
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
      expect((await client.listTools()).tools.map(({ name }) => name)).to.deep.equal(['searchBooks', 'getBook'])
      const found = await client.callTool({ name: 'searchBooks', arguments: { words: 'Left Hand' } })
      expect(found.content).to.deep.equal([{ type: 'text', text: '[{"id":1,"title":"The Left Hand of Darkness"}]' }])
      const rejected = await client.callTool({ name: 'searchBooks', arguments: { words: 'a' } })
      expect(rejected).to.include({ isError: true })
      expect((await client.callTool({ name: 'getBook', arguments: { id: 1 } })).structuredContent).to.include({ id: 1 })
    } finally {
      await client.close()
      await service.close()
    }
  })

  it('has a row for each option', async () => {
    const rows = guide.text.match(/^\| `.*(?= \| )/gm) ?? []
    const names = rows.flatMap((row) => (row.split(' | ')[0] as string).match(/\w+/g) ?? [])
    // Options that there are fail by their values, and others by their names.
    for (const name of [...names, 'nothing']) {
      const error = await (async () => toolsService({ [name]: Symbol('none') } as never))().catch(
        (thrown: Error) => thrown
      )
      expect((error as Error).message.includes(`there is no option '${name}'`), name).to.equal(name === 'nothing')
    }
    const declared = /interface McpOptions \{([\s\S]*?)\n\}/.exec(readFileSync('docs/api.md', 'utf8'))
    expect(names).to.include.members([...(declared?.[1] ?? '').matchAll(/readonly (\w+)\?/g)].map(([, name]) => name))
  })
})
