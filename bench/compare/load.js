import autocannon from 'autocannon'

/**
 * Loads a server with one request again and again. Throws if an answer has another status than the case's.
 *
 * Returns requests a second, microseconds of the server's processor time a request, the 99th percentile of the latency
 * in milliseconds, and how much of a core the server used: where that is well below 1, the generator was the limit,
 * and only the processor time tells the subjects apart.
 */
export async function load(server, { request, status }, { connections, seconds }) {
  const before = await server.usage()
  const begin = performance.now()
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}${request.path}`,
    method: request.method,
    headers: request.headers,
    body: request.body,
    connections,
    duration: seconds,
    timeout: 5,
    sampleInt: 100
  })
  const elapsed = (performance.now() - begin) / 1_000
  const after = await server.usage()
  const requests = result.requests.total
  const statuses = Object.keys(result.statusCodeStats ?? {})
  if (requests === 0 || result.errors > 0 || statuses.some((code) => Number(code) !== status)) {
    throw new Error(`${requests} answers, statuses ${statuses.join(', ')}, ${result.errors} errors, ${status} was due`)
  }
  const cpu = after.cpu - before.cpu
  return {
    perSecond: requests / elapsed,
    cpuPerRequest: cpu / requests,
    p99: result.latency.p99,
    core: cpu / 1e6 / elapsed
  }
}
