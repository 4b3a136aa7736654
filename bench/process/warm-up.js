/** How much longer than its processor time a warm-up may last: then the machine is too busy to measure anything. */
const MOST = 20

/** How many requests warm a server up, since the engine compiles by calls; and how much longer than the others that may take. */
const REQUESTS = 60_000
const LONGER = 5

/**
 * Loads a server until it has used so many seconds of processor time, by `load(seconds)`, again and again. The engine
 * compiles what has run often, so time alone warms nothing up: on a machine that does other work, 1.5 seconds were 0.1 of
 * the processor's, and what was measured then was code that no compiler had seen, at five times the cost.
 *
 * Where `load` returns `cpu`, the microseconds of a request, it goes on for 60,000 requests, and at most for five times as long: on
 * a slow machine one second has a quarter of the requests that it has on a fast one, and on Node 24 a server of many functions
 * then cost a tenth more than later.
 *
 * Throws where the server does not get the processor.
 */
export async function warmUp(server, seconds, load) {
  const { cpu: first } = await server.usage()
  const end = performance.now() + LONGER * MOST * seconds * 1_000
  let used = 0
  let sent = 0
  while (used < seconds || (sent < REQUESTS && used < LONGER * seconds)) {
    if (performance.now() > end) throw new Error(`${LONGER * MOST * seconds} s were too short for a warm-up`)
    const before = used
    const { cpu } = (await load(Math.max(seconds - used, 0.5))) ?? {}
    used = ((await server.usage()).cpu - first) / 1e6
    sent += cpu > 0 ? ((used - before) * 1e6) / cpu : REQUESTS
  }
}
