import { expect } from 'chai'
import { Application, type ApplicationOptions, bootstrap } from 'fieldstone'
import { type McpOptions, mcp } from 'fieldstone-mcp'
import { toolsService } from './tools-service.js'

describe('the options of mcp()', () => {
  const WRONG: [McpOptions, string][] = [
    [{ tags: ['boks'] }, "no operation has the tag 'boks' (did you mean 'books'?), mcp(); correct or remove it"],
    [{ operations: ['getBok'] }, "no operation has the operationId 'getBok' (did you mean 'getBook'?), mcp()"],
    [{ operations: ['news'] }, 'the operation news cannot be a tool: its response is a stream (text/event-stream)'],
    [{}, 'no operation is a tool, mcp(); name tags or operations'],
    [{ tags: 'books' as never }, "tags is not a list of texts, mcp(); write tags: ['…']"],
    [{ origins: ['chat.example'] }, 'origins has "chat.example", which is not an origin'],
    [{ responseLimit: 0 }, 'responseLimit is not a size, mcp(); give a whole number of bytes above 0'],
    [{ path: 'mcp' }, "path is not a path, mcp(); write path: '/mcp'"],
    [{ operations: 'a' as never }, "operations is not a list of texts, mcp(); write operations: ['…']"],
    [{ tags: [5] as never }, 'tags is not a list of texts'],
    [{ origins: ['https://a.example/'] }, "which is not an origin, mcp(); write it like 'https://chat.example'"],
    [{ origins: ['https://a.example:443'] }, 'which is not an origin'],
    [{ origins: ['https://A.example'] }, 'which is not an origin'],
    [{ apiVersion: 2 as never }, "apiVersion is not a text, mcp(); write apiVersion: '2'"],
    [{ tags: ['books'], apiVersion: '2' }, 'no route has the version 2'],
    [{ responseLimit: 1.5 }, 'responseLimit is not a size'],
    [{ responseLimit: '5' as never }, 'responseLimit is not a size'],
    [{ name: 5 as never }, "name is not a text, mcp(); write name: '…'"],
    [{ version: null as never }, 'version is not a text'],
    [{ instructions: ['a'] as never }, 'instructions is not a text'],
    [{ tags: ['books'], security: ['nobody'] }, 'there is no security scheme "nobody", POST /mcp (mcp())'],
    [{ tags: ['books'], path: '/books' }, 'two routes match the same requests'],
    [{ tags: [], operations: [] }, 'no operation is a tool, mcp(); name tags or operations'],
    [undefined as never, 'mcp()'],
    [{ paths: '/x' } as never, "there is no option 'paths' (did you mean 'path'?), mcp()"]
  ]
  for (const [options, message] of WRONG) {
    it(`reports a wrong selection or option when the application starts: ${message}`, async () => {
      const error = await (async () => toolsService(options))().catch((thrown: Error) => thrown)
      expect((error as Error).message).to.include(message)
    })
  }

  it('reports what is wrong with the tools together with other setup errors', async () => {
    const application = new Application({
      title: 'a',
      version: '1',
      hooks: [mcp({ tags: ['none'] })],
      spek: '/openapi.json',
      routes: (router) => void router.getFunc('/a', (ctx) => ctx.text(200, 'a'))
    } as ApplicationOptions)
    const error = await bootstrap(application).catch((thrown: Error) => thrown)
    expect((error as Error).message)
      .to.include('OPTION_UNKNOWN')
      .and.include("no operation has the tag 'none'")
  })
})
