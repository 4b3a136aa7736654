import { gzipSync } from 'node:zlib'
import { subjectsIn } from '../subjects.js'
import { LIMIT, series, sumOf } from './series.js'

const json = JSON.stringify(series)
const post = (coding, body) => ({
  method: 'POST',
  path: '/series',
  headers: { 'content-type': 'application/json', ...(coding && { 'content-encoding': coding }) },
  body
})
const right = { status: 201, json: { count: series.values.length, sum: sumOf(series.values) } }
const wrong = { ...series, values: [{ at: 1.5, value: 'x' }] }

export default {
  title: `POST JSON of ${json.length} bytes, by gzip ${gzipSync(json).length}`,
  subjects: subjectsIn('gzip-body'),
  exchanges: [{ request: post('gzip', gzipSync(json)), ...right }],
  checks: [
    { request: post(undefined, json), ...right },
    { request: post('gzip', gzipSync(JSON.stringify(wrong))), status: 400 },
    { request: post('gzip', gzipSync('{"values":')), status: 400 },
    { request: post('gzip', 'no gzip at all'), status: 400 },
    { request: post('gzip', gzipSync(Buffer.alloc(LIMIT + 1, 32))), status: 413 }
  ],
  goals: [{ to: 'raw', atMost: 1.15 }]
}
