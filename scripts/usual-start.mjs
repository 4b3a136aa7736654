// A start as most are: the sample application of a build, until its first response. `eager-functions.mjs` asks V8 which
// functions it calls.
// Usage: node scripts/usual-start.mjs <build folder>
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const build = process.argv[2]
const { bootstrap } = await import(pathToFileURL(join(build, 'lib/index.js')))
const { application } = await import(pathToFileURL(join(build, 'sample-app/application.js')))
const service = await bootstrap(application)
const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
const { status } = await fetch(`${url}/items/1`)
if (status !== 200) throw new Error(`the sample application responded by ${status}`)
await service.close()
