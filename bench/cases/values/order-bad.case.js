import { badOrder, order } from '../../compare/cases.js'
import { orderTotal } from '../../data.js'
import { post, subjects } from './application.js'

export default {
  title: 'POST a nested order of 20 lines: refused with three faults',
  subjects,
  exchanges: [{ request: post('/order', badOrder), status: 400, mentions: ['"errors"', 'zip', 'qty', 'price'] }],
  checks: [
    { request: post('/order', order), status: 201, json: { status: 'created', total: orderTotal(order.lines) } }
  ],
  goals: [
    { to: 'raw', atMost: 1.1 },
    { to: 'raw', atMost: 1.1, figure: 'time' }
  ]
}
