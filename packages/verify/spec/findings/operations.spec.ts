import { expect } from 'chai'
import { bare, handmade, json, mistaken, openApi, parameter, problem } from '../support/services.js'
import { things } from '../support/things.js'
import { expectFindings, expectSound, theFinding, verified } from '../support/verified.js'

describe('verify uses methods and paths that a document does not have', () => {
  it('and finds a method', async () => {
    const service = mistaken(things(), ({ method, path }, right) =>
      method === 'DELETE' && path === '/things' ? { status: 204 } : right()
    )
    const report = await verified(service)
    const { curl, document } = theFinding(report, 'undocumented-operation', 'DELETE')
    expect(curl).to.equal('curl -i -g --path-as-is -X DELETE http://localhost:8080/things')
    expect(document).to.equal('the document has no DELETE for this path, only GET')
    expect(report.suspicions).to.deep.equal([])
  })

  it('and finds a path', async () => {
    const service = mistaken(things(), async ({ path, method }, right) =>
      path !== '/things' && method === 'GET' ? { status: 200 } : right()
    )
    await expectFindings(service, ['undocumented-path things path'])
  })

  it('and accepts HEAD and OPTIONS, and a path with a slash at its end', async () => {
    const service = mistaken(things(), async ({ method, path }, right) => {
      if (method === 'OPTIONS') return { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } }
      const own = await right()
      if (path === '/things/') return { status: 200 }
      return own
    })
    await expectSound(service)
  })

  for (const [allow, expected] of [
    ['GET, HEAD', []],
    ['get', []],
    ['HEAD', ['broken-allow things without GET']],
    ['GET, DELETE', ['broken-allow things also DELETE']],
    ['', ['broken-allow things without GET']]
  ] as const) {
    it(`and compares Allow with the document: ${JSON.stringify(allow)}`, async () => {
      const service = mistaken(things(), async (_, right) => {
        const own = await right()
        return own.status === 405 ? { ...own, headers: { ...own.headers, allow } } : own
      })
      await expectFindings(service, expected)
    })
  }

  it('and compares Allow of OPTIONS, where a service has it', async () => {
    const service = mistaken(things(), ({ method, path }, right) =>
      method === 'OPTIONS' && path === '/things' ? { status: 204, headers: { allow: 'POST' } } : right()
    )
    await expectFindings(service, ['broken-allow things also POST', 'broken-allow things without GET'])
  })

  it('and takes no redirection for success', async () => {
    const service = mistaken(things(), ({ path }, right) =>
      path === '/things' ? right() : { status: 308, headers: { location: '/things' } }
    )
    await expectSound(service)
  })

  it('and finds a path that its pattern forbids', async () => {
    const document = openApi({
      '/rooms/{name}': {
        get: {
          operationId: 'room',
          parameters: [parameter('path', 'name', { type: 'string', pattern: '^[a-z]{1,5}$' })],
          responses: { 200: json({ type: 'object' }), ...bare(404) }
        }
      }
    })
    const rooms = (isRight: (name: string) => boolean) =>
      handmade(document, ({ method, path }) => {
        const name = /^\/rooms\/([^/]+)$/.exec(path)?.[1]
        if (name === undefined || !isRight(name)) return problem(404)
        return method === 'GET' ? { status: 200, body: {} } : problem(405, { allow: 'GET' })
      })
    await expectSound(rooms((name) => /^[a-z]{1,5}$/.test(name)))
    await expectFindings(
      rooms((name) => /^\w+$/.test(name)),
      ['accepted-invalid room path name pattern']
    )
  })
})
