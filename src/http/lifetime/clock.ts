/** Held, since Node's global is an accessor, which costs each use as much as a short function. */
const node = globalThis.process

/**
 * Milliseconds of a clock that only goes forward. `performance.now` says the same, but the first use of `performance` makes
 * Node load seven of its modules, which a start would wait for.
 */
export const clock: { now(): number } = {
  now: globalThis.process?.hrtime === undefined ? () => performance.now() : sinceStart
}

function sinceStart(): number {
  const [seconds, nanoseconds] = node.hrtime()
  return seconds * 1_000 + nanoseconds / 1_000_000
}
