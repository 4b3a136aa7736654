import { expect } from 'chai'
import { bootstrap, type Service } from '../../../src/index.js'
import { makeApplication } from './application.js'
import { ADDS_ROUTES } from './middleware.js'
import { MISTAKES, type MistakeId } from './mistakes.js'
import type { Plan } from './plan.js'
import { PROOFS } from './proofs.js'
import type { Seen, Sent, Step } from './requests.js'

const COMPARED = ['content-type', 'location', 'etag', 'allow', 'www-authenticate']

describe('The application with mistakes', () => {
  const unchecked = { responseChecks: 'off' } as const
  const made = makeApplication(undefined, unchecked)
  let service: Service

  before(async () => {
    service = await bootstrap(made.application)
  })

  it('is described by the same document with each of the mistakes that add routes', async () => {
    for (const id of ADDS_ROUTES) {
      const mistaken = await bootstrap(makeApplication(id).application)
      expect(withoutUnmatched(mistaken.document)).to.deep.equal(withoutUnmatched(service.document))
    }
  })

  it('has mistakes with ids of their own, each in operations that the document has', () => {
    const operations = new Set(
      Object.values(service.document.paths).flatMap((path) =>
        Object.values(path as Record<string, { operationId?: string }>).map(({ operationId }) => operationId)
      )
    )
    expect(new Set(MISTAKES.map(({ id }) => id)).size).to.equal(MISTAKES.length)
    for (const { operation } of MISTAKES) {
      for (const name of [operation].flat()) expect([...operations]).to.include(name)
    }
  })

  it('rejects a mistake that it does not know', () => {
    expect(() => makeApplication('not-a-mistake')).to.throw('There is no mistake not-a-mistake')
  })

  for (const { id, what } of MISTAKES) {
    it(`responds otherwise with the mistake ${id}: ${what}`, async () => {
      const honest = await run(undefined, proofOf(id))
      const mistaken = await run(id, proofOf(id))
      expect(mistaken.at(-1)).to.not.deep.equal(honest.at(-1))
      for (const { status } of honest) expect(status).to.be.within(200, 499)
      expect(await run(undefined, proofOf(id)), 'after a reset').to.deep.equal(honest)
    })
  }

  async function run(mistake: MistakeId | undefined, steps: readonly Step[]): Promise<Seen[]> {
    if (mistake === undefined || !ADDS_ROUTES.includes(mistake)) return responsesOf(service, made, mistake, steps)
    const other = makeApplication(mistake, unchecked)
    return responsesOf(await bootstrap(other.application), other, mistake, steps)
  }
})

/** The framework says of handlers of the application that these respond instead of it, so that no mistake is made there. */
function withoutUnmatched({ 'x-unmatched-responses': _, ...document }: object & { 'x-unmatched-responses'?: unknown }) {
  return document
}

function proofOf(id: MistakeId): readonly Step[] {
  return PROOFS[id] ?? expect.fail(`No requests prove ${id}`)
}

async function responsesOf(
  service: Service,
  { plan, reset }: { plan: Plan; reset: () => void },
  mistake: MistakeId | undefined,
  steps: readonly Step[]
): Promise<Seen[]> {
  reset()
  plan.mistake = mistake
  const seen: Seen[] = []
  for (const step of steps) {
    const sent = [typeof step === 'function' ? step(seen) : step].flat()
    const sending = Promise.all(sent.map((request) => responseOf(service, request)))
    const waiting = new Promise<Seen[]>((resolve) => {
      plan.onWait = () => resolve([{ status: 0, headers: {}, body: 'no response' }])
    })
    seen.push(...(await Promise.race([sending, waiting])))
  }
  return seen
}

async function responseOf(service: Service, request: Sent): Promise<Seen> {
  const { statusCode, headers, rawBody } = await service.inject(request)
  const compared = Object.fromEntries(COMPARED.map((name) => [name, headers[name]]))
  return { status: statusCode, headers: compared, body: rawBody.toString('latin1') }
}
