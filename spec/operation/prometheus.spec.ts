import { expect } from 'chai'
import { TooManyRequests } from 'fieldstone'
import { type PrometheusOptions, prometheus } from 'fieldstone/prometheus'
import { Gauge, Registry } from 'prom-client'
import { serviceOf } from '../support/applications.js'
import { leave } from '../support/left-requests.js'

async function measured(options: PrometheusOptions = {}) {
  const hooks = prometheus({ processMetrics: false, ...options })
  const service = await serviceOf([], {
    hooks: [hooks],
    routes: (router) => {
      router.getFunc('/items/{id}', (ctx) => ctx.urlParam('id'))
      router.getFunc('/full', () => TooManyRequests.throw())
      router.getFunc('/failing', () => {
        throw new Error('broken')
      })
    }
  })
  return { hooks, service }
}

function counts(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count'))
}

describe('prometheus()', () => {
  it('counts by method, template and status, and by nothing that a client chooses', async () => {
    const { service } = await measured()
    for (const url of ['/items/1', '/items/2?secret', '/full', '/failing', '/secret', '/%zz']) await service.inject(url)
    await service.inject({ method: 'DELETE', url: '/items/1' })
    const { statusCode, headers, body } = await service.inject('/metrics')
    expect(statusCode).to.equal(200)
    expect(headers['content-type']).to.equal('text/plain; version=0.0.4; charset=utf-8')
    expect(counts(body)).to.have.members([
      'http_request_duration_seconds_count{method="GET",route="/items/{id}",status="200"} 2',
      'http_request_duration_seconds_count{method="GET",route="/full",status="429"} 1',
      'http_request_duration_seconds_count{method="GET",route="/failing",status="500"} 1',
      'http_request_duration_seconds_count{method="GET",route="",status="404"} 1',
      'http_request_duration_seconds_count{method="GET",route="",status="400"} 1',
      'http_request_duration_seconds_count{method="DELETE",route="",status="405"} 1'
    ])
    expect(body).to.contain('http_requests_in_progress 0').and.not.to.contain('secret')
    expect(body.match(/(?<=_bucket\{le=")[^"]*(?=",method="GET",route="\/full")/g)).to.deep.equal([
      ...['0.005', '0.01', '0.025', '0.05', '0.075', '0.1', '0.25', '0.5', '0.75', '1', '2.5', '5', '7.5', '10', '+Inf']
    ])
  })

  it('gives what is measured now, however long that takes to collect', async () => {
    const registry = new Registry()
    const slow = new Gauge({
      name: 'slow',
      help: 'Is asked for late',
      registers: [registry],
      collect: () => new Promise<void>((resolve) => setTimeout(() => resolve(slow.set(5)), 20))
    })
    const service = await serviceOf([], { hooks: [prometheus({ processMetrics: false, registry })], handlerTimeout: 5 })
    const { statusCode, headers, body } = await service.inject('/metrics')
    expect([statusCode, headers['cache-control']]).to.deep.equal([200, 'no-store'])
    expect(body).to.contain('slow 5')
  })

  it('counts the responses that break the document, each of them', async () => {
    const service = await serviceOf([], {
      logger: false,
      responseChecks: { mode: 'report', sample: 0 },
      hooks: [prometheus({ processMetrics: false, prefix: 'shop_' })],
      routes: (router) => {
        router.getFunc('/count/{id}', (ctx) => ctx.json(200, 'seven'), { responses: { 200: { body: Number } } })
        router.getFunc('/right', () => 7, { responses: { 200: { body: Number } } })
      }
    })
    const { port } = await service.listen({ port: 0, host: '127.0.0.1' })
    try {
      const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
      for (const path of ['/count/1', '/count/2', '/right']) await get(path)
      const lines = (await get('/metrics')).split('\n').filter((line) => /^shop_http_response_violations/.test(line))
      expect(lines).to.deep.equal([
        'shop_http_response_violations_total{method="GET",route="/count/{id}",status="200"} 2'
      ])
    } finally {
      await service.close({ deadline: 100 })
    }
  })

  it('counts by its status a response that its client left while it was sent, and as aborted one that had none', async () => {
    const hooks = prometheus({ processMetrics: false })
    await leave(hooks)
    const counted = counts(await hooks.registry.metrics())
    expect(counted).to.have.members([
      'http_request_duration_seconds_count{method="GET",route="/begun",status="202"} 1',
      'http_request_duration_seconds_count{method="GET",route="/failing",status="500"} 1',
      'http_request_duration_seconds_count{method="GET",route="/silent",status="aborted"} 1'
    ])
    expect(await hooks.registry.metrics()).to.contain('http_requests_in_progress 0')
  })

  const measuring: readonly (readonly [options: PrometheusOptions, isMeasured: boolean])[] = [
    [{}, true],
    [{ registry: new Registry() }, false],
    [{ processMetrics: true }, true],
    [{ processMetrics: false }, false],
    [{ processMetrics: true, registry: new Registry() }, true],
    [{ processMetrics: false, registry: new Registry() }, false],
    [{ prefix: 'shop_' }, true]
  ]
  for (const [options, isMeasured] of measuring) {
    const given = { ...options, ...(options.registry && { registry: 'a registry' }) }
    it(`${isMeasured ? 'measures' : 'does not measure'} the process with ${JSON.stringify(given)}`, async () => {
      const text = await prometheus(options).registry.metrics()
      const { prefix = '' } = options
      expect(text.includes(`\n${prefix}process_cpu_seconds_total `)).to.equal(isMeasured)
      expect(text).to.contain(`${prefix}http_requests_in_progress`)
    })
  }

  it('measures seconds', async () => {
    const { hooks, service } = await measured()
    await service.inject('/items/1')
    const sum = /duration_seconds_sum\{.*\} (\S+)/.exec(await hooks.registry.metrics())?.[1]
    expect(Number(sum)).to.be.above(0).and.below(1)
  })

  it('keeps its path out of the document, and serves it outside of the middleware of the application', async () => {
    const service = await serviceOf([], {
      hooks: [prometheus({ path: '/internal/metrics' })],
      middleware: [(ctx) => ctx.json(401, {})]
    })
    const { statusCode, body } = await service.inject('/internal/metrics')
    expect(statusCode).to.equal(200)
    expect(body).to.contain('process_cpu_seconds_total')
    expect(service.document.paths).to.deep.equal({})
    expect((await service.inject('/metrics')).statusCode).to.equal(401)
  })

  it('restricts its path by middleware of its own, by each of them', async () => {
    const { service } = await measured({ middleware: [(_ctx, next) => next(), (ctx) => ctx.json(403, {})] })
    expect((await service.inject('/metrics')).statusCode).to.equal(403)
  })

  it('counts in the buckets that it is given', async () => {
    const { hooks, service } = await measured({ buckets: [0.3, 60] })
    await service.inject('/items/1')
    expect((await hooks.registry.metrics()).match(/(?<=le=")[^"]*/g)).to.deep.equal(['0.3', '60', '+Inf'])
  })

  it('serves nothing with path: false, and uses the registry that it is given', async () => {
    const registry = new Registry()
    const first = await measured({ path: false, registry, prefix: 'shop_' })
    const second = await measured({ path: false, registry, prefix: 'shop_' })
    await first.service.inject('/items/1')
    await second.service.inject('/items/1')
    expect((await first.service.inject('/metrics')).statusCode).to.equal(404)
    expect(await registry.metrics()).to.contain(
      'shop_http_request_duration_seconds_count{method="GET",route="/items/{id}",status="200"} 2'
    )
  })
})
