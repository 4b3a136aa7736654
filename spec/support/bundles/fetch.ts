import './dtos.js'
import { bootstrap } from 'fieldstone'
import { application } from './application.js'

const service = await bootstrap(application)

export default { fetch: (request: Request): Promise<Response> => service.fetch(request) }
