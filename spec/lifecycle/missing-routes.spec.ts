import { expect } from 'chai'
import { Application, type ApplicationOptions, Controller, describeApplication, Get, type Routes } from 'fieldstone'
import { mcp } from 'fieldstone-mcp'

const quiet = () => undefined
const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet }

describe('an application whose routes cannot all be registered', () => {
  @Controller('/shelves')
  class Shelves {
    @Get()
    list(): void {}
  }

  const linkTo = (operation: string | readonly [typeof Shelves, string]) => (routes: Routes) =>
    routes.getFunc('/start', () => undefined, {
      responses: { 200: { description: 'The start', links: { next: { operation: operation as never } } } }
    })

  /** What names something that none of the routes has, and what is wrong with it where all routes are there. */
  const cases: Record<string, [Partial<ApplicationOptions>, message: string, own?: (routes: Routes) => unknown]> = {
    'a tag of tools': [
      { hooks: [mcp({ tags: ['late'] })] },
      "APPLICATION_INVALID: no operation has the tag 'late', mcp(); correct or remove it."
    ],
    'an operation of tools': [
      { hooks: [mcp({ operations: ['late'] })] },
      "APPLICATION_INVALID: no operation has the operationId 'late', mcp(); correct or remove it."
    ],
    'a tag whose operations cannot be tools': [
      { hooks: [mcp({ tags: ['early'] })] },
      'APPLICATION_INVALID: no operation is a tool, mcp(); name tags or operations.',
      (routes) => routes.head('/early', () => undefined, { tags: ['early'] })
    ],
    'a tag of a group': [
      { tagGroups: [{ name: 'All', tags: ['late'] }] },
      'DOCUMENT_INVALID: no operation has the tag "late", the option tagGroups, "All"; correct its name, or describe it in tags.'
    ],
    'a path that the options describe': [
      { paths: { '/late': { summary: 'Late' } } },
      'DOCUMENT_INVALID: no route has the path "/late", the option paths; write a path as the document has it, with the prefix of its controller and without regular expressions.'
    ],
    'the target of a link': [
      {},
      'RESPONSE_INVALID: there is no operation "late", GET /start, response 200, link next; write the operationId of a documented route.',
      linkTo('late')
    ],
    'the class that a link leads to': [
      {},
      'RESPONSE_INVALID: Shelves has no route list, GET /start, response 200, link next; add the class to the controllers.',
      linkTo([Shelves, 'list'])
    ],
    'the version of a document': [
      { versioning: { by: 'path' }, documents: [{ path: '/late.json', apiVersion: '2' }] },
      'DOCUMENT_INVALID: no route has the version 2, the options of the application; declare the version of routes.'
    ],
    'the versions of a path': [
      { versioning: { by: 'path' }, spec: '/{version}.json' },
      "VERSION_INVALID: the path of the document has {version}, and no route has a version, the options of the application; declare the version of routes, or write the path without it: '/openapi.json'."
    ],
    'the default version': [
      { versioning: { by: 'header', name: 'api', default: '2' } },
      'VERSION_INVALID: no route has the version 2, the default, the option versioning; choose one of 1.',
      (routes) => routes.getFunc('/start', () => undefined, { version: '1' })
    ]
  }

  async function errorsOf(options: Partial<ApplicationOptions>, routes: (routes: Routes) => unknown) {
    const application = new Application({
      ...options,
      title: 'Items',
      version: '1',
      logger: SILENT,
      routes: routes as never
    })
    const error = await describeApplication(application).catch((error: Error) => error)
    if (!(error instanceof Error)) return []
    return error.message
      .split('\n  - ')
      .slice(1)
      .map((line) => line.replace(/[\w./-]*missing-routes\.spec\.[jt]s:\d+/g, 'GET /start'))
  }

  for (const [name, [options, message, own]] of Object.entries(cases)) {
    it(`reports why, and not what the missing ones have: ${name}`, async () => {
      const first = (routes: Routes) => {
        routes.getFunc('/item', () => undefined)
        own?.(routes)
      }
      expect(await errorsOf(options, first)).to.deep.equal([message])
      const found = await errorsOf(options, (routes) => {
        first(routes)
        routes.getFunc('/item', () => undefined)
        routes.getFunc('/late', () => undefined, { tags: ['late'], operationId: 'late', version: '2' })
      })
      expect(found.map((each) => each.slice(0, 15))).to.deep.equal(['ROUTE_DUPLICATE'])
    })
  }
})
