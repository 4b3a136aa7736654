import { content, get, subjects } from './large-file.js'

export default {
  title: 'GET a file of 50 MB',
  subjects,
  exchanges: [get({}, { status: 200, bytes: content, size: content.length })],
  connections: 4,
  seconds: 0.4,
  goals: [{ to: 'raw', atMost: 1.1 }]
}
