import { bootstrap } from 'fieldstone'
import { application } from './application.js'

// Whatever is wrong with the declarations is told here, all of it at once, before anything listens.
const service = await bootstrap(application)
const { PORT = '8080', HOST = '127.0.0.1' } = process.env
const { url } = await service.listen({ port: Number(PORT), host: HOST })

console.log(`The sample application listens.
  Documentation  ${url}/docs/
  Document       ${url}/openapi.json
  Try            curl ${url}/items/1`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    // Requests in flight are finished first.
    await service.close()
    console.log('The sample application has stopped.')
  })
}
