import { Connection, requestBytes } from './connection.js'

/**
 * Sends the exchanges of a case, in turn, on each of its connections, for as long as `seconds`, and waits for the last
 * responses. Throws for a response with another status than the exchange's.
 *
 * Returns what the subject took for one request: `cpu`, microseconds of the server's processor time, and `time`,
 * microseconds between two responses of the server.
 */
export async function load(server, { exchanges, connections = 8 }, seconds) {
  const requests = exchanges.map(({ request }) => requestBytes(request))
  const clients = await Promise.all(Array.from({ length: connections }, () => Connection.open(server.port)))
  try {
    const before = await server.usage()
    const begin = performance.now()
    const end = begin + seconds * 1_000
    const counts = await Promise.all(clients.map((client, first) => repeat(client, exchanges, requests, first, end)))
    const elapsed = performance.now() - begin
    const after = await server.usage()
    const count = counts.reduce((sum, each) => sum + each, 0)
    return { cpu: (after.cpu - before.cpu) / count, time: (elapsed * 1_000) / count }
  } finally {
    for (const client of clients) client.close()
  }
}

/** One connection: at least one request, then more until the end. Returns how many. */
function repeat(client, exchanges, requests, first, end) {
  return new Promise((resolve, reject) => {
    let count = 0
    const next = () => {
      const index = (first + count) % exchanges.length
      client.send(requests[index], (error, status, size) => {
        const { request, status: due, size: whole } = exchanges[index]
        if (error !== undefined) return reject(error)
        if (status !== due) return reject(new Error(`${request.method} ${request.path}: ${status} in place of ${due}`))
        if (whole !== undefined && size < whole) return reject(new Error(`${size} of the ${whole} bytes came`))
        count++
        if (performance.now() < end) next()
        else resolve(count)
      })
    }
    next()
  })
}
