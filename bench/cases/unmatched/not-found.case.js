import { problem, subjects } from './application.js'

export default {
  title: 'GET a path without a route: 404',
  subjects,
  exchanges: [
    {
      request: { method: 'GET', path: '/users/42/nothing' },
      status: 404,
      json: problem(404, 'Not Found', 'Not found')
    }
  ],
  checks: [{ request: { method: 'GET', path: '/users/42' }, status: 200, json: { status: 'ok', user_id: '42' } }],
  goals: [{ to: 'raw', atMost: 1.15 }]
}
