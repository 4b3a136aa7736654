import { isDeepStrictEqual } from 'node:util'
import { ask } from '../process/ask.js'

/** What is wrong with a subject's responses to the exchanges of a case, before any load: texts, none if all is right. */
export async function wrongResponses(port, { exchanges, checks = [] }) {
  const wrong = []
  for (const exchange of [...exchanges, ...checks]) {
    const { method, path } = exchange.request
    const fault = await faultOf(port, exchange).catch((error) => error.message)
    if (fault !== undefined) wrong.push(`${method} ${path}: ${fault}`)
  }
  return wrong
}

/** An exchange: the `request`, the `status` that is due, and of the body `json`, `bytes`, or the texts that it `mentions`. */
async function faultOf(port, { request, status, json, bytes, mentions = [], headers = {} }) {
  const response = await ask(port, request)
  const text = response.bytes.toString('utf8', 0, 300)
  if (response.status !== status) return `${response.status} in place of ${status}: ${text}`
  if (json !== undefined && !isDeepStrictEqual(JSON.parse(response.bytes.toString()), json)) return `the body ${text}`
  if (bytes !== undefined && !bytes.equals(response.bytes)) return `${response.bytes.length} bytes that are not right`
  const unnamed = mentions.filter((name) => !response.bytes.includes(name))
  if (unnamed.length > 0) return `the body does not mention ${unnamed.join(', ')}: ${text}`
  for (const [name, value] of Object.entries(headers)) {
    if (response.headers[name] !== value) return `the header ${name} is ${response.headers[name]}, not ${value}`
  }
  return undefined
}
