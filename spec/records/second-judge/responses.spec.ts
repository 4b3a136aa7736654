import { expect } from 'chai'
import fc from 'fast-check'
import { Application, type ApplicationOptions, bootstrap, type Class, Field, type Service } from 'fieldstone'
import { bound } from '../../support/bound.js'
import { cases, seed } from '../../support/chance.js'
import type { DialectVersion } from '../../support/dialect-version.js'
import { componentsOf } from '../../support/documented.js'
import { chance, type Draw, pick } from '../../support/draw.js'
import { drawFrom } from '../../support/drawing.js'
import { forgetLater } from '../../support/forgotten-classes.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { drawValue, drawWrittenType, Draw as WrittenDraw } from '../../support/written-value.js'
import { type Compared, compare, Documents, Tally } from './comparison.js'
import { drawWideRecord, jsonOf } from './wide-record.js'

const RECORDS = cases(12, 24)
const VALUES = cases(6, 30)

/** A declared record, and what a handler may return for it. */
interface Returned {
  readonly class: Class
  readonly draw: () => unknown
}

/** Values by the rules: bound from JSON without its rules, and at times broken. */
function returnedByRules(draw: Draw): Returned {
  const record = drawWideRecord(draw)
  return {
    class: record.class,
    draw: async () => {
      const raw = JSON.parse(jsonOf(record.draw(draw)))
      const { value, faults } = await bound(record.class, raw)
      if (faults !== undefined) return raw
      return chance(draw, 20) ? broken(value, draw) : value
    }
  }
}

/** With something else in one of its properties, if it has any. */
function broken(value: unknown, draw: Draw): unknown {
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value)
  if (names.length === 0) return value
  const other = pick(draw, [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, '', 0.5, [], {}, new Date(0), true])
  return Object.assign(value, { [pick(draw, names)]: other })
}

/** Values by the types alone, with all that a program may have in their places. */
function returnedByTypes(draw: Draw): Returned {
  const own = new WrittenDraw(draw(fc.integer, { min: 0, max: 2 ** 31 - 1 }))
  const type = drawWrittenType(own)
  const name = `Holder${++held}`
  const target = { [name]: class {} }[name] as Class
  Field(() => type.type, { name: 'held', nullable: chance(draw, 30) })(target.prototype, 'own')
  // hyperjump cannot address a property whose name is half of a surrogate pair.
  if (JSON.stringify(componentsOf(target)).includes('\\ud800')) return returnedByTypes(draw)
  return {
    class: target,
    draw: () => {
      own.left = 60
      return { own: drawValue(own, type) }
    }
  }
}

let held = 0

/** A service with one route for each record, which returns what it is given. */
class GivenService {
  readonly #service: Service
  readonly #given: { value?: unknown }
  readonly #log: RecordingLogger
  readonly documents: Documents

  static async of(records: readonly Class[], openapi: DialectVersion): Promise<GivenService> {
    const given: { value?: unknown } = {}
    const logger = new RecordingLogger()
    const routes: ApplicationOptions['routes'] = (router) => {
      for (const [index, target] of records.entries()) {
        router.postFunc(`/${index}`, (ctx) => ctx.json(200, given.value), { responses: { 200: target } })
        // A record that is in a document in both directions may be described twice.
        if (index % 4 < 2) router.postFunc(`/${index}/given`, (ctx) => ctx.text(200, ''), { requestBody: target })
      }
    }
    const service = await bootstrap(new Application({ title: 'Generated', version: '1', openapi, logger, routes }))
    return new GivenService(service, given, logger)
  }

  /** @param given what the routes return */
  constructor(service: Service, given: { value?: unknown }, log: RecordingLogger) {
    this.#service = service
    this.#given = given
    this.#log = log
    this.documents = new Documents(service)
  }

  /** The JSON that is sent for a value; undefined where a 500 replaces it. */
  async sent(index: number, value: unknown, responseChecks: 'off' | 'enforce'): Promise<string | undefined> {
    this.#given.value = value
    this.#log.entries.length = 0
    const response = await this.#service.inject({ method: 'POST', url: `/${index}`, responseChecks })
    if (response.statusCode === 500) return undefined
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
    return response.body
  }

  /** What the check of the response before found. */
  get violations(): readonly { readonly message: string }[] {
    const texts = this.#log.entries.flatMap(
      ({ message }) => message.split('breaks the document: ')[1]?.split('; ') ?? []
    )
    return texts.map((message) => ({ message }))
  }

  get document(): object {
    return this.#service.document
  }

  async close(): Promise<void> {
    this.documents.close()
    await this.#service.close()
  }
}

function placeOf(index: number): readonly string[] {
  return ['paths', `/${index}`, 'post', 'responses', '200', 'content', 'application/json', 'schema']
}

type Both = Readonly<Record<DialectVersion, GivenService>>

/** What is sent for a value, or replaced by a 500; undefined where the value has no form in JSON. */
async function compared(
  services: Both,
  version: DialectVersion,
  index: number,
  value: unknown
): Promise<Compared | undefined> {
  const service = services[version]
  const text = await service.sent(index, value, 'off')
  const sent = await service.sent(index, value, 'enforce')
  if (sent !== undefined || text === undefined) expect(sent).to.equal(text)
  if (text === undefined) return undefined
  return {
    document: service.document,
    place: placeOf(index),
    version,
    isAccepted: sent !== undefined,
    faults: service.violations,
    value: JSON.parse(text),
    isValid: async (of) => (await services[of].documents.check(placeOf(index)))(JSON.parse(text))
  }
}

describe('The second judge, of responses', () => {
  it('finds valid what is sent, and not valid what a 500 replaces, in OpenAPI 3.0 and 3.1', async () => {
    const tally = new Tally()
    const draw = drawFrom(seed(20261123))
    for (let left = cases(1, 60); left > 0; left--) {
      const forget = forgetLater()
      const records = Array.from({ length: RECORDS }, (_, index) =>
        index % 2 === 0 ? returnedByRules(draw) : returnedByTypes(draw)
      )
      const classes = records.map((record) => record.class)
      const services = { '3.0': await GivenService.of(classes, '3.0'), '3.1': await GivenService.of(classes, '3.1') }
      for (const [index, record] of records.entries()) {
        for (let values = VALUES; values > 0; values--) {
          const value = await record.draw()
          for (const version of ['3.0', '3.1'] as const) {
            const found = await compared(services, version, index, value)
            if (found !== undefined) await compare(found, tally)
          }
        }
      }
      for (const service of Object.values(services)) await service.close()
      forget()
    }
    tally.report('responses')
    // Else the comparison says little.
    expect(tally.agreed.valid).to.be.greaterThan(tally.comparisons / 8)
    expect(tally.agreed.invalid).to.be.greaterThan(tally.comparisons / 8)
  }).timeout(1_800_000)
})
