import { expect } from 'chai'
import {
  Application,
  BootstrapError,
  bootstrap,
  Controller,
  Get,
  Integer,
  Param,
  type Parameter,
  Query
} from 'fieldstone'

async function errorsOf(controller: new () => object): Promise<string[]> {
  try {
    await bootstrap(new Application({ title: 'T', version: '1', controllers: [controller], logger: false }))
    return []
  } catch (error) {
    return (error as BootstrapError).errors.map(({ message }) => message)
  }
}

describe('Parameters that several methods declare', () => {
  it('are read and described by the declaration of each, where they differ in one rule, a name or a default', async () => {
    @Controller('/a')
    class A {
      @Get('/same/{id}') first(@Param('id', Integer, { minimum: 1 }) id: number) {
        return id
      }
      @Get('/again/{id}') second(@Param('id', Integer, { minimum: 1 }) id: number) {
        return id
      }
      @Get('/zero/{id}') third(@Param('id', Integer, { minimum: 0 }) id: number) {
        return id
      }
      @Get('/text/{id}') fourth(@Param('id', String, { minLength: 1 }) id: string) {
        return id
      }
      @Get('/ten') ten(@Query('size', Integer, { default: 10 }) size: number) {
        return size
      }
      @Get('/twenty') twenty(@Query('size', Integer, { default: 20 }) size: number) {
        return size
      }
      @Get('/as') as(@Query('code', String, { pattern: /^a+$/ }) code: string) {
        return code
      }
      @Get('/bs') bs(@Query('code', String, { pattern: /^b+$/ }) code: string) {
        return code
      }
      @Get('/described') described(@Query('size', Integer, { default: 10, description: 'How many' }) size: number) {
        return size
      }
    }
    const service = await bootstrap(
      new Application({ title: 'T', version: '1', controllers: [A], logger: false, responseChecks: 'off' })
    )
    const get = async (url: string) => {
      const { statusCode, body } = await service.inject(url)
      return statusCode === 200 ? body : statusCode
    }
    expect(await get('/a/same/0')).to.equal(400)
    expect(await get('/a/again/0')).to.equal(400)
    expect(await get('/a/again/7')).to.equal('7')
    expect(await get('/a/zero/0')).to.equal('0')
    expect(await get('/a/text/x')).to.equal('"x"')
    expect(await get('/a/ten')).to.equal('10')
    expect(await get('/a/twenty')).to.equal('20')
    expect([await get('/a/as?code=aa'), await get('/a/as?code=bb')]).to.deep.equal(['"aa"', 400])
    expect([await get('/a/bs?code=aa'), await get('/a/bs?code=bb')]).to.deep.equal([400, '"bb"'])
    const { paths } = service.document
    const parameterOf = (path: string) => paths[`/a/${path}`]?.get?.parameters?.[0] as Parameter
    expect(parameterOf('same/{id}').schema).to.include({ minimum: 1 })
    expect(parameterOf('again/{id}')).to.deep.equal(parameterOf('same/{id}'))
    expect(parameterOf('again/{id}').schema).not.to.equal(parameterOf('same/{id}').schema)
    expect(parameterOf('zero/{id}').schema).to.include({ minimum: 0 })
    expect(parameterOf('text/{id}').schema).to.include({ type: 'string' })
    expect(parameterOf('twenty').schema).to.include({ default: 20 })
    expect(parameterOf('ten')).not.to.have.property('description')
    expect(parameterOf('described')).to.have.property('description', 'How many')
  })

  it('are setup errors at each method that declares them wrongly, and in each that has one more', async () => {
    @Controller('/a')
    class A {
      @Get('/1/{id}') right(@Param('id', Integer) id: number) {
        return id
      }
      @Get('/2/{id}') wrong(@Param('id', Integer, { minLength: 1 } as never) id: number) {
        return id
      }
      @Get('/3/{id}') wrongToo(@Param('id', Integer, { minLength: 1 } as never) id: number) {
        return id
      }
      @Get('/4/{id}') more(@Param('id', Integer) id: number, @Param('more', Integer) more: number) {
        return id + more
      }
      @Get('/5') missing(@Param('id', Integer) id: number) {
        return id
      }
    }
    const errors = await errorsOf(A)
    for (const method of ['A.wrong', 'A.wrongToo', 'A.more', 'A.missing']) {
      expect(
        errors.filter((message) => message.includes(method)),
        method
      ).not.to.be.empty
    }
    expect(errors.filter((message) => message.includes('A.right'))).to.be.empty
  })
})
