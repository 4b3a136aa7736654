// Elysia with its own types; what it rejects is a 400, as with all others.
import { Elysia, t } from 'elysia'
import { CATALOG, EXTRA_ROUTES, findItem, orderTotal } from '../data.js'
import { serve } from './serve.js'

const text = t.String({ minLength: 1 })
const customer = t.Object({
  name: text,
  email: t.String({ format: 'email' }),
  address: t.Object({ street: text, city: text, zip: t.String({ pattern: '^\\d{5}(-\\d{4})?$' }) })
})
const line = t.Object({ sku: text, qty: t.Integer({ minimum: 1 }), price: t.Number({ minimum: 0 }) })

const app = new Elysia()
  .onError(({ code, error, set }) => {
    if (code !== 'VALIDATION' && code !== 'PARSE') return undefined
    set.status = 400
    return error.message
  })
  .post('/data', ({ body }) => ({ status: 'success', received_name: body.name }), {
    body: t.Object({ name: t.String(), value: t.Integer() })
  })
  .get('/items', ({ query }) => ({ item_name: query.name, item_id: String(query.id) }), {
    query: t.Object({ name: text, id: t.Integer() })
  })
  .get('/users/:id', ({ params }) => ({ status: 'ok', user_id: params.id }))
  .get('/items/:id', ({ params }) => findItem(params.id), { params: t.Object({ id: t.Integer() }) })
  .post(
    '/signup',
    ({ body, set }) => {
      set.status = 201
      return { status: 'created', username: body.username }
    },
    {
      body: t.Object({
        username: t.String({ minLength: 3, maxLength: 20, pattern: '^[A-Za-z0-9]+$' }),
        email: t.String({ format: 'email' }),
        password: t.String({ minLength: 8 })
      })
    }
  )
  .get('/catalog', () => CATALOG)
  .post(
    '/order',
    ({ body, set }) => {
      set.status = 201
      return { status: 'created', total: orderTotal(body.lines) }
    },
    {
      body: t.Object({
        customer,
        lines: t.Array(line, { minItems: 1, maxItems: 100 }),
        note: t.Optional(t.String({ maxLength: 500 }))
      })
    }
  )

for (let route = 0; route < EXTRA_ROUTES; route++) {
  app.get(`/r${route}/:id/sub`, ({ params }) => ({ route, id: params.id }))
}

serve(app.fetch)
