// The same 5,000 routes on Fastify.
import Fastify from 'fastify'
import { Stopwatch } from './stopwatch.js'

const COUNT = 5_000

const watch = new Stopwatch()
const app = Fastify()
for (let route = 0; route < COUNT; route++) app.get(`/r${route}/:id/sub`, async () => ({ route }))
await app.ready()
watch.lap('5,000 routes on Fastify: registered and ready')
watch.report()
