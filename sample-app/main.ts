import module from 'node:module'

// From Node 22.8 on: what this process compiles, the next one reads. It counts for what is imported from here on.
;(module as { enableCompileCache?: () => unknown }).enableCompileCache?.()
const [{ bootstrap }, { application }] = await Promise.all([import('fieldstone'), import('./application.js')])

// All mistakes in the declarations are reported here, at once, before the service listens.
const service = await bootstrap(application)
const { PORT = '8080', HOST = '127.0.0.1', SHUTDOWN_DELAY = '0' } = process.env
const { url } = await service.listen({
  port: Number(PORT),
  host: HOST,
  // At SIGTERM and SIGINT: requests are still accepted for this time (ms), then those in flight are finished.
  shutdown: { delay: Number(SHUTDOWN_DELAY) }
})

console.log(`The sample application listens.
  Documentation  ${url}/docs/
  Document       ${url}/openapi.json
  Try            curl ${url}/items/1`)
