import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import { evenDraw, leastDraw } from '../../../../spec/support/scripted-draw.js'
import { Principals } from '../../src/credentials/principals.js'
import { OperationPlan, type PlannedRequest } from '../../src/requests/operation-plan.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { RANK, RANKS } from '../../src/values/rank.js'

const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Flag' } } } }
const PATHS = {
  '/a': { get: { operationId: 'read', parameters: [{ in: 'query', name: 'q', schema: { type: 'boolean' } }] } },
  '/b': { post: { operationId: 'add', requestBody: body } },
  '/c': { post: { operationId: 'change', requestBody: body } },
  '/d': {
    get: {
      operationId: 'none',
      parameters: [{ in: 'query', name: 'q', required: true, schema: { type: 'string', minLength: 2, maxLength: 1 } }]
    }
  }
}

/** The plans of all operations, prepared. */
async function plans(allows: (method: string) => boolean = () => true) {
  const { maker, document } = await published(PATHS, { Flag: { type: 'boolean' } })
  const nothing = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }
  const principals = new Principals(document.schemes, nothing)
  const owners = new Map<string, OperationPlan>()
  const requests = new RequestMaker(maker)
  const made = document.operations.map(
    (operation) => new OperationPlan(operation, requests, maker, principals, owners, allows)
  )
  for (const plan of made) plan.prepare(leastDraw())
  const [read, add, change, none] = made
  return { read: read!, add: add!, change: change!, none: none! }
}

function all(plan: OperationPlan, ranks = RANKS): PlannedRequest[] {
  return ranks.flatMap((rank) => {
    const out: PlannedRequest[] = []
    for (let next = plan.edge(rank, leastDraw()); next; next = plan.edge(rank, leastDraw())) out.push(next)
    return out
  })
}

const counts = ({ total, tried, shared, unmade, untried }: OperationPlan) => ({ total, tried, shared, unmade, untried })

describe('The plan of an operation', () => {
  it('tries each edge case once, by rank, and counts those that no request can have apart', async () => {
    const { read } = await plans()
    const { total } = read
    expect(total).to.be.above(50)
    expect(counts(read)).to.deep.equal({ total, tried: 0, shared: 0, unmade: 0, untried: total })
    const found = all(read, [RANK.method])
    expect(found.map(({ label }) => label)).to.have.members([
      ...['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => `method ${method}`),
      ...['path: one segment more', 'path: a slash at its end']
    ])
    expect(found.every(({ edge }) => edge?.rank === RANK.method)).to.equal(true)
    expect(counts(read)).to.deep.equal({ total, tried: 8, shared: 0, unmade: 0, untried: total - 8 })
    all(read)
    const unmade = read.unmade
    expect(counts(read)).to.deep.equal({ total: total - unmade, tried: total - unmade, shared: 0, unmade, untried: 0 })
    expect(unmade).to.be.above(0)
    expect(all(read)).to.deep.equal([])
  })

  it('leaves edge cases of a component to the first operation that has them', async () => {
    const { add, change } = await plans()
    const texts = (plan: OperationPlan) =>
      all(plan).flatMap(({ request: { body }, edge }) =>
        edge?.share !== undefined && body?.kind === 'json' ? [JSON.stringify(body.value)] : []
      )
    const [changes, adds] = [texts(change), texts(add)]
    expect(changes).to.deep.equal([])
    expect(adds).to.include.members(['7', '"text"', '[[]]', '"true"'])
    expect(change.shared).to.be.above(adds.length)
    for (const { total, tried, shared, untried } of [add, change]) {
      expect([tried + shared, untried]).to.deep.equal([total, 0])
    }
  })

  it('sends no method that is not allowed', async () => {
    const { read } = await plans((method) => method === 'PUT')
    expect(all(read, [RANK.method]).map(({ label }) => label)).to.have.members([
      ...['method PUT', 'path: one segment more', 'path: a slash at its end']
    ])
  })

  it('tries nothing of an operation without a valid request', async () => {
    const { none } = await plans()
    expect([none.valid(leastDraw()), none.random(leastDraw()), all(none)]).to.deep.equal([undefined, undefined, []])
    expect([none.tried, none.untried]).to.deep.equal([0, 0])
  })

  it('draws valid requests with none to three edge cases, each named', async () => {
    const { read } = await plans()
    const drawn = Array.from({ length: 12 }, (_, index) => read.random(evenDraw(index)))
    expect(drawn.map((each) => each?.label.split(', and ').length)).to.deep.equal([2, 2, 1, 2, 2, 1, 1, 1, 2, 2, 1, 2])
    expect(drawn.flatMap((each, index) => (each?.label === 'a valid request' ? [index] : []))).to.deep.equal([
      2, 6, 7, 10
    ])
    expect(drawn.every((each) => each?.edge === undefined)).to.equal(true)
  })

  it('draws valid requests alone before it is prepared, and names them so', async () => {
    const { read } = await plans()
    expect(read.valid(leastDraw())).to.deep.include({ label: 'a valid request', edge: undefined })
  })
})
