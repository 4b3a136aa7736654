import { bootstrap } from 'fieldstone'
import { application } from './tags.js'

const service = await bootstrap(application)
const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
console.log(`Listens at ${url}`)
