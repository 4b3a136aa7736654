import { expect } from 'chai'
import {
  Application,
  bootstrap,
  type Class,
  Controller,
  cookie,
  type FieldOptions,
  Get,
  header,
  type OpenAPIDocument,
  param,
  query,
  Returns,
  type Service,
  type TypeExpression
} from 'fieldstone'
import { cases, seed } from '../../support/chance.js'
import type { DialectVersion } from '../../support/dialect-version.js'
import { propertiesOf, schemaOf } from '../../support/documented.js'
import { chance, type Draw, pick } from '../../support/draw.js'
import { drawFrom } from '../../support/drawing.js'
import { forgetLater } from '../../support/forgotten-classes.js'
import { drawRecord, drawScalar, drawScalars } from '../../support/generated-record.js'
import { type Compared, compare, Documents, Tally } from './comparison.js'
import { type Decision, decisionOf } from './generated-service.js'
import {
  type DescribedParameter,
  hasOtherForm,
  readings,
  type WrittenParameter,
  writeParameter
} from './parameter-texts.js'
import { drawWideScalar } from './wide-record.js'

const OPERATIONS = 24
const REQUESTS = cases(8, 50)
const INPUTS = { path: param, query, header, cookie } as const

/** An input of a method, and what draws values for it. */
interface Input {
  readonly in: DescribedParameter['in']
  readonly name: string
  readonly type: TypeExpression
  readonly options: FieldOptions
  readonly shape: 'scalar' | 'list' | 'object'
  readonly draw: (draw: Draw) => unknown
}

function drawInput(draw: Draw, index: number): Input {
  const place = pick(draw, ['path', 'query', 'query', 'query', 'header', 'cookie'] as const)
  const name = `${pick(draw, ['p', 'toString', 'a-b', 'length'])}${index}`
  if (place === 'query' && chance(draw, 25)) {
    const record = drawRecord(draw, 0)
    const schemas = Object.values(propertiesOf(record.class, '3.0'))
    if (JSON.stringify(schemas).includes('"nullable"')) return drawInput(draw, index)
    return { in: place, name, type: record.class, options: { style: 'deepObject' }, shape: 'object', draw: record.draw }
  }
  const isList = (place === 'query' || place === 'header') && chance(draw, 50)
  const shape = isList ? drawScalars(draw) : chance(draw, 25) ? drawWideScalar(draw) : drawScalar(draw)
  // No text is null.
  if (JSON.stringify(schemaOf(shape.type, '3.0')).includes('"nullable"')) return drawInput(draw, index)
  const { default: own, ...others } = shape.options
  const options: FieldOptions = {
    ...others,
    ...(place !== 'path' && own !== undefined && { default: own }),
    ...(place !== 'path' && own === undefined && chance(draw, 40) && { optional: true }),
    ...(place === 'query' && isList && chance(draw, 40) && { style: 'comma' })
  }
  return { in: place, name, type: shape.type, options, shape: isList ? 'list' : 'scalar', draw: shape.draw }
}

/** A controller with one method for each list of inputs. */
function controllerOf(operations: readonly (readonly Input[])[]): Class {
  class Generated {}
  for (const [index, inputs] of operations.entries()) {
    const segments = inputs.filter((input) => input.in === 'path').map(({ name }) => `/{${name}}`)
    const declared = inputs.map(({ in: place, name, type, options }) => INPUTS[place](name, type, options as never))
    const method = `method${index}`
    const value = inputs.length === 1 ? (_first: unknown) => {} : (_first: unknown, _second: unknown) => {}
    const descriptor = { value, writable: true, configurable: true, enumerable: false }
    Object.defineProperty(Generated.prototype, method, descriptor)
    Get(`/${index}${segments.join('')}`, ...(declared as []))(
      Generated.prototype as never,
      method as never,
      descriptor as never
    )
    Returns(204)(Generated.prototype, method, descriptor as never)
  }
  Controller()(Generated)
  return Generated as Class
}

/** One service, with its document. */
interface Judged {
  readonly service: Service
  readonly documents: Documents
}

async function judgedService(controller: Class, openapi: DialectVersion): Promise<Judged> {
  const options = { title: 'Generated', version: '1', openapi, logger: false, controllers: [controller] } as const
  const service = await bootstrap(new Application(options))
  return { service, documents: new Documents(service) }
}

/** What a request has for each parameter of an operation; undefined for what it leaves out. */
type Written = readonly (WrittenParameter | undefined)[]

/** An operation of the document. */
class Operation {
  readonly template: string
  readonly parameters: readonly DescribedParameter[]

  constructor(document: OpenAPIDocument, index: number) {
    const isOwn = (path: string) => path === `/${index}` || path.startsWith(`/${index}/`)
    this.template = Object.keys(document.paths).find(isOwn) as string
    this.parameters = (document.paths[this.template]?.get?.parameters ?? []) as readonly DescribedParameter[]
  }

