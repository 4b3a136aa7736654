import { dirname } from 'node:path'
import { Application, bootstrap } from 'fieldstone'
import { PORT } from '../../data.js'

const service = await bootstrap(
  new Application({
    title: 'Bench',
    version: '1.0.0',
    routes: (router) => {
      router.getFunc('/ready', (ctx) => ctx.text(200, 'ready'))
      router.static('/', dirname(process.env.FILE as string))
    }
  })
)
await service.listen({ port: PORT, host: '127.0.0.1' })
