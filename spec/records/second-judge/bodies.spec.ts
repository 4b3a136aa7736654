import { expect } from 'chai'
import { IsString, ValidateIf } from 'class-validator'
import { BootstrapError, type Service, type TypeExpression } from 'fieldstone'
import { cases, seed } from '../../support/chance.js'
import type { DialectVersion } from '../../support/dialect-version.js'
import { type Draw, pick } from '../../support/draw.js'
import { drawFrom } from '../../support/drawing.js'
import { forgetLater } from '../../support/forgotten-classes.js'
import { type Compared, compare, Documents, reasonsFor, Tally } from './comparison.js'
import { decisionOn, serviceOfBodies } from './generated-service.js'
import { drawWideBody, drawWideDto, jsonOf, type WideBody } from './wide-record.js'

const TYPES = cases(12, 20)
const VALUES = cases(12, 40)

/** Services of the same records, one for each version of OpenAPI, with their documents. */
interface Judged {
  readonly service: Service
  readonly documents: Documents
}

type Both = Readonly<Record<DialectVersion, Judged>>

/** What the service of a version does with a body, and what its document says of it. */
async function compared(judged: Both, version: DialectVersion, index: number, body: unknown): Promise<Compared> {
  const { service } = judged[version]
  const text = jsonOf(body)
  const value = JSON.parse(text)
  return {
    ...(await decisionOn(service, index, text)),
    document: service.document,
    place: placeOf(index),
    version,
    value,
    isValid: async (of) => (await judged[of].documents.check(placeOf(index)))(value)
  }
}

function placeOf(index: number): readonly string[] {
  return ['paths', `/${index}`, 'post', 'requestBody', 'content', 'application/json', 'schema']
}

async function judgedServices(
  types: readonly TypeExpression[],
  unknownFields: 'strip' | 'reject' = 'strip'
): Promise<Both> {
  const made = async (version: DialectVersion): Promise<Judged> => {
    const service = await serviceOfBodies(types, version, { unknownFields })
    return { service, documents: new Documents(service) }
  }
  return { '3.0': await made('3.0'), '3.1': await made('3.1') }
}

async function close(judged: Both): Promise<void> {
  for (const { service, documents } of Object.values(judged)) {
    documents.close()
    await service.close()
  }
}

/** A class of class-validator's decorators that Fieldstone accepts and reads from JSON. */
async function drawSoundDto(draw: Draw, unknownFields: 'strip' | 'reject'): Promise<WideBody> {
  for (;;) {
    const dto = drawWideDto(draw)
    const made = await serviceOfBodies([dto.type], '3.1', { unknownFields }).catch((error: unknown) => error)
    if (made instanceof BootstrapError) continue
    const { document } = made as Service
    const content = (document.paths['/0']?.post?.requestBody as { content?: object } | undefined)?.content ?? {}
    if ('application/json' in content) return dto
  }
}

describe('The second judge, of bodies', () => {
  it('accepts by the document in OpenAPI 3.0 and 3.1 what the service accepts, of generated records', async () => {
    const tally = new Tally()
    const draw = drawFrom(seed(20261122))
    for (let left = cases(1, 100); left > 0; left--) {
      const forget = forgetLater()
      const unknownFields = pick(draw, ['strip', 'strip', 'reject'] as const)
      const bodies = Array.from({ length: TYPES }, () => drawWideBody(draw))
      for (let dtos = TYPES / 4; dtos > 0; dtos--) bodies.push(await drawSoundDto(draw, unknownFields))
      const types = bodies.map(({ type }) => type)
      const judged = await judgedServices(types, unknownFields)
      for (const [index, { draw: drawn }] of bodies.entries()) {
        for (let values = VALUES; values > 0; values--) {
          const body = drawn(draw)
          for (const version of ['3.0', '3.1'] as const) {
            await compare(await compared(judged, version, index, body), tally)
          }
        }
      }
      await close(judged)
      forget()
    }
    tally.report('bodies')
    // Else the comparison says little.
    expect(tally.agreed.valid).to.be.greaterThan(tally.comparisons / 8)
    expect(tally.agreed.invalid).to.be.greaterThan(tally.comparisons / 8)
  }).timeout(1_800_000)

  it('finds that the document lists the type of a conditional field as a rule', async () => {
    class Conditional {
      @ValidateIf(() => true) @IsString() f!: string
    }
    const judged = await judgedServices([Conditional])
    const found = await compared(judged, '3.1', 0, { f: 1 })
    expect(found.isAccepted).to.equal(false)
    expect(await found.isValid('3.1')).to.equal(true)
    expect(await reasonsFor(found)).to.deep.equal(['rejected by rules that x-rules names'])
    await close(judged)
  })
})
