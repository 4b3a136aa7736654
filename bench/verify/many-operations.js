// What verify takes for an application of 200 operations: 40 resources, of which two share a record each.

import { formatReport, verify } from '../../dist/packages/verify/src/index.js'
import {
  Application,
  Body,
  bootstrap,
  Controller,
  Delete,
  Field,
  Get,
  Integer,
  NotFound,
  Param,
  Post,
  Put,
  Query,
  Returns
} from '../../dist/src/index.js'

const RECORDS = 20
const stores = []
const controllers = Array.from({ length: RECORDS }, (_, index) => index).flatMap((index) => {
  const Thing = declareRecord(index)
  return [declareController(`left${index}`, Thing), declareController(`right${index}`, Thing)]
})
const service = await bootstrap(new Application({ title: 'Many', version: '1.0.0', controllers, logger: false }))
const reset = () => {
  for (const store of stores) store.clear()
}
const before = process.cpuUsage()
const report = await verify(service, { seed: 1, reset })
const { user, system } = process.cpuUsage(before)
console.log(formatReport(report).split('\n').slice(-9).join('\n'))
const shared = report.operations.reduce((sum, { edgeCases }) => sum + edgeCases.shared, 0)
console.log(
  `\n${report.operations.length} operations, ${shared} edge cases shared: ${((user + system) / 1e6).toFixed(1)} s of processor time`
)
if (report.disagreements.length > 0) process.exitCode = 1

function declareRecord(index) {
  const record = named(class {}, `Thing${index}`)
  Field(() => Integer, { minimum: 1, readOnly: true })(record.prototype, 'id')
  Field(() => String, { minLength: 1, maxLength: 80 })(record.prototype, 'title')
  Field(() => String, { format: 'email' })(record.prototype, 'email')
  Field(() => Date)(record.prototype, 'createdAt')
  Field(() => Number, { minimum: 0, maximum: 9999, multipleOf: 0.01 })(record.prototype, 'price')
  Field(() => [String], { maxItems: 5, uniqueItems: true })(record.prototype, 'tags')
  Field(() => String, { enum: ['new', 'open', 'done'] })(record.prototype, 'state')
  Field(() => Integer, { minimum: -5, maximum: 5, nullable: true })(record.prototype, 'level')
  return record
}

function declareController(name, Thing) {
  const store = new Map()
  stores.push(store)
  let last = 0
  const controller = named(
    class {
      list(limit) {
        return [...store.values()].slice(0, limit)
      }
      create(thing) {
        const created = Object.assign(thing, { id: ++last })
        store.set(created.id, created)
        return created
      }
      read(id) {
        return store.get(id) ?? NotFound.throw()
      }
      replace(id, thing) {
        if (!store.has(id)) NotFound.throw()
        const replaced = Object.assign(thing, { id })
        store.set(id, replaced)
        return replaced
      }
      remove(id) {
        if (!store.delete(id)) NotFound.throw()
      }
    },
    name
  )
  const { prototype } = controller
  const method = (key, ...decorators) => {
    for (const decorate of decorators) decorate(prototype, key, Object.getOwnPropertyDescriptor(prototype, key))
  }
  const id = (key) => Param('id', Integer, { minimum: 1 })(prototype, key, 0)
  Query('limit', Integer, { minimum: 1, maximum: 100, default: 20 })(prototype, 'list', 0)
  method('list', Get(), Returns(200, [Thing]))
  Body(Thing)(prototype, 'create', 0)
  method('create', Post(), Returns(201, Thing))
  id('read')
  method('read', Get('/{id}'), Returns(200, Thing), Returns(404))
  id('replace')
  Body(Thing)(prototype, 'replace', 1)
  method('replace', Put('/{id}'), Returns(200, Thing), Returns(404))
  id('remove')
  method('remove', Delete('/{id}'), Returns(204), Returns(404))
  Controller(`/${name}`)(controller)
  return controller
}

function named(target, name) {
  Object.defineProperty(target, 'name', { value: name })
  return target
}
