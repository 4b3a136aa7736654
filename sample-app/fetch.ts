import { bootstrap } from 'fieldstone'
import { application } from './application.js'

// For platforms of WHATWG requests: `bun dist/sample-app/fetch.js`, `deno serve dist/sample-app/fetch.js`,
// and all others that take a module whose default export has a method `fetch`.
const service = await bootstrap(application)

export default { fetch: service.fetch }
