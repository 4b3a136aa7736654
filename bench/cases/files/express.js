import { dirname } from 'node:path'
import express from 'express'
import { PORT } from '../../data.js'

const app = express()
app.disable('x-powered-by')
app.get('/ready', (_req, res) => {
  res.send('ready')
})
app.use(express.static(dirname(process.env.FILE), { cacheControl: false }))
app.listen(PORT, '127.0.0.1')
