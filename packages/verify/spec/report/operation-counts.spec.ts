import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import type { Comparison } from '../../src/judge/comparison.js'
import { OperationCounts, unknownNames } from '../../src/report/operation-counts.js'
import type { OperationPlan } from '../../src/requests/operation-plan.js'

const PATHS = {
  '/a': { get: { operationId: 'read', responses: { 200: {}, 302: {}, '4XX': {}, 404: {}, 500: {} } } },
  '/b': { post: { operationId: 'refuse', tags: ['own'], responses: { 404: {}, 409: {} } } },
  '/c': { get: { operationId: 'any', responses: { default: {} } } }
}

async function counts(id = 'read', isPossible = true) {
  const { document } = await published(PATHS)
  const operation = document.operations.find((each) => each.id === id)
  const plan = { operation, total: 5, tried: 2, shared: 1, isPossible } as OperationPlan
  return new OperationCounts(plan, false, undefined)
}

describe('The counts of an operation', () => {
  it('are what its requests led to, with the statuses in their order and those that none had', async () => {
    const found = await counts()
    const sent: readonly (readonly [
      status: number,
      outcome: Comparison['outcome'],
      isOwn: boolean,
      isValid: boolean
    ])[] = [
      [404, 'rejected', true, false],
      [200, 'accepted', true, true],
      [200, 'accepted', true, false],
      [401, 'denied', true, true],
      [429, 'limited', true, true],
      [409, 'inconclusive', true, false],
      [400, 'rule', true, true],
      [405, 'rejected', false, false],
      [0, 'other', true, true]
    ]
    expect(sent.map((each) => found.add(...each))).to.deep.equal(sent.map((_, index) => index === 1))
    expect(found.report()).to.deep.equal({
      ...{ id: 'read', method: 'GET', path: '/a', isSkipped: false, requests: 9, inconclusive: 1, rejectedByRule: 1 },
      ...{ limited: 1, denied: 1, isAdmitted: true, isReached: true, isPossible: true },
      statuses: { 200: 2, 400: 1, 401: 1, 404: 1, 409: 1, 429: 1 },
      unreachedStatuses: ['302'],
      edgeCases: { total: 5, tried: 2, shared: 1 }
    })
    expect([found.requests, found.isReached, found.isActive]).to.deep.equal([9, true, true])
  })

  const successes: readonly (readonly [id: string, status: number, isSuccess: boolean])[] = [
    ['read', 199, false],
    ['read', 201, true],
    ['read', 399, true],
    ['read', 400, false],
    ['read', 404, false],
    ['refuse', 404, true],
    ['refuse', 410, false],
    ['any', 404, false],
    ['any', 200, true]
  ]
  for (const [id, status, isSuccess] of successes) {
    it(`${isSuccess ? 'call' : 'do not call'} ${status} what the operation ${id} is for`, async () => {
      const found = await counts(id)
      expect(found.add(status, 'other', false, true)).to.equal(false)
      expect(found.add(status, 'other', true, false)).to.equal(false)
      expect(found.isReached).to.equal(false)
      expect(found.add(status, 'other', true, true)).to.equal(isSuccess)
      expect([found.isReached, found.report().isAdmitted]).to.deep.equal([isSuccess, false])
    })
  }

  it('know what was not found', async () => {
    for (const [status, isFound] of [
      [403, true],
      [404, false],
      [410, false],
      [409, true]
    ] as const) {
      const found = await counts()
      found.add(status, 'rejected', false, true)
      expect(found.hasFoundNothing).to.equal(false)
      found.add(status, 'rejected', true, true)
      expect(found.hasFoundNothing, String(status)).to.equal(!isFound)
    }
  })

  it('are of no use where the operation is skipped, impossible or obstructed', async () => {
    const found = await counts()
    const obstacle = { why: 'a reason', needs: 'a remedy' }
    found.obstruct(obstacle)
    expect([found.isActive, found.report().obstacle]).to.deep.equal([false, obstacle])
    expect((await counts('read', false)).isActive).to.equal(false)
    const skipped = new OperationCounts(found.plan, true, undefined)
    expect([skipped.isActive, skipped.report().unreachedStatuses]).to.deep.equal([false, []])
    expect(skipped.report()).to.not.have.property('obstacle')
  })

  it('name the patterns and ids that no operation has', async () => {
    const { document } = await published(PATHS)
    expect(unknownNames(document, ['read', 'nothing', 'GET /c'], ['any', 'none'])).to.deep.equal(['nothing', 'none'])
  })
})
