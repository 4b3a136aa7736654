import { post, withValidator } from './application.js'
import { BAD_MEMBER, MEMBER } from './data.js'

export default {
  title: 'POST a class of class-validator alone: refused with four faults',
  subjects: withValidator,
  exchanges: [
    { request: post('/members', BAD_MEMBER), status: 400, mentions: ['"errors"', 'email', 'age', 'zip', 'interests'] }
  ],
  checks: [{ request: post('/members', MEMBER), status: 201, json: { status: 'created', username: 'alice99' } }],
  goals: [{ to: 'raw', atMost: 1.1 }]
}
