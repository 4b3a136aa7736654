// 5,000 routes on a router, and everything compiled.
import { Router } from 'fieldstone'
import { Stopwatch } from './stopwatch.js'

const COUNT = 5_000

const watch = new Stopwatch()
const router = new Router()
for (let route = 0; route < COUNT; route++) router.getFunc(`/r${route}/{id}/sub`, (ctx) => ctx.json(200, { route }))
watch.lap('5,000 routes: registered')
router.freeze()
watch.lap('5,000 routes: compiled')
watch.report()
