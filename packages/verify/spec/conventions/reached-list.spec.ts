import { published } from '../../../../spec/support/published.js'
import { evenDraw, leastDraw } from '../../../../spec/support/scripted-draw.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { beside } from '../../src/conventions/reached.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { type QueryPair, writeRequest } from '../../src/requests/request-parts.js'

const parameter = (name: string, required: boolean, place = 'query') => ({
  ...{ name, in: place, required: required || place === 'path' },
  schema: { type: 'integer', minimum: 1, maximum: 9 }
})
const OWN = [parameter('id', true, 'path')]
const PATHS = {
  '/plain/{id}': { get: { parameters: OWN, responses: {} } },
  '/optional/{id}': {
    get: {
      parameters: [
        ...OWN,
        parameter('a', false),
        parameter('x-a', false, 'header'),
        parameter('b', false, 'cookie'),
        parameter('x-b', true, 'header'),
        parameter('c', true, 'cookie')
      ],
      responses: {}
    }
  },
  '/required/{id}': { get: { parameters: [...OWN, parameter('a', true), parameter('b', true)], responses: {} } },
  '/impossible/{id}': {
    get: {
      parameters: [
        ...OWN,
        { name: 'a', in: 'query', required: true, schema: { type: 'string', minLength: 2, maxLength: 1 } }
      ],
      responses: {}
    }
  }
}
/** The queries of another operation of the path. */
const QUERIES: readonly (readonly QueryPair[])[] = [
  [],
  [{ name: 'a', text: '7' }],
  [{ name: 'b', text: '7' }],
  [
    { name: 'b', text: '7' },
    { name: 'a', text: '8' }
  ],
  [
    { name: 'a', text: '7' },
    { name: 'a', text: '8' }
  ],
  [{ name: 'c', text: '7' }],
  [{ raw: 'a=7' }]
]

describe('A request of another operation of the same path', () => {
  it('has its path, required parameters, and their values where both have them, as reached-list.txt says', async () => {
    const { maker, document } = await published(PATHS)
    const requests = new RequestMaker(maker)
    const lines: string[] = []
    for (const operation of document.operations) {
      const valid = requests.valid(operation, leastDraw())
      for (const query of QUERIES) {
        const first = { ...(valid ?? requests.valid(document.operations[0]!, leastDraw())!), path: { id: '5' }, query }
        // It makes optional parameters, too.
        const found = beside(operation, first, requests, evenDraw(4))
        const wire = found && writeRequest(found)
        lines.push(`${operation.path} ${shown(query)}: ${wire && `${wire.url} ${shown(wire.headers)}`}`)
      }
    }
    expectWholeList('verify/conventions/reached-list.txt', lines)
  })
})
