// 1,000 controllers of ten methods and two records each, by decorators, with the published document.
import {
  Application,
  Body,
  bootstrap,
  Controller,
  Delete,
  Field,
  Get,
  Integer,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Returns
} from 'fieldstone'
import { CONTROLLERS, ready } from './application.js'

const controllers = Array.from({ length: CONTROLLERS }, (_, index) => declareController(index))
const service = await bootstrap(
  new Application({ title: 'Bulk', version: '1.0.0', controllers, spec: '/openapi.json' })
)
const { port } = await service.listen({ port: 0, host: '127.0.0.1' })
ready(port)

function declareController(index) {
  const { thing, newThing } = declareRecords(index)
  const id = () => Param('id', Integer, { minimum: 1 })
  const partId = () => Param('partId', Integer, { minimum: 1 })
  const limit = () => Query('limit', Integer, { minimum: 1, maximum: 100, default: 20 })
  const search = () => Query('search', String, { minLength: 1, optional: true })
  const expand = () => Query('expand', Boolean, { default: false })
  const body = () => Body(newThing)
  const one = { id: 1, name: 'a', email: 'a@example.com', tags: [], createdAt: new Date(0) }
  const controller = named(class {}, `Thing${index}Controller`)
  const method = (name, result, route, returns, parameters) => {
    controller.prototype[name] = () => result
    for (const [at, parameter] of parameters.entries()) parameter()(controller.prototype, name, at)
    for (const decorator of [returns, route]) {
      decorator(controller.prototype, name, Object.getOwnPropertyDescriptor(controller.prototype, name))
    }
  }
  method('list', [one], Get('/', { summary: 'All' }), Returns(200, [thing]), [limit, search])
  method('create', one, Post('/', { summary: 'A new one' }), Returns(201, thing), [expand, body])
  method('find', one, Get('/{id}', { summary: 'One' }), Returns(200, thing), [id, expand])
  method('replace', one, Put('/{id}'), Returns(200, thing), [id, expand, body])
  method('change', one, Patch('/{id}'), Returns(200, thing), [id, expand, body])
  method('remove', undefined, Delete('/{id}'), Returns(204), [id, expand])
  method('parts', [one], Get('/{id}/parts'), Returns(200, [thing]), [id, limit, search])
  method('addPart', one, Post('/{id}/parts'), Returns(201, thing), [id, expand, body])
  method('part', one, Get('/{id}/parts/{partId}'), Returns(200, thing), [id, partId, expand])
  method('changePart', one, Put('/{id}/parts/{partId}'), Returns(200, thing), [id, partId, expand, body])
  Controller(`/things${index}`, { tags: [`things${index}`] })(controller)
  return controller
}

function declareRecords(index) {
  const thing = named(class {}, `Thing${index}`)
  Field(() => Integer, { minimum: 1 })(thing.prototype, 'id')
  declareCommon(thing)
  Field(() => Date, { description: 'When it was made' })(thing.prototype, 'createdAt')
  const newThing = named(class {}, `NewThing${index}`)
  declareCommon(newThing)
  return { thing, newThing }
}

function declareCommon({ prototype }) {
  Field(() => String, { minLength: 1, maxLength: 80 })(prototype, 'name')
  Field(() => String, { format: 'email' })(prototype, 'email')
  Field(() => [String], { maxItems: 10 })(prototype, 'tags')
}

function named(target, name) {
  Object.defineProperty(target, 'name', { value: name })
  return target
}
