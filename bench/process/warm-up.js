/** How much longer than its processor time a warm-up may last: then the machine is too busy to measure anything. */
const MOST = 20

/**
 * Loads a server until it has used so many seconds of processor time, by `load(seconds)`, again and again. The engine
 * compiles what has run often, so time alone warms nothing up: on a machine that does other work, 1.5 seconds were 0.1 of
 * the processor's, and what was measured then was code that no compiler had seen, at five times the cost. Throws where
 * the server does not get the processor.
 */
export async function warmUp(server, seconds, load) {
  const { cpu } = await server.usage()
  const end = performance.now() + MOST * seconds * 1_000
  for (let left = seconds; left > 0; left = seconds - ((await server.usage()).cpu - cpu) / 1e6) {
    if (performance.now() > end)
      throw new Error(`${MOST * seconds} s were too short for ${seconds} s of processor time`)
    await load(Math.max(left, 0.5))
  }
}
