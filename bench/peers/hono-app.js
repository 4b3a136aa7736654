// The measured API on Hono, with its zod validator.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { CATALOG, EXTRA_ROUTES, findItem, orderTotal } from '../data.js'
import { schemas } from './zod-schemas.js'

export const app = new Hono()
  .post('/data', zValidator('json', schemas.data), (c) =>
    c.json({ status: 'success', received_name: c.req.valid('json').name })
  )
  .get('/items', zValidator('query', schemas.items), (c) => {
    const { name, id } = c.req.valid('query')
    return c.json({ item_name: name, item_id: id })
  })
  .get('/users/:id', (c) => c.json({ status: 'ok', user_id: c.req.param('id') }))
  .get('/items/:id', zValidator('param', schemas.item), (c) => c.json(findItem(c.req.valid('param').id)))
  .post('/signup', zValidator('json', schemas.signup), (c) =>
    c.json({ status: 'created', username: c.req.valid('json').username }, 201)
  )
  .get('/catalog', (c) => c.json(CATALOG))
  .post('/order', zValidator('json', schemas.order), (c) =>
    c.json({ status: 'created', total: orderTotal(c.req.valid('json').lines) }, 201)
  )

for (let route = 0; route < EXTRA_ROUTES; route++) {
  app.get(`/r${route}/:id/sub`, (c) => c.json({ route, id: c.req.param('id') }))
}
