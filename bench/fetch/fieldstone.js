import { service } from '../dist/server/service.js'
import { serve } from './serve.js'

await service.start()
serve(service.fetch)
