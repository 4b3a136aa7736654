import { expectListed } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import type { VerifiableService } from '../../src/wire/target.js'
import { RecordedService } from '../recorded-service.js'
import { playSequences } from './play-sequences.js'

const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const parameter = (name: string, place: string, schema: object, required = false) => ({
  ...{ name, in: place, schema, required }
})
const INTEGER = { type: 'integer', minimum: 1 }
const WORD = { type: 'string', pattern: '^[a-z]{1,9}$' }
const TICKET = {
  type: 'object',
  required: ['id'],
  properties: { id: INTEGER, 'a/b': { type: 'object' }, list: {}, word: {}, lines: {} }
}

/** What the parameters of a link are, one link each. */
const PARAMETERS: Readonly<Record<string, object>> = {
  'a member of the response': { number: '$response.body#/id' },
  'a place before the name': { 'path.number': '$response.body#/id' },
  'a place that the parameter does not have': { 'query.number': '$response.body#/id' },
  'no such parameter': { no: 1 },
  'nothing of the path': { state: 'open' },
  'a constant': { number: 7 },
  'a text with an expression': { number: '{$response.body#/id}0', state: 'a{$method}z' },
  'a text with an expression without a value': { number: 'a{$response.body#/none}' },
  'a whole body': { number: 1, state: '$response.body' },
  'a member with escaped names': { number: '$response.body#/a~1b/m~0n' },
  'a member of a list': { number: '$response.body#/list/1' },
  'a member below a text': { number: '$response.body#/list/1/2' },
  'a member of the request': { number: 1, state: '$request.body#/word' },
  'a member that the request lacks': { number: 1, state: '$request.body#/none' },
  'a number of the request': { number: '$request.body#/count' },
  'a query parameter': { number: 1, state: '$request.query.channel' },
  'a query parameter that was not sent': { number: 1, state: '$request.query.none' },
  'a path parameter': { number: 1, state: '$request.path.shop' },
  'a header of the request': { number: 1, 'header.x-mode': '$request.header.X-Tag' },
  'a header that was not sent': { number: 1, 'header.x-mode': '$request.header.none' },
  'a header of the response': { number: 1, 'header.x-mode': '$response.header.ETag' },
  'a header that is not in the response': { number: 1, 'header.x-mode': '$response.header.none' },
  'the URL': { number: 1, 'header.x-mode': '$url' },
  'the method': { number: 1, 'header.x-mode': '$method' },
  'the status': { number: '$statusCode' },
  'no known expression': { number: '$other.body' },
  'a cookie of the request': { number: '$request.cookie.a' },
  'a header that cannot be sent': { number: 1, 'header.x-mode': '$response.body#/lines' },
  'a value that the parameter rejects': { number: 1, state: '$response.body#/word' }
}

/** What a link that is right leads to. */
const STATUSES = [200, 201, 304, 400, 401, 403, 404, 409, 410, 412, 422, 423, 428, 429, 500, 503]

interface Shop {
  readonly links: object
  /** The status that the document has the links at; that of a sale is 201. */
  readonly at?: string
  /** The status of what the links lead to. */
  readonly status?: number
  /** The status of a sale. */
  readonly sold?: number
}

/** A service with a sale in a shop, whose response links to a ticket. */
function shop({ links, at = '201', status = 200, sold = 201 }: Shop): VerifiableService {
  const document = openApi({
    '/shops/{shop}/sales': {
      post: {
        operationId: 'sell',
        parameters: [
          parameter('shop', 'path', WORD, true),
          parameter('channel', 'query', WORD, true),
          parameter('X-Tag', 'header', WORD, true)
        ],
        requestBody: body({ type: 'object', required: ['word'], properties: { word: WORD, count: { const: 3 } } }),
        responses: { 201: json(TICKET), [at]: { ...json(TICKET), links } }
      }
    },
    '/numbers/{number}': {
      get: {
        operationId: 'readTicket',
        parameters: [
          parameter('number', 'path', INTEGER, true),
          parameter('state', 'query', { type: 'string' }),
          parameter('x-mode', 'header', { type: 'string' })
        ],
        responses: { 200: json(TICKET), default: json({}) }
      },
      put: {
        operationId: 'changeTicket',
        parameters: [parameter('number', 'path', INTEGER, true)],
        requestBody: body({ type: 'object', required: ['word'], properties: { word: WORD } }),
        responses: { 200: { ...json(TICKET), links: { self: LINK } }, default: json({}) }
      }
    },
    '/numbers/{number}/parts/{part}': {
      get: {
        operationId: 'readPart',
        parameters: [
          parameter('part', 'path', INTEGER, true),
          parameter('number', 'path', INTEGER, true),
          parameter('part', 'query', INTEGER)
        ],
        responses: { 200: json(TICKET), default: json({}) }
      }
    },
    '/state': {
      get: { operationId: 'state', responses: { 200: { ...json({}), links: { back: LINK } }, default: json({}) } }
    }
  })
  return {
    document,
    async inject({ method, url }) {
      const statusCode =
        url.startsWith('/state') || method === 'POST' ? (url.startsWith('/state') && sold === 201 ? 200 : sold) : status
      const content = { id: 5, word: 'Not a word', 'a/b': { 'm~n': 8 }, list: [6, 9], lines: 'a\nb' }
      const headers = { 'content-type': 'application/json', etag: '"v1"' }
      return { statusCode, headers, rawBody: Buffer.from(JSON.stringify(content)) }
    }
  }
}

const LINK = { operationId: 'readTicket', parameters: { number: '$response.body#/id' } }

describe('Links of a document', () => {
  it('lead where link-list.txt says, and are found broken as it says', async () => {
    const lines: string[] = []
    const play = async (title: string, given: Shop) => {
      const recorded = new RecordedService(shop(given))
      const played = await playSequences(recorded.service, { labels: /^(sell|state), then the link/, shrinkRuns: 0 })
      lines.push(`\n# ${title}`, ...played.lines)
    }
    const links = Object.entries(PARAMETERS).map(([name, parameters]) => [
      name,
      { operationId: 'readTicket', parameters }
    ])
    await play('parameters', { links: Object.fromEntries(links) })
    await play('targets', {
      links: {
        'by reference': { operationRef: '#/paths/~1numbers~1{number}/get', parameters: { number: 1 } },
        'with a body': { operationId: 'changeTicket', parameters: { number: 1 } },
        'to two ids': { operationId: 'readPart', parameters: { part: 2, number: '$response.body#/id' } },
        'to two ids and a query': {
          operationId: 'readPart',
          parameters: { 'query.part': 4, 'path.part': 3, 'path.number': '$response.body#/list/1' }
        },
        'to one of two ids': { operationId: 'readPart', parameters: { number: 5, 'query.part': 4 } },
        'to nothing': { operationId: 'none', parameters: { number: 1 } },
        'without parameters': { operationId: 'state' }
      }
    })
    for (const at of ['2XX', '200', 'default', '400']) await play(`at ${at}`, { links: { it: LINK }, at })
    for (const status of STATUSES) await play(`to a ${status}`, { links: { it: LINK }, status })
    for (const sold of [200, 202, 400]) await play(`from a ${sold}`, { links: { it: LINK }, sold })
    expectListed('verify/sequences/link-list.txt', 'a shop', lines)
  }).timeout(60_000)
})
