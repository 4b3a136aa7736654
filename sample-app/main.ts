import { bootstrap } from 'fieldstone'
import { application } from './application.js'

// Whatever is wrong with the declarations is told here, all of it at once, before anything listens.
const service = await bootstrap(application)
const { PORT = '8080', HOST = '127.0.0.1' } = process.env
// At SIGTERM or SIGINT, requests in flight are finished first; then the process ends with 0.
const { url } = await service.listen({ port: Number(PORT), host: HOST })

console.log(`The sample application listens.
  Documentation  ${url}/docs/
  Document       ${url}/openapi.json
  Try            curl ${url}/items/1`)
