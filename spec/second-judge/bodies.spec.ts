import { expect } from 'chai'
import type { Service } from '../../src/index.js'
import type { Class } from '../../src/metadata.js'
import type { OpenAPIVersion } from '../../src/record/json-schema/schema-dialect.js'
import { cases, seed } from '../support/chance.js'
import { pick } from '../support/draw.js'
import { forgetLater } from '../support/forgotten-classes.js'
import { breaksOpenFormats, Documents, excerpt, explained, Tally } from './comparison.js'
import { UNTRUTHS_OF_REQUESTS, type Untruth } from './cures.js'
import { type Decision, decisionOn, serviceOfBodies } from './generated-service.js'
import { drawFrom, drawWideRecord, jsonOf } from './wide-record.js'

const RECORDS = cases(12, 20)
const BODIES = cases(12, 40)

/** Services of the same records, one for each version of OpenAPI, with their documents. */
interface Judged {
  readonly service: Service
  readonly documents: Documents
}

/** One body in both versions. */
class Comparison {
  readonly #judged: Readonly<Record<OpenAPIVersion, Judged>>
  readonly #index: number
  readonly #body: unknown
  readonly #place: readonly string[]

  constructor(judged: Readonly<Record<OpenAPIVersion, Judged>>, index: number, body: unknown) {
    this.#judged = judged
    this.#index = index
    this.#body = body
    this.#place = ['paths', `/${index}`, 'post', 'requestBody', 'content', 'application/json', 'schema']
  }

  async run(version: OpenAPIVersion, tally: Tally): Promise<void> {
    const text = this.#text([])
    const decision = await this.decision(version)
    const isValid = await this.#isValid(version, text, [])
    if (decision.isAccepted === isValid) return tally.agree(isValid)
    const untruths = (await this.#isOpen(version, text, decision, []))
      ? []
      : await explained(UNTRUTHS_OF_REQUESTS, (cures) => this.agrees(version, cures))
    if (untruths !== undefined) return tally.found(untruths)
    const { document } = this.#judged[version].service
    const told = decision.isAccepted ? 'accepts it' : `rejects it: ${JSON.stringify(decision.faults)}`
    throw new Error(
      `${text} is ${isValid ? 'valid' : 'not valid'}, but the service ${told} (${version})\n${excerpt(document, this.#place)}`
    )
  }

  /** What the service does with the body without what the cures take from it. */
  decision(version: OpenAPIVersion, cures: readonly Untruth[] = []): Promise<Decision> {
    return decisionOn(this.#judged[version].service, this.#index, this.#text(cures))
  }

  #text(cures: readonly Untruth[]): string {
    return jsonOf(
      this.#body,
      cures.flatMap(({ without }) => without ?? [])
    )
  }

  async #isValid(version: OpenAPIVersion, text: string, cures: readonly Untruth[]): Promise<boolean> {
    const check = await this.#judged[version].documents.check(cures, this.#place)
    return check(JSON.parse(text))
  }

  /** Whether service and document agree with the cures. */
  async agrees(version: OpenAPIVersion, cures: readonly Untruth[]): Promise<boolean> {
    const text = this.#text(cures)
    const decision = await this.decision(version, cures)
    if (decision.isAccepted === (await this.#isValid(version, text, cures))) return true
    return this.#isOpen(version, text, decision, cures)
  }

  /** Whether the service rejects by rules alone that the document names and has no keywords for. */
  async #isOpen(
    version: OpenAPIVersion,
    text: string,
    decision: Decision,
    cures: readonly Untruth[]
  ): Promise<boolean> {
    if (decision.isAccepted || !(await this.#isValid(version, text, cures))) return false
    const written = JSON.stringify(this.#judged[version].service.document.components)
    // Only OpenAPI 3.1 has keywords for a tuple.
    if (written.includes('"rule":"tuple"') && !(await this.#isValid('3.1', text, cures))) return true
    return breaksOpenFormats(decision.faults)
  }
}

async function judgedServices(
  records: readonly Class[],
  unknownFields: 'strip' | 'reject' = 'strip'
): Promise<Readonly<Record<OpenAPIVersion, Judged>>> {
  const made = async (version: OpenAPIVersion): Promise<Judged> => {
    const service = await serviceOfBodies(records, version, { unknownFields })
    return { service, documents: new Documents(service) }
  }
  return { '3.0': await made('3.0'), '3.1': await made('3.1') }
}

async function close(judged: Readonly<Record<OpenAPIVersion, Judged>>): Promise<void> {
  for (const { service, documents } of Object.values(judged)) {
    documents.close()
    await service.close()
  }
}

describe('The second judge, of bodies', () => {
  it('accepts by the document in OpenAPI 3.0 and 3.1 what the service accepts, of generated records', async () => {
    const tally = new Tally()
    const draw = drawFrom(seed(20261122))
    for (let left = cases(1, 120); left > 0; left--) {
      const forget = forgetLater()
      const records = Array.from({ length: RECORDS }, () => drawWideRecord(draw))
      const classes = records.map((record) => record.class)
      const judged = await judgedServices(classes, pick(draw, ['strip', 'strip', 'reject'] as const))
      for (const [index, record] of records.entries()) {
        for (let bodies = BODIES; bodies > 0; bodies--) {
          const comparison = new Comparison(judged, index, record.draw(draw))
          await comparison.run('3.0', tally)
          await comparison.run('3.1', tally)
        }
      }
      await close(judged)
      forget()
    }
    tally.report('bodies')
    // Else the comparison says little.
    expect(tally.agreed.valid).to.be.greaterThan(tally.comparisons / 8)
    expect(tally.agreed.invalid).to.be.greaterThan(tally.comparisons / 8)
  }).timeout(600_000)

  for (const untruth of UNTRUTHS_OF_REQUESTS) {
    // Fails when it is mended: then the entry goes.
    it(`still finds that ${untruth.what}`, async () => {
      const { record, body, isAccepted } = untruth.example
      const judged = await judgedServices([record])
      const comparison = new Comparison(judged, 0, body)
      expect((await comparison.decision('3.0')).isAccepted).to.equal(isAccepted)
      expect(await comparison.agrees('3.0', [])).to.equal(false)
      expect(await comparison.agrees('3.0', [untruth])).to.equal(true)
      await close(judged)
    })
  }
})
