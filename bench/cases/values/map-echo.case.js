import { post, subjects } from './application.js'
import { STOCK } from './data.js'

export default {
  title: 'POST a map of 200 integers, which is the response as well',
  subjects,
  exchanges: [{ request: post('/stock', STOCK), status: 200, json: STOCK }],
  checks: [{ request: post('/stock', { ...STOCK, 'SKU-9': 1.5 }), status: 400, mentions: ['SKU-9'] }],
  goals: [{ to: 'raw', atMost: 1.1 }]
}
