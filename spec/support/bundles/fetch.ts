import './dtos.js'
import 'fieldstone/parts/docs'
import { bootstrap } from 'fieldstone'
import { application } from './application.js'

const service = await bootstrap(application)

export default { fetch: (request: Request): Promise<Response> => service.fetch(request) }
