// The service that stops under load. Run by stop.js; DELAY in milliseconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { Application, bootstrap } from 'fieldstone'

const service = await bootstrap(
  new Application({
    title: 'Stop',
    version: '1.0.0',
    health: true,
    routes: (router) => {
      router.getFunc('/items', () => ({ name: 'Widget' }))
      router.postFunc('/items', async (ctx) => ({ size: (await ctx.bodyBytes()).length }))
      router.postFunc('/slow', async (ctx) => {
        const size = (await ctx.bodyBytes()).length
        await sleep(20)
        return { size }
      })
    }
  })
)
const { port } = await service.listen({
  port: 0,
  host: '127.0.0.1',
  shutdown: { delay: Number(process.env.DELAY), deadline: 10_000 }
})
process.send(port)
