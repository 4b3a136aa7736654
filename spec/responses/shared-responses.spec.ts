import { expect } from 'chai'
import { Controller, Field, Get, generateOpenAPISpec, NotFound, Returns, Router } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { ask } from '../support/ask.js'
import { CONFIG } from '../support/described-route.js'
import { recordingLogger } from '../support/one-handler.js'

class Conflicting {
  @Field() by!: string
}

class Item {
  @Field() name!: string
}

const item = { 200: Item }

function descriptionsOf(router: Router, path: string) {
  const responses = generateOpenAPISpec(router, CONFIG).paths[path]?.get?.responses ?? {}
  const described = Object.entries(responses).filter(([, response]) => !('$ref' in response))
  return Object.fromEntries(
    described.map(([status, response]) => [status, (response as { description: string }).description])
  )
}

describe('Responses that routes have in common', () => {
  it('are those of the application and of every group around a route, of which the nearest wins', () => {
    const router = new Router({ responses: { 402: 'application', 409: 'application', 410: 'application' } })
    const outer = router.group('/outer').returns({ 409: 'outer', 410: 'outer' })
    outer
      .group('/inner')
      .returns({ 410: 'inner', 423: 'inner' })
      .getFunc('/a', () => 1, { responses: { ...item, 423: 'own' } })
    router.getFunc('/b', () => 1, { responses: item })
    expect(descriptionsOf(router, '/outer/inner/a')).to.deep.equal({
      ...{ 200: 'OK', 402: 'application', 409: 'outer', 410: 'inner', 423: 'own' }
    })
    expect(descriptionsOf(router, '/b')).to.deep.equal({
      ...{ 200: 'OK', 402: 'application', 409: 'application', 410: 'application' }
    })
  })

  it('are added by each call, also for routes that were registered before', () => {
    const router = new Router()
    const group = router.group('/a').getFunc('/', () => 1, { responses: item })
    expect(descriptionsOf(router, '/a')).to.deep.equal({ 200: 'OK' })
    group.returns({ 409: 'first', 410: 'first' }).returns({ 410: 'second' })
    router.returns({ 402: 'router' })
    expect(descriptionsOf(router, '/a')).to.deep.equal({ 200: 'OK', 402: 'router', 409: 'first', 410: 'second' })
    router.returns({ 402: 'later', 411: 'later' })
    const later = { 200: 'OK', 402: 'later', 409: 'first', 410: 'second', 411: 'later' }
    expect(descriptionsOf(router, '/a')).to.deep.equal(later)
  })

  it('have types, and errors without one are problems', () => {
    const router = new Router().returns({ 402: 'Pay', 409: Conflicting }).getFunc('/a', () => 1, { responses: item })
    const { responses = {} } = generateOpenAPISpec(router, CONFIG).paths['/a']?.get ?? {}
    expect(responses['409']).to.have.nested.property('content.application/json')
    expect(responses['402']).to.have.nested.property('content.application/problem+json')
  })

  const sent = async (responses: Record<number, unknown>, own: object | undefined, thrown: unknown) => {
    const { logger, entries } = recordingLogger()
    const router = new Router({ logger, responseChecks: 'enforce', responses: responses as typeof item })
    router.getFunc('/a', () => Promise.reject(thrown), own && { responses: own as typeof item })
    const { status } = await ask(router, 'GET /a')
    return [status, entries.filter(({ level }) => level === 'warn').length]
  }

  it('are promised, and leave a route that declares none of its own open, but for a success', async () => {
    expect(await sent({ 404: 'None' }, item, new NotFound())).to.deep.equal([404, 0])
    expect(await sent({ 410: 'Gone' }, item, new NotFound())).to.deep.equal([500, 1])
    expect(await sent({ 410: 'Gone' }, undefined, new NotFound())).to.deep.equal([404, 0])
    expect(await sent({ 200: Item, 410: 'Gone' }, undefined, new NotFound())).to.deep.equal([500, 1])
  })

  it('are those of groups of controllers, and of controllers', async () => {
    @Controller('/items', { responses: { 409: Conflicting, 410: 'controller' } })
    class ItemController {
      @Get()
      @Returns(200, Item)
      @Returns(410, 'method')
      find(): Item {
        return { name: 'tea' }
      }
    }
    const service = await serviceOf([
      { prefix: '/shop', responses: { 402: 'group', 409: 'group' }, controllers: [ItemController] }
    ])
    const { responses = {} } = service.document.paths['/shop/items']?.get ?? {}
    expect(Object.keys(responses)).to.deep.equal(['200', '402', '409', '410', '500'])
    expect(responses['410']).to.include({ description: 'method' })
    expect(responses['409']).to.have.nested.property('content.application/json')
  })

  it('are rejected once where they are malformed, with the place where they are', async () => {
    @Controller('/items', { responses: { 42: 'x' } as never })
    class ItemController {
      @Get('/a')
      first() {}
      @Get('/b')
      second() {}
    }
    const groups = [{ responses: { 409: { bdy: Item } } as never, controllers: [ItemController] }]
    const errors = await setupErrorsOf([ItemController], { responses: [] as never })
    expect(errors.map(({ message }) => message)).to.deep.equal([
      "RESPONSE_INVALID: the responses are not an object, the option responses; write responses: { 401: 'Who are you?' }.",
      "RESPONSE_INVALID: \"42\" is not an HTTP status code, @Controller of ItemController, response 42; use an integer from 100 to 599, a range such as '4XX', or 'default'."
    ])
    const [error] = await setupErrorsOf(groups)
    expect(error?.message).to.match(/^OPTION_UNKNOWN: there is no option 'bdy' .*, controllers\[0\], response 409;/)
    const router = new Router()
    expect(() => router.returns({ 409: null } as never)).to.throw(/shared-responses\.spec\.[jt]s:\d+, response 409/)
  })
})
