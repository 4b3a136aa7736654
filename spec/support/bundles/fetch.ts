import './dtos.js'
import 'fieldstone/parts/class-validator'
import 'fieldstone/parts/docs'
import 'fieldstone/parts/fetch'
import 'fieldstone/parts/forms'
import { bootstrap } from 'fieldstone'
import { application } from './application.js'

const service = await bootstrap(application)

export default { fetch: (request: Request): Promise<Response> => service.fetch(request) }
