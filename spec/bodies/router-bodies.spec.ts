import { expect } from 'chai'
import {
  Application,
  bootstrap,
  type Context,
  DateOnly,
  Field,
  File,
  Integer,
  type RouteOptions,
  Router,
  type Routes,
  type UploadedFile
} from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { type Served, ServedRouters, told } from '../support/served-router.js'

class NewItem {
  @Field({ minLength: 2 }) name!: string
}

class Item extends NewItem {
  @Field(() => Integer) id!: number
}

class Upload {
  @Field() title!: string
  @File() file!: UploadedFile
}

const PATH = { parameters: [{ name: 'shop', in: 'path', schema: Integer }] } as const satisfies RouteOptions
const JSON_TYPE = { 'content-type': 'application/json' }
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('The declared body of a route', () => {
  const routers = new ServedRouters()
  afterEach(() => routers.close())

  const serve = (register: (router: Router) => unknown) => routers.serve(register, { responseChecks: 'off' })

  async function faultsOf(response: Response): Promise<unknown> {
    expect(response.headers.get('content-type')).to.equal('application/problem+json')
    const { status, errors } = (await response.json()) as { status: number; errors?: Record<string, string>[] }
    expect([response.status, status]).to.deep.equal([400, 400])
    return errors?.map((fault) => `${fault.in} ${fault.path} ${fault.rule}`)
  }

  const post = (url: string, body: string | FormData | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
    fetch(url, { method: 'POST', body: body as never, headers })

  const bodies = (routes: Routes): void => {
    routes.postFunc('/silent', () => 'ran', { requestBody: NewItem })
    routes.postFunc(
      '/bound',
      async (ctx) => {
        const [first, second] = [await ctx.bindValidated(NewItem), await ctx.bind(NewItem)]
        return [first instanceof NewItem, first === second, await ctx.bodyText(), (await ctx.bindJSON(NewItem)).name]
      },
      { requestBody: NewItem }
    )
    routes.postFunc('/list', async (ctx) => (await ctx.bindValidated([NewItem])).map(({ name }) => name), {
      requestBody: [NewItem]
    })
    routes.postFunc('/other', async (ctx) => ctx.bind(Item), { requestBody: NewItem })
    routes.postFunc('/form', async (ctx) => (await ctx.bindValidated(NewItem)).name, {
      requestBody: NewItem,
      consumes: ['application/x-www-form-urlencoded', 'application/json']
    })
    routes.postFunc('/bytes', async (ctx) => (await all(ctx.bodyStream())).length, {
      requestBody: Buffer,
      bodyLimit: 20
    })
    const parts = async (ctx: Context) => (await all(ctx.bodyParts())).map(({ name }) => name)
    routes.postFunc('/parts', parts, { requestBody: Upload })
    routes.postFunc('/upload', async (ctx) => (await ctx.bindValidated(Upload)).title, { requestBody: Upload })
  }

  it('is bound before the handler runs, and rejected even if the handler never reads it', async () => {
    const { url } = await serve(bodies)
    expect(await (await post(`${url}/silent`, '{"name":"ab"}')).json()).to.equal('ran')
    expect(await faultsOf(await post(`${url}/silent`, '{"name":"a"}'))).to.deep.equal(['body name minLength'])
    expect((await post(`${url}/silent`, '{')).status).to.equal(400)
    expect((await fetch(`${url}/silent`, { method: 'POST' })).status).to.equal(400)
    expect((await post(`${url}/silent`, 'a', { 'content-type': 'text/plain' })).status).to.equal(415)
    expect((await post(`${url}/silent`, `"${'x'.repeat(1_048_576)}"`)).status).to.equal(413)
  })

  it('is what bindValidated returns, without reading it again; its text stays readable', async () => {
    const { url } = await serve(bodies)
    const text = '{ "name": "ab" }'
    expect(await (await post(`${url}/bound`, text)).json()).to.deep.equal([true, true, text, 'ab'])
    expect(await (await post(`${url}/list`, '[{"name":"ab"}]')).json()).to.deep.equal(['ab'])
    expect(await faultsOf(await post(`${url}/list`, '[{"name":""}]'))).to.deep.equal(['body [0].name minLength'])
    const other = await post(`${url}/other`, '{"name":"ab","id":1}')
    expect(await other.json(), 'another record').to.deep.equal({ name: 'ab', id: 1 })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await (await post(`${url}/form`, 'name=ab', form)).json()).to.equal('ab')
    expect(await faultsOf(await post(`${url}/form`, 'name=a', form))).to.deep.equal(['body name minLength'])
  })

  it('is what ctx.body() returns, which is an error where there is no declared body that is read', async () => {
    const served = await serve((router) => {
      const read = (ctx: Context) => ctx.body<NewItem>().name
      router.postFunc('/declared', read, { requestBody: NewItem })
      router.postFunc('/several', read, {
        requestBody: { content: { 'application/json': NewItem, 'application/merge-patch+json': Item } }
      })
      router.postFunc('/undeclared', read)
      router.postFunc('/files', read, { requestBody: Upload })
      router.postFunc('/early', read, { requestBody: NewItem, middleware: [(ctx) => void ctx.body()] })
      router.postFunc('/bound', async (ctx) => (await ctx.bindValidated(NewItem)).name, {
        requestBody: { type: NewItem, required: false }
      })
    })
    const body = '{"name":"ab"}'
    for (const path of ['declared', 'several']) {
      expect(await (await post(`${served.url}/${path}`, body)).json(), path).to.equal('ab')
    }
    const form = new FormData()
    form.set('title', 'A')
    form.set('file', new Blob(['x']), 'x.txt')
    expect((await post(`${served.url}/files`, form, {})).status).to.equal(500)
    for (const path of ['undeclared', 'early', 'bound']) {
      expect((await post(`${served.url}/${path}`, body)).status, path).to.equal(500)
    }
    const messages = errorsOf(served)
    expect(messages[0]).to.contain('bytes and files are left to the handler: use ctx.bodyBytes() or ctx.bindValidated')
    expect(messages[1]).to.contain('which is not declared: add `requestBody` to the options of the route')
    expect(messages[2]).to.contain('before it is read: it is read when the middleware has called next')
    expect(messages[3]).to.contain('has several types, or may be absent: read it by ctx.body()')
  })

  it('is left to the handler where it is bytes, or has files', async () => {
    const { url } = await serve(bodies)
    const type = { 'content-type': 'application/octet-stream' }
    expect(await (await post(`${url}/bytes`, 'abc', type)).json()).to.equal(1)
    expect((await post(`${url}/bytes`, 'x'.repeat(21), type)).status).to.equal(413)
    expect((await post(`${url}/bytes`, 'abc')).status).to.equal(415)
    const form = new FormData()
    form.set('title', 'A')
    form.set('file', new Blob(['x']), 'x.txt')
    expect(await (await post(`${url}/parts`, form, {})).json()).to.deep.equal(['title', 'file'])
    expect(await (await post(`${url}/upload`, form, {})).json()).to.equal('A')
  })

  it('is left to a handler of Node, whose parameters are checked', async () => {
    const { url } = await serve((router) => {
      const own = async (req: AsyncIterable<Buffer>, res: { end(text: string): void }) => {
        let text = ''
        for await (const chunk of req) text += chunk
        res.end(text)
      }
      router.group('/{shop}').post('/items', own as never, { ...PATH, requestBody: NewItem })
    })
    expect(await (await post(`${url}/1/items`, 'anything')).text()).to.equal('anything')
    expect(await faultsOf(await post(`${url}/x/items`, 'anything'))).to.deep.equal(['path shop type'])
  })

  it('is reported with the parameters, all faults together', async () => {
    const { url } = await serve((router) => {
      router.group('/{shop}').postFunc('/items', () => 1, { ...PATH, requestBody: NewItem })
    })
    expect(await faultsOf(await post(`${url}/x/items`, '{}'))).to.deep.equal(['path shop type', 'body name required'])
  })

  function errorsOf({ log }: Served): string[] {
    return told(log).map(({ fields }) => String(fields.err?.message))
  }
})

