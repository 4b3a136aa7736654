import { request as send } from 'node:http'

/** Sends one request and returns its response: `{ status, headers, bytes }`. Rejects if there is none within 5 seconds. */
export function ask(port, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false, timeout: 5_000 }
    const request = send(options, async (response) => {
      try {
        const bytes = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode, headers: response.headers, bytes })
      } catch (error) {
        reject(error)
      }
    })
    request.on('error', reject).on('timeout', () => request.destroy(new Error('no answer within 5 s')))
    request.end(body)
  })
}
