import { bootstrap } from 'fieldstone'
import { application } from './application.js'

const service = await bootstrap(application)
const { url } = await service.listen({ port: Number(process.env.PORT ?? 8080), host: process.env.HOST ?? '127.0.0.1' })

console.log(`The sample application listens.
  Documentation  ${url}/docs/
  Document       ${url}/openapi.json
  Try            curl ${url}/items/1`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await service.close()
    console.log('The sample application has stopped.')
  })
}
