// 500 controllers with two routes each, and a record each.
import {
  Application,
  Body,
  bootstrap,
  Controller,
  Field,
  Get,
  generateOpenAPISpec,
  Integer,
  Param,
  Post,
  Returns
} from 'fieldstone'
import { Stopwatch } from './stopwatch.js'

const COUNT = 500

const watch = new Stopwatch()
const controllers = Array.from({ length: COUNT }, (_, index) => declareController(index, declareRecord(index)))
watch.lap(`${COUNT} controllers and records: decorators`)
const options = { title: 'Many', version: '1.0.0', controllers, spec: '/openapi.json' }
const service = await bootstrap(new Application(options))
watch.lap(`${COUNT} controllers and records: bootstrap`)
const { title, version } = options
const document = generateOpenAPISpec(service.router, { title, version })
watch.lap(`${COUNT} controllers and records: the document once more`)
const count = Object.keys(document.paths).length
if (count !== 2 * COUNT) throw new Error(`the document has ${count} paths`)
watch.report()

function declareRecord(index) {
  const record = named(class {}, `Thing${index}`)
  Field(() => Integer, { minimum: 0 })(record.prototype, 'id')
  Field(() => String, { minLength: 1, maxLength: 80 })(record.prototype, 'name')
  Field(() => String, { format: 'email' })(record.prototype, 'email')
  Field(() => Date, { optional: true })(record.prototype, 'createdAt')
  Field(() => [String], { maxItems: 10 })(record.prototype, 'tags')
  return record
}

function declareController(index, record) {
  const controller = named(
    class {
      find(id) {
        return { id, name: 'a', email: 'a@example.com', tags: [] }
      }
      create(thing) {
        return thing
      }
    },
    `Thing${index}Controller`
  )
  const { prototype } = controller
  Param('id', Integer)(prototype, 'find', 0)
  decorate(prototype, 'find', Get('/{id}'), Returns(200, record))
  Body(record)(prototype, 'create', 0)
  decorate(prototype, 'create', Post(), Returns(201, record))
  Controller(`/things${index}`)(controller)
  return controller
}

function decorate(prototype, property, ...decorators) {
  for (const decorator of decorators) {
    decorator(prototype, property, Object.getOwnPropertyDescriptor(prototype, property))
  }
}

function named(target, name) {
  Object.defineProperty(target, 'name', { value: name })
  return target
}
