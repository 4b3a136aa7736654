import { Readable } from 'node:stream'
import { type Context, NotFound } from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { FetchServer } from '../../../src/http/fetch/server.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { expectWholeList, settled, shown } from '../../support/whole-list.js'

const STATUSES = [199, 200, 201, 203, 204, 205, 206, 300, 303, 304, 305, 399, 400, 404, 499, 500, 599, 600, 200.5, -1]

const WAYS: Readonly<Record<string, (ctx: Context, status: number) => unknown>> = {
  json: (ctx, status) => ctx.json(status, { a: 1 }),
  text: (ctx, status) => ctx.text(status, 'ä'),
  send: (ctx, status) => ctx.send(status, 'image/png', Buffer.from('abc')),
  'a stream of a list': (ctx, status) => ctx.stream(status, ['ab', 'c']),
  'a stream of a set': (ctx, status) => ctx.stream(status, new Set(['ab', Buffer.from('c')])),
  'a stream of node': (ctx, status) => ctx.stream(status, Readable.from(['ab', 'c'])),
  'a status alone': (ctx, status) => ctx.status(status),
  'a status and a value': (ctx, status) => {
    ctx.status(status)
    return { a: 1 }
  },
  'a head of node': (ctx, status) => {
    const res = ctx.handOver()
    res.writeHead(status, { 'x-own': 'a' })
    res.end('abc')
  }
}

/** Headers about a body that another one replaces, and one that stays. */
const HEADERS = [
  ...['Content-Disposition', 'Content-Encoding', 'Content-Language', 'Content-Length', 'Content-Location'],
  ...[
    'Content-Range',
    'Content-Type',
    'ETag',
    'Expires',
    'Last-Modified',
    'X-Own',
    'Vary',
    'Cache-Control',
    'Content-Own'
  ]
]

function headText(headers: Headers | Record<string, unknown>): string {
  const entries = (headers instanceof Headers ? [...headers] : Object.entries(headers)).filter(
    ([name]) => name !== 'date' && name !== 'connection'
  )
  return entries
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join(', ')
}

describe('Responses of any status', () => {
  it('have the heads and bodies of status-list.txt, however they are made', async () => {
    const lines: string[] = []
    for (const [way, respond] of Object.entries(WAYS)) {
      lines.push(`\n# ${way}`)
      for (const status of STATUSES) {
        const log = new RecordingLogger()
        const router = new HttpRouter({ logger: log })
        router.getFunc('/', (ctx) => respond(ctx, status))
        const server = new FetchServer(router.handler)
        for (const method of ['GET', 'HEAD'] as const) {
          const sent = async () => {
            const { statusCode, headers, body } = await inject(router.handler, {
              method,
              url: '/',
              headers: { 'x-request-id': 'one' }
            })
            return `${statusCode}; ${headText(headers)}; ${body || 'no body'}`
          }
          const fetched = async () => {
            const response = await server.answer(
              new Request('http://a/', { method, headers: { 'x-request-id': 'one' } })
            )
            const { status: code, headers } = response
            return `${code}; ${headText(headers)}; ${(await response.text()) || 'no body'}`
          }
          const [one, other] = [await settled(sent), await settled(fetched)].map((text) => text.replace(/^"|"$/g, ''))
          lines.push(`${status} ${method}: ${one}`)
          if (other !== one) lines.push(`  by fetch: ${other}`)
        }
        const reports = log.entries.map(
          ({ level, message, fields }) => `${level} ${message.replace(/\S+\.[jt]s:\d+/, 'It')} ${fields.err?.message}`
        )
        lines.push(...[...new Set(reports)].map((report) => `  ${report}`))
      }
    }
    lines.push('\n# headers that an error keeps')
    for (const name of HEADERS) {
      const router = new HttpRouter({ logger: new RecordingLogger() })
      router.getFunc('/', (ctx) => {
        ctx.header(name, name === 'Content-Length' ? '3' : 'own')
        return NotFound.throw('None')
      })
      const { headers } = await inject(router.handler, '/')
      lines.push(`${name}: ${shown(headers[name.toLowerCase()])}`)
    }
    expectWholeList('http/reply/status-list.txt', lines)
  })
})
