// First, so that the libraries' copies of the DTOs are loaded, and their decorators run, before Fieldstone's are.
import './dtos.js'
import { bootstrap } from 'fieldstone'
import { application } from './application.js'

const service = await bootstrap(application)
const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
console.log(`Listens at ${url}`)