describe('An application in the router’s own form', () => {
  function shop(): Application {
    const items = new Map<number, Item>()
    return new Application({
      title: 'Shop',
      version: '1.0.0',
      logger: false,
      routes: (router) => {
        const shelf = router.group('/shelves/{shelf}')
        const parameters = [
          { name: 'shelf', in: 'path', schema: Integer, minimum: 1, maximum: 9 },
          { name: 'limit', in: 'query', schema: Integer, minimum: 0, maximum: 50, default: 20 },
          { name: 'tags', in: 'query', schema: [String], maxItems: 3 },
          { name: 'since', in: 'query', schema: DateOnly },
          { name: 'X-Trace', in: 'header', maxLength: 20 }
        ] as const
        const list = (ctx: Context) => [...items.values()].slice(0, ctx.parameter<number>('limit'))
        shelf.getFunc('/items', list, { operationId: 'list', parameters, responses: { 200: [Item] } })
        shelf.postFunc(
          '/items',
          async (ctx) => {
            const item = { id: items.size + 1, name: (await ctx.bindValidated(NewItem)).name }
            items.set(item.id, item)
            return item
          },
          { operationId: 'add', parameters: parameters.slice(0, 1), requestBody: NewItem, responses: { 201: Item } }
        )
        shelf.getFunc('/plain', (ctx) => ctx.parameter('q'), {
          operationId: 'echo',
          parameters: [parameters[0], { name: 'q', in: 'query', required: true, minLength: 1, maxLength: 5 }],
          responses: { 200: String }
        })
        const raw = (req: NodeJS.ReadableStream, res: { writeHead(status: number): { end(): void } }) => {
          req.resume()
          res.writeHead(204).end()
        }
        router.post('/raw', raw as never, {
          operationId: 'raw',
          parameters: [{ name: 'n', in: 'query', schema: Integer, required: true }],
          requestBody: NewItem,
          responses: { 204: 'Taken' }
        })
      }
    })
  }

  it('agrees with its document; a body that a handler of Node reads is listed as not proved', async function () {
    this.timeout(60_000)
    const service = await bootstrap(shop())
    const { paths } = service.document
    expect(paths['/raw']?.post?.requestBody).to.have.property('x-unchecked', true)
    expect(paths['/shelves/{shelf}/items']?.post?.requestBody).not.to.have.property('x-unchecked')
    const report = await verify(service, { runs: 1500, seed: 3 })
    expect(report.disagreements, formatReport(report)).to.deep.equal([])
    expect(report.unproved.map(({ operation, isAllowed }) => [operation, isAllowed])).to.deep.equal([['raw', true]])
    expect(formatReport(report)).to.contain('raw: the request body is left to the handler')
    expect(report.outcome).to.equal('proved')
  })
})
