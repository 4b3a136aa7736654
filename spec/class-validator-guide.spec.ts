import 'reflect-metadata'
import { type ArgumentMetadata, BadRequestException, type ValidationPipe } from '@nestjs/common'
import { expect } from 'chai'
import { type Application, bootstrap, ValidationError } from '../src/index.js'
import type { ConcreteClass } from '../src/metadata.js'
import { validated } from './support/binding.js'
import { Guide } from './support/guide.js'

const guide = new Guide('class-validator')
const ORDER = { email: 'ada@example.org', lines: [{ sku: 'ab', quantity: 1 }] }
const WRONG = { email: 'nobody', lines: [{ sku: 'a', quantity: 0 }] }

interface Dto {
  readonly app: Application
  readonly OrderDto: ConcreteClass
  readonly constraintsOf: (error: unknown) => string[]
}

describe('the guide to class-validator', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('shows DTOs that are bound, checked and documented without changes', async () => {
    const service = await bootstrap((await guide.import<Dto>('dto')).app)
    const post = (body: object) => service.inject({ method: 'POST', url: '/orders', body })
    const created = await post(ORDER)
    expect([created.statusCode, created.json()]).to.deep.equal([200, { lines: 1, isLine: true }])
    const refused = await post(WRONG)
    expect(refused.statusCode).to.equal(400)
    expect(refused.body).to.include("Field 'lines[0].sku'")
    expect(service.document.components?.schemas).to.have.property('OrderDto')
  })

  it('finds class-validator’s errors in the error', async () => {
    const { OrderDto, constraintsOf } = await guide.import<Dto>('dto')
    const bound = validated(OrderDto, WRONG)
    if (bound.faults === undefined) throw new Error('accepted')
    expect(constraintsOf(new ValidationError(bound.faults, bound.tree))).to.deep.equal(['email isEmail'])
    expect(constraintsOf(new Error('other'))).to.deep.equal([])
  })

  it('gives the pipe of NestJS the packages', async () => {
    const { pipe } = await guide.import<{ pipe: ValidationPipe }>('nest')
    const { OrderDto } = await guide.import<Dto>('dto')
    const metadata: ArgumentMetadata = { type: 'body', metatype: OrderDto }
    expect(await pipe.transform({ ...ORDER, extra: 1 }, metadata))
      .to.be.instanceOf(OrderDto)
      .and.to.deep.include(ORDER)
    const refusal = await pipe.transform(WRONG, metadata).catch((error: unknown) => error)
    expect(refusal).to.be.instanceOf(BadRequestException)
  })

  it('takes the functions from the packages', async () => {
    const { problems } = await guide.import<{ problems: object[] }>('direct')
    expect(problems).to.deep.equal([{ min: 'page must not be less than 1' }])
  })
})
