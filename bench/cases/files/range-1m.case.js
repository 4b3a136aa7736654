import { content, get, subjects } from './large-file.js'

const MB = 1024 * 1024
const first = 7 * MB + 5
const range = { range: `bytes=${first}-${first + MB - 1}` }
const headers = { 'content-range': `bytes ${first}-${first + MB - 1}/${content.length}` }

export default {
  title: 'GET 1 MB of a file of 50 MB',
  subjects,
  exchanges: [get(range, { status: 206, bytes: content.subarray(first, first + MB), size: MB, headers })],
  checks: [
    get({ range: `bytes=${content.length}-` }, { status: 416 }),
    get({ range: 'bytes=-5' }, { status: 206, bytes: content.subarray(content.length - 5) })
  ],
  goals: [{ to: 'raw', atMost: 1.1 }]
}
