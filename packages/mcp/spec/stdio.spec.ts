import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'chai'
import { serveStdio } from 'fieldstone-mcp'
import { toolsService } from './tools-service.js'

/** An application with an operation for each security scheme, which returns the credential. */
const PROGRAM = `
import { Application, apiKeyScheme, basicScheme, bearerScheme, bootstrap } from '${import.meta.resolve('fieldstone')}'
import { serveStdio } from '${import.meta.resolve('fieldstone-mcp')}'
const authenticate = (...credential) => ({ credential: credential.filter((each) => typeof each === 'string') })
const securitySchemes = {
  bearer: bearerScheme({ authenticate }),
  basic: basicScheme({ authenticate }),
  header: apiKeyScheme({ in: 'header', name: 'X-Key', authenticate }),
  query: apiKeyScheme({ in: 'query', name: 'key', authenticate }),
  cookie: apiKeyScheme({ in: 'cookie', name: 'sid', authenticate })
}
const service = await bootstrap(new Application({
  title: 'Keys', version: '1', logger: false, securitySchemes,
  routes: (router) => {
    for (const scheme of Object.keys(securitySchemes))
      router.getFunc('/' + scheme, (ctx) => ctx.json(200, ctx.principal().credential), {
        operationId: scheme, tags: ['a'], security: [scheme], responses: { 200: { body: [String] } }
      })
    router.getFunc('/free', (ctx) => ctx.json(200, [ctx.ip]), { operationId: 'free', tags: ['a'], responses: { 200: { body: [String] } } })
  }
}))
await serveStdio(service, { tags: ['a'], credentials: JSON.parse(process.argv[2]) })
`

describe('serveStdio', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-mcp-'))
    writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('serves tools to a client over stdin and stdout, with the credentials that each operation reads', async () => {
    const credentials = { bearer: 't', basic: 'ann:é', header: 'h', query: 'q&', cookie: 'c' }
    const client = new Client({ name: 'spec', version: '1' })
    const args = ['--conditions=fieldstone-modules', join(folder, 'program.mjs'), JSON.stringify(credentials)]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }))
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).to.deep.equal(['bearer', 'basic', 'header', 'query', 'cookie', 'free'])
      const returned: Record<string, unknown> = {}
      for (const { name } of tools) {
        const { content } = await client.callTool({ name, arguments: {} })
        returned[name] = (content[0] as { text: string }).text
      }
      expect(returned).to.deep.equal({
        ...{ bearer: '["t"]', basic: '["ann","é"]', header: '["h"]', query: '["q&"]', cookie: '["c"]' },
        free: '["127.0.0.1"]'
      })
    } finally {
      await client.close()
    }
  })

  for (const [credentials, message] of [
    [{ tokn: 't' }, /there is no security scheme tokn, credentials; the document has token, key/],
    [{ toString: 't' }, /there is no security scheme toString/],
    [{ token: 'secret\r\nx-evil: 1' }, /the credential for token is no text that a header can have/],
    [{ token: '☃' }, /the credential for token is no text/],
    [{ token: '' }, /the credential for token is no text/],
    [{ token: 5 as never }, /the credential for token is no text/]
  ] as const)
    it(`rejects the credentials ${JSON.stringify(credentials)}, without a word of a secret`, async () => {
      const service = await toolsService({ tags: ['books'] })
      const error = await serveStdio(service, { tags: ['private'], credentials }).catch((thrown: Error) => thrown)
      expect((error as Error).message)
        .to.match(message)
        .and.not.include('secret')
      await service.close()
    })

  it('rejects a selection of nothing, and an option that there is not', async () => {
    const service = await toolsService({ tags: ['books'] })
    for (const [options, message] of [
      [{ tags: ['boks'] }, "no operation has the tag 'boks' (did you mean 'books'?)"],
      [{ tag: ['books'] } as never, "there is no option 'tag' (did you mean 'tags'?)"]
    ] as const) {
      const error = await serveStdio(service, options).catch((thrown: Error) => thrown)
      expect((error as Error).message).to.include(message)
    }
    await service.close()
  })
})
