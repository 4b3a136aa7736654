import { inspect } from 'node:util'
import { expect } from 'chai'
import type { ClassTransformOptions } from 'class-transformer'
import * as originalTransformer from 'class-transformer'
import type { ValidatorOptions } from 'class-validator'
import * as originalValidator from 'class-validator'
import fc from 'fast-check'
import * as transformer from '../../src/drop-in/class-transformer.js'
import * as validator from '../../src/drop-in/class-validator.js'
import { transformOperationExecutor } from '../../src/record/library/transform-executor.js'
import { cases, chance } from '../support/chance.js'
import type { Draw } from '../support/draw.js'
import { drawDto, forgettingDtos } from '../support/generated-dto.js'
import { difference } from '../support/same-value.js'

const maybe = <T>(draw: Draw, name: string, values: readonly T[]): object =>
  draw(fc.nat, { max: 5 }) === 0 ? { [name]: draw(fc.constantFrom, ...values) } : {}

function drawValidatorOptions(draw: Draw): ValidatorOptions | undefined {
  if (draw(fc.nat, { max: 3 }) === 0) return undefined
  return {
    ...maybe(draw, 'whitelist', [true, false]),
    ...maybe(draw, 'forbidNonWhitelisted', [true]),
    ...maybe(draw, 'skipMissingProperties', [true]),
    ...maybe(draw, 'skipUndefinedProperties', [true]),
    ...maybe(draw, 'skipNullProperties', [true]),
    ...maybe(draw, 'forbidUnknownValues', [true, false, undefined]),
    ...maybe(draw, 'stopAtFirstError', [true]),
    ...maybe(draw, 'dismissDefaultMessages', [true]),
    ...maybe(draw, 'groups', [['a'], ['b'], ['c'], [], ['a', 'b']]),
    ...maybe(draw, 'always', [true, false]),
    ...maybe(draw, 'strictGroups', [true]),
    ...maybe(draw, 'validationError', [
      { target: false },
      { value: false },
      { target: false, value: false },
      {},
      { target: true }
    ])
  }
}

function drawTransformOptions(draw: Draw): ClassTransformOptions | undefined {
  const kind = draw(fc.nat, { max: 3 })
  if (kind === 0) return undefined
  // Those that have generated code, often alone and together.
  const flag = () => draw(fc.boolean)
  if (kind === 1) {
    return {
      ...{ enableImplicitConversion: flag(), excludeExtraneousValues: flag() },
      ...{ exposeDefaultValues: flag(), exposeUnsetFields: flag() }
    }
  }
  return {
    ...maybe(draw, 'enableImplicitConversion', [true]),
    ...maybe(draw, 'excludeExtraneousValues', [true]),
    ...maybe(draw, 'exposeDefaultValues', [true]),
    ...maybe(draw, 'exposeUnsetFields', [false, true, undefined]),
    ...maybe(draw, 'groups', [['a'], undefined]),
    ...maybe(draw, 'strategy', ['excludeAll', 'exposeAll']),
    ...maybe(draw, 'ignoreDecorators', [true]),
    ...maybe(draw, 'version', [1]),
    ...maybe(draw, 'excludePrefixes', [['o']])
  }
}

