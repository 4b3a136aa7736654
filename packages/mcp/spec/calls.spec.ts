import { expect } from 'chai'
import { toolClients } from './client.js'
import { BOOKS, toolsService } from './tools-service.js'

describe('a call of a tool', () => {
  const { connected, call } = toolClients(() => toolsService({ ...BOOKS, responseLimit: 1_000 }))

  it('gives arguments of one name the name of their place', async () => {
    const { tools } = await (await connected()).listTools()
    const { inputSchema } = tools.find(({ name }) => name === 'renameBook') ?? {}
    expect(Object.keys(inputSchema?.properties ?? {})).to.deep.equal(['id', 'query_id', 'body'])
    const { text } = await call('renameBook', { id: 3, query_id: 'a&b=c', body: { title: 'x' } })
    expect(text).to.equal('["3","a&b=c","x"]')
  })

  it('returns JSON as text and as the value', async () => {
    const { text, structuredContent, isError } = await call('getBook', { id: 3 })
    expect(text).to.equal('{"id":3,"title":"Book 3","sequels":[]}')
    expect(structuredContent).to.deep.equal({ id: 3, title: 'Book 3', sequels: [] })
    expect(isError).to.equal(false)
  })

  const SENT: [string, Record<string, unknown>, string][] = [
    ['defaults for what is absent', {}, '["tags undefined","limit 2","price undefined-undefined","shelf undefined"]'],
    ['nothing for null', { limit: null }, '["tags undefined","limit 2","price undefined-undefined","shelf undefined"]'],
    [
      'lists, objects and headers',
      { tag: ['a,b', 'c'], limit: 9, price: { from: 1, to: 2.5 }, 'x-shelf': 'A 1' },
      '["tags a,b+c","limit 9","price 1-2.5","shelf A 1"]'
    ]
  ]
  for (const [what, given, text] of SENT) {
    it(`sends ${what} as the operation reads them`, async () => {
      expect((await call('listBooks', given)).text).to.equal(text)
    })
  }

  it('says of a success other than 200 which it is, and where what was created is found', async () => {
    const { text, structuredContent } = await call('addBook', { body: { title: 'New' } })
    expect(text).to.equal('HTTP status 201, location /books/7\n{"id":7,"title":"New"}')
    expect(structuredContent).to.deep.equal({ id: 7, title: 'New' })
    expect((await call('removeBook', { id: 1 })).text).to.equal('HTTP status 204')
  })

  it('returns an image as an image', async () => {
    const { content } = await call('cover', { id: 1 })
    expect(content).to.deep.equal([{ type: 'image', data: 'iVBORw==', mimeType: 'image/png' }])
  })

  const REJECTED: [string, string, Record<string, unknown>, RegExp][] = [
    ['a rule that is broken', 'getBook', { id: 0 }, /^HTTP status 400\n.*validation failed.*"in":"path","path":"id"/],
    ['a field of the body', 'addBook', { body: { title: '' } }, /^HTTP status 400\n.*"in":"body","path":"title"/],
    ['a body that is missing', 'addBook', {}, /^HTTP status 4\d\d\n/],
    ['what does not exist', 'getBook', { id: 10 }, /^HTTP status 404\n.*There is no book 10/],
    [
      'an argument that there is not',
      'getBook',
      { id: 1, idd: 2 },
      /getBook has no argument "idd": its arguments are id$/
    ],
    ['a path that leads elsewhere', 'getBook', { id: '..' }, /^the argument "id" must be a text other than/],
    ['a path in an argument', 'getBook', { id: '1/cover' }, /^HTTP status 400\n/],
    ['an empty path parameter', 'getBook', {}, /^the argument "id" must be a text other than/],
    [
      'a header that would end early',
      'listBooks',
      { 'x-shelf': 'a\r\nb: c' },
      /^the argument "x-shelf" is sent as a header/
    ],
    ['a response that is too large', 'wholeStock', {}, /has more than 1000 bytes/]
  ]
  for (const [what, tool, given, text] of REJECTED) {
    it(`says in a tool error what is wrong: ${what}`, async () => {
      const result = await call(tool, given)
      expect(result.isError).to.equal(true)
      expect(result.text).to.match(text)
    })
  }

  it('keeps to itself why an operation failed', async () => {
    const { text, isError } = await call('broken')
    expect(isError).to.equal(true)
    expect(text)
      .to.match(/^HTTP status 500\n/)
      .and.not.include('12345')
  })

  it('passes on the credentials that the operation requires, and no others', async () => {
    const headers = { authorization: 'Bearer right', 'x-key': 'secret' }
    expect((await call('mine', {}, headers)).text).to.equal('"Ann at 127.0.0.1"')
    expect((await call('keyed', {}, headers)).text).to.equal('"Bob, authorization undefined"')
    expect((await call('mine')).text).to.match(/^HTTP status 401\n/)
    expect((await call('mine', {}, { authorization: 'Bearer wrong' })).text).to.match(/^HTTP status 401\n/)
  })

  it('rejects an argument however deeply it is nested', async () => {
    const own = await toolsService({ operations: ['addBook'] })
    const title = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"addBook","arguments":{"body":${title}}}}`
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const response = await own.inject({ method: 'POST', url: '/mcp', headers, body })
    // Newer versions of Node write JSON of any depth: then the operation rejects it.
    expect(response.body).to.match(/the argument \\"body\\" is nested too deeply|\\"message\\":\\"must be an object/)
    expect(response.body).to.include('"isError":true')
  })
})
