// What every route does, written by hand: every check and every text written for its route.
import { CATALOG, EXTRA_ROUTES, findItem, orderTotal } from '../data.js'

const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
const USERNAME = /^[A-Za-z0-9]{3,20}$/
const ZIP = /^\d{5}(?:-\d{4})?$/
const INTEGER = /^-?\d+$/

const extraRoutes = new Map(Array.from({ length: EXTRA_ROUTES }, (_, route) => [`r${route}`, route]))

/**
 * The answers of all routes.
 * @param send writes a response: `(res, status, body)`; what it returns, the answers return
 */
export function byHand(send) {
  function answerGet(url, res) {
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    if (path.startsWith('/users/')) return answerUser(path.slice(7), res)
    if (path === '/items') return answerItems(mark === -1 ? '' : url.slice(mark + 1), res)
    if (path.startsWith('/items/')) return answerItem(path.slice(7), res)
    if (path === '/catalog') return answerCatalog(res)
    const [, name, id, sub, ...rest] = path.split('/')
    const route = extraRoutes.get(name)
    if (route === undefined || !id || sub !== 'sub' || rest.length > 0) return refuse(res, 404, 'not found')
    return send(res, 200, `{"route":${route},"id":${jsonString(decodeURIComponent(id))}}`)
  }

  function answerUser(id, res) {
    if (id === '' || id.includes('/')) return refuse(res, 404, 'not found')
    return send(res, 200, `{"status":"ok","user_id":${jsonString(decodeURIComponent(id))}}`)
  }

  function answerItems(query, res) {
    const search = new URLSearchParams(query)
    const name = search.get('name')
    const id = search.get('id')
    if (!name || !id || !INTEGER.test(id)) return refuse(res, 400, 'name and id (an integer) are required')
    return send(res, 200, `{"item_name":${jsonString(name)},"item_id":"${id}"}`)
  }

  function answerItem(id, res) {
    if (!INTEGER.test(id)) return refuse(res, 400, 'id: must be an integer')
    const item = findItem(Number(id))
    const createdAt = dateTime(item.createdAt)
    return send(res, 200, `{"id":${item.id},"name":${jsonString(item.name)},"createdAt":"${createdAt}"}`)
  }

  /** Piece by piece: a template of many parts would put together a text of its own for each item. */
  function answerCatalog(res) {
    let body = '['
    for (let index = 0; index < CATALOG.length; index++) {
      const { id, name, price, tags, dimensions, createdAt } = CATALOG[index]
      body += index > 0 ? ',{"id":' : '{"id":'
      body += id
      body += ',"name":'
      body += jsonString(name)
      body += ',"price":'
      body += price
      body += ',"tags":['
      for (let at = 0; at < tags.length; at++) {
        if (at > 0) body += ','
        body += jsonString(tags[at])
      }
      body += '],"dimensions":{"w":'
      body += dimensions.w
      body += ',"h":'
      body += dimensions.h
      body += ',"d":'
      body += dimensions.d
      body += '},"createdAt":"'
      body += dateTime(createdAt)
      body += '"}'
    }
    body += ']'
    return send(res, 200, body)
  }

  function answerData(body, res) {
    const faults = []
    if (!isObject(body)) faults.push('body: must be an object')
    else {
      if (typeof body.name !== 'string') faults.push('name: must be a string')
      if (!Number.isInteger(body.value)) faults.push('value: must be an integer')
    }
    if (faults.length > 0) return refuse(res, 400, faults.join('; '))
    return send(res, 200, `{"status":"success","received_name":${jsonString(body.name)}}`)
  }

  function answerSignup(body, res) {
    const faults = []
    if (!isObject(body)) faults.push('body: must be an object')
    else {
      if (!isText(body.username) || !USERNAME.test(body.username)) faults.push('username: 3 to 20 letters or digits')
      if (!isEmail(body.email)) faults.push('email: must be an email address')
      if (typeof body.password !== 'string' || body.password.length < 8) faults.push('password: at least 8 characters')
    }
    if (faults.length > 0) return refuse(res, 400, faults.join('; '))
    return send(res, 201, `{"status":"created","username":"${body.username}"}`)
  }

  function answerOrder(body, res) {
    const faults = []
    if (!isObject(body)) faults.push('body: must be an object')
    else {
      checkCustomer(body.customer, faults)
      checkLines(body.lines, faults)
      const { note } = body
      if (note !== undefined && (typeof note !== 'string' || note.length > 500))
        faults.push('note: at most 500 characters')
    }
    if (faults.length > 0) return refuse(res, 400, faults.join('; '))
    return send(res, 201, `{"status":"created","total":${orderTotal(body.lines)}}`)
  }

  function refuse(res, status, message) {
    return send(res, status, `{"status":"error","message":${JSON.stringify(message)}}`)
  }

  return { answerGet, answerData, answerSignup, answerOrder, refuse }
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'))

/** What `toISOString` writes, in less than half of its time. */
function dateTime(date) {
  const year = date.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) return date.toISOString()
  const days = `${TWO_DIGITS[date.getUTCMonth() + 1]}-${TWO_DIGITS[date.getUTCDate()]}`
  const seconds = `${TWO_DIGITS[date.getUTCMinutes()]}:${TWO_DIGITS[date.getUTCSeconds()]}`
  const time = `${TWO_DIGITS[date.getUTCHours()]}:${seconds}.${THREE_DIGITS[date.getUTCMilliseconds()]}`
  return `${TWO_DIGITS[Math.floor(year / 100)]}${TWO_DIGITS[year % 100]}-${days}T${time}Z`
}

/** Short texts that need no escaping, which most are, go without a native call. */
function jsonString(text) {
  if (text.length > 40) return JSON.stringify(text)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 || code === 34 || code === 92 || (code >= 0xd800 && code <= 0xdfff)) return JSON.stringify(text)
  }
  return `"${text}"`
}

function checkCustomer(customer, faults) {
  if (!isObject(customer)) return faults.push('customer: must be an object')
  const { name, email, address } = customer
  if (!isText(name)) faults.push('customer.name: required')
  if (!isEmail(email)) faults.push('customer.email: must be an email address')
  if (!isObject(address)) return faults.push('customer.address: must be an object')
  if (!isText(address.street)) faults.push('customer.address.street: required')
  if (!isText(address.city)) faults.push('customer.address.city: required')
  if (!isText(address.zip) || !ZIP.test(address.zip)) faults.push('customer.address.zip: like 12345 or 12345-6789')
}

function checkLines(lines, faults) {
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 100)
    return faults.push('lines: 1 to 100 are required')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (!isObject(line)) {
      faults.push(`lines[${index}]: must be an object`)
      continue
    }
    if (!isText(line.sku)) faults.push(`lines[${index}].sku: required`)
    if (!Number.isInteger(line.qty) || line.qty < 1) faults.push(`lines[${index}].qty: an integer of at least 1`)
    if (typeof line.price !== 'number' || line.price < 0) faults.push(`lines[${index}].price: at least 0`)
  }
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
