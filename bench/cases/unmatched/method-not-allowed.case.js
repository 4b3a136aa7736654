import { problem, subjects } from './application.js'

export default {
  title: 'DELETE a path that has other methods: 405 with Allow',
  subjects,
  exchanges: [
    {
      request: { method: 'DELETE', path: '/users/42' },
      status: 405,
      json: problem(405, 'Method Not Allowed', 'Method not allowed'),
      headers: { allow: 'GET, HEAD, OPTIONS' }
    }
  ],
  checks: [{ request: { method: 'GET', path: '/users/42' }, status: 200, json: { status: 'ok', user_id: '42' } }],
  goals: [{ to: 'raw', atMost: 1.15 }]
}
