import { subjects } from './application.js'
import { PAYMENTS } from './data.js'

export default {
  title: 'GET a list of 30 records of three kinds, a union',
  subjects,
  exchanges: [{ request: { method: 'GET', path: '/payments' }, status: 200, json: PAYMENTS }],
  goals: [{ to: 'raw', atMost: 1.1 }]
}
