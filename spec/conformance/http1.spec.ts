import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { basicScheme, Field, fileResponses, HttpError, type Router } from 'fieldstone'
import { SpecFolder } from '../support/files.js'
import { type RawAnswer, RawConnection } from '../support/raw-http1.js'
import { ServedRouters } from '../support/served-router.js'
import type { Expected, Http1Case } from './http1-case.js'
import { EDGE_CASES } from './http1-edge.js'
import { EXCHANGE_CASES } from './http1-exchanges.js'
import { MESSAGE_CASES } from './http1-messages.js'

class Empty {
  @Field({ optional: true }) name?: string
}

const folder = new SpecFolder()
const file = join(folder.path, 'file.txt')

const OPTIONS = {
  bodyLimit: 1_000,
  securitySchemes: {
    basic: basicScheme({ authenticate: (name, password) => name === 'a' && password === 'b' && { name } })
  }
}

function register(router: Router): void {
  router.getFunc('/', (ctx) => ctx.text(200, 'root'))
  router.getFunc('/next', (ctx) => ctx.text(200, 'next'))
  router.getFunc('/injected', () => {
    throw new Error('A request was answered that nobody sent')
  })
  router.getFunc('/header/{name}', (ctx) => ctx.text(200, String(ctx.request().headers[ctx.urlParam('name')])))
  router.getFunc('/target/{name}', (ctx) => ({
    name: ctx.urlParam('name'),
    query: ctx.request().url?.split('?')[1]
  }))
  router.getFunc('/host', (ctx) => ctx.text(200, ctx.host))
  for (const method of ['postFunc', 'putFunc'] as const)
    router[method]('/echo', async (ctx) => ctx.text(200, await ctx.bodyText()))
  router.postFunc('/unread', (ctx) => ctx.text(200, 'unread'))
  router.postFunc('/trailed', async (ctx) => {
    await ctx.bodyText()
    return Object.keys(ctx.request().headers)
  })
  router.postFunc('/json', (ctx) => ctx.bindJSON(Empty))
  router.getFunc('/nothing', (ctx) => ctx.noContent())
  router.getFunc('/reset', (ctx) => ctx.text(205, 'nothing'))
  router.getFunc('/slow', async (ctx) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    ctx.text(200, 'slow')
  })
  router.getFunc('/stream', (ctx) => ctx.send(200, 'text/plain', ['two ', 'pieces']))
  router.getFunc('/moved', (ctx) => ctx.redirect('/next'))
  router.getFunc('/failing', () => {
    throw new Error('secret')
  })
  router.getFunc('/busy', () => {
    throw new HttpError(503, 'Come again', { headers: { 'retry-after': '7' } })
  })
  router.getFunc('/secure', (ctx) => ctx.text(200, 'secret'), { security: ['basic'] })
  router.getFunc('/file', (ctx) => ctx.file(file), { responses: fileResponses('text/plain') })
  router.getFunc('/two', (ctx) => (ctx.accepts() === 'text/csv' ? 'a\n' : 'a'), {
    responses: { 200: { description: 'A list', content: { 'application/json': String, 'text/csv': String } } }
  })
}

function fieldOf(answer: RawAnswer, name: string): string | undefined {
  const values = answer.fields.filter((field) => field[0] === name).map((field) => field[1])
  return values.length === 0 ? undefined : values.join(', ')
}

/** What Node's own parser decides is marked: no option of ours changes it. */
const decider = ({ by }: Http1Case): string => (by === 'node' ? ' (by the parser of Node)' : '')

/** What holds for every answer. */
function checkAnswer(answer: RawAnswer): void {
  // RFC 9110, section 2.5: the version of the answer is the server's own.
  expect(answer.version).to.equal('1.1')
  // RFC 9110, section 6.6.1.
  if (answer.status >= 200) {
    const date = fieldOf(answer, 'date') ?? ''
    expect(date, 'Date').to.match(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/)
    expect(new Date(date).toUTCString()).to.equal(date)
  }
  // RFC 9112, section 6.2.
  if (answer.isChunked) expect(fieldOf(answer, 'content-length')).to.equal(undefined)
  for (const name of ['content-length', 'content-type', 'date', 'location', 'etag'])
    expect(answer.fields.filter((field) => field[0] === name).length, name).to.be.lessThan(2)
  expect(answer.body).not.to.contain('secret\n')
}

function checkExpected(answer: RawAnswer, { status, headers = {}, body }: Expected): void {
  checkAnswer(answer)
  expect(answer.status, answer.body).to.equal(status)
  for (const [name, value] of Object.entries(headers)) {
    if (value instanceof RegExp) expect(fieldOf(answer, name), name).to.match(value)
    else expect(fieldOf(answer, name), name).to.equal(value)
  }
  if (body instanceof RegExp) expect(answer.body).to.match(body)
  else if (body !== undefined) expect(answer.body).to.equal(body)
}

describe('the conformance to HTTP/1.1', () => {
  const servers = new ServedRouters()
  let port = 0
  let etag = ''

  before(async () => {
    writeFileSync(file, 'abcdefghij')
    utimesSync(file, 1_700_000_000, 1_700_000_000)
    port = (await servers.serve(register, { ...OPTIONS, logger: false })).port
    etag = (await fetch(`http://127.0.0.1:${port}/file`)).headers.get('etag')?.replace('W/', '') ?? ''
    expect(etag).to.match(/^".+"$/)
  })
  after(async () => {
    await servers.close()
    folder.remove()
  })

  async function run({ wire, connection: end }: Http1Case): Promise<void> {
    const connection = await RawConnection.open(port)
    try {
      for (const step of wire) {
        if (typeof step === 'string') connection.send(step.replaceAll('@', etag))
        else checkExpected(await connection.answer(step.method ?? 'GET'), step)
      }
      if (end === 'closed') {
        expect(await connection.rest()).to.equal('')
        return
      }
      connection.send('GET /next HTTP/1.1\r\nHost: x\r\n\r\n')
      if (end === 'either' && (await connection.isClosed())) return
      checkExpected(await connection.answer('GET'), { status: 200, body: 'next' })
    } finally {
      connection.close()
    }
  }

  for (const [what, cases] of [
    ['reads requests', MESSAGE_CASES],
    ['answers requests', EXCHANGE_CASES],
    ['refuses at its edge', EDGE_CASES]
  ] as const) {
    describe(what, () => {
      for (const each of cases) it(`RFC ${each.section}: ${each.rule}${decider(each)}`, () => run(each))
    })
  }
})
