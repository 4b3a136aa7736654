import { createServer } from 'node:http'
import { PORT } from '../../data.js'

const NOT_FOUND = '{"type":"about:blank","title":"Not Found","status":404,"detail":"Not found"}'
const NOT_ALLOWED = '{"type":"about:blank","title":"Method Not Allowed","status":405,"detail":"Method not allowed"}'
const NOT_FOUND_HEAD = ['content-type', 'application/problem+json', 'content-length', NOT_FOUND.length]
const READ = notAllowedHead('GET, HEAD, OPTIONS')
const READ_OR_ADD = notAllowedHead('GET, HEAD, POST, OPTIONS')
const REMOVE = notAllowedHead('DELETE, OPTIONS')

createServer((req, res) => {
  const { url, method } = req
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  if (path === '/ready') return method === 'GET' ? send(res, '{"status":"ready"}') : refuse(res, READ)
  if (path === '/items') return method === 'GET' || method === 'POST' ? send(res, '[]') : refuse(res, READ_OR_ADD)
  if (path.startsWith('/users/') && path.indexOf('/', 7) === -1 && path.length > 7) {
    if (method !== 'GET') return refuse(res, READ)
    return send(res, `{"status":"ok","user_id":${JSON.stringify(decodeURIComponent(path.slice(7)))}}`)
  }
  if (path.startsWith('/orders/') && path.indexOf('/', 8) === -1 && path.length > 8) {
    return method === 'DELETE' ? send(res, '{"status":"gone"}') : refuse(res, REMOVE)
  }
  res.writeHead(404, NOT_FOUND_HEAD)
  res.end(NOT_FOUND)
}).listen(PORT, '127.0.0.1')

function notAllowedHead(allow) {
  return ['content-type', 'application/problem+json', 'content-length', NOT_ALLOWED.length, 'allow', allow]
}

function refuse(res, head) {
  res.writeHead(405, head)
  res.end(NOT_ALLOWED)
}

function send(res, body) {
  res.writeHead(200, ['content-type', 'application/json; charset=utf-8', 'content-length', Buffer.byteLength(body)])
  res.end(body)
}
