// node:http by hand: the yardstick of all ratios.
import { createServer } from 'node:http'
import { PORT } from '../data.js'
import { byHand } from './by-hand.js'

const BODY_LIMIT = 1_048_576

const { answerGet, answerData, answerSignup, answerOrder, refuse } = byHand(send)

createServer((req, res) => {
  try {
    if (req.method === 'GET') answerGet(req.url, res)
    else if (req.method === 'POST' && req.url === '/data') readBody(req, res, answerData)
    else if (req.method === 'POST' && req.url === '/signup') readBody(req, res, answerSignup)
    else if (req.method === 'POST' && req.url === '/order') readBody(req, res, answerOrder)
    else refuse(res, 404, 'not found')
  } catch (error) {
    if (error instanceof URIError) refuse(res, 400, 'broken percent sequence')
    else refuse(res, 500, 'internal error')
  }
}).listen(PORT, '127.0.0.1')

function readBody(req, res, answer) {
  const chunks = []
  let size = 0
  req.on('data', (chunk) => {
    size += chunk.length
    if (size <= BODY_LIMIT) chunks.push(chunk)
  })
  req.on('end', () => {
    if (size > BODY_LIMIT) return refuse(res, 413, 'the body is too large')
    let body
    try {
      body = JSON.parse(chunks.length === 1 ? chunks[0].toString() : Buffer.concat(chunks).toString())
    } catch {
      return refuse(res, 400, 'the body is not valid JSON')
    }
    answer(body, res)
  })
}

function send(res, status, body) {
  res.writeHead(status, ['content-type', 'application/json; charset=utf-8', 'content-length', Buffer.byteLength(body)])
  res.end(body)
}
