// By hand: the same checks, and the same problem as the body of a refusal.
import { createServer } from 'node:http'
import { orderTotal, PORT } from '../../data.js'
import { PAYMENTS } from './data.js'

const BODY_LIMIT = 1_048_576
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
const USERNAME = /^[A-Za-z0-9]{3,20}$/
const ZIP = /^\d{5}(?:-\d{4})?$/

createServer((req, res) => {
  const { method, url } = req
  if (method === 'GET' && url === '/payments') send(res, 200, JSON.stringify(PAYMENTS.map(declaredPayment)))
  else if (method === 'GET' && url === '/ready') send(res, 200, '"ready"')
  else if (method === 'POST' && url === '/stock') readBody(req, res, echoStock)
  else if (method === 'POST' && url === '/members') readBody(req, res, join)
  else if (method === 'POST' && url === '/order') readBody(req, res, order)
  else send(res, 404, '{"type":"about:blank","title":"Not Found","status":404,"detail":"Not found"}', PROBLEM)
}).listen(PORT, '127.0.0.1')

/** The declared fields alone. */
function declaredPayment(payment) {
  const { kind, id, amount } = payment
  if (kind === 'card') return { kind, id, amount, network: payment.network, last4: payment.last4 }
  if (kind === 'transfer') return { kind, id, amount, iban: payment.iban, name: payment.name }
  return { kind, id, amount, currency: payment.currency }
}

function echoStock(body, res) {
  if (!isObject(body)) return refuse(res, [fault('', 'type', 'must be an object')])
  const faults = []
  for (const key of Object.keys(body)) {
    if (!Number.isInteger(body[key])) faults.push(fault(key, 'type', 'must be an integer'))
  }
  if (faults.length > 0) return refuse(res, faults)
  send(res, 200, JSON.stringify(body))
}

function join(body, res) {
  if (!isObject(body)) return refuse(res, [fault('', 'type', 'must be an object')])
  const { username, email, password, age, address, interests } = body
  const faults = []
  if (!isText(username) || !USERNAME.test(username))
    faults.push(fault('username', 'pattern', 'must be 3 to 20 letters'))
  if (!isEmail(email)) faults.push(fault('email', 'format', 'must be an email address', 'email'))
  if (typeof password !== 'string' || password.length < 8)
    faults.push(fault('password', 'minLength', 'is too short', 8))
  if (!Number.isInteger(age)) faults.push(fault('age', 'type', 'must be an integer'))
  else if (age < 16) faults.push(fault('age', 'minimum', 'must be at least 16', 16))
  else if (age > 120) faults.push(fault('age', 'maximum', 'must be at most 120', 120))
  checkAddress(address, 'address', faults)
  if (!Array.isArray(interests) || interests.length > 20) faults.push(fault('interests', 'type', 'must be an array'))
  else {
    for (let index = 0; index < interests.length; index++) {
      if (!isText(interests[index])) faults.push(fault(`interests[${index}]`, 'isNotEmpty', 'must not be empty'))
    }
  }
  if (faults.length > 0) return refuse(res, faults)
  send(res, 201, JSON.stringify({ status: 'created', username }))
}

function order(body, res) {
  if (!isObject(body)) return refuse(res, [fault('', 'type', 'must be an object')])
  const { customer, lines, note } = body
  const faults = []
  if (!isObject(customer)) faults.push(fault('customer', 'type', 'must be an object'))
  else {
    if (!isText(customer.name)) faults.push(fault('customer.name', 'minLength', 'must not be empty', 1))
    if (!isEmail(customer.email)) faults.push(fault('customer.email', 'format', 'must be an email address', 'email'))
    checkAddress(customer.address, 'customer.address', faults)
  }
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 100) {
    faults.push(fault('lines', 'minItems', 'must have 1 to 100 items', 1))
  } else {
    for (let index = 0; index < lines.length; index++) checkLine(lines[index], index, faults)
  }
  if (note !== undefined && (typeof note !== 'string' || note.length > 500)) {
    faults.push(fault('note', 'maxLength', 'must have at most 500 characters', 500))
  }
  if (faults.length > 0) return refuse(res, faults)
  send(res, 201, JSON.stringify({ status: 'created', total: orderTotal(lines) }))
}

function checkAddress(address, path, faults) {
  if (!isObject(address)) return faults.push(fault(path, 'type', 'must be an object'))
  if (!isText(address.street)) faults.push(fault(`${path}.street`, 'minLength', 'must not be empty', 1))
  if (!isText(address.city)) faults.push(fault(`${path}.city`, 'minLength', 'must not be empty', 1))
  if (!isText(address.zip) || !ZIP.test(address.zip)) {
    faults.push(fault(`${path}.zip`, 'pattern', 'must match /^\\d{5}(-\\d{4})?$/'))
  }
}

function checkLine(line, index, faults) {
  if (!isObject(line)) return faults.push(fault(`lines[${index}]`, 'type', 'must be an object'))
  const { sku, qty, price } = line
  if (!isText(sku)) faults.push(fault(`lines[${index}].sku`, 'minLength', 'must not be empty', 1))
  if (!Number.isInteger(qty)) faults.push(fault(`lines[${index}].qty`, 'type', 'must be an integer'))
  else if (qty < 1) faults.push(fault(`lines[${index}].qty`, 'minimum', 'must be at least 1', 1))
  if (typeof price !== 'number') faults.push(fault(`lines[${index}].price`, 'type', 'must be a number'))
  else if (price < 0) faults.push(fault(`lines[${index}].price`, 'minimum', 'must be at least 0', 0))
}

function fault(path, rule, message, limit) {
  return limit === undefined ? { in: 'body', path, rule, message } : { in: 'body', path, rule, message, limit }
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value) {
  return typeof value === 'string' && value !== ''
}

function isEmail(value) {
  return typeof value === 'string' && value.length <= 254 && EMAIL.test(value)
}

function readBody(req, res, respond) {
  const chunks = []
  let size = 0
  req.on('data', (chunk) => {
    size += chunk.length
    if (size <= BODY_LIMIT) chunks.push(chunk)
  })
  req.on('end', () => {
    if (size > BODY_LIMIT) return send(res, 413, '{"title":"Content Too Large","status":413}', PROBLEM)
    let body
    try {
      body = JSON.parse(chunks.length === 1 ? chunks[0].toString() : Buffer.concat(chunks).toString())
    } catch {
      return refuse(res, [fault('', 'json', 'must be valid JSON')])
    }
    respond(body, res)
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM = 'application/problem+json'

function refuse(res, errors) {
  const detail = `validation failed: ${errors.map(({ path, message }) => `Field '${path}' ${message}`).join('; ')}`
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail, errors }
  send(res, 400, JSON.stringify(problem), PROBLEM)
}

function send(res, status, body, type = JSON_TYPE) {
  res.writeHead(status, ['content-type', type, 'content-length', Buffer.byteLength(body)])
  res.end(body)
}