  /** What the service does with the request of these parameters. */
  async decision({ service }: Judged, written: Written): Promise<Decision> {
    const of = (place: DescribedParameter['in']) =>
      this.parameters.flatMap((parameter, index) => {
        const own = parameter.in === place ? written[index] : undefined
        return own === undefined ? [] : [[parameter.name, own.written] as const]
      })
    const path = of('path').reduce((made, [name, text]) => made.replace(`{${name}}`, () => text), this.template)
    const search = of('query').map(([, pairs]) => pairs)
    const cookies = of('cookie').map(([, pair]) => pair)
    const headers = Object.fromEntries(of('header'))
    const response = await service.inject({
      url: search.length === 0 ? path : `${path}?${search.join('&')}`,
      headers: { ...headers, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) }
    })
    return decisionOf(response)
  }

  /** Whether the document accepts each parameter: what is written may be the text of a valid value. */
  async isValid({ documents }: Judged, written: Written): Promise<boolean> {
    for (const [index, parameter] of this.parameters.entries()) {
      const own = written[index]
      if (own === undefined) {
        if (parameter.required) return false
        continue
      }
      const check = await documents.check([...this.place, String(index), 'schema'])
      if (!readings(own.texts).some(check)) return false
    }
    return true
  }

  /** Where the document describes the parameters. */
  get place(): readonly string[] {
    return ['paths', this.template, 'get', 'parameters']
  }
}

/** The value with a number beyond the doubles in one place. */
function withLarge(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? value : ['1e400', ...value.slice(1)]
  if (typeof value !== 'object' || value === null) return '1e400'
  const [first, ...others] = Object.entries(value)
  return first === undefined ? value : Object.fromEntries([[first[0], '1e400'], ...others])
}

/** The value of an input; undefined for what its style has no form for. */
function drawFor(input: Input, draw: Draw): unknown {
  if (input.in !== 'path' && chance(draw, 5)) return undefined
  const drawn = input.draw(draw)
  if (shapeOf(drawn) !== input.shape) return drawFor(input, draw)
  return chance(draw, 3) ? withLarge(drawn) : drawn
}

function shapeOf(value: unknown): Input['shape'] {
  return Array.isArray(value) ? 'list' : typeof value === 'object' && value !== null ? 'object' : 'scalar'
}

/** What a service does with a request of these values, and what its document says; undefined where they have no form. */
async function compared(
  judged: Both,
  version: DialectVersion,
  index: number,
  values: ReadonlyMap<string, unknown>
): Promise<Compared | undefined> {
  const own = judged[version]
  const operation = new Operation(own.service.document, index)
  const written: (WrittenParameter | undefined)[] = []
  for (const parameter of operation.parameters) {
    const value = values.get(parameter.name)
    const made = value === undefined ? undefined : writeParameter(parameter, value)
    if ((made === undefined) !== (value === undefined)) return undefined
    if (made !== undefined && hasOtherForm(made.texts)) return undefined
    written.push(made)
  }
  return {
    ...(await operation.decision(own, written)),
    document: own.service.document,
    version,
    value: written.map((one) => one?.texts),
    isValid: (of) => operation.isValid(judged[of], written),
    place: operation.place
  }
}

type Both = Readonly<Record<DialectVersion, Judged>>

describe('The second judge, of parameters', () => {
  it('accepts by the document in OpenAPI 3.0 and 3.1 what the service accepts, of generated parameters', async () => {
    const tally = new Tally()
    const draw = drawFrom(seed(20261124))
    for (let left = cases(1, 50); left > 0; left--) {
      const forget = forgetLater()
      const inputs = Array.from({ length: OPERATIONS }, () =>
        Array.from({ length: 1 + (chance(draw, 30) ? 1 : 0) }, (_, index) => drawInput(draw, index))
      )
      const controller = controllerOf(inputs)
      const judged = { '3.0': await judgedService(controller, '3.0'), '3.1': await judgedService(controller, '3.1') }
      for (const [index, own] of inputs.entries()) {
        for (let requests = REQUESTS; requests > 0; requests--) {
          const values = new Map(own.map((input) => [input.name, drawFor(input, draw)]))
          for (const version of ['3.0', '3.1'] as const) {
            const found = await compared(judged, version, index, values)
            if (found !== undefined) await compare(found, tally)
          }
        }
      }
      for (const { service, documents } of Object.values(judged)) {
        documents.close()
        await service.close()
      }
      forget()
    }
    tally.report('parameters')
    // Else the comparison says little.
    expect(tally.agreed.valid).to.be.greaterThan(tally.comparisons / 8)
    expect(tally.agreed.invalid).to.be.greaterThan(tally.comparisons / 8)
  }).timeout(1_800_000)
})
