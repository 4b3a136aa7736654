import { expectListed } from '../../../../spec/support/listed.js'
import { Depot, type Reply } from './depot.js'
import { playChanged } from './play-sequences.js'

type Change = (reply: Reply) => Reply

const TYPE = { 'content-type': 'application/json' }

/** What becomes of one reply, while the service has done what it was sent. */
const CHANGES: Readonly<Record<string, Change>> = {
  'is a 404': () => ({ status: 404, headers: TYPE, body: {} }),
  'is a 202': (reply) => ({ ...reply, status: 202 }),
  'is an empty list': ({ status, headers }) => ({ status, headers, body: [] }),
  'has other values': ({ body, ...reply }) => ({ ...reply, body: other(body) })
}

/** Other numbers and texts of the same form, and one item less in each list. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return value.replace(/[a-y]$/, 'z')
  if (Array.isArray(value)) return value.slice(1)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, other(each)]))
}

/** One sequence of each sort: most with shelves, those about places with boxes. */
const LABELS = new RegExp(
  [
    ...[
      '^create a shelve, ',
      '^PUT a shelve, ',
      '^PATCH (weight|isOpen) of a',
      '^(PUT|PATCH) a shelve with',
      '^delete a shelve'
    ],
    ...[
      'twice$',
      'one of two',
      '^create a shelve with',
      '^list shelves',
      '^list boxs',
      'shelve.* at once',
      'of one shelve'
    ],
    ...[
      'then the link',
      '^GET ./shelves',
      'picture, then read it',
      'listShelves: ',
      '^replaceShelf, then',
      '^delete a box, then list'
    ]
  ].join('|')
)

const serviceWith = (name: string | undefined, at: number) =>
  new Depot().service((reply, number) =>
    name !== undefined && number === at ? (CHANGES[name] as Change)(reply) : reply
  )

describe('A sequence in which one reply is odd', () => {
  it('finds what odd-reply-list.txt says, or says why it cannot go on', async () => {
    const lines = await playChanged(serviceWith, Object.keys(CHANGES), (name) => name, LABELS)
    expectListed('verify/sequences/odd-reply-list.txt', 'a depot', lines)
  }).timeout(60_000)
})
