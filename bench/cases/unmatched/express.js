import express from 'express'
import { PORT } from '../../data.js'
import { NOT_ALLOWED, NOT_FOUND } from './problems.js'

const app = express()
app.disable('x-powered-by')
const refuse = (allow) => (_req, res) => {
  const body = Buffer.from(JSON.stringify(NOT_ALLOWED))
  res.status(405).set({ allow, 'content-type': 'application/problem+json' }).end(body)
}
app.get('/ready', (_req, res) => {
  res.json({ status: 'ready' })
})
app.all('/ready', refuse('GET, HEAD, OPTIONS'))
app.get('/items', (_req, res) => {
  res.json([])
})
app.post('/items', (_req, res) => {
  res.json([])
})
app.all('/items', refuse('GET, HEAD, POST, OPTIONS'))
app.get('/users/:id', (req, res) => {
  res.json({ status: 'ok', user_id: req.params.id })
})
app.all('/users/:id', refuse('GET, HEAD, OPTIONS'))
app.delete('/orders/:id', (_req, res) => {
  res.json({ status: 'gone' })
})
app.all('/orders/:id', refuse('DELETE, OPTIONS'))
app.use((_req, res) => {
  res.status(404).set('content-type', 'application/problem+json').end(JSON.stringify(NOT_FOUND))
})
app.listen(PORT, '127.0.0.1')