/** A copy as deep as JSON is; what is no plain object or list is shared. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const out = {}
  for (const key of Object.keys(value)) {
    const member = copy((value as { [key: string]: unknown })[key])
    Object.defineProperty(out, key, { value: member, enumerable: true, configurable: true, writable: true })
  }
  return out
}

type Outcome = { readonly value: unknown } | { readonly thrown: string }

function outcome(work: () => unknown): Outcome {
  try {
    return { value: work() }
  } catch (error) {
    // Where V8 names the variable that failed, the name is another.
    return { thrown: (error as Error).name }
  }
}

async function settled(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await work() }
  } catch (error) {
    return error instanceof Error ? { thrown: error.name } : { value: error }
  }
}

describe('The drop-ins for class-validator and class-transformer', () => {
  it('make the instances that class-transformer makes, and leave the input as it leaves it', () => {
    let compared = 0
    fc.assert(
      fc.property(fc.gen(), (draw) =>
        forgettingDtos(() => {
          const dto = drawDto(draw)
          for (let at = 0; at < 12; at++) {
            const drawn = dto.drawPlain(draw)
            const plain = draw(fc.nat, { max: 9 }) === 0 ? [drawn, dto.drawPlain(draw)] : drawn
            const [one, other] = [copy(plain), copy(plain)]
            const options = drawTransformOptions(draw)
            const own = outcome(() => transformer.plainToInstance(dto.class, one, options))
            const theirs = outcome(() => originalTransformer.plainToInstance(dto.class, other, options))
            const found = difference(own, theirs) ?? difference(one, other, 'input')
            if (found !== undefined) throw new Error(`${found} of ${inspect(plain)} with ${inspect(options)}`)
            compared++
          }
        })
      ),
      chance(120, 800)
    )
    expect(compared).to.be.greaterThan(cases(1_200, 8_000))
  })

  it('make lists, sets and maps as their properties are declared', () => {
    class Part {
      @originalValidator.IsInt() size!: number
    }
    class OwnList extends Array<Part> {}
    class Whole {
      @originalTransformer.Type(() => Part) list!: Part[]
      @originalTransformer.Type(() => Part) own!: OwnList
      @originalTransformer.Type(() => Part) set!: Set<Part>
      @originalTransformer.Type(() => Part) map!: Map<string, Part>
      @originalTransformer.Type(() => Number) numbers!: Map<string, number>
      @originalTransformer.Type(() => Number) number!: number
    }
    const items = [{ size: 1 }, null, 'x', [{ size: 2 }], { more: { deep: true } }]
    for (const plain of [items, { a: { size: 1 }, b: 5 }, 'x', '5', true, undefined]) {
      const input = { set: plain, list: plain, own: plain, map: plain, numbers: plain, number: plain }
      const own = transformer.plainToInstance(Whole, copy(input))
      expect(inspect(own, { depth: 9 })).to.equal(
        inspect(originalTransformer.plainToInstance(Whole, copy(input)), { depth: 9 })
      )
    }
  })

  it('convert implicitly what class-transformer converts, by a maker of its own', () => {
    class Item {
      @originalValidator.IsInt() size!: number
      @originalValidator.IsBoolean() isSold!: boolean
    }
    class Query {
      @originalValidator.IsInt() page!: number
      @originalValidator.IsString() text!: string
      @originalValidator.IsBoolean() isOpen!: boolean
      @originalValidator.IsDate() since!: Date
      @originalValidator.IsArray() tags!: string[]
      @originalValidator.ValidateNested() item!: Item
      @originalTransformer.Type(() => Item) items!: Item[] | null
      @originalTransformer.Type(() => Number) count!: unknown
      @originalTransformer.Transform(({ value }) => value) same!: number
      anything!: number
    }
    const values = ['5', 5, '', 'true', false, null, undefined, { size: '1', isSold: 1 }, [{ size: '2' }, '3'], []]
    for (const value of values) {
      const input = Object.fromEntries(
        ['page', 'text', 'isOpen', 'since', 'tags', 'item', 'items', 'count', 'same', 'anything'].map((key) => [
          key,
          value
        ])
      )
      for (const options of [{ enableImplicitConversion: true }, {}, { enableImplicitConversion: true }]) {
        const own = outcome(() => transformer.plainToInstance(Query, copy(input) as object, options))
        const theirs = outcome(() => originalTransformer.plainToInstance(Query, copy(input) as object, options))
        expect(difference(own, theirs), inspect(value)).to.equal(undefined)
      }
    }
  })

  it('make a list whose emitted type is Object without class-transformer', () => {
    class Part {
      @originalValidator.IsInt() size!: number
    }
    class Whole {
      @originalTransformer.Type(() => Part) parts!: Part[] | null
    }
    const { prototype } = transformOperationExecutor()
    const { transform } = prototype
    let calls = 0
    prototype.transform = function (...args: Parameters<typeof transform>) {
      calls++
      return transform.apply(this, args)
    }
    try {
      const made = transformer.plainToInstance(Whole, { parts: [{ size: 1 }, { size: 2 }] })
      expect(made.parts?.[1]).to.be.instanceOf(Part)
    } finally {
      prototype.transform = transform
    }
    expect(calls).to.equal(0)
  })

  it('follow decorators that are applied later, and let methods be', () => {
    class Late {
      @originalValidator.IsString() when!: unknown
      run(): string {
        return 'run'
      }
    }
    const make = () => transformer.plainToInstance(Late, JSON.parse('{"when":"2024-01-01","run":"x","__proto__":1}'))
    expect(make().when).to.equal('2024-01-01')
    expect(make().run()).to.equal('run')
    originalTransformer.Type(() => Date)(Late.prototype, 'when')
    expect(make().when).to.be.instanceOf(Date)
  })

  it('tell the errors that class-validator tells, and leave the object as it leaves it', () => {
    let failed = 0
    let compared = 0
    fc.assert(
      fc.property(fc.gen(), (draw) =>
        forgettingDtos(() => {
          const dto = drawDto(draw)
          for (let at = 0; at < 12; at++) {
            const plain = dto.drawPlain(draw)
            const made = outcome(() => originalTransformer.plainToInstance(dto.class, copy(plain)))
            if ('thrown' in made) continue
            const again = originalTransformer.plainToInstance(dto.class, copy(plain))
            const options = drawValidatorOptions(draw)
            const own = outcome(() => validator.validateSync(made.value as object, options))
            const theirs = outcome(() => originalValidator.validateSync(again as object, options))
            const found = difference(own, theirs) ?? difference(made.value, again, 'object')
            if (found !== undefined) throw new Error(`${found} of ${inspect(plain)} with ${inspect(options)}`)
            compared++
            if ('value' in own && (own.value as unknown[]).length > 0) failed++
          }
        })
      ),
      chance(180, 1200)
    )
    expect(compared).to.be.greaterThan(cases(1_350, 9_000))
    expect(failed).to.be.greaterThan(cases(450, 3_000))
  })

  it('promise the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const dto = drawDto(draw)
        for (let at = 0; at < 4; at++) {
          const plain = dto.drawPlain(draw)
          const made = outcome(() => originalTransformer.plainToInstance(dto.class, copy(plain)))
          if ('thrown' in made) continue
          const again = originalTransformer.plainToInstance(dto.class, copy(plain)) as object
          const options = drawValidatorOptions(draw)
          for (const verb of ['validate', 'validateOrReject'] as const) {
            const own = await settled(() => Promise.resolve(validator[verb](made.value as object, options)))
            const theirs = await settled(() => Promise.resolve(originalValidator[verb](again, options)))
            const found = difference(own, theirs)
            if (found !== undefined) throw new Error(`${verb}: ${found} of ${inspect(plain)} with ${inspect(options)}`)
          }
        }
      }),
      chance(50, 150)
    )
  })
})
