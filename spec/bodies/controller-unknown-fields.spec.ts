import { expect } from 'chai'
import { Body, type Context, Controller, Ctx, Field, Post, Query, Record, type Service } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

class Line {
  @Field() sku!: string
}

class Order {
  @Field(() => [Line]) lines!: Line[]
}

@Record({ unknownFields: 'strip' })
class Loose {
  @Field() name!: string
}

@Record({ unknownFields: 'reject' })
class Strict {
  @Field() name!: string
}

class Filter {
  @Field({ optional: true }) name?: string
}

@Controller()
class OrderController {
  @Post('/orders') create(@Body() order: Order) {
    return order
  }

  @Post('/bound', { requestBody: Order }) async bound(ctx: Context) {
    return ctx.bindValidated(Order)
  }

  @Post('/decoded', { requestBody: Order }) async decoded(ctx: Context) {
    return ctx.bindJSON(Order)
  }

  @Post('/loose') loose(@Body() body: Loose) {
    return body
  }

  @Post('/strict') strict(@Body() body: Strict) {
    return body
  }

  @Post('/searched') searched(@Query() filter: Filter, @Ctx() _ctx: Context) {
    return filter
  }
}

const order = { lines: [{ sku: 'a', colour: 'red' }], note: 'x' }
const schemas = ({ document }: Service) => document.components?.schemas ?? {}

async function post(service: Service, url: string, payload: object) {
  const { statusCode, body } = await service.inject({ method: 'POST', url, payload })
  return { status: statusCode, body: JSON.parse(body) }
}

describe('unknownFields of an application', () => {
  it('drops what no field declares, if it says nothing', async () => {
    const service = await serviceOf([OrderController])
    for (const url of ['/orders', '/bound', '/decoded']) {
      expect(await post(service, url, order)).to.deep.equal({ status: 200, body: { lines: [{ sku: 'a' }] } })
    }
    expect((await post(service, '/strict', { name: 'a', x: 1 })).status).to.equal(400)
    expect(schemas(service).Order).not.to.have.property('additionalProperties')
    expect(schemas(service).Strict).to.have.property('additionalProperties', false)
  })

  it("rejects it with 'reject', however the body is bound, and says so in the document", async () => {
    const service = await serviceOf([OrderController], { unknownFields: 'reject' })
    for (const url of ['/orders', '/bound', '/decoded']) {
      const { status, body } = await post(service, url, order)
      expect(status).to.equal(400)
      expect(body.errors.map(({ path, rule }: { path: string; rule: string }) => [path, rule])).to.deep.equal([
        ['lines[0].colour', 'additionalProperties'],
        ['note', 'additionalProperties']
      ])
    }
    for (const name of ['Order', 'Line', 'Strict']) {
      expect(schemas(service)[name]).to.have.property('additionalProperties', false)
    }
  })

  it("gives way to the record's own", async () => {
    const service = await serviceOf([OrderController], { unknownFields: 'reject' })
    expect(await post(service, '/loose', { name: 'a', x: 1 })).to.deep.equal({ status: 200, body: { name: 'a' } })
    expect(schemas(service).Loose).not.to.have.property('additionalProperties')
  })

  it('is about bodies: undeclared parameters are ignored', async () => {
    const service = await serviceOf([OrderController], { unknownFields: 'reject' })
    expect(await post(service, '/searched?name=a&utm_source=x', {})).to.deep.equal({ status: 200, body: { name: 'a' } })
  })

  it('is one of two words', async () => {
    const [error] = await setupErrorsOf([OrderController], { unknownFields: 'forbid' as never })
    expect(error?.message).to.equal(
      "APPLICATION_INVALID: unknownFields is forbid, the option unknownFields; give 'strip' or 'reject'."
    )
  })
})
