import { PORT } from '../data.js'
import { service } from './service.js'

await service.listen({ port: PORT, host: '127.0.0.1' })
