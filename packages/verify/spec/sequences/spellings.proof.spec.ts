import { catalogWith } from '../support/catalog.js'
import { bare, json, mistaken, openApi, parameter } from '../support/services.js'
import { sound } from '../support/sound.js'
import { expectFindings, expectSound } from '../support/verified.js'

const ID = '0b1f6f4e-8f4d-4a5c-9d3e-5a1c2b3d4e5f'

/** A service that repeats the parameters that it is sent. */
const greeting = (limit: number | undefined = 20) => {
  const document = openApi({
    '/greeting': {
      get: {
        operationId: 'greet',
        parameters: [
          parameter('query', 'limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
          parameter('header', 'X-Tone', { type: 'string', enum: ['plain', 'warm'] }),
          parameter('cookie', 'guest', { type: 'string', minLength: 1, maxLength: 20 })
        ],
        responses: { 200: json({ type: 'object' }), ...bare(400) }
      }
    },
    '/tickets/{ticketId}': {
      get: {
        operationId: 'ticket',
        parameters: [parameter('path', 'ticketId', { type: 'string', format: 'uuid' }, { example: ID })],
        responses: { 200: json({ type: 'object' }), ...bare(400, 404) }
      }
    }
  })
  return sound(document, {
    greet: ({ params }) => {
      const { limit: given = limit, 'X-Tone': tone = 'plain', guest = 'nobody' } = params as Record<string, unknown>
      return { status: 200, body: { limit: given, tone, guest } }
    },
    ticket: ({ params: { ticketId } }) =>
      String(ticketId).toLowerCase() === ID ? { status: 200, body: {} } : { status: 404 }
  })
}

describe('verify writes a request in another way that means the same', () => {
  it('and finds nothing where the response is the same', async () => {
    await expectSound(greeting())
  })

  it('and finds that the default of a parameter is not what the document says', async () => {
    await expectFindings(greeting(10), [
      'default-differs greet the default of limit: the request 200, the default of limit 200'
    ])
  })

  it('and finds that a query is not decoded', async () => {
    const service = mistaken(greeting(), ({ search, path }, right) =>
      path === '/greeting' && search.includes('%6') ? { status: 400 } : right()
    )
    await expectFindings(service, [
      'refused-valid greet 400',
      'spelling-matters greet a query in percent encoding: the request 200, a query in percent encoding 400'
    ])
  })

  it('and finds that a header is known by its exact letters', async () => {
    const right = greeting()
    const service = {
      ...right,
      inject: (request: Parameters<typeof right.inject>[0]) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => name === name.toLowerCase())
        )
        return right.inject({ ...request, headers })
      }
    }
    await expectFindings(service, [
      'changed-value greet response guest',
      'spelling-matters greet header names in upper case: the request 200, header names in upper case 200'
    ])
  })

  it('and finds the same of a request that changes something', async () => {
    const catalog = await catalogWith({
      unit: (parsed, raw) => (raw.includes('X-Unit') || raw.includes('X-UNIT') ? 'piece' : parsed)
    })
    await expectFindings(
      catalog,
      [
        'spelling-matters postItems header names in mixed case: postItems 201, postItems again 201, header names in mixed case 201',
        'spelling-matters postItems header names in upper case: postItems 201, postItems again 201, header names in upper case 201'
      ],
      { include: ['postItems', 'getItemsById'] }
    )
  })

  it('and finds that a cookie is not decoded', async () => {
    const catalog = await catalogWith({ greet: (_, cookies) => `Hello ${/guest=([^;]*)/.exec(cookies)?.[1] ?? ''}` })
    await expectFindings(
      catalog,
      [
        'spelling-matters getGreeting cookie guest in percent encoding: the request 200, cookie guest in percent encoding 200'
      ],
      { include: ['getGreeting'] }
    )
  })

  it('and finds that a UUID is known only in lower case', async () => {
    const service = mistaken(greeting(), ({ path }, right) =>
      path === `/tickets/${ID.toUpperCase()}` ? { status: 404 } : right()
    )
    await expectFindings(service, [
      'spelling-matters ticket ticketId in upper case: the request 200, ticketId in upper case 404'
    ])
  })

  it('and says nothing of a response that is another each time', async () => {
    let count = 0
    const service = mistaken(greeting(), async ({ path, method }, right) => {
      const own = await right()
      const isTold = own.status === 200 && path === '/greeting' && method === 'GET'
      return isTold ? { ...own, body: JSON.stringify({ ...JSON.parse(String(own.body)), count: count++ }) } : own
    })
    await expectSound(service)
  })
})
