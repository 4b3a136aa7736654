// Express with zod behind the small middleware that most people write for it.
import express from 'express'
import { CATALOG, EXTRA_ROUTES, findItem, orderTotal, PORT } from '../data.js'
import { schemas } from './zod-schemas.js'

const validate = (place, schema) => (req, res, next) => {
  const result = schema.safeParse(req[place])
  if (!result.success) return res.status(400).json({ message: 'validation failed', issues: result.error.issues })
  res.locals.valid = result.data
  next()
}

const app = express()
app.disable('x-powered-by')
app.use(express.json())

app.post('/data', validate('body', schemas.data), (_req, res) => {
  res.json({ status: 'success', received_name: res.locals.valid.name })
})
app.get('/items', validate('query', schemas.items), (_req, res) => {
  const { name, id } = res.locals.valid
  res.json({ item_name: name, item_id: id })
})
app.get('/users/:id', (req, res) => {
  res.json({ status: 'ok', user_id: req.params.id })
})
app.get('/items/:id', validate('params', schemas.item), (_req, res) => {
  res.json(findItem(res.locals.valid.id))
})
app.post('/signup', validate('body', schemas.signup), (_req, res) => {
  res.status(201).json({ status: 'created', username: res.locals.valid.username })
})
app.get('/catalog', (_req, res) => {
  res.json(CATALOG)
})
app.post('/order', validate('body', schemas.order), (_req, res) => {
  res.status(201).json({ status: 'created', total: orderTotal(res.locals.valid.lines) })
})
app.use((error, _req, res, _next) => {
  res.status(error.status ?? 500).json({ message: error.status ? error.message : 'internal error' })
})
for (let route = 0; route < EXTRA_ROUTES; route++) {
  app.get(`/r${route}/:id/sub`, (req, res) => {
    res.json({ route, id: req.params.id })
  })
}

app.listen(PORT, '127.0.0.1')
