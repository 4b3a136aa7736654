import { app } from '../peers/hono-app.js'
import { serve } from './serve.js'

serve(app.fetch)
