import { CATALOG, CREATED, orderTotal } from '../data.js'

const get = (path) => ({ method: 'GET', path })
const post = (path, body) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body)
})

/** A changed copy. */
function changed(value, change) {
  const copy = structuredClone(value)
  change(copy)
  return copy
}

export const signup = { username: 'alice99', email: 'alice@example.com', password: 'correct horse battery' }
export const badSignup = { ...signup, email: 'not-an-email' }
export const order = {
  customer: {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    address: { street: '12 St James Square', city: 'London', zip: '12345-6789' }
  },
  lines: Array.from({ length: 20 }, (_, index) => ({
    sku: `SKU-${1000 + index}`,
    qty: 1 + (index % 5),
    price: 2.5 + index * 0.25
  })),
  note: 'Leave the parcel with the neighbour at number 14, please.'
}
export const badOrder = changed(order, ({ customer, lines }) => {
  customer.address.zip = 'ABC'
  lines[7].qty = 0
  lines[13].price = -1
})

const total = orderTotal(order.lines)
const signupRefusals = [
  post('/signup', '{"username":'),
  post('/signup', badSignup),
  post('/signup', { ...signup, username: 'ab' }),
  post('/signup', { ...signup, username: 'bad name!' }),
  post('/signup', { ...signup, password: undefined })
]
const orderRefusals = [
  post('/order', '{"lines":'),
  post('/order', badOrder),
  post('/order', {}),
  post('/order', { ...order, lines: [] }),
  post('/order', { ...order, lines: 'x' }),
  post(
    '/order',
    changed(order, (o) => {
      o.lines[19].qty = 1.5
    })
  ),
  post(
    '/order',
    changed(order, (o) => {
      delete o.customer.address
    })
  )
]

/**
 * The measured requests, some of them with `routes` more routes in the application. Each names the answer that is right (`status`, `json` where the answer is the same for all, or
 * `mentions` for what a refusal must name), and `refused`: requests that must get a 400, or the subject is left out.
 */
export const CASES = [
  {
    name: 'data',
    title: 'POST /data',
    request: post('/data', { name: 'Widget', value: 42 }),
    status: 200,
    json: { status: 'success', received_name: 'Widget' },
    refused: [post('/data', '{"name":'), post('/data', {}), post('/data', { name: 'x', value: 'abc' })]
  },
  {
    name: 'items',
    title: 'GET two query parameters',
    request: get('/items?name=widget&id=42'),
    status: 200,
    json: { item_name: 'widget', item_id: '42' },
    refused: [get('/items'), get('/items?id=7'), get('/items?name=&id=7'), get('/items?name=x&id=abc')]
  },
  {
    name: 'user',
    title: 'GET path parameter',
    request: get('/users/42'),
    status: 200,
    json: { status: 'ok', user_id: '42' },
    refused: []
  },
  {
    name: 'item',
    title: 'GET integer path parameter, record with a date',
    request: get('/items/7'),
    status: 200,
    json: { id: 7, name: 'Item7', createdAt: CREATED.toISOString() },
    refused: [get('/items/abc')]
  },
  {
    name: 'signup',
    title: 'POST /signup',
    request: post('/signup', signup),
    status: 201,
    json: { status: 'created', username: 'alice99' },
    refused: signupRefusals
  },
  {
    name: 'catalog',
    title: 'GET 100 nested items',
    request: get('/catalog'),
    status: 200,
    json: JSON.parse(JSON.stringify(CATALOG)),
    refused: []
  },
  {
    name: 'order',
    title: 'POST order, nested, 20 lines',
    request: post('/order', order),
    status: 201,
    json: { status: 'created', total },
    refused: orderRefusals
  },
  {
    name: 'signup-bad',
    title: 'invalid signup',
    request: post('/signup', badSignup),
    status: 400,
    mentions: ['email'],
    refused: signupRefusals
  },
  {
    name: 'order-bad',
    title: 'invalid order',
    request: post('/order', badOrder),
    status: 400,
    mentions: ['zip'],
    refused: orderRefusals
  },
  {
    name: 'user-500',
    title: 'GET path parameter, 500 more routes',
    routes: 500,
    request: get('/users/42'),
    status: 200,
    json: { status: 'ok', user_id: '42' },
    refused: []
  },
  {
    name: 'r499',
    title: 'GET the last of 500 more routes',
    routes: 500,
    request: get('/r499/42/sub'),
    status: 200,
    json: { route: 499, id: '42' },
    refused: []
  }
]
