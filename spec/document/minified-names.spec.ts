import { expect } from 'chai'
import { Field, generateOpenAPISpec, Record, Router } from 'fieldstone'
import { recordingLogger } from '../support/one-handler.js'

describe('The names of schemas', () => {
  class a1 {
    @Field() id!: string
  }
  class b1 {
    @Field() id!: string
  }
  class c1 {
    @Field() id!: string
  }
  @Record({ name: 'Order' })
  class d1 {
    @Field() id!: string
  }

  it('are reported with five of them, and how many more there are', () => {
    const messages = [5, 6, 8].map((count) => {
      const { logger, entries } = recordingLogger()
      const router = new Router({ logger })
      for (let index = 0; index < count; index++) {
        const type = { [`a${index}`]: class {} }[`a${index}`] as new () => object
        Field(() => String)(type.prototype, 'id')
        router.postFunc(`/${index}`, () => undefined, { requestBody: type, responses: { 204: 'Done' } })
      }
      const before = process.env.NODE_ENV
      process.env.NODE_ENV = 'production'
      try {
        generateOpenAPISpec(router, { title: 'x', version: '1' })
      } finally {
        if (before === undefined) delete process.env.NODE_ENV
        else process.env.NODE_ENV = before
      }
      return /\(([^)]*)\)/.exec(entries[0]?.message ?? '')?.[1]
    })
    expect(messages).to.deep.equal([
      'a0, a1, a2, a3, a4',
      'a0, a1, a2, a3, a4 and 1 more',
      'a0, a1, a2, a3, a4 and 3 more'
    ])
  })

  it('are reported once where they are a minifier’s, without those that the author gave', () => {
    const { logger, entries } = recordingLogger()
    const router = new Router({ logger })
    for (const type of [a1, b1, c1, d1]) {
      router.postFunc(`/${type.name}`, () => undefined, { requestBody: type, responses: { 204: 'Done' } })
    }
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    try {
      const config = { title: 'x', version: '1' }
      for (const openapi of ['3.0', '3.1'] as const) generateOpenAPISpec(router, { ...config, openapi })
    } finally {
      if (before === undefined) delete process.env.NODE_ENV
      else process.env.NODE_ENV = before
    }
    expect(entries).to.have.length(1)
    expect(entries[0]).to.deep.include({ level: 'warn', fields: { schemas: ['a1', 'b1', 'c1'] } })
    expect(entries[0]?.message).to.match(
      /a minifier seems to have made \(a1, b1, c1\): .*--keep-names.*@Record\(\{ name/
    )
  })
})
