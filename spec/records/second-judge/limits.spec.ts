import { expect } from 'chai'
import fc from 'fast-check'
import { Double, Field, Float, Int32, Integer, mapOf, oneOf, tupleOf, Unknown } from 'fieldstone'
import { cases, seed } from '../../support/chance.js'
import { pick } from '../../support/draw.js'
import { drawFrom } from '../../support/drawing.js'
import { Documents, Tally } from './comparison.js'
import { decisionOn, serviceOfBodies } from './generated-service.js'

class Nest {
  @Field(() => Nest, { optional: true }) one?: Nest
  @Field(() => [Nest], { optional: true }) list?: Nest[]
  @Field(() => mapOf(Nest), { optional: true }) map?: { [key: string]: Nest }
  @Field(() => tupleOf(Nest, Integer), { optional: true }) pair?: [Nest, number]
  @Field(() => oneOf(Nest, String), { optional: true }) either?: Nest | string
  @Field(() => Unknown, { optional: true }) any?: unknown
}

/** How a record is within another, and how many levels that takes. */
const STEPS: readonly (readonly [levels: number, within: (inner: string) => string])[] = [
  [1, (inner) => `{"one":${inner}}`],
  [2, (inner) => `{"list":[${inner}]}`],
  [2, (inner) => `{"map":{"a":${inner}}}`],
  [2, (inner) => `{"pair":[${inner},1]}`],
  [1, (inner) => `{"either":${inner}}`]
]

class Numbers {
  @Field(() => Number, { optional: true }) number?: number
  @Field(() => Float, { optional: true }) float?: number
  @Field(() => Double, { optional: true }) double?: number
  @Field(() => Int32, { optional: true }) int32?: number
  @Field(() => Integer, { optional: true }) integer?: number
  @Field(() => Unknown, { optional: true }) any?: unknown
}

/** Numbers as they are written, at the ends of what formats and doubles hold. */
const NUMBERS = [
  ...['0', '-0', '1', '1.0', '10e-1', '1e0', '0.5', '5e-324', '1e-400', '2147483647', '2147483648', '2147483647.5'],
  ...['-2147483648', '-2147483649', '9007199254740991', '9007199254740992', '-9007199254740991', '-9007199254740993'],
  ...['9223372036854775807', '1e21', '3.4028234663852886e38', '3.4028234663852887e38', '3.41e38', '-3.41e38'],
  ...[
    '1.7976931348623157e308',
    '1.7976931348623158e308',
    '1.7976931348623159e308',
    '1.8e308',
    '-1.8e308',
    '1e400',
    '-1e999'
  ]
]

describe('The second judge, of limits', () => {
  for (const version of ['3.0', '3.1'] as const) {
    it(`finds valid all nesting, of which the service accepts as much as x-limits says (${version})`, async () => {
      const tally = new Tally()
      const service = await serviceOfBodies([Nest], version)
      const documents = new Documents(service)
      const check = await documents.check(placeOf(0))
      const { depth } = (service.document as unknown as { 'x-limits': { depth: number } })['x-limits']
      const draw = drawFrom(seed(20261125))
      for (let left = cases(20, 3_000); left > 0; left--) {
        const levels = depth - 8 + draw(fc.integer, { min: 0, max: 16 })
        // At the end is a value of any type, or an empty record.
        const own = draw(fc.integer, { min: 1, max: levels })
        const [open, close] = pick(draw, [
          ['[', ']'],
          ['{"a":', '}']
        ] as const)
        const end = open === '[' ? '[]' : '{}'
        let text = own === 1 ? '{}' : `{"any":${open.repeat(own - 2)}${end}${close.repeat(own - 2)}}`
        let made = own
        while (made < levels) {
          const [taken, within] = pick(
            draw,
            STEPS.filter(([needed]) => made + needed <= levels)
          )
          text = within(text)
          made += taken
        }
        const { isAccepted } = await decisionOn(service, 0, text)
        expect(check(JSON.parse(text)), text).to.equal(true)
        expect(isAccepted, `${levels} levels: ${text}`).to.equal(levels <= depth)
        if (isAccepted) tally.agree(true)
        else tally.disagree(['rejected by limits that x-limits names'])
      }
      tally.report('nested bodies')
      documents.close()
      await service.close()
    }).timeout(1_800_000)

    it(`accepts by the document the numbers that the service accepts, at the ends of formats and of doubles (${version})`, async () => {
      const service = await serviceOfBodies([Numbers], version)
      const documents = new Documents(service)
      const check = await documents.check(placeOf(0))
      for (const name of ['number', 'float', 'double', 'int32', 'integer', 'any']) {
        for (const number of NUMBERS) {
          const text = `{"${name}":${number}}`
          const isHeld = Number.isFinite(Number(number))
          const isValid = check(JSON.parse(text))
          // A schema of any value cannot say what x-limits says.
          expect((await decisionOn(service, 0, text)).isAccepted, text).to.equal(isValid && isHeld)
          if (name !== 'any') expect(isHeld || !isValid, text).to.equal(true)
        }
      }
      documents.close()
      await service.close()
    })
  }
})

function placeOf(index: number): readonly string[] {
  return ['paths', `/${index}`, 'post', 'requestBody', 'content', 'application/json', 'schema']
}
