import { orderTotal } from '../../data.js'
import { post, subjects } from './application.js'
import { BAD_ORDER, ORDER } from './data.js'

export default {
  title: 'POST a nested order of 20 lines: refused with three faults',
  subjects,
  exchanges: [{ request: post('/order', BAD_ORDER), status: 400, mentions: ['"errors"', 'zip', 'qty', 'price'] }],
  checks: [
    { request: post('/order', ORDER), status: 201, json: { status: 'created', total: orderTotal(ORDER.lines) } }
  ],
  goals: [
    { to: 'raw', atMost: 1.1 },
    { to: 'raw', atMost: 1.1, figure: 'time' }
  ]
}
