import { expect } from 'chai'
import { Application, Body, bootstrap, Controller, Get, Header, Post, Query, Returns } from 'fieldstone'
import * as z from 'zod'
import { setupErrorsIn } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'

const later = () => new Promise((resolve) => setImmediate(resolve))

const Name = z.string().refine(async (name) => {
  await later()
  if (name === 'broken') throw new RangeError('the store is gone')
  return name !== 'taken'
}, 'is taken')

@Controller()
class NameController {
  @Get('/names')
  query(@Query('name', Name) name: string, @Header('x-name', Name) other: string): string[] {
    return [name, other]
  }

  @Post('/names')
  @Returns(201, z.object({ name: z.string().max(3) }))
  body(@Body(z.object({ name: Name })) body: { name: string }): { name: string } {
    return body
  }
}

async function serve() {
  const logger = new RecordingLogger()
  const options = {
    title: 'Names',
    version: '1',
    controllers: [NameController],
    logger,
    responseChecks: 'enforce'
  } as const
  return { service: await bootstrap(new Application(options)), logger }
}

async function startErrors(target: unknown): Promise<string[]> {
  try {
    await bootstrap(new Application({ title: 'Wrong', version: '1', controllers: [target] }))
  } catch (error) {
    return setupErrorsIn(() => {
      throw error
    })
  }
  return []
}

describe('A controller with schemas of another library', () => {
  it('awaits asynchronous checks of parameters and bodies, and reports their faults together', async () => {
    const { service } = await serve()
    const get = (name: string, other: string) =>
      service.inject({ url: `/names?name=${name}`, headers: { 'x-name': other } })
    expect((await get('a', 'b')).json()).to.deep.equal(['a', 'b'])
    const { errors } = (await get('taken', 'taken')).json() as { errors: unknown }
    expect(errors).to.deep.equal([
      { in: 'query', path: 'name', rule: 'zod', message: 'is taken' },
      { in: 'header', path: 'x-name', rule: 'zod', message: 'is taken' }
    ])
  })

  it('fails with a logged 500 where a schema throws, and shows nothing of it', async () => {
    const { service, logger } = await serve()
    const response = await service.inject({ method: 'POST', url: '/names', body: { name: 'broken' } })
    expect(response.statusCode).to.equal(500)
    expect(response.body).not.to.contain('store')
    const errors = logger.entries.filter(({ level }) => level === 'error')
    expect(errors.map(({ fields }) => fields.err?.message)).to.deep.equal(['the store is gone'])
    expect((await service.inject({ method: 'POST', url: '/names', body: { name: 'a' } })).statusCode).to.equal(201)
  })

  it('does not send what its response’s schema rejects', async () => {
    const { service } = await serve()
    expect((await service.inject({ method: 'POST', url: '/names', body: { name: 'long' } })).statusCode).to.equal(500)
  })

  it('is a setup error where text cannot say what a schema takes', async () => {
    @Controller()
    class Wrong {
      @Get('/null') orNull(@Query('a', z.string().nullable()) _a: string | null) {}
      @Get('/object') object(@Query('a', z.object({ b: z.string() })) _a: object) {}
      @Get('/nested') nested(@Query(z.object({ b: z.object({ c: z.string() }) })) _a: object) {}
      @Get('/scalar') scalar(@Query(z.string()) _a: string) {}
      @Post('/form') form(@Body(z.object({ a: z.object({}) }), { consumes: 'multipart/form-data' }) _a: object) {}
    }
    const errors = await startErrors(Wrong)
    expect(errors.map((error) => error.split(',')[0])).to.deep.equal([
      'PARAMETER_INVALID: a parameter cannot be null',
      'PARAMETER_INVALID: a query parameter cannot be an object',
      'PARAMETER_INVALID: a query parameter cannot be an object',
      'PARAMETER_INVALID: @Query has neither a name nor a record',
      "ROUTE_OPTIONS_INVALID: a body of type multipart/form-data cannot carry the property 'a'"
    ])
  })
})
